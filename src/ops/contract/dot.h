// General dot product over literals: what dot and the gemm custom calls share.
#pragma once
#include "ops/contract/common.h"

namespace eutectic::contract {

struct DotDims {
  std::span<const int64_t> lhs_batch, lhs_contracting, rhs_batch, rhs_contracting;
};

// Checks the dimension numbers and returns the result's dimensions: batch, lhs free, rhs free.
Result<std::vector<int64_t>> dot_result_dims(const OpView& op, const Shape& lhs, const Shape& rhs, const DotDims& dims);

// The product with elements of `type`. Floats: products and sums in double, k ascending, rounded once; integers:
// operands converted to the result type, wrapping. Complex: complex<double>.
Literal dot_product(const Literal& lhs, const Literal& rhs, const DotDims& dims, ElementType type);

}  // namespace eutectic::contract
