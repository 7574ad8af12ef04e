// What the rules of instruction fusion ask about a fusion that grows: how its body reads each operand and how often it
// would write the operand's code out. Kept as producers join, so that a large kernel is not walked for each of them.
#pragma once
#include <unordered_set>
#include <vector>

#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

class Growth {
 public:
  explicit Growth(const Graph& g) : g_(g) {}

  // Whether the consumer reads elements of the operand several times.
  bool reuses_operand(NodeId consumer, size_t operand);
  // How often the producer would be written out in the fusion: once for each index at which its value is wanted.
  int64_t emitted_copies(NodeId producer, NodeId fusion);

  // Around Graph::fuse of a producer that is no fusion: before() first, then joined().
  void before(NodeId producer, NodeId fusion);
  void joined();

 private:
  enum class Use : uint8_t { None, Once, Again };
  struct Inner {  // of an instruction in a fusion's body
    Use use = Use::None;
    int64_t indices = 0;             // at which it is computed
    std::vector<NodeId> indexed_by;  // whose those are
  };

  void study(NodeId fusion);
  void pass_on(NodeId n);  // to its operands
  void count_indices(NodeId n);
  Inner& at(NodeId n) { return inner_[n.index()]; }
  void make_room();

  const Graph& g_;
  std::vector<Inner> inner_;
  std::unordered_set<NodeId> studied_;
  Inner joining_;
  NodeId copy_;
};

}  // namespace eutectic::fusion::xla
