// See hidden_order.h.
#include "fusion/xla/hidden_order.h"

#include <algorithm>

namespace eutectic::fusion::xla {

void HiddenOrder::index() {
  used_.assign(steps_.size(), false);
  for (size_t i = 0; i < steps_.size(); ++i)
    if (steps_[i].kind == StepKind::Fused)
      fusions_of_[steps_[i].producer].push_back(i);
    else if (steps_[i].kind == StepKind::Estimate)
      first_estimate_.emplace(steps_[i].producer, i);
}

std::string HiddenOrder::name_of(const Graph& g, NodeId n) const {
  auto it = names_.find(n);
  if (it != names_.end()) return it->second;
  // A fusion of ours that XLA did not make must not pass for one of XLA's of the same name.
  return g.is_fusion(n) && g[n].name.starts_with("fusion") ? "" : g[n].name;
}

bool HiddenOrder::knows_users(const Graph& g, NodeId n) const {
  auto it = first_estimate_.find(g[n].name);
  return it != first_estimate_.end() && steps_[it->second].consumers.size() == g[n].users.size();
}

void HiddenOrder::order_users(Graph& g) const {
  for (BodyId body : g.control_bodies())
    for (NodeId n : g[body].nodes) {
      if (!knows_users(g, n)) continue;
      std::vector<NodeId> order;
      for (const std::string& name : steps_[first_estimate_.at(g[n].name)].consumers)
        for (NodeId u : g[n].users)
          if (g[u].name == name) order.push_back(u);
      if (order.size() == g[n].users.size()) g.mut(n).users = std::move(order);
    }
}

NodeId HiddenOrder::next(const Graph& g, std::span<const NodeId> equal) const {
  NodeId best = equal.back();
  size_t best_at = steps_.size();
  for (NodeId n : equal) {
    auto it = fusions_of_.find(name_of(g, n));
    if (it == fusions_of_.end()) continue;
    const auto at = std::ranges::find_if(it->second, [&](size_t i) { return !used_[i]; });
    if (at == it->second.end() || *at >= best_at) continue;
    best_at = *at;
    best = n;
  }
  return best;
}

void HiddenOrder::fused(const Graph& g, NodeId producer, const std::string& consumer, NodeId fusion) {
  auto it = fusions_of_.find(name_of(g, producer));
  if (it == fusions_of_.end()) return;
  for (size_t i : it->second) {
    if (used_[i] || steps_[i].consumers.empty() || steps_[i].consumers[0] != consumer) continue;
    used_[i] = true;
    names_[fusion] = steps_[i].result;
    return;
  }
}

}  // namespace eutectic::fusion::xla
