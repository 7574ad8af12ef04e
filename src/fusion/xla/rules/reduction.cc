// See reduction.h.
#include "fusion/xla/rules/reduction.h"

#include <algorithm>

#include "fusion/xla/shapes.h"

namespace eutectic::fusion::xla {
namespace {

constexpr int64_t warp = 32;
constexpr int64_t most_batches = 8;

Dims kept_dimensions(const Shape& operand, const Dims& reduced) {
  Dims kept;
  for (int64_t d = 0; d < operand.rank(); ++d)
    if (std::ranges::find(reduced, d) == reduced.end()) kept.push_back(d);
  return kept;
}

// Small reductions are as fast in a plain loop; the limits of columns are XLA's sweep.
bool faster_than_loop(const ReductionShape& r) {
  if (r.row) return r.dims[2] >= warp || (r.dims[2] > 0 && warp % r.dims[2] == 0);
  const int64_t reduced = r.dims[1], minor = r.dims[2];
  return !(reduced < warp || (reduced < 2 * warp && minor < warp) || (reduced < 4 * warp && minor < 8) ||
           (reduced < 8 * warp && minor < 3));
}

}  // namespace

ReductionShape reduction_shape(const Graph& g, NodeId reduce) {
  const Shape& operand = *g[g[reduce].operands[0]].shape;
  const Dims& reduced = g[reduce].attrs->dims(AttrName::Dimensions);
  const Dims kept = kept_dimensions(operand, reduced);
  if (kept.empty()) return {true, {1, 1, operand.element_count()}};
  if (consecutive_in_memory(operand, kept)) {
    const auto parts = partition_by_middle(operand, kept);
    if (parts[1] == 1) return {true, {1, 1, parts[0] * parts[2]}};
    if (parts[2] == 1) return {false, {1, parts[0], parts[1]}};
    return {true, parts};
  }
  const auto parts = partition_by_middle(operand, reduced);
  if (parts[2] == 1) return {true, {1, parts[0], parts[1]}};
  return {false, parts};
}

bool is_fast_reduction(const Graph& g, NodeId n) {
  if (g[n].op != OpKind::Reduce) return false;
  const Shape& operand = *g[g[n].operands[0]].shape;
  const Dims& reduced = g[n].attrs->dims(AttrName::Dimensions);
  return (consecutive_in_memory(operand, kept_dimensions(operand, reduced)) ||
          consecutive_in_memory(operand, reduced)) &&
         faster_than_loop(reduction_shape(g, n));
}

bool is_race_free(const ReductionShape& r) {
  if (r.row) return r.dims[2] <= row_threads * 16 && r.dims[0] <= most_batches;
  return r.dims[1] <= warp * 128;
}

}  // namespace eutectic::fusion::xla
