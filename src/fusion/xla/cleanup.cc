// See cleanup.h.
#include "fusion/xla/cleanup.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "fusion/xla/canonical.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

bool is_commutative(OpKind op) {
  return op == OpKind::Add || op == OpKind::Multiply || op == OpKind::Maximum || op == OpKind::Minimum ||
         op == OpKind::And || op == OpKind::Or || op == OpKind::Xor;
}

bool is_live_fusion_body(const Graph& g, BodyId body) {
  return g[body].fusion.valid() && !g[g[body].fusion].dead && !g[body].settled;
}

bool is_dead(const Graph& g, NodeId n) { return !g[n].dead && g[n].users.empty() && !g.is_root(n); }

bool is_removable(const Graph& g, NodeId n) {
  if (!g[n].control_predecessors.empty()) return false;
  return g[n].op != OpKind::Parameter || g[g[n].body].fusion.valid();
}

// Removes a value that nothing reads, and what only it read; in a fusion, parameters and what stood outside for them.
void remove_with_operands(Graph& g, NodeId dead) {
  std::vector<NodeId> outside{dead};
  while (!outside.empty()) {
    const NodeId start = outside.back();
    outside.pop_back();
    if (!is_dead(g, start) || !is_removable(g, start)) continue;
    const NodeId fusion = g[g[start].body].fusion;
    std::set<int64_t, std::greater<>> parameters;
    std::deque<NodeId> queue{start};
    while (!queue.empty()) {
      const NodeId n = queue.front();
      queue.pop_front();
      if (!is_dead(g, n) || !is_removable(g, n) || (n != start && has_side_effect(g, n))) continue;
      queue.insert(queue.end(), g[n].operands.begin(), g[n].operands.end());
      if (g[n].op == OpKind::Parameter)
        parameters.insert(g[n].number);
      else
        g.remove(n);
    }
    for (int64_t p : parameters) {
      const NodeId operand = g[fusion].operands[static_cast<size_t>(p)];
      g.remove_parameter(fusion, static_cast<size_t>(p));
      outside.push_back(operand);
    }
  }
}

// Users of a repeated output turn to the first of its kind.
bool merge_equal_outputs(Graph& g, NodeId fusion) {
  const NodeId root = g.fused_root(fusion);
  if (g[root].op != OpKind::Tuple) return false;
  std::map<NodeId, int64_t> first;
  for (size_t i = 0; i < g[root].operands.size(); ++i) first.emplace(g[root].operands[i], static_cast<int64_t>(i));
  if (first.size() == g[root].operands.size()) return false;
  for (NodeId u : std::vector<NodeId>(g[fusion].users))
    if (g[u].op == OpKind::GetTupleElement)
      g.set_tuple_index(u, first.at(g[root].operands[static_cast<size_t>(g[u].index())]));
  return true;
}

bool remove_unused_outputs(Graph& g, NodeId fusion) {
  const NodeId root = g.fused_root(fusion);
  if (g[root].op != OpKind::Tuple || g[fusion].users.empty() || is_custom_fusion(g, fusion)) return false;
  std::set<int64_t> used;
  for (NodeId u : g[fusion].users) {
    if (g[u].op != OpKind::GetTupleElement) return false;
    used.insert(g[u].index());
  }
  if (used.size() == g[root].operands.size()) return false;
  std::vector<NodeId> kept;
  std::vector<Shape> shapes;
  for (int64_t i : used) {
    kept.push_back(g[root].operands[static_cast<size_t>(i)]);
    shapes.push_back(*g[kept.back()].shape);
  }
  const BodyId body = g[fusion].called;
  const std::vector<NodeId> users = g[fusion].users;
  if (kept.size() == 1) {
    g.mut(fusion).shape = g[kept[0]].shape;
    for (NodeId u : users) {
      g.replace_all_uses(u, fusion);
      g.remove(u);
    }
    g.set_root(body, kept[0]);
  } else {
    for (NodeId u : users) g.set_tuple_index(u, std::distance(used.begin(), used.find(g[u].index())));
    const Shape* shape = g.own(Shape::tuple(std::move(shapes)));
    g.mut(fusion).shape = shape;
    g.set_root(body, g.add(body, OpKind::Tuple, shape, g.own(Attrs()), kept, g[root].origin));
  }
  remove_with_operands(g, root);
  return true;
}

bool remove_dead_in(Graph& g, BodyId body) {
  bool changed = g[body].fusion.valid() && remove_unused_outputs(g, g[body].fusion);
  std::vector<NodeId> dead;
  for (NodeId n : g[body].nodes)
    if (is_dead(g, n) && is_removable(g, n) && !has_side_effect(g, n) && g[n].op != OpKind::While &&
        g[n].op != OpKind::Conditional)
      dead.push_back(n);
  for (NodeId n : dead) {
    if (!is_dead(g, n)) continue;
    remove_with_operands(g, n);
    changed = true;
  }
  return changed;
}

}  // namespace

bool merge_equal_in_fusions(Graph& g) {
  bool changed = false;
  for (size_t b = 0; b < g.body_count(); ++b) {
    const BodyId body(b);
    if (!is_live_fusion_body(g, body)) continue;
    std::map<std::pair<std::string, std::vector<NodeId>>, NodeId> known;
    for (NodeId n : g.post_order(body)) {
      const OpKind op = g[n].op;
      if (op == OpKind::Parameter || op == OpKind::Fusion || op == OpKind::Tuple || has_side_effect(g, n)) continue;
      std::string head =
          std::string(hlo_name(op)) + canonical_shape(*g[n].shape) + canonical_attrs(g.module(), *g[n].attrs);
      std::vector<NodeId> operands = g[n].operands;
      if (is_commutative(op)) std::ranges::sort(operands);
      auto [it, fresh] = known.emplace(std::pair(std::move(head), std::move(operands)), n);
      if (fresh) continue;
      g.replace_all_uses(n, it->second);
      remove_with_operands(g, n);
      changed = true;
    }
    merge_equal_outputs(g, g[body].fusion);
  }
  return changed;
}

bool remove_dead(Graph& g) {
  bool changed = false;
  const std::vector<BodyId>& bodies = g.control_bodies();
  for (auto it = bodies.rbegin(); it != bodies.rend(); ++it) changed = remove_dead_in(g, *it) || changed;
  for (size_t b = 0; b < g.body_count(); ++b)
    if (is_live_fusion_body(g, BodyId(b))) changed = remove_dead_in(g, BodyId(b)) || changed;
  return changed;
}

}  // namespace eutectic::fusion::xla
