// Values with their dimensions in another order, computed in that order: XLA:CPU's innermost loop runs over the last
// dimension, and is no loop of vectors where that has a few elements.
#pragma once
#include <optional>
#include <vector>

#include "passes/draft.h"

namespace eutectic::rewrites {

// The order in which the longest dimension is the last, all else as it is; the first dimension stays the first.
// nullopt: the last is long enough, or no other is longer.
std::optional<std::vector<int64_t>> long_rows(const Shape& shape);
std::vector<int64_t> inverse_order(const std::vector<int64_t>& order);

// The value with dimension order[i] as dimension i. What it is computed from elementwise is computed anew in this
// order, as far as broadcasts and iotas; transposes are put on anything else.
Draft::Local in_order(Draft& draft, Draft::Local value, const std::vector<int64_t>& order);

}  // namespace eutectic::rewrites
