// See launch.h.
#include "fusion/xla/priority/launch.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "fusion/xla/priority/transpose.h"
#include "fusion/xla/shapes.h"

namespace eutectic::fusion::xla {
namespace {

constexpr int64_t block_target = 256, reduced_per_thread = 16, column_tile = 32, small_column_threads = 128,
                  scatter_warps = 4, vector_bits = 128;

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

// Elements that one thread reads at once along the minor dimension.
int64_t vector_size(const Emission& k, int64_t minor, int64_t threads) {
  const Graph& g = k.view.graph();
  if (minor % 2 != 0 || threads * 2 > minor) return 1;
  for (NodeId hero : k.heroes)
    for (NodeId o : k.view.operands(hero))
      if (g[o].shape->is_array() && is_complex(g[o].shape->type)) return 1;
  const int64_t bits = smallest_bits(g, k.view.parameters());
  if (bits >= 64) return 1;
  if (bits >= 32 || threads * 4 > minor) return 2;
  return minor % 4 == 0 ? 4 : 2;
}

// Short rows of a power of two: several to a warp, the threads of a row reading vectors.
std::optional<Launch> several_rows_launch(const Emission& k, const ReductionShape& r, const Device& device) {
  const Graph& g = k.view.graph();
  const int64_t minor = r.dims[2], kept = r.dims[1];
  if (minor < 1 || (minor & (minor - 1)) != 0) return std::nullopt;
  const int64_t in = smallest_bits(g, k.view.parameters()), out = smallest_bits(g, k.roots);
  int64_t widest = std::max(in, out);
  if (widest == std::numeric_limits<int>::max()) widest = out;  // nothing is read
  int64_t vector = std::min(minor, 64 / std::min(in, out));
  if (widest >= 32) vector = std::min(128 / widest, vector);
  vector = std::max<int64_t>(vector, 1);
  auto launch = [&] {
    const int64_t reduced = minor / vector;
    const int64_t rows = kept * reduced <= block_target ? kept : block_target / reduced;
    return Launch{ceil_div(kept, std::max<int64_t>(rows, 1)), rows * reduced};
  };
  if (minor > device.threads_per_warp * vector) return std::nullopt;
  while (vector > 1 && launch().blocks < device.cores) vector /= 2;
  if (minor > device.threads_per_warp * vector) return std::nullopt;
  return launch();
}

Launch row_launch(const Emission& k, const ReductionShape& r, const Device& device) {
  const int64_t minor = r.dims[2], kept = r.dims[1], warp = device.threads_per_warp;
  const int64_t reduced = std::min(row_threads, ceil_div(ceil_div(minor, reduced_per_thread), warp) * warp);
  int64_t rows = 1;
  if (reduced * 2 <= block_target) rows = kept * reduced <= block_target ? kept : block_target / reduced;
  const int64_t vector = vector_size(k, minor, reduced);
  const int64_t vectors = minor / vector;
  const int64_t tile = std::min(reduced_per_thread / vector, ceil_div(vectors, reduced));
  return {ceil_div(kept, rows) * ceil_div(vectors, tile * reduced), rows * reduced};
}

Launch column_launch(const Emission& k, const ReductionShape& r, const Device& device) {
  const int64_t minor = r.dims[2];
  if (minor > 0 && device.threads_per_warp % minor == 0) {
    int64_t vector = vector_size(k, r.dims[1] * minor, column_tile), threads = small_column_threads;
    int64_t rows = vector * threads / minor;
    while (rows > column_tile && vector > 1) {
      vector /= 2;
      rows /= 2;
    }
    if (rows > column_tile) threads /= rows / column_tile;
    return {r.dims[0], threads};
  }
  return {r.dims[0] * ceil_div(minor, column_tile * vector_size(k, minor, column_tile)), column_tile * column_tile};
}

Launch reduction_launch(const Emission& k, const Device& device) {
  const ReductionShape r = reduction_shape(k.view.graph(), k.reduction);
  Launch launch;
  if (!r.row) {
    launch = column_launch(k, r, device);
  } else if (auto several = several_rows_launch(k, r, device)) {
    launch = *several;
  } else {
    launch = row_launch(k, r, device);
  }
  launch.blocks *= independent_groups(k);
  return launch;
}

Launch scatter_launch(const Emission& k, const Device& device) {
  const Graph& g = k.view.graph();
  const NodeId scatter = k.roots[0];
  const size_t buffers = g[scatter].operands.size() / 2;
  const Shape& updates = *g[k.view.operand(scatter, buffers + 1)].shape;
  if (updates.dims.empty()) return {1, device.threads_per_warp};
  int64_t slice = 1;
  for (size_t i = 1; i < updates.dims.size(); ++i) slice *= updates.dims[i];
  const int64_t slices = updates.dims[0], most_warps = scatter_warps * device.cores;
  const Attrs& a = *g[scatter].attrs;
  if (a.boolean(AttrName::IndicesAreSorted) && !a.boolean(AttrName::UniqueIndices) && slices > most_warps) {
    // Sorted indices: a warp sums the updates of one place before it writes them.
    const Shape& indices = *g[k.view.operand(scatter, buffers)].shape;
    const Dims& out = g[k.view.operand(scatter, 0)].shape->dims;
    const int64_t length = indices.rank() > 1 ? indices.dims.back() : 1;
    int64_t places = 1;
    for (int64_t i = 0; i < length && i < static_cast<int64_t>(out.size()); ++i) {
      const auto at = static_cast<size_t>(i);
      places *= out[at] - (at + 1 < updates.dims.size() ? updates.dims[at + 1] : 1) + 1;
    }
    int64_t per_warp = ceil_div(slices, std::max(most_warps, places));
    const int64_t vector = vector_bits / bits_of(indices.type);
    if (length == 1 && per_warp > vector) per_warp = ceil_div(per_warp, vector) * vector;
    return {ceil_div(slices, per_warp * scatter_warps), scatter_warps * device.threads_per_warp};
  }
  Launch launch = loop_launch(updates, std::gcd(slice, unroll_factor(k, updates, device)));
  launch.threads = ceil_div(launch.threads, device.threads_per_warp) * device.threads_per_warp;
  return launch;
}

Launch concatenate_launch(const Emission& k, const Device& device) {
  const Graph& g = k.view.graph();
  const NodeId concat = k.heroes[0];
  const auto d = static_cast<size_t>(g[concat].attrs->integer(AttrName::ConcatDimension));
  const Shape* largest = g[g[concat].operands[0]].shape;
  for (NodeId o : g[concat].operands)
    if (g[o].shape->dims[d] > largest->dims[d]) largest = g[o].shape;
  int64_t unroll = unroll_factor(k, *largest, device);
  for (NodeId o : g[concat].operands) unroll = std::gcd(unroll, g[o].shape->dims[d]);
  return loop_launch(*largest, std::max<int64_t>(unroll, 1));
}

}  // namespace

Launch launch_2026(const Emission& k, const Device& device) {
  const Graph& g = k.view.graph();
  switch (k.emitter) {
    case Emitter::Reduction:
      return reduction_launch(k, device);
    case Emitter::Transpose:
      return transpose_launch_2026(k, device);
    case Emitter::Scatter:
      return scatter_launch(k, device);
    case Emitter::Concatenate:
      return concatenate_launch(k, device);
    case Emitter::InputSlices:
    case Emitter::Loop:
      break;
  }
  if (const std::vector<NodeId> updates = in_place_updates(k); !updates.empty()) {
    const Shape& window = *g[k.view.operand(updates[0], 1)].shape;
    return loop_launch(window, unroll_factor(k, window, device));
  }
  const Shape* first = g[k.roots[0]].shape;
  while (first->is_tuple()) first = &first->elements[0];
  return loop_launch(*first, unroll_factor(k, *first, device));
}

}  // namespace eutectic::fusion::xla
