// A kernel as its emitter would see it: one instruction or fusion, or a producer together with its consumer as if they
// were fused already. Parameters, root tuples and get-tuple-elements between the parts are looked through.
#pragma once
#include <vector>

#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

class View {
 public:
  View(const Graph& g, NodeId only) : g_(g), consumer_(only) {}
  View(const Graph& g, NodeId producer, NodeId consumer) : g_(g), producer_(producer), consumer_(consumer) {}

  const Graph& graph() const { return g_; }
  bool contains(NodeId n) const;
  // False: no transposition or concatenation (whichever is asked for) is inside.
  bool may_contain(OpKind op) const;
  // What an operand stands for: the root of a fusion inside, the value behind a parameter, or itself.
  NodeId resolve(NodeId operand) const;
  NodeId operand(NodeId n, size_t i) const { return resolve(g_[n].operands[i]); }
  std::vector<NodeId> operands(NodeId n) const;
  std::vector<NodeId> users(NodeId n) const;  // inside
  std::vector<NodeId> roots() const;
  std::vector<NodeId> parameters() const;  // operands of the whole
  std::vector<NodeId> nodes() const;       // everything that is computed

 private:
  bool part_contains(NodeId part, NodeId n) const;
  std::vector<NodeId> roots_of(NodeId part) const;
  void resolve_users(NodeId value, NodeId user, std::vector<NodeId>& to) const;
  bool is_producer_output(NodeId n) const;

  const Graph& g_;
  NodeId producer_, consumer_;
};

// The values that a fusion's body (or an instruction) ends in, root tuples taken apart.
std::vector<NodeId> output_values(const Graph& g, NodeId n);

}  // namespace eutectic::fusion::xla
