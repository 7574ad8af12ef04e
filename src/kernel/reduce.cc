// Identities of reductions: values that leave every other value (but NaNs and, for min and max, nothing) as it is.
#include "kernel/reduce.h"

#include <limits>

namespace eutectic::kernel {

std::optional<scalar::Bits> reduce_identity(scalar::Op op, ElementType type) {
  using scalar::Op;
  if (!scalar::is_scalar_type(type)) return std::nullopt;
  const bool real = is_float(type), number = type != ElementType::Pred;
  const int bits = info(type).bits;
  const scalar::Bits ones = ~scalar::Bits{0} >> (64 - bits);
  const scalar::Bits top = scalar::Bits{1} << (bits - 1);
  constexpr double inf = std::numeric_limits<double>::infinity();
  switch (op) {
    case Op::Add:
      if (!number) return std::nullopt;
      return real ? top : 0;
    case Op::Mul:
      if (!number) return std::nullopt;
      return real ? scalar::encode(type, 1.0) : 1;
    case Op::Min:
      if (!number) return std::nullopt;
      if (real) return scalar::encode(type, inf);
      return is_signed_int(type) ? top - 1 : ones;
    case Op::Max:
      if (!number) return std::nullopt;
      if (real) return scalar::encode(type, -inf);
      return is_signed_int(type) ? top : 0;
    case Op::And:
      if (real) return std::nullopt;
      return ones;
    case Op::Or:
    case Op::Xor:
      if (real) return std::nullopt;
      return 0;
    default:
      return std::nullopt;
  }
}

}  // namespace eutectic::kernel
