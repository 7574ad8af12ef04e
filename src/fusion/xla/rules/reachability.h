// Which instructions of a body depend on which, while the body changes: a walk between the two, kept short by an order
// of the instructions that is repaired as they merge.
#pragma once
#include <vector>

#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

class Reachability {
 public:
  Reachability(const Graph& g, BodyId body);

  // Whether `to` is computed from `from`; true for one and the same.
  bool reaches(NodeId from, NodeId to);
  // Before two instructions become one: no way leads from one to the other over a third. Afterwards the result has the
  // place of `b`; where it is another node, or `b` was wrapped, `moved` says so.
  void merging(NodeId a, NodeId b);
  void moved(NodeId from, NodeId to);

 private:
  int64_t position(NodeId n) const;
  void start_walk();
  bool visit(NodeId n);  // for the first time in this walk

  const Graph& g_;
  std::vector<NodeId> order_;  // with gaps: invalid
  std::vector<int64_t> position_;
  std::vector<uint32_t> mark_;
  uint32_t walk_ = 0;
};

}  // namespace eutectic::fusion::xla
