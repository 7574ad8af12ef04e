// Logic and bits: and, or, xor, not on pred and integers; shifts; counting bits.
// A shift by the width or more (as an unsigned count) gives 0, or the sign everywhere for arithmetic shifts.
#include "ops/elementwise/family.h"
#include "ops/elementwise/kernel.h"

namespace eutectic {
namespace elementwise {
namespace {

// The element's bits without sign extension.
template <class T, class V>
auto bits_of(V v) {
  using U = std::make_unsigned_t<V>;
  return static_cast<U>(static_cast<U>(v) & (static_cast<U>(~U{0}) >> (static_cast<int>(sizeof(U)) * 8 - int_bits<T>)));
}

struct AndOp {
  template <class T, class V>
  static V apply(V a, V b) {
    return static_cast<V>(a & b);
  }
};
struct OrOp {
  template <class T, class V>
  static V apply(V a, V b) {
    return static_cast<V>(a | b);
  }
};
struct XorOp {
  template <class T, class V>
  static V apply(V a, V b) {
    return static_cast<V>(a ^ b);
  }
};
struct NotOp {
  template <class T, class V>
  static V apply(V a) {
    if constexpr (is_pred<T>)
      return !a;
    else
      return static_cast<V>(~a);
  }
};
struct ShiftLeftOp {
  template <class T, class V>
  static V apply(V a, V b) {
    const auto count = bits_of<T>(b);
    const auto safe = count < int_bits<T> ? count : decltype(count)(0);
    return count < int_bits<T> ? static_cast<V>(bits_of<T>(a) << safe) : V(0);
  }
};
struct ShiftRightLogicalOp {
  template <class T, class V>
  static V apply(V a, V b) {
    const auto count = bits_of<T>(b);
    const auto safe = count < int_bits<T> ? count : decltype(count)(0);
    return count < int_bits<T> ? static_cast<V>(bits_of<T>(a) >> safe) : V(0);
  }
};
struct ShiftRightArithmeticOp {
  template <class T, class V>
  static V apply(V a, V b) {
    // Sub-byte unsigned values hold their sign bit inside the byte: extend first.
    constexpr int spare = static_cast<int>(sizeof(V)) * 8 - int_bits<T>;
    using S = std::make_signed_t<V>;
    const S extended = static_cast<S>(static_cast<S>(static_cast<std::make_unsigned_t<V>>(a) << spare) >> spare);
    const auto count = bits_of<T>(b);
    const auto safe = count < int_bits<T> ? count : decltype(count)(int_bits<T> - 1);
    return static_cast<V>(extended >> safe);
  }
};
struct PopcntOp {
  template <class T, class V>
  static V apply(V a) {
    return static_cast<V>(std::popcount(bits_of<T>(a)));
  }
};
struct CountLeadingZerosOp {
  template <class T, class V>
  static V apply(V a) {
    return static_cast<V>(std::countl_zero(bits_of<T>(a)) - (static_cast<int>(sizeof(V)) * 8 - int_bits<T>));
  }
};

template <class F, bool pred>
ScalarKernel integer_binary(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    if constexpr (is_int<T> || (is_pred<T> && pred))
      return &binary<F, T>;
    else
      return nullptr;
  });
}
template <class F, bool pred>
ScalarKernel integer_unary(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    if constexpr (is_int<T> || (is_pred<T> && pred))
      return &unary<F, T>;
    else
      return nullptr;
  });
}

#define BITWISE_OPS(X)                                                                                       \
  X(And, 2, "psu", same_shape, (integer_binary<AndOp, true>), commutes, "bitwise and")                       \
  X(CountLeadingZeros, 1, "su", same_shape, (integer_unary<CountLeadingZerosOp, false>), plain,              \
    "zero bits above the highest one bit")                                                                   \
  X(Not, 1, "psu", same_shape, (integer_unary<NotOp, true>), plain, "bitwise complement; of pred: negation") \
  X(Or, 2, "psu", same_shape, (integer_binary<OrOp, true>), commutes, "bitwise or")                          \
  X(Popcnt, 1, "su", same_shape, (integer_unary<PopcntOp, false>), plain, "number of one bits")              \
  X(ShiftLeft, 2, "su", same_shape, (integer_binary<ShiftLeftOp, false>), plain, "left shift")               \
  X(ShiftRightArithmetic, 2, "su", same_shape, (integer_binary<ShiftRightArithmeticOp, false>), plain,       \
    "right shift that fills with the sign")                                                                  \
  X(ShiftRightLogical, 2, "su", same_shape, (integer_binary<ShiftRightLogicalOp, false>), plain,             \
    "right shift that fills with zeros")                                                                     \
  X(Xor, 2, "psu", same_shape, (integer_binary<XorOp, true>), commutes, "bitwise exclusive or")

constexpr KernelRow rows[] = {BITWISE_OPS(EUTECTIC_KERNEL_ROW)};
}  // namespace

std::span<const KernelRow> bitwise_kernels() { return rows; }
}  // namespace elementwise

BITWISE_OPS(EUTECTIC_DEFINE_OP)
}  // namespace eutectic
