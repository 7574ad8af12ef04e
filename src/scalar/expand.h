// Expansion of composite scalar ops into primitives, once for every back end. An arm that is expensive and
// rarely needed (large arguments of sin) is an ordinary `select`: the kernel builder makes it lazy.
// Bounds: 2 ULP for f32, 4 ULP for f64, correctly rounded f32 result for f16 and bf16 up to one rounding.
#pragma once
#include "scalar/emitter.h"

namespace eutectic::scalar {

// Emits `op` (composite or primitive) on operands of one type; the result has the operands' type but for
// is_finite and comparisons (pred). Subexpressions that related ops share (the range reduction of sin and cos)
// are written alike, so that an emitter with hash-consing computes them once.
Value expand(Emitter& emitter, Op op, std::span<const Value> operands);

// Whether `expand` handles the op for this operand type.
bool can_expand(Op op, ElementType type);

}  // namespace eutectic::scalar
