// Arithmetic that is exact or rounded once in the element type: add ... remainder, maximum, minimum,
// negate, abs, sign, square, power, atan2, rounding to integers. Integers wrap; x/0 is all ones, x%0 is x.
#include "ops/elementwise/family.h"
#include "ops/elementwise/kernel.h"

namespace eutectic {
namespace elementwise {
namespace {

template <class V>
using Unsigned = std::make_unsigned_t<V>;

struct AddOp {
  template <class T, class V>
  static V apply(V a, V b) {
    if constexpr (is_pred<T>)
      return a | b;
    else if constexpr (is_int<T>)
      return static_cast<V>(static_cast<Unsigned<V>>(a) + static_cast<Unsigned<V>>(b));
    else
      return a + b;
  }
};
struct SubtractOp {
  template <class T, class V>
  static V apply(V a, V b) {
    if constexpr (is_pred<T>)
      return a != b;
    else if constexpr (is_int<T>)
      return static_cast<V>(static_cast<Unsigned<V>>(a) - static_cast<Unsigned<V>>(b));
    else
      return a - b;
  }
};
struct MultiplyOp {
  template <class T, class V>
  static V apply(V a, V b) {
    if constexpr (is_pred<T>)
      return a & b;
    else if constexpr (is_int<T>)
      return static_cast<V>(1u * static_cast<Unsigned<V>>(a) * static_cast<Unsigned<V>>(b));
    else
      return a * b;
  }
  template <class P>
  static std::complex<P> apply(std::complex<P> a, std::complex<P> b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  }
};
struct DivideOp {
  template <class T, class V>
  static V apply(V a, V b) {
    if constexpr (is_int<T>) {
      if (b == 0) return static_cast<V>(-1);
      if constexpr (is_signed_integer<T>)
        if (b == -1) return static_cast<V>(0u - static_cast<Unsigned<V>>(a));
      return static_cast<V>(a / b);
    } else {
      return a / b;
    }
  }
  template <class P>
  static std::complex<P> apply(std::complex<P> a, std::complex<P> b) {
    return a / b;
  }
};
struct RemainderOp {
  template <class T, class V>
  static V apply(V a, V b) {
    if constexpr (is_int<T>) {
      if (b == 0) return a;
      if constexpr (is_signed_integer<T>)
        if (b == -1) return 0;
      return static_cast<V>(a % b);
    } else {
      return std::fmod(a, b);
    }
  }
};
struct NegateOp {
  template <class T, class V>
  static V apply(V a) {
    if constexpr (is_int<T>)
      return static_cast<V>(0u - static_cast<Unsigned<V>>(a));
    else
      return -a;
  }
};
struct AbsOp {
  template <class T, class V>
  static V apply(V a) {
    if constexpr (is_signed_integer<T>)
      return a < 0 ? static_cast<V>(0u - static_cast<Unsigned<V>>(a)) : a;
    else if constexpr (is_int<T>)
      return a;
    else
      return std::fabs(a);
  }
};
// Keeps -0 and NaN.
struct SignOp {
  template <class T, class V>
  static V apply(V a) {
    if constexpr (is_int<T>)
      return static_cast<V>((a > 0) - (a < 0));
    else
      return a > 0 ? V(1) : a < 0 ? V(-1) : a;
  }
  template <class P>
  static std::complex<P> apply(std::complex<P> a) {
    const P size = std::abs(a);
    return size == 0 ? std::complex<P>{} : a / size;
  }
};
struct SquareOp {
  template <class T, class V>
  static V apply(V a) {
    return MultiplyOp::apply<T, V>(a, a);
  }
  template <class P>
  static std::complex<P> apply(std::complex<P> a) {
    return MultiplyOp::apply(a, a);
  }
};
// Integers: 0 and +-1 for negative exponents; wraps.
struct PowerOp {
  template <class T, class V>
  static V apply(V a, V b) {
    if constexpr (is_int<T>) {
      if constexpr (is_signed_integer<T>)
        if (b < 0) return static_cast<V>(a == 1 ? 1 : a == -1 ? (b & 1 ? -1 : 1) : 0);
      auto base = static_cast<Unsigned<V>>(a);
      Unsigned<V> result = 1;
      for (auto e = static_cast<Unsigned<V>>(b); e != 0; e = static_cast<Unsigned<V>>(e >> 1)) {
        if (e & 1) result = static_cast<Unsigned<V>>(1u * result * base);
        base = static_cast<Unsigned<V>>(1u * base * base);
      }
      return static_cast<V>(result);
    } else {
      return round_to<V>(std::pow(static_cast<double>(a), static_cast<double>(b)));
    }
  }
  template <class P>
  static std::complex<P> apply(std::complex<P> a, std::complex<P> b) {
    if (b == std::complex<P>(0)) return P(1);
    if (a == std::complex<P>(0)) return b.real() > 0 ? std::complex<P>(0) : std::pow(a, b);
    return std::exp(b * std::log(a));
  }
};
double power(double a, double b) { return std::pow(a, b); }
double atan2_of(double a, double b) { return std::atan2(a, b); }

struct FloorOp {
  template <class T, class V>
  static V apply(V a) {
    return std::floor(a);
  }
};
struct CeilOp {
  template <class T, class V>
  static V apply(V a) {
    return std::ceil(a);
  }
};
struct RoundEvenOp {
  template <class T, class V>
  static V apply(V a) {
    return std::nearbyint(a);
  }
};
struct RoundAwayOp {
  template <class T, class V>
  static V apply(V a) {
    return std::round(a);
  }
};

template <class F>
ScalarKernel binary_any(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel { return &binary<F, T>; });
}
// Complex in wider arithmetic; `pred` says whether pred is taken.
template <class F, bool pred>
ScalarKernel binary_wide(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    if constexpr (is_complex_number<T>)
      return &complex_binary<F, T>;
    else if constexpr (is_pred<T> && !pred)
      return nullptr;
    else
      return &binary<F, T>;
  });
}
template <class F, bool any>
ScalarKernel binary_ordered(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    // Of complex numbers pairs are ordered; only remainder refuses them.
    if constexpr (!any && (is_complex_number<T> || is_pred<T>))
      return nullptr;
    else
      return &binary<F, T>;
  });
}
ScalarKernel select_power(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    if constexpr (is_complex_number<T>)
      return &complex_binary<PowerOp, T>;
    else if constexpr (is_int<T>)
      return &binary<PowerOp, T>;
    else if constexpr (is_real<T>)
      return &binary_in_double<power, T>;
    else
      return nullptr;
  });
}
// On complex numbers atan2(y, x) = -i log((x + i y) / sqrt(x^2 + y^2)).
struct ComplexAtan2 {
  template <class P>
  static std::complex<P> apply(std::complex<P> y, std::complex<P> x) {
    const std::complex<P> i(0, 1);
    return -i * std::log((x + i * y) / std::sqrt(x * x + y * y));
  }
};
ScalarKernel select_atan2(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    if constexpr (is_real<T>)
      return &binary_in_double<atan2_of, T>;
    else if constexpr (is_complex_number<T>)
      return &complex_binary<ComplexAtan2, T>;
    else
      return nullptr;
  });
}
ScalarKernel select_negate(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    if constexpr (is_pred<T>)
      return nullptr;
    else
      return &unary<NegateOp, T>;
  });
}
template <class T>
void complex_abs(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  using Part = typename T::value_type;
  const T* a = array_of<T>(in[0]);
  Part* r = array_of<Part>(out);
  for (size_t i = 0; i < n; ++i) r[i] = static_cast<Part>(std::hypot(widen(a[i]).real(), widen(a[i]).imag()));
}
ScalarKernel select_abs(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    if constexpr (is_complex_number<T>)
      return &complex_abs<T>;
    else if constexpr (is_pred<T>)
      return nullptr;
    else
      return &unary<AbsOp, T>;
  });
}
template <class F>
ScalarKernel unary_wide(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    if constexpr (is_complex_number<T>)
      return &complex_unary<F, T>;
    else if constexpr (is_pred<T>)
      return nullptr;
    else
      return &unary<F, T>;
  });
}
template <class F>
ScalarKernel unary_real(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    if constexpr (is_real<T>)
      return &unary<F, T>;
    else
      return nullptr;
  });
}

#define ARITHMETIC_OPS(X)                                                                                              \
  X(Abs, 1, "sufc", part_shape, select_abs, plain, "absolute value; of complex numbers the modulus")                   \
  X(Add, 2, "psufc", same_shape, (binary_any<AddOp>), commutes, "sum; of pred: or")                                    \
  X(Atan2, 2, "fc", same_shape, select_atan2, plain, "angle of (x, y) = (operand 1, operand 0)")                       \
  X(Ceil, 1, "f", same_shape, (unary_real<CeilOp>), plain, "rounds up to an integer")                                  \
  X(Divide, 2, "sufc", same_shape, (binary_wide<DivideOp, false>), plain,                                              \
    "quotient; integers truncate, x/0 is all ones")                                                                    \
  X(Floor, 1, "f", same_shape, (unary_real<FloorOp>), plain, "rounds down to an integer")                              \
  X(Maximum, 2, "psufc", same_shape, (binary_ordered<MaximumOp, true>), commutes, "larger operand; NaN if either is")  \
  X(Minimum, 2, "psufc", same_shape, (binary_ordered<MinimumOp, true>), commutes, "smaller operand; NaN if either is") \
  X(Multiply, 2, "psufc", same_shape, (binary_wide<MultiplyOp, true>), commutes, "product; of pred: and")              \
  X(Negate, 1, "sufc", same_shape, select_negate, plain, "negation; integers wrap")                                    \
  X(Power, 2, "sufc", same_shape, select_power, plain, "operand 0 to the power of operand 1")                          \
  X(Remainder, 2, "suf", same_shape, (binary_ordered<RemainderOp, false>), plain,                                      \
    "remainder with the sign of the dividend; x%0 is x")                                                               \
  X(RoundNearestAfz, 1, "f", same_shape, (unary_real<RoundAwayOp>), plain,                                             \
    "rounds to an integer, ties away from zero")                                                                       \
  X(RoundNearestEven, 1, "f", same_shape, (unary_real<RoundEvenOp>), plain, "rounds to an integer, ties to even")      \
  X(Sign, 1, "sufc", same_shape, (unary_wide<SignOp>), plain,                                                          \
    "-1, 0 or 1; keeps -0 and NaN; z/|z| of complex numbers")                                                          \
  X(Square, 1, "sufc", same_shape, (unary_wide<SquareOp>), plain, "x * x")                                             \
  X(Subtract, 2, "sufc", same_shape, (binary_any<SubtractOp>), plain, "difference")

constexpr KernelRow rows[] = {ARITHMETIC_OPS(EUTECTIC_KERNEL_ROW)};
}  // namespace

std::span<const KernelRow> arithmetic_kernels() { return rows; }
}  // namespace elementwise

ARITHMETIC_OPS(EUTECTIC_DEFINE_OP)
}  // namespace eutectic
