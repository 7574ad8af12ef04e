// Whether one value of a computation depends on another, while passes change the graph.
#pragma once
#include <unordered_map>
#include <vector>

#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

class Reachability {
 public:
  Reachability(const Graph& g, BodyId body) : g_(g), body_(body) {}
  // The graph is not as it was; positions are found anew when they are needed.
  void changed() { stale_ = true; }
  // A value reaches itself.
  bool reaches(NodeId from, NodeId to);

 private:
  const Graph& g_;
  const BodyId body_;
  bool stale_ = true;
  std::unordered_map<NodeId, size_t> position_;  // in post-order
};

}  // namespace eutectic::fusion::xla
