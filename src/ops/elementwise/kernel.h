// Building blocks of element-wise kernels: how each storage type is loaded into the type that arithmetic
// is done in, how results are rounded back once, and the loops. A kernel is a loop over one functor.
#pragma once
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "array/element_type.h"
#include "ops/scalar_kernel.h"

// Iterations are independent even where `out` is one of the inputs. (Clang's word for it, assume_safety, also demands
// that the loop be vectorised and complains where it cannot be: there the compiler's own check of overlap serves.)
#if defined(__clang__)
#define EUTECTIC_INDEPENDENT
#else
#define EUTECTIC_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace eutectic::elementwise {

template <class T>
inline constexpr bool is_narrow_int =
    std::is_same_v<T, S2> || std::is_same_v<T, S4> || std::is_same_v<T, U2> || std::is_same_v<T, U4>;
template <class T>
inline constexpr bool is_pred = std::is_same_v<T, bool>;
template <class T>
inline constexpr bool is_int = (std::is_integral_v<T> && !is_pred<T>) || is_narrow_int<T>;
template <class T>
inline constexpr bool is_signed_integer =
    std::is_same_v<T, S2> || std::is_same_v<T, S4> || (std::is_integral_v<T> && std::is_signed_v<T> && !is_pred<T>);
template <class T>
inline constexpr bool is_f8 = std::is_same_v<T, F8E4M3FN> || std::is_same_v<T, F8E5M2>;
template <class T>
inline constexpr bool is_narrow_float = is_f8<T> || std::is_same_v<T, F16> || std::is_same_v<T, BF16>;
template <class T>
inline constexpr bool is_real = is_narrow_float<T> || std::is_same_v<T, float> || std::is_same_v<T, double>;
template <class T>
inline constexpr bool is_complex_number =
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

// Width in bits of an integer element.
template <class T>
inline constexpr int int_bits = std::is_same_v<T, S2> || std::is_same_v<T, U2>   ? 2
                                : std::is_same_v<T, S4> || std::is_same_v<T, U4> ? 4
                                                                                 : static_cast<int>(sizeof(T)) * 8;

inline float float_of(BF16 v) { return std::bit_cast<float>(static_cast<uint32_t>(v.bits) << 16); }
inline float float_of(F16 v) {
  // Exponent and mantissa moved into place, then scaled by 2^112: subnormals come out right.
  const uint32_t magnitude = (v.bits & 0x7fffu) << 13;
  const uint32_t sign = (v.bits & 0x8000u) << 16;
  const float scaled = std::bit_cast<float>(magnitude) * 0x1p112f;
  const uint32_t finite = std::bit_cast<uint32_t>(scaled);
  const uint32_t special = magnitude | 0x7f800000u;
  return std::bit_cast<float>(((v.bits & 0x7c00u) == 0x7c00u ? special : finite) | sign);
}
template <class T>
  requires(is_f8<T>)
inline float float_of(T v) {
  static const auto table = [] {
    std::array<float, 256> out;
    for (size_t i = 0; i < 256; ++i) {
      T t;
      t.bits = static_cast<uint8_t>(i);
      out[i] = static_cast<float>(t);
    }
    return out;
  }();
  return table[v.bits];
}

inline BF16 bf16_of(float v) {
  const uint32_t bits = std::bit_cast<uint32_t>(v);
  const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1)) >> 16;
  const uint32_t nan = ((bits >> 16) & 0x8000u) | 0x7fc0u;
  BF16 out;
  out.bits = static_cast<uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? nan : rounded);
  return out;
}
inline F16 f16_of(float v) {
  const uint32_t bits = std::bit_cast<uint32_t>(v);
  const uint32_t sign = (bits >> 16) & 0x8000u;
  const uint32_t magnitude = bits & 0x7fffffffu;
  // All three cases are computed, so that loops vectorise. Adding 0.5 rounds a subnormal at the right bit.
  const uint32_t special = magnitude > 0x7f800000u ? 0x7e00u : 0x7c00u;
  const uint32_t subnormal = std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3f000000u;
  const uint32_t normal = (magnitude + 0xc8000fffu + ((magnitude >> 13) & 1)) >> 13;
  const uint32_t out = magnitude >= 0x47800000u ? special : magnitude < 0x38800000u ? subnormal : normal;
  F16 result;
  result.bits = static_cast<uint16_t>(out | sign);
  return result;
}

template <class Bits, int Exponent, int Mantissa, bool HasInf>
inline NarrowFloat<Bits, Exponent, Mantissa, HasInf> f8_of(float v, NarrowFloat<Bits, Exponent, Mantissa, HasInf>) {
  constexpr int bias = (1 << (Exponent - 1)) - 1;
  constexpr uint32_t all_ones = (1u << (Exponent + Mantissa)) - 1;
  constexpr uint32_t infinity = ((1u << Exponent) - 1) << Mantissa;
  constexpr uint32_t nan = HasInf ? infinity | (1u << (Mantissa - 1)) : all_ones;
  constexpr uint32_t limit = HasInf ? infinity : all_ones;
  constexpr uint32_t smallest_normal = static_cast<uint32_t>(127 + 1 - bias) << 23;
  constexpr uint32_t unit = static_cast<uint32_t>(127 + 1 - bias - Mantissa + 23)
                            << 23;  // its last bit is a subnormal's
  const uint32_t bits = std::bit_cast<uint32_t>(v);
  const uint32_t magnitude = bits & 0x7fffffffu;
  const uint32_t subnormal =
      std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + std::bit_cast<float>(unit)) - unit;
  const uint32_t rounded =
      ((magnitude + (1u << (22 - Mantissa)) - 1 + ((magnitude >> (23 - Mantissa)) & 1)) >> (23 - Mantissa));
  const uint32_t normal = rounded - (static_cast<uint32_t>(127 - bias) << Mantissa);
  const uint32_t finite = magnitude < smallest_normal ? subnormal : normal;
  const uint32_t out = magnitude > 0x7f800000u ? nan : finite >= limit ? limit : finite;
  NarrowFloat<Bits, Exponent, Mantissa, HasInf> result;
  result.bits = static_cast<Bits>(out | ((bits >> 31) << (Exponent + Mantissa)));
  return result;
}

// The float between which and v no narrower number or midpoint lies (round to odd), so that rounding it
// again gives what rounding v once would.
inline float odd_float_of(double v) {
  const float f = static_cast<float>(v);
  if (static_cast<double>(f) == v || v != v) return f;
  uint32_t bits = std::bit_cast<uint32_t>(f);
  if (std::fabs(static_cast<double>(f)) > std::fabs(v)) --bits;
  return std::bit_cast<float>(bits | 1);
}

// Rounds a real number to type T once.
template <class T, class V>
inline T round_to(V v) {
  if constexpr (std::is_same_v<T, V>)
    return v;
  else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
    return static_cast<T>(v);
  else if constexpr (std::is_same_v<T, BF16>) {
    if constexpr (std::is_same_v<V, float>)
      return bf16_of(v);
    else
      return bf16_of(odd_float_of(static_cast<double>(v)));
  } else if constexpr (std::is_same_v<T, F16>) {
    if constexpr (std::is_same_v<V, float>)
      return f16_of(v);
    else
      return f16_of(odd_float_of(static_cast<double>(v)));
  } else {
    if constexpr (std::is_same_v<V, float>)
      return f8_of(v, T{});
    else
      return f8_of(odd_float_of(static_cast<double>(v)), T{});
  }
}

// The value in which basic arithmetic on T is done: float for narrow floats, a byte for sub-byte ints.
template <class T>
inline auto load(T v) {
  if constexpr (is_narrow_float<T>)
    return float_of(v);
  else if constexpr (is_narrow_int<T>)
    return v.value;
  else
    return v;
}
template <class T>
using Loaded = decltype(load(T{}));

template <class T, class V>
inline T store(V v) {
  if constexpr (is_narrow_int<T>)
    return T(static_cast<int64_t>(v));
  else if constexpr (is_real<T>)
    return round_to<T>(v);
  else
    return static_cast<T>(v);
}

// The double that holds a real number exactly.
template <class T>
inline double to_double(T v) {
  return static_cast<double>(load(v));
}

template <class T>
inline const T* array_of(const std::byte* p) {
  return reinterpret_cast<const T*>(p);
}
template <class T>
inline T* array_of(std::byte* p) {
  return reinterpret_cast<T*>(p);
}

// F::apply(Loaded<T>...) on each element, rounded to R. F::template apply<T> sees the element type too.
template <class F, class T, class R = T>
void unary(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  const T* a = array_of<T>(in[0]);
  R* r = array_of<R>(out);
  EUTECTIC_INDEPENDENT
  for (size_t i = 0; i < n; ++i) r[i] = store<R>(F::template apply<T>(load(a[i])));
}
template <class F, class T, class R = T>
void binary(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  const T* a = array_of<T>(in[0]);
  const T* b = array_of<T>(in[1]);
  R* r = array_of<R>(out);
  EUTECTIC_INDEPENDENT
  for (size_t i = 0; i < n; ++i) r[i] = store<R>(F::template apply<T>(load(a[i]), load(b[i])));
}

// Pairs (real, imag) in lexicographic order.
template <class V>
inline bool less(V a, V b) {
  if constexpr (is_complex_number<V>)
    return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
  else
    return a < b;
}
// NaN if either is; +0 is above -0.
struct MaximumOp {
  template <class T, class V>
  static V apply(V a, V b) {
    if constexpr (is_real<T>) {
      using Bits = std::conditional_t<sizeof(V) == 4, uint32_t, uint64_t>;
      const V equal = std::bit_cast<V>(static_cast<Bits>(std::bit_cast<Bits>(a) & std::bit_cast<Bits>(b)));
      return a > b ? a : b > a ? b : a == b ? equal : a + b;
    } else {
      return less(b, a) ? a : b;
    }
  }
};
struct MinimumOp {
  template <class T, class V>
  static V apply(V a, V b) {
    if constexpr (is_real<T>) {
      using Bits = std::conditional_t<sizeof(V) == 4, uint32_t, uint64_t>;
      const V equal = std::bit_cast<V>(static_cast<Bits>(std::bit_cast<Bits>(a) | std::bit_cast<Bits>(b)));
      return a < b ? a : b < a ? b : a == b ? equal : a + b;
    } else {
      return less(a, b) ? a : b;
    }
  }
};

// Real functions of one to three arguments in double, rounded once.
template <double (*f)(double), class T>
void unary_in_double(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  const T* a = array_of<T>(in[0]);
  T* r = array_of<T>(out);
  for (size_t i = 0; i < n; ++i) r[i] = round_to<T>(f(to_double(a[i])));
}
template <double (*f)(double, double), class T>
void binary_in_double(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  const T* a = array_of<T>(in[0]);
  const T* b = array_of<T>(in[1]);
  T* r = array_of<T>(out);
  for (size_t i = 0; i < n; ++i) r[i] = round_to<T>(f(to_double(a[i]), to_double(b[i])));
}

// Complex arithmetic: c64 in complex<double>, c128 in complex<long double>.
template <class T>
using Wider = std::conditional_t<std::is_same_v<T, std::complex<float>>, double, long double>;
template <class T>
inline std::complex<Wider<T>> widen(T v) {
  return {static_cast<Wider<T>>(v.real()), static_cast<Wider<T>>(v.imag())};
}
template <class T, class P>
inline T narrow(std::complex<P> v) {
  using Part = typename T::value_type;
  return {static_cast<Part>(v.real()), static_cast<Part>(v.imag())};
}

template <class F, class T>
void complex_unary(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  const T* a = array_of<T>(in[0]);
  T* r = array_of<T>(out);
  for (size_t i = 0; i < n; ++i) r[i] = narrow<T>(F::apply(widen(a[i])));
}
template <class F, class T>
void complex_binary(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  const T* a = array_of<T>(in[0]);
  const T* b = array_of<T>(in[1]);
  T* r = array_of<T>(out);
  for (size_t i = 0; i < n; ++i) r[i] = narrow<T>(F::apply(widen(a[i]), widen(b[i])));
}

}  // namespace eutectic::elementwise
