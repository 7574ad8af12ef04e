// The choice of the emitter; launch.cc has the threads. See emitter.h.
#include "fusion/xla/rules/emitter.h"

#include <algorithm>
#include <limits>

#include "fusion/xla/shapes.h"

namespace eutectic::fusion::xla {
namespace {

// The transposition that all outputs agree with: the same one, or outputs over its input.
std::optional<TiledTranspose> common_transpose(const Graph& g, const Emission& k) {
  std::optional<TiledTranspose> common;
  for (NodeId hero : k.heroes) {
    const auto t = tiled_transpose(g, hero);
    if (!t) continue;
    if (common && !common->same_as(*t)) return std::nullopt;
    if (!common) common = t;
  }
  if (!common) return std::nullopt;
  for (size_t i = 0; i < k.roots.size(); ++i)
    if (!tiled_transpose(g, k.heroes[i]) &&
        !is_reshape_or_transpose_bitcast(*g[k.roots[i]].shape, *g[g[common->node].operands[0]].shape))
      return std::nullopt;
  return common;
}

// Outputs beside the reduction run over the same elements as it, or are reductions of the same geometry.
bool agrees_with_reduction(const Graph& g, const Emission& k) {
  const int64_t elements = elements_of(*g[k.view.operand(k.reduction, 0)].shape);
  for (size_t i = 0; i < k.roots.size(); ++i) {
    if (k.roots[i] == k.reduction) continue;
    if (!is_real_reduction(g, k.roots[i], k.heroes[i])) {
      if (elements_of(*g[k.roots[i]].shape) != elements) return false;
    } else if (reduction_shape(g, k.heroes[i]) != reduction_shape(g, k.reduction)) {
      return false;
    }
  }
  return true;
}

bool all_are_slices_of_one_shape(const Graph& g, const Emission& k) {
  for (NodeId root : k.roots) {
    if (g[root].op != OpKind::Slice) return false;
    for (int64_t stride : g[root].attrs->dims(AttrName::SliceStrides))
      if (stride != 1) return false;
    if (!same_with_layout(*g[k.view.operand(root, 0)].shape, *g[k.view.operand(k.roots[0], 0)].shape, true))
      return false;
  }
  return true;
}

Emitter choose(const Graph& g, const Emission& k) {
  auto narrow = [&] { return smallest_bits(g, k.view.parameters()) < 8 || smallest_bits(g, k.roots) < 8; };
  auto several = [&] {
    return g.era() == Era::Rules2024 && all_are_slices_of_one_shape(g, k) ? Emitter::InputSlices : Emitter::Loop;
  };
  if (g.era() == Era::Rules2024 && narrow()) return k.roots.size() > 1 ? several() : Emitter::Loop;
  if (k.reduction.valid() && agrees_with_reduction(g, k)) return Emitter::Reduction;
  if (k.transpose) return Emitter::Transpose;
  if (k.roots.size() > 1) return several();
  if (g[k.roots[0]].op == OpKind::Scatter) return Emitter::Scatter;
  if (g[k.heroes[0]].op == OpKind::Concatenate && g[k.heroes[0]].operands.size() <= 4 &&
      !g[k.roots[0]].shape->is_tuple())
    return Emitter::Concatenate;
  return Emitter::Loop;
}

}  // namespace

int64_t smallest_bits(const Graph& g, const std::vector<NodeId>& nodes) {
  int64_t bits = std::numeric_limits<int>::max();
  for (NodeId n : nodes)
    if (g[n].shape->is_array()) bits = std::min(bits, bits_of(g[n].shape->type));
  return bits;
}

Emission emission_of(const View& view) {
  const Graph& g = view.graph();
  Emission k{
      .view = view, .emitter = Emitter::Loop, .roots = view.roots(), .heroes = {}, .reduction = {}, .transpose = {}};
  for (NodeId root : k.roots) k.heroes.push_back(hero_of(view, root));
  for (size_t i = 0; i < k.roots.size() && !k.reduction.valid(); ++i)
    if (is_real_reduction(g, k.roots[i], k.heroes[i])) k.reduction = k.heroes[i];
  k.transpose = common_transpose(g, k);
  k.emitter = choose(g, k);
  if (g.era() == Era::Priority2026 && k.emitter == Emitter::Loop) {
    k.heroes = k.roots;
    k.transpose.reset();
  }
  return k;
}

}  // namespace eutectic::fusion::xla
