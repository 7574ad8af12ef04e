// Which reductions get an emitter of their own in XLA, and their geometry.
#pragma once
#include <array>
#include <cstdint>

#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

// A reduction over rows: [major reduced, kept, minor reduced]; over columns: [major kept, reduced, minor kept].
struct ReductionShape {
  bool row = true;
  std::array<int64_t, 3> dims{1, 1, 1};
  bool operator==(const ReductionShape&) const = default;
};

ReductionShape reduction_shape(const Graph& g, NodeId reduce);
// A reduce over (or keeping) dimensions side by side in memory, large enough that threads share its work.
bool is_fast_reduction(const Graph& g, NodeId n);
// No two blocks add to one result, so that more can be computed from it in the same kernel.
bool is_race_free(const ReductionShape& shape);
// The largest minor extent of a row reduction without atomics per 16 elements of a thread.
inline constexpr int64_t row_threads = 1024;

}  // namespace eutectic::fusion::xla
