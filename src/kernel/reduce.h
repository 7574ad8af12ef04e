// The order of a reduction over lanes, which is part of its meaning: the element at position i (= j - lo) goes to
// accumulator i mod 64, in ascending order, starting from the identity; then acc[k] = op(acc[k], acc[k + s]) for
// s = 32, 16, 8, 4, 2, 1 and k < s. The result is acc[0].
#pragma once
#include <optional>

#include "scalar/scalar_op.h"

namespace eutectic::kernel {

inline constexpr int reduce_accumulators = 64;
// -0.0 for add of floats (which leaves every value as it is), 1 for mul, +inf / greatest for min ...
std::optional<scalar::Bits> reduce_identity(scalar::Op op, ElementType type);

}  // namespace eutectic::kernel
