// Functions for the common scalar ops of the common types, so that the interpreter need not go through
// scalar::evaluate's switches. They agree with it in every bit (fast_op_test.cc).
#pragma once
#include <span>

#include "scalar/scalar_op.h"

namespace eutectic::kernel {

using FastOp = scalar::Bits (*)(scalar::Bits, scalar::Bits, scalar::Bits);

// nullptr: none, use scalar::evaluate.
FastOp fast_op(scalar::Op op, ElementType result, std::span<const ElementType> operands);

}  // namespace eutectic::kernel
