// See heroes.h.
#include "fusion/xla/rules/heroes.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <set>

#include "fusion/xla/priority/transpose.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;

constexpr int64_t tiled_side = 16, small_tiled_side = 8, small_tile_elements = 8192;

// The only node of that kind that is reached from `from` through ops that keep the walk, if nothing else than such ops
// reads it.
std::optional<NodeId> only_hero(const View& view, NodeId from, const std::function<bool(NodeId)>& wanted) {
  const Graph& g = view.graph();
  std::optional<NodeId> hero;
  std::deque<NodeId> queue{from};
  std::set<NodeId> seen{from};
  while (!queue.empty()) {
    const NodeId n = queue.front();
    queue.pop_front();
    if (wanted(n)) {
      if (hero) return std::nullopt;
      hero = n;
      continue;
    }
    if (!is_intermediate(g, n, 3)) continue;
    for (NodeId o : view.operands(n))
      if (view.contains(o) && seen.insert(o).second) queue.push_back(o);
  }
  if (!hero) return std::nullopt;
  seen.clear();
  for (NodeId u : view.users(*hero))
    if (seen.insert(u).second) queue.push_back(u);
  while (!queue.empty()) {
    const NodeId n = queue.front();
    queue.pop_front();
    if (g[n].op != OpKind::Tuple && g[n].op != OpKind::Parameter && !is_intermediate(g, n, 3)) return std::nullopt;
    for (NodeId u : view.users(n))
      if (view.contains(u) && seen.insert(u).second) queue.push_back(u);
  }
  return hero;
}

}  // namespace

std::optional<TiledTranspose> tiled_transpose(const Graph& g, NodeId n) {
  if (g[n].op != OpKind::Transpose) return std::nullopt;
  if (g.era() == Era::Priority2026) return tiled_transpose_2026(g, n);
  TiledTranspose found{n, g[n].shape->dims, g[n].attrs->dims(AttrName::Permutation),
                       32 * 33 * bytes_of(g[n].shape->type)};
  const std::vector<int64_t>& p = found.permutation;
  if (p != Dims{1, 0} && p != Dims{0, 2, 1} && p != Dims{2, 1, 0}) return std::nullopt;
  if (p.size() == 2) {
    found.permutation = {0, 2, 1};
    found.dims.insert(found.dims.begin(), 1);
  }
  const int64_t a = g[g[n].operands[0]].shape->dims.back(), b = found.dims.back();
  if ((a >= tiled_side && b >= tiled_side) ||
      (a >= small_tiled_side && b >= small_tiled_side && a * b >= small_tile_elements))
    return found;
  return std::nullopt;
}

NodeId hero_of(const View& view, NodeId root) {
  const Graph& g = view.graph();
  NodeId hero = root;
  while (is_intermediate(g, hero, 1)) {
    const NodeId o = view.operand(hero, 0);
    if (!view.contains(o)) break;
    hero = o;
  }
  if (g[hero].op == OpKind::Reduce) return hero;  // which ends the walk
  if (view.may_contain(OpKind::Transpose))
    if (auto t = only_hero(view, hero, [&](NodeId n) { return tiled_transpose(g, n).has_value(); })) return *t;
  if (view.may_contain(OpKind::Concatenate))
    if (auto c = only_hero(view, hero, [&](NodeId n) { return g[n].op == OpKind::Concatenate; })) return *c;
  return root;
}

NodeId hero_in_body(const Graph& g, NodeId root) {
  const NodeId fusion = g[g[root].body].fusion;
  return hero_of(View(g, fusion.valid() ? fusion : root), root);
}

bool is_real_reduction(const Graph& g, NodeId root, NodeId hero) {
  if (!is_fast_reduction(g, hero)) return false;
  return root == hero || is_race_free(reduction_shape(g, hero));
}

NodeId most_constraining_hero(const Graph& g, NodeId n) {
  if (!g.is_fusion(n)) return n;
  auto constraining = [&](NodeId root, NodeId hero) {
    return is_real_reduction(g, root, hero) || tiled_transpose(g, hero).has_value();
  };
  const NodeId root = g.fused_root(n);
  if (!g.is_multi_output(n)) {
    const NodeId hero = hero_in_body(g, root);
    return constraining(root, hero) ? hero : root;
  }
  for (NodeId output : g[root].operands) {
    const NodeId hero = hero_in_body(g, output);
    if (constraining(output, hero)) return hero;
  }
  return g[root].operands[0];
}

std::optional<Reason> hero_conflict(const Graph& g, NodeId hero1, NodeId hero2) {
  const bool reduce1 = is_fast_reduction(g, hero1), reduce2 = is_fast_reduction(g, hero2);
  const auto transpose1 = tiled_transpose(g, hero1), transpose2 = tiled_transpose(g, hero2);
  if (reduce1 && reduce2 && reduction_shape(g, hero1) != reduction_shape(g, hero2)) return Reason::R34Heroes;
  if (transpose1 && transpose2 && !transpose1->same_as(*transpose2)) return Reason::R34Heroes;
  if ((transpose1 && reduce2) || (reduce1 && transpose2)) return Reason::R34Heroes;
  // A transposition in a plain loop reads in another order than tiles do.
  auto is_loop_transpose = [&](NodeId hero, bool tiled) { return g[hero].op == OpKind::Transpose && !tiled; };
  if (g.era() == Era::Priority2026 && (((transpose1 || reduce1) && is_loop_transpose(hero2, transpose2.has_value())) ||
                                       (is_loop_transpose(hero1, transpose1.has_value()) && (transpose2 || reduce2))))
    return Reason::R34Heroes;
  if (!transpose1 && !transpose2) return std::nullopt;
  // The transposition must stay behind ops that keep the walk when one of the two reads the other.
  const NodeId fusion1 = g[g[hero1].body].fusion, fusion2 = g[g[hero2].body].fusion;
  if (!fusion1.valid() || !fusion2.valid()) return std::nullopt;
  auto stays_tiled = [&](NodeId reader, NodeId read) {
    NodeId n = g.fused_parameter(reader, g.operand_index(reader, read));
    if (g[n].users.size() != 1) return false;
    n = g[n].users[0];
    while (!g[n].users.empty()) {
      if (!is_intermediate(g, n, 1)) return false;
      n = g[n].users[0];
    }
    return true;
  };
  if (transpose1 && g.is_user_of(fusion2, fusion1)) {
    if (!stays_tiled(fusion2, fusion1)) return Reason::R34Heroes;
  } else if (transpose2 && g.is_user_of(fusion1, fusion2)) {
    if (!stays_tiled(fusion1, fusion2)) return Reason::R34Heroes;
  }
  return std::nullopt;
}

std::optional<Reason> loop_shape_conflict(const Graph& g, NodeId n1, NodeId n2) {
  const NodeId hero1 = most_constraining_hero(g, n1), hero2 = most_constraining_hero(g, n2);
  if (auto reason = hero_conflict(g, hero1, hero2)) return reason;
  auto loop_shape = [&](NodeId n) -> const Shape& {
    const NodeId hero = g[g[n].body].fusion.valid() ? hero_in_body(g, n) : n;
    if (is_fast_reduction(g, n) || tiled_transpose(g, hero)) return *g[g[hero].operands[0]].shape;
    return *g[n].shape;
  };
  const Shape &shape1 = loop_shape(hero1), &shape2 = loop_shape(hero2);
  if (same_with_layout(shape1, shape2, true)) return std::nullopt;
  if (shape1.is_tuple() || shape2.is_tuple() || !is_reshape_or_transpose_bitcast(shape1, shape2))
    return Reason::R35LoopShapes;
  return std::nullopt;
}

bool is_reduction_fusion(const Graph& g, NodeId n) {
  if (!g.is_fusion(n) || g[g[n].called].reduces == 0) return false;
  for (NodeId root : output_values(g, n))
    if (is_real_reduction(g, root, hero_in_body(g, root))) return true;
  return false;
}

bool is_reduction_kernel(const Graph& g, NodeId n) { return is_reduction_fusion(g, n) || is_fast_reduction(g, n); }

bool is_transpose_kernel(const Graph& g, NodeId n) {
  if (g[n].op == OpKind::Bitcast || is_custom_fusion(g, n)) return false;
  if (!g.is_fusion(n)) return tiled_transpose(g, n).has_value();
  if (g[g[n].called].transposes == 0) return false;
  for (NodeId root : output_values(g, n))
    if (tiled_transpose(g, hero_in_body(g, root))) return true;
  return false;
}

bool is_scatter_kernel(const Graph& g, NodeId n) {
  return g[n].op == OpKind::Scatter || (g[n].kind == FusionKind::Input && g[g.fused_root(n)].op == OpKind::Scatter);
}

bool is_nestable_variadic_reduction(const Graph& g, NodeId n) {
  if (!g[n].shape->is_tuple()) return false;
  if (g[n].op == OpKind::Reduce) return !is_fast_reduction(g, n);
  return g[n].kind == FusionKind::Loop && g[g.fused_root(n)].op == OpKind::Reduce;
}

}  // namespace eutectic::fusion::xla
