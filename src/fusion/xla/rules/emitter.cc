// See emitter.h.
#include "fusion/xla/rules/emitter.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "fusion/xla/rules/heroes.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

constexpr int64_t loop_threads = 128, reduction_threads = 256, reduced_per_thread = 16, most_unroll = 4,
                  most_concatenated = 10;

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct Roots {
  std::vector<NodeId> roots, heroes;
};

Roots roots_of(const View& view) {
  Roots r{view.roots(), {}};
  for (NodeId root : r.roots) r.heroes.push_back(hero_of(view, root));
  return r;
}

int64_t smallest_bits(const Graph& g, const std::vector<NodeId>& nodes) {
  int64_t bits = std::numeric_limits<int>::max();
  for (NodeId n : nodes)
    if (g[n].shape->is_array()) bits = std::min(bits, bits_of(g[n].shape->type));
  return bits;
}

// The transposition that all outputs agree with: the same one, or outputs over its input.
std::optional<TiledTranspose> common_transpose(const Graph& g, const Roots& r) {
  std::optional<TiledTranspose> common;
  for (NodeId hero : r.heroes) {
    const auto t = tiled_transpose(g, hero);
    if (!t) continue;
    if (common && !common->same_as(*t)) return std::nullopt;
    if (!common) common = t;
  }
  if (!common) return std::nullopt;
  for (size_t i = 0; i < r.roots.size(); ++i)
    if (!tiled_transpose(g, r.heroes[i]) &&
        !is_reshape_or_transpose_bitcast(*g[r.roots[i]].shape, *g[g[common->node].operands[0]].shape))
      return std::nullopt;
  return common;
}

NodeId first_reduction(const Graph& g, const Roots& r) {
  for (size_t i = 0; i < r.roots.size(); ++i)
    if (is_real_reduction(g, r.roots[i], r.heroes[i])) return r.heroes[i];
  return {};
}

bool agrees_with_reduction(const View& view, const Roots& r, NodeId reduce) {
  const Graph& g = view.graph();
  const int64_t elements = elements_of(*g[view.operand(reduce, 0)].shape);
  for (size_t i = 0; i < r.roots.size(); ++i) {
    if (r.roots[i] == reduce) continue;
    if (!is_real_reduction(g, r.roots[i], r.heroes[i])) {
      if (elements_of(*g[r.roots[i]].shape) != elements) return false;
    } else if (reduction_shape(g, r.heroes[i]) != reduction_shape(g, reduce)) {
      return false;
    }
  }
  return true;
}

bool all_are_slices_of_one_shape(const View& view, const Roots& r) {
  const Graph& g = view.graph();
  for (NodeId root : r.roots) {
    if (g[root].op != OpKind::Slice) return false;
    for (int64_t stride : g[root].attrs->dims(AttrName::SliceStrides))
      if (stride != 1) return false;
    if (!same_with_layout(*g[view.operand(root, 0)].shape, *g[view.operand(r.roots[0], 0)].shape, true)) return false;
  }
  return true;
}

Emitter emitter_of(const View& view, const Roots& r) {
  const Graph& g = view.graph();
  if (smallest_bits(g, view.parameters()) < 8 || smallest_bits(g, r.roots) < 8)
    return r.roots.size() > 1 && all_are_slices_of_one_shape(view, r) ? Emitter::InputSlices : Emitter::Loop;
  if (const NodeId reduce = first_reduction(g, r); reduce.valid() && agrees_with_reduction(view, r, reduce))
    return Emitter::Reduction;
  if (common_transpose(g, r)) return Emitter::Transpose;
  if (r.roots.size() > 1) return all_are_slices_of_one_shape(view, r) ? Emitter::InputSlices : Emitter::Loop;
  if (g[r.roots[0]].op == OpKind::Scatter) return Emitter::Scatter;
  if (g[r.heroes[0]].op == OpKind::Concatenate && g[r.heroes[0]].operands.size() <= 4 &&
      !g[r.roots[0]].shape->is_tuple())
    return Emitter::Concatenate;
  return Emitter::Loop;
}

// Code in which wide loads would only cost registers.
bool prevents_vectors(const View& view) {
  const Graph& g = view.graph();
  for (NodeId n : view.nodes()) switch (g[n].op) {
      case OpKind::ReduceWindow:
      case OpKind::Sort:
      case OpKind::Dot:
      case OpKind::Sine:
      case OpKind::Cosine:
      case OpKind::Tan:
      case OpKind::Power:
      case OpKind::Atan2:
        return true;
      case OpKind::Concatenate:
        if (static_cast<int64_t>(g[n].operands.size()) > most_concatenated) return true;
        break;
      case OpKind::Reduce:
        if (g[n].shape->elements.size() > 1) return true;
        break;
      default:
        break;
    }
  return false;
}

int64_t unroll_factor(const View& view, const Roots& r, const Shape& shape, const Device& device) {
  int64_t unroll = 1;
  const int64_t elements = elements_of(shape);
  if (elements >= device.threads_per_core * device.cores && !prevents_vectors(view))
    for (int64_t u = most_unroll; u > 1 && unroll == 1; u /= 2)
      if (elements % u == 0) unroll = u;
  return std::max(unroll, ceil_div(8, smallest_bits(view.graph(), r.roots)));
}

Launch loop_launch(const Shape& shape, int64_t unroll) {
  int64_t elements = elements_of(shape);
  if (elements <= 1) return {};
  elements = ceil_div(elements, unroll);
  const int64_t threads = std::min(loop_threads, elements);
  return {ceil_div(elements, threads), threads};
}

// Outputs that share no input but constants and scalars are computed by blocks of their own.
int64_t independent_groups(const View& view, const Roots& r) {
  const Graph& g = view.graph();
  const size_t count = r.roots.size();
  if (count == 1) return 1;
  std::vector<size_t> group(count);
  std::iota(group.begin(), group.end(), 0);
  auto find = [&](size_t i) {
    while (group[i] != i) i = group[i];
    return i;
  };
  auto merge = [&](size_t a, size_t b) { group[std::max(find(a), find(b))] = std::min(find(a), find(b)); };
  std::vector<bool> reduces(count);
  std::optional<size_t> first_other;
  for (size_t i = 0; i < count; ++i) {
    reduces[i] = is_real_reduction(g, r.roots[i], r.heroes[i]);
    if (reduces[i]) continue;
    if (first_other) merge(*first_other, i);
    if (!first_other) first_other = i;
  }
  std::map<NodeId, std::vector<size_t>> outputs;  // that are computed from a value
  for (size_t i = 0; i < count; ++i) {
    std::vector<NodeId> work{r.roots[i]};
    std::set<NodeId> seen{r.roots[i]};
    while (!work.empty()) {
      const NodeId n = work.back();
      work.pop_back();
      outputs[n].push_back(i);
      if (!view.contains(n)) continue;
      for (NodeId o : view.operands(n))
        if (seen.insert(o).second) work.push_back(o);
    }
  }
  auto scalar_like = [&](NodeId n) {
    if (is_effective_scalar(*g[n].shape)) return true;
    return g[n].op == OpKind::Broadcast &&
           (g[g[n].operands[0]].op == OpKind::Constant || is_effective_scalar(*g[g[n].operands[0]].shape));
  };
  for (const auto& [n, reached] : outputs) {
    const bool cheap = scalar_like(n);
    std::optional<size_t> first;
    bool has_reduction = false;
    for (size_t i : reached) {
      if (reduces[i] && cheap && has_reduction) continue;
      if (first) merge(*first, i);
      if (!first) first = i;
      has_reduction = has_reduction || reduces[i];
    }
  }
  std::set<size_t> groups;
  for (size_t i = 0; i < count; ++i) groups.insert(find(i));
  return static_cast<int64_t>(groups.size());
}

int64_t vector_size(const View& view, const Roots& r, int64_t minor, int64_t threads) {
  const Graph& g = view.graph();
  if (minor % 2 != 0 || threads * 2 > minor) return 1;
  for (NodeId hero : r.heroes)
    for (NodeId o : view.operands(hero))
      if (g[o].shape->is_array() && is_complex(g[o].shape->type)) return 1;
  const int64_t bits = smallest_bits(g, view.parameters());
  if (bits >= 64) return 1;
  if (bits >= 32 || threads * 4 > minor) return 2;
  return minor % 4 == 0 ? 4 : 2;
}

// Several rows in one warp.
std::optional<Launch> multi_row_launch(const View& view, const Roots& r, const ReductionShape& shape,
                                       const Device& device) {
  const Graph& g = view.graph();
  const int64_t kept = shape.dims[1], reduced = shape.dims[2];
  if (reduced <= 0 || (reduced & (reduced - 1))) return std::nullopt;
  const int64_t in = smallest_bits(g, view.parameters()), out = smallest_bits(g, r.roots);
  const int64_t smallest = std::min(in, out);
  int64_t largest = std::max(in, out);
  if (largest == std::numeric_limits<int>::max()) largest = out;
  int64_t vector = std::min(reduced, 64 / smallest);
  if (largest >= 32) vector = std::min(128 / largest, vector);
  if (reduced > device.threads_per_warp * vector) return std::nullopt;
  auto threads = [&](int64_t v) {
    const int64_t per_row = reduced / v;
    const int64_t rows = kept * per_row <= reduction_threads ? kept : reduction_threads / per_row;
    return std::pair(rows, per_row);
  };
  auto blocks = [&](int64_t v) { return ceil_div(kept, threads(v).first); };
  while (vector > 1 && blocks(vector) < device.cores) vector /= 2;
  if (reduced > device.threads_per_warp * vector) return std::nullopt;
  return Launch{blocks(vector), threads(vector).first * threads(vector).second};
}

Launch reduction_launch(const View& view, const Roots& r, const Device& device) {
  const ReductionShape shape = reduction_shape(view.graph(), first_reduction(view.graph(), r));
  const int64_t groups = independent_groups(view, r), warp = device.threads_per_warp;
  const auto& d = shape.dims;
  if (!shape.row) {
    if (d[2] > 0 && warp % d[2] == 0) {  // few columns
      int64_t vector = vector_size(view, r, d[1] * d[2], warp), threads = 128;
      int64_t rows = vector * threads / d[2];
      while (rows > warp && vector > 1) {
        vector /= 2;
        rows /= 2;
      }
      if (rows > warp) threads /= rows / warp;
      return {d[0] * groups, threads};
    }
    return {d[0] * ceil_div(d[2], warp * vector_size(view, r, d[2], warp)) * groups, warp * warp};
  }
  if (auto launch = multi_row_launch(view, r, shape, device)) return {launch->blocks * groups, launch->threads};
  const int64_t per_row = std::min(row_threads, ceil_div(ceil_div(d[2], reduced_per_thread), warp) * warp);
  int64_t rows = 1;
  if (per_row * 2 <= reduction_threads) rows = d[1] * per_row <= reduction_threads ? d[1] : reduction_threads / per_row;
  const int64_t vector = vector_size(view, r, d[2], per_row);
  const int64_t minor = d[2] / vector;
  const int64_t tile = std::min(reduced_per_thread / vector, ceil_div(minor, per_row));
  return {ceil_div(d[1], rows) * ceil_div(minor, tile * per_row) * groups, rows * per_row};
}

Launch transpose_launch(const View& view, const Roots& r, const Device& device) {
  const Graph& g = view.graph();
  const TiledTranspose t = *common_transpose(g, r);
  const size_t rank = t.dims.size();
  std::vector<int64_t> input(rank);
  for (size_t i = 0; i < rank; ++i) input[static_cast<size_t>(t.permutation[i])] = t.dims[i];
  const bool minor_stays = t.permutation.back() == static_cast<int64_t>(rank) - 1;
  int64_t largest = 0, shared = 0;
  for (NodeId hero : r.heroes) {
    if (!tiled_transpose(g, hero)) continue;
    const int64_t bytes = bytes_of(g[hero].shape->type) * (minor_stays ? input.back() : 1);
    largest = std::max(largest, bytes);
    shared += 32 * 33 * bytes;
  }
  auto blocks = [&](int64_t vector) {
    std::vector<int64_t> tile(rank, 1);
    if (minor_stays) {
      tile.back() = vector;
      tile[rank - 2] = 32;
      tile[static_cast<size_t>(t.permutation[rank - 2])] = 32;
    } else {
      tile.back() = 32 * vector;
      tile[static_cast<size_t>(t.permutation.back())] = 32 * vector;
    }
    int64_t count = 1;
    for (size_t i = 0; i < rank; ++i) count *= ceil_div(input[i], tile[i]);
    return count;
  };
  if (minor_stays) return {blocks(input.back()), loop_threads};
  for (int64_t vector = 4 / largest; vector > 1; vector /= 2)
    if (blocks(1) * loop_threads >= vector * vector * device.cores * device.threads_per_core &&
        shared * vector * vector <= device.shared_bytes_per_block && input.back() % vector == 0 &&
        input[static_cast<size_t>(t.permutation.back())] % vector == 0)
      return {blocks(vector), loop_threads};
  return {blocks(1), loop_threads};
}

// The updates of a kernel that only writes windows of buffers in place; empty if it is not one.
std::vector<NodeId> in_place_updates(const View& view, const Roots& r) {
  const Graph& g = view.graph();
  std::vector<NodeId> updates;
  for (NodeId root : r.roots) {
    NodeId n = root;
    if (g[n].op == OpKind::Bitcast) n = view.operand(n, 0);
    if (g[n].op != OpKind::DynamicUpdateSlice || !view.contains(n)) return {};
    updates.push_back(n);
  }
  const Shape& window = *g[view.operand(updates[0], 1)].shape;
  for (NodeId update : updates) {
    std::vector<NodeId> readers = view.users(update);
    while (!readers.empty()) {
      if (readers.size() > 1 || g[readers[0]].op != OpKind::Bitcast) return {};
      readers = view.users(readers[0]);
    }
    NodeId buffer = view.operand(update, 0);
    if (view.contains(buffer) && g[buffer].op == OpKind::Bitcast) buffer = view.operand(buffer, 0);
    if (view.contains(buffer)) return {};
    // Nothing may read the buffer at other places.
    std::vector<NodeId> work{buffer};
    std::set<NodeId> seen{buffer, update};
    while (!work.empty()) {
      const NodeId n = work.back();
      work.pop_back();
      for (NodeId u : view.users(n)) {
        if (g[u].op == OpKind::DynamicSlice && view.operand(update, 0) == view.operand(u, 0) &&
            same_with_layout(window, *g[u].shape, false)) {
          const std::vector<NodeId>&a = g[u].operands, &b = g[update].operands;
          if (window.element_count() != 1 && !std::equal(a.begin() + 1, a.end(), b.begin() + 2, b.end())) return {};
        } else if (u != update && !is_elementwise(g, u) && g[u].op != OpKind::Bitcast && g[u].op != OpKind::Tuple) {
          return {};
        }
        if (seen.insert(u).second) work.push_back(u);
      }
    }
    if (!same_with_layout(*g[g[update].operands[1]].shape, window, false)) return {};
  }
  return updates;
}

}  // namespace

Emitter emitter_of(const View& view) { return emitter_of(view, roots_of(view)); }

Launch launch_of(const View& view, const Device& device) {
  const Graph& g = view.graph();
  const Roots r = roots_of(view);
  const Shape& first = g[r.roots[0]].shape->is_tuple() ? g[r.roots[0]].shape->elements[0] : *g[r.roots[0]].shape;
  switch (emitter_of(view, r)) {
    case Emitter::Custom:
      return {ceil_div(elements_of(first), loop_threads), loop_threads};
    case Emitter::Reduction:
      return reduction_launch(view, r, device);
    case Emitter::Transpose:
      return transpose_launch(view, r, device);
    case Emitter::Scatter:
      return loop_launch(*g[g[r.heroes[0]].operands.back()].shape, 1);
    case Emitter::InputSlices:
      return loop_launch(*g[view.operand(r.roots[0], 0)].shape, ceil_div(8, smallest_bits(g, r.roots)));
    case Emitter::Concatenate: {
      const NodeId concat = r.heroes[0];
      const auto d = static_cast<size_t>(g[concat].attrs->integer(AttrName::ConcatDimension));
      NodeId largest = g[concat].operands[0];
      for (NodeId o : g[concat].operands)
        if (g[o].shape->dims[d] > g[largest].shape->dims[d]) largest = o;
      return loop_launch(*g[largest].shape, unroll_factor(view, r, *g[largest].shape, device));
    }
    case Emitter::Loop:
      break;
  }
  if (const std::vector<NodeId> updates = in_place_updates(view, r); !updates.empty()) {
    const Shape& window = *g[view.operand(updates[0], 1)].shape;
    return loop_launch(window, unroll_factor(view, r, *g[g[updates[0]].operands[1]].shape, device));
  }
  return loop_launch(first, unroll_factor(view, r, first, device));
}

}  // namespace eutectic::fusion::xla
