// A plan as the program's own values: which of them are computed in one kernel with their readers and which cross from
// kernel to kernel, whatever names, copies and orders fusion left. Plans with one Numbering can be compared.
#pragma once
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

// Equal values of equal computations, an op with attributes, shape and operands, have one number.
using Value = uint32_t;
class Numbering {
 public:
  Value of(const std::string& text) { return known_.emplace(text, next_).second ? next_++ : known_.at(text); }
  bool knows(const std::string& text) const { return known_.contains(text); }
  void call(const std::string& text, Value value) { known_.emplace(text, value); }

 private:
  std::map<std::string, Value> known_;
  Value next_ = 0;
};

// A value and an instruction that reads it, bitcasts between them passed over.
using ValueEdge = std::pair<Value, Value>;

struct PlanValues {
  static constexpr Value none = UINT32_MAX;
  std::vector<Value> of;                                  // by node
  std::map<ValueEdge, NodeId> inside;                     // the kernel that computes both
  std::map<ValueEdge, std::pair<NodeId, NodeId>> across;  // the two kernels, or a constant and a kernel
  std::map<NodeId, std::vector<Value>> computed;          // by each kernel, in its order
  std::map<Value, NodeId> first;                          // a node that computes it

  // Both: a value or its reader is computed in several kernels.
  bool fuses(const ValueEdge& e) const { return inside.contains(e); }
  bool parts(const ValueEdge& e) const { return across.contains(e); }
  bool has(const ValueEdge& e) const { return fuses(e) || parts(e); }
};

// `labels` names the control computations, in the order of control_bodies(): parameters of computations of one label
// are the same values.
PlanValues values_of(const Graph& g, const std::vector<std::string>& labels, Numbering& numbering);
// The same for what `program` became on the way to `g`, some of its ops simplified: an instruction that is no value of
// the program by its operands is the one of the same op, shape, name in the source and place, if one is left.
PlanValues values_like(const Graph& program, const PlanValues& values, const Graph& g,
                       const std::vector<std::string>& labels, Numbering& numbering);
std::vector<std::string> own_labels(const Graph& g);
// Labels of `a`'s computations for those of `b`: by name, the rest in order.
std::vector<std::string> labels_like(const Graph& a, const Graph& b);

}  // namespace eutectic::fusion::xla
