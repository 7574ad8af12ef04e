// Element-wise arithmetic of the reference evaluator: one array kernel per (op, element types). The same
// kernels serve whole arrays and, with n = 1, the scalar programs that stand for reduction bodies.
#pragma once
#include <cstddef>
#include <optional>

#include "ops/op_def.h"

namespace eutectic {

// out[i] = op(in[0][i], in[1][i], ...) for i < n; all arrays dense with the storage of element_type.h.
// `out` may be the same array as an input, never a partly overlapping one.
using ScalarKernel = void (*)(std::byte* out, const std::byte* const* in, size_t n, const Attrs& attrs);

// The kernel of an element-wise instruction for its operand and result types, or null if there is none.
ScalarKernel scalar_kernel(const OpView& op);

}  // namespace eutectic
