// Small pieces of code that several passes emit.
#pragma once
#include "passes/draft.h"

namespace eutectic {

// `value` wrapped to the type; scalar.
Literal integer_literal(ElementType type, int64_t value);
// start + delta * t, of `shape` (one element, an integer type); t is s32[].
Draft::Local affine(Draft& draft, Draft::Local t, const Shape& shape, int64_t start, int64_t delta);
// An array of zeros.
Draft::Local zeros(Draft& draft, const Shape& shape);
// Whether a value is built from one constant or iota by a few broadcasts, reshapes or converts.
bool is_constant_chain(const Draft& draft, Draft::Local id);
// Builds it again in another draft of the same module.
Draft::Local copy_constant_chain(Draft& to, const Draft& from, Draft::Local id);

}  // namespace eutectic
