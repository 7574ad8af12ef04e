// See reachability.h.
#include "fusion/xla/rules/reachability.h"

#include <unordered_set>

namespace eutectic::fusion::xla {

bool Reachability::reaches(NodeId from, NodeId to) {
  if (from == to) return true;
  if (stale_) {
    position_.clear();
    const std::vector<NodeId> order = g_.post_order(body_);
    for (size_t i = 0; i < order.size(); ++i) position_[order[i]] = i;
    stale_ = false;
  }
  const size_t lowest = position_.at(from);
  if (position_.at(to) < lowest) return false;
  std::vector<NodeId> work{to};
  std::unordered_set<NodeId> seen{to};
  while (!work.empty()) {
    const NodeId n = work.back();
    work.pop_back();
    if (n == from) return true;
    auto visit = [&](NodeId o) {
      if (position_.at(o) >= lowest && seen.insert(o).second) work.push_back(o);
    };
    for (NodeId o : g_[n].operands) visit(o);
    for (NodeId o : g_[n].control_predecessors) visit(o);
  }
  return false;
}

}  // namespace eutectic::fusion::xla
