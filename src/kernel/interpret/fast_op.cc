#include "kernel/interpret/fast_op.h"

#include <bit>
#include <cmath>
#include <type_traits>

namespace eutectic::kernel {
namespace {

using scalar::Bits;
using scalar::Op;

template <class T>
T get(Bits bits) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<double>(bits);
  } else {
    return static_cast<T>(bits);
  }
}
template <class T>
Bits put(T v) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<uint32_t>(v);
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<uint64_t>(v);
  } else if constexpr (std::is_same_v<T, bool>) {
    return v;
  } else {
    return static_cast<std::make_unsigned_t<T>>(v);
  }
}

// What floats and integers have in common: comparisons, and min and max in scalar_op.def's words.
#define FAST(enumerator, expression) \
  case Op::enumerator:               \
    return [](Bits x, [[maybe_unused]] Bits y, [[maybe_unused]] Bits z) -> Bits { return expression; }
#define A get<T>(x)
#define B get<T>(y)
#define C get<T>(z)

template <class T>
FastOp comparison(Op op) {
  switch (op) {
    FAST(Eq, A == B);
    FAST(Ne, A != B);
    FAST(Lt, A < B);
    FAST(Le, A <= B);
    FAST(Gt, A > B);
    FAST(Ge, A >= B);
    default:
      return nullptr;
  }
}

template <class T>
FastOp float_op(Op op) {
  constexpr Bits sign = Bits{1} << (sizeof(T) * 8 - 1);
  switch (op) {
    FAST(Add, put<T>(A + B));
    FAST(Sub, put<T>(A - B));
    FAST(Mul, put<T>(A * B));
    FAST(Div, put<T>(A / B));
    FAST(Fma, put<T>(std::fma(A, B, C)));
    FAST(Neg, x ^ sign);
    FAST(Abs, x & ~sign);
    FAST(Min, A != A ? x : (A < B ? x : y));
    FAST(Max, A != A ? x : (A > B ? x : y));
    FAST(Sqrt, put<T>(std::sqrt(A)));
    FAST(Floor, put<T>(std::floor(A)));
    FAST(Ceil, put<T>(std::ceil(A)));
    FAST(Trunc, put<T>(std::trunc(A)));
    FAST(RoundEven, put<T>(std::nearbyint(A)));
    default:
      return comparison<T>(op);
  }
}

template <class T>
FastOp integer_op(Op op) {
  using U = std::make_unsigned_t<T>;
  constexpr Bits width = sizeof(T) * 8;
  switch (op) {
    FAST(Add, static_cast<U>(x + y));
    FAST(Sub, static_cast<U>(x - y));
    FAST(Mul, static_cast<U>(x * y));
    FAST(Neg, static_cast<U>(0 - x));
    FAST(Not, static_cast<U>(~x));
    FAST(And, x & y);
    FAST(Or, x | y);
    FAST(Xor, x ^ y);
    FAST(Min, A < B ? x : y);
    FAST(Max, A > B ? x : y);
    FAST(ShiftLeft, y >= width ? 0 : static_cast<U>(x << y));
    FAST(ShiftRightLogical, y >= width ? 0 : x >> y);
    default:
      return comparison<T>(op);
  }
}

FastOp pred_op(Op op) {
  using T = bool;
  switch (op) {
    FAST(And, x & y);
    FAST(Or, x | y);
    FAST(Xor, x ^ y);
    FAST(Not, x ^ 1);
    default:
      return op == Op::Eq || op == Op::Ne ? comparison<T>(op) : nullptr;
  }
}

// Conversions that C++ defines as we do: to wider floats, from integers, between integers.
template <class From, class To>
FastOp conversion() {
  return [](Bits x, Bits, Bits) -> Bits { return put<To>(static_cast<To>(get<From>(x))); };
}
template <class From>
FastOp conversion_from(ElementType to) {
  switch (to) {
    case ElementType::F32:
      return conversion<From, float>();
    case ElementType::F64:
      return conversion<From, double>();
    default:
      break;
  }
  if constexpr (std::is_integral_v<From>) {
    switch (to) {
      case ElementType::S32:
        return conversion<From, int32_t>();
      case ElementType::U32:
        return conversion<From, uint32_t>();
      case ElementType::S64:
        return conversion<From, int64_t>();
      case ElementType::U64:
        return conversion<From, uint64_t>();
      default:
        break;
    }
  }
  return nullptr;
}

}  // namespace

FastOp fast_op(Op op, ElementType result, std::span<const ElementType> operands) {
  if (operands.empty()) return nullptr;
  if (op == Op::Select) return [](Bits x, Bits y, Bits z) { return x ? y : z; };
  if (op == Op::Bitcast || (op == Op::Convert && operands[0] == result)) return [](Bits x, Bits, Bits) { return x; };
  const bool convert = op == Op::Convert;
  switch (operands[0]) {
    case ElementType::F32:
      return convert ? conversion_from<float>(result) : float_op<float>(op);
    case ElementType::F64:
      return convert ? conversion_from<double>(result) : float_op<double>(op);
    case ElementType::S32:
      return convert ? conversion_from<int32_t>(result) : integer_op<int32_t>(op);
    case ElementType::U32:
      return convert ? conversion_from<uint32_t>(result) : integer_op<uint32_t>(op);
    case ElementType::S64:
      return convert ? conversion_from<int64_t>(result) : integer_op<int64_t>(op);
    case ElementType::U64:
      return convert ? conversion_from<uint64_t>(result) : integer_op<uint64_t>(op);
    case ElementType::Pred:
      return convert ? conversion_from<bool>(result) : pred_op(op);
    default:
      return nullptr;
  }
}

#undef FAST
#undef A
#undef B
#undef C

}  // namespace eutectic::kernel
