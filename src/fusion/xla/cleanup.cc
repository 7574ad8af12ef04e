// See cleanup.h.
#include "fusion/xla/cleanup.h"

#include <algorithm>
#include <map>

#include "fusion/xla/canonical.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {

bool merge_equal_in_fusions(Graph& g) {
  bool changed = false;
  for (size_t b = 0; b < g.body_count(); ++b) {
    const BodyId body(b);
    if (!g[body].fusion.valid() || g[g[body].fusion].dead) continue;
    std::map<std::pair<std::string, std::vector<NodeId>>, NodeId> known;
    for (NodeId n : g.post_order(body)) {
      const OpKind op = g[n].op;
      if (op == OpKind::Parameter || op == OpKind::Fusion || op == OpKind::Tuple || has_side_effect(g, n)) continue;
      std::string head =
          std::string(hlo_name(op)) + canonical_shape(*g[n].shape) + canonical_attrs(g.module(), *g[n].attrs);
      auto [it, fresh] = known.emplace(std::pair(std::move(head), g[n].operands), n);
      if (fresh) continue;
      g.replace_all_uses(n, it->second);
      g.remove(n);
      changed = true;
    }
  }
  return changed;
}

bool remove_dead(Graph& g) {
  bool changed = false;
  for (size_t b = 0; b < g.body_count(); ++b) {
    const BodyId body(b);
    if (g[body].fusion.valid() && g[g[body].fusion].dead) continue;
    std::vector<NodeId> order = g.post_order(body);
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      const NodeId n = *it;
      if (g[n].dead || !g[n].users.empty() || g[body].root == n || g[n].op == OpKind::Parameter) continue;
      if (has_side_effect(g, n) || g[n].op == OpKind::While || g[n].op == OpKind::Conditional) continue;
      g.remove(n);
      changed = true;
    }
  }
  return changed;
}

}  // namespace eutectic::fusion::xla
