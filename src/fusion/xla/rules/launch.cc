// Blocks and threads of a kernel, as XLA's emitters of 2024 choose them. See emitter.h.
#include "fusion/xla/priority/launch.h"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <set>

#include "fusion/xla/rules/emitter.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

constexpr int64_t loop_threads = 128, block_target = 256, reduced_per_thread = 16, column_tile = 128, most_batches = 8,
                  most_unroll = 4, most_concatenated = 10, transpose_rows = 4, largest_unrolled_window = 8;

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

// Code in which wide loads would only cost registers.
bool prevents_vectors(const View& view) {
  const Graph& g = view.graph();
  const bool late = g.era() == Era::Priority2026;
  for (NodeId n : view.nodes()) switch (g[n].op) {
      case OpKind::ReduceWindow: {
        if (!late) return true;
        int64_t volume = 1;
        for (const WindowDim& d : g[n].attrs->window()) volume *= d.size;
        if (volume > largest_unrolled_window) return true;
        break;
      }
      case OpKind::Sort:
      case OpKind::Dot:
        return true;
      case OpKind::Sine:
      case OpKind::Cosine:
      case OpKind::Tan:
      case OpKind::Power:
      case OpKind::Atan2:
        if (!late) return true;
        break;
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

}  // namespace

int64_t unroll_factor(const Emission& k, const Shape& shape, const Device& device) {
  int64_t unroll = 1;
  const int64_t elements = elements_of(shape);
  if (elements >= device.threads_per_core * device.cores && !prevents_vectors(k.view))
    for (int64_t u = most_unroll; u > 1 && unroll == 1; u /= 2)
      if (elements % u == 0) unroll = u;
  return std::max(unroll, ceil_div(8, smallest_bits(k.view.graph(), k.roots)));
}

Launch loop_launch(const Shape& shape, int64_t unroll) {
  int64_t elements = elements_of(shape);
  if (elements <= 1) return {};
  elements = ceil_div(elements, unroll);
  const int64_t threads = std::min(loop_threads, elements);
  return {ceil_div(elements, threads), threads};
}

namespace {

// Which roots each value reaches, as XLA finds out: in one walk from all roots, so that a value seen before all its
// readers were hands on only what is known by then.
std::map<NodeId, std::set<NodeId>> reached_roots(const Emission& k) {
  std::map<NodeId, std::set<NodeId>> reached;
  std::set<NodeId> computed;
  for (NodeId root : k.roots) reached[root].insert(root);
  for (NodeId p : k.view.parameters()) computed.insert(p);
  auto walk = [&](const std::vector<NodeId>& from) {
    std::deque<NodeId> queue;
    std::set<NodeId> seen;
    for (NodeId root : from)
      if (seen.insert(root).second) queue.push_back(root);
    while (!queue.empty()) {
      const NodeId n = queue.front();
      queue.pop_front();
      computed.insert(n);
      const std::set<NodeId> mine = reached[n];
      for (NodeId o : k.view.operands(n)) {
        reached[o].insert(mine.begin(), mine.end());
        if (k.view.contains(o) && seen.insert(o).second) queue.push_back(o);
      }
    }
  };
  if (k.view.graph().era() == Era::Rules2024) {
    walk(k.roots);
  } else {
    for (NodeId root : k.roots) walk({root});
  }
  std::erase_if(reached, [&](const auto& entry) { return !computed.contains(entry.first); });
  return reached;
}

}  // namespace

int64_t independent_groups(const Emission& k) {
  const Graph& g = k.view.graph();
  const size_t count = k.roots.size();
  if (count == 1) return 1;
  std::vector<size_t> group(count);
  std::iota(group.begin(), group.end(), 0);
  auto find = [&](size_t i) {
    while (group[i] != i) i = group[i];
    return i;
  };
  auto merge = [&](size_t a, size_t b) {
    a = find(a);
    b = find(b);
    group[std::max(a, b)] = std::min(a, b);
  };
  std::vector<bool> reduces(count);
  std::optional<size_t> first_other;
  for (size_t i = 0; i < count; ++i) {
    reduces[i] = is_real_reduction(g, k.roots[i], k.heroes[i]);
    if (reduces[i]) continue;
    if (first_other)
      merge(*first_other, i);
    else
      first_other = i;
  }
  auto is_cheap = [&](NodeId n) {
    const NodeId v = g[n].op == OpKind::Broadcast ? g[n].operands[0] : n;
    return g[v].op == OpKind::Constant || (g[v].shape->is_array() && g[v].shape->dims.empty());
  };
  for (const auto& [n, roots] : reached_roots(k)) {
    const bool cheap = is_cheap(n);
    std::optional<size_t> first;
    bool has_reduction = false;
    for (size_t i = 0; i < count; ++i) {
      if ((reduces[i] && cheap && has_reduction) || !roots.contains(k.roots[i])) continue;
      if (first)
        merge(*first, i);
      else
        first = i;
      has_reduction = has_reduction || reduces[i];
    }
  }
  std::set<size_t> groups;
  for (size_t i = 0; i < count; ++i) groups.insert(find(i));
  return static_cast<int64_t>(groups.size());
}

namespace {

// Tiles of `tile` elements per thread.
Launch tiled_launch(const std::array<int64_t, 3>& shape, const std::array<int64_t, 3>& tile,
                    const std::array<int64_t, 3>& threads) {
  Launch launch;
  for (size_t i = 0; i < 3; ++i) {
    launch.blocks *= ceil_div(shape[i], tile[i] * threads[i]);
    launch.threads *= threads[i];
  }
  return launch;
}

Launch reduction_launch(const Emission& k, const Device& device) {
  const ReductionShape r = reduction_shape(k.view.graph(), k.reduction);
  const int64_t warp = device.threads_per_warp;
  std::array<int64_t, 3> shape = r.dims;
  Launch launch;
  if (!r.row) {
    launch = tiled_launch(shape, {1, column_tile, 1}, {1, warp, warp});
  } else {
    const int64_t minor = shape[2];
    const bool several_rows = minor > 0 && warp % minor == 0 && minor < warp;  // in one warp
    const int64_t x =
        several_rows ? minor : std::min(row_threads, ceil_div(ceil_div(minor, reduced_per_thread), warp) * warp);
    int64_t y = 1;
    if (x * 2 <= block_target) {
      y = shape[1] * x <= block_target ? shape[1] : block_target / x;
      if (shape[1] * x <= block_target)
        while (x * y % 32 != 0) ++y;
    }
    const int64_t vector = minor % 2 == 0 && x * 2 <= minor && !prevents_vectors(k.view) ? 2 : 1;
    shape[2] /= vector;
    launch = tiled_launch(shape, {std::min(shape[0], most_batches), 1, several_rows ? 1 : reduced_per_thread / vector},
                          {1, y, x});
  }
  launch.blocks *= independent_groups(k);
  return launch;
}

Launch transpose_launch(const TiledTranspose& t, const Device& device) {
  std::array<int64_t, 3> input{}, tile{1, 1, 1}, threads{1, 1, device.threads_per_warp};
  for (size_t i = 0; i < 3; ++i) input[i] = t.dims[static_cast<size_t>(t.permutation[i])];
  const auto swapped = static_cast<size_t>(t.permutation[2]);
  tile[swapped] = device.threads_per_warp / transpose_rows;
  threads[swapped] = transpose_rows;
  return tiled_launch(input, tile, threads);
}

}  // namespace

std::vector<NodeId> in_place_updates(const Emission& k) {
  const View& view = k.view;
  const Graph& g = view.graph();
  std::vector<NodeId> updates;
  for (NodeId n : k.roots) {
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

Launch launch_of(const Emission& k, const Device& device) {
  const Graph& g = k.view.graph();
  if (g.era() == Era::Priority2026) return launch_2026(k, device);
  switch (k.emitter) {
    case Emitter::Reduction:
      return reduction_launch(k, device);
    case Emitter::Transpose:
      return transpose_launch(*k.transpose, device);
    case Emitter::Scatter:
      return loop_launch(*g[g[k.roots[0]].operands.back()].shape, 1);
    case Emitter::InputSlices:
      return loop_launch(*g[k.view.operand(k.roots[0], 0)].shape, ceil_div(8, smallest_bits(g, k.roots)));
    case Emitter::Concatenate: {
      const NodeId concat = k.heroes[0];
      const auto d = static_cast<size_t>(g[concat].attrs->integer(AttrName::ConcatDimension));
      NodeId largest = g[concat].operands[0];
      for (NodeId o : g[concat].operands)
        if (g[o].shape->dims[d] > g[largest].shape->dims[d]) largest = o;
      return loop_launch(*g[largest].shape, 1);
    }
    case Emitter::Loop:
      break;
  }
  if (const std::vector<NodeId> updates = in_place_updates(k); !updates.empty())
    return loop_launch(*g[k.view.operand(updates[0], 1)].shape, 1);
  const Shape* first = g[k.roots[0]].shape;
  while (first->is_tuple()) first = &first->elements[0];
  return loop_launch(*first, unroll_factor(k, *first, device));
}

}  // namespace eutectic::fusion::xla
