// See reachability.h.
#include "fusion/xla/rules/reachability.h"

#include <algorithm>

namespace eutectic::fusion::xla {

Reachability::Reachability(const Graph& g, BodyId body) : g_(g), order_(g.post_order(body)) {
  position_.assign(g.node_count(), -1);
  for (size_t i = 0; i < order_.size(); ++i) position_[order_[i].index()] = static_cast<int64_t>(i);
}

// Get-tuple-elements that came with a merger stand where their operand does.
int64_t Reachability::position(NodeId n) const {
  while (n.index() >= position_.size() || position_[n.index()] < 0) {
    if (g_[n].op != OpKind::GetTupleElement) return -1;
    n = g_[n].operands[0];
  }
  return position_[n.index()];
}

void Reachability::start_walk() {
  ++walk_;
  if (mark_.size() < g_.node_count()) mark_.resize(g_.node_count(), 0);
}

bool Reachability::visit(NodeId n) {
  if (mark_[n.index()] == walk_) return false;
  mark_[n.index()] = walk_;
  return true;
}

bool Reachability::reaches(NodeId from, NodeId to) {
  if (from == to) return true;
  const int64_t lowest = position(from);
  if (position(to) < lowest) return false;
  start_walk();
  std::vector<NodeId> work{to};
  while (!work.empty()) {
    const NodeId n = work.back();
    work.pop_back();
    if (n == from) return true;
    for (NodeId o : g_[n].operands)
      if (position(o) >= lowest && visit(o)) work.push_back(o);
    for (NodeId o : g_[n].control_predecessors)
      if (position(o) >= lowest && visit(o)) work.push_back(o);
  }
  return false;
}

void Reachability::merging(NodeId a, NodeId b) {
  const NodeId first = position(a) < position(b) ? a : b;
  const int64_t begin = std::min(position(a), position(b)), end = std::max(position(a), position(b));
  // Of what stands between the two, all that is computed from the first goes behind the result.
  start_walk();
  std::vector<NodeId> work{first};
  auto follow = [&](NodeId u) {
    if (u != a && u != b && position(u) < end && visit(u)) work.push_back(u);
  };
  while (!work.empty()) {
    const NodeId n = work.back();
    work.pop_back();
    for (NodeId u : g_[n].users) follow(u);
    if (g_.has_control_edges())
      for (int64_t i = begin + 1; i < end; ++i)
        if (const NodeId u = order_[static_cast<size_t>(i)];
            u.valid() && std::ranges::find(g_[u].control_predecessors, n) != g_[u].control_predecessors.end())
          follow(u);
  }
  std::vector<NodeId> before, after;
  for (int64_t i = begin + 1; i < end; ++i)
    if (const NodeId n = order_[static_cast<size_t>(i)]; n.valid() && !g_[n].dead)
      (mark_[n.index()] == walk_ ? after : before).push_back(n);
  auto at = static_cast<size_t>(begin);
  auto put = [&](NodeId n) {
    position_[n.index()] = static_cast<int64_t>(at);
    order_[at++] = n;
  };
  for (NodeId n : before) put(n);
  put(b);
  position_[a.index()] = position_[b.index()];
  for (NodeId n : after) put(n);
  while (at <= static_cast<size_t>(end)) order_[at++] = NodeId();
}

void Reachability::moved(NodeId from, NodeId to) {
  if (position_.size() < g_.node_count()) position_.resize(g_.node_count(), -1);
  position_[to.index()] = position_[from.index()];
  order_[static_cast<size_t>(position_[to.index()])] = to;
}

}  // namespace eutectic::fusion::xla
