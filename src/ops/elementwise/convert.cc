// Changes of type: convert (through int64, uint64, double or complex, so that kernels stay linear in the
// number of types), bitcast-convert, reduce-precision, stochastic-convert.
#include <fmt/format.h>

#include <array>
#include <utility>

#include "ops/elementwise/family.h"
#include "ops/elementwise/kernel.h"

namespace eutectic {
namespace elementwise {
namespace {

// The widest type of T's class.
template <class T>
using Class = std::conditional_t<
    is_complex_number<T>, std::complex<double>,
    std::conditional_t<is_real<T>, double,
                       std::conditional_t<is_signed_integer<T> || is_narrow_int<T>, int64_t, uint64_t>>>;

// Truncates; out of range gives the nearest end, NaN gives 0.
template <class I>
I saturate(double v, int bits) {
  if (v != v) return 0;
  if constexpr (std::is_signed_v<I>) {
    const double limit = std::ldexp(1.0, bits - 1);
    if (v >= limit) return static_cast<I>((uint64_t{1} << (bits - 1)) - 1);
    if (v < -limit) return static_cast<I>(~uint64_t{0} << (bits - 1));
  } else {
    if (v <= 0) return 0;
    if (v >= std::ldexp(1.0, bits)) return static_cast<I>(~uint64_t{0} >> (64 - bits));
  }
  return static_cast<I>(v);
}

// An integer as a double whose further rounding to a narrower type is right: what does not fit is rounded
// to odd.
template <class I>
double odd_double_of(I v) {
  const double d = static_cast<double>(v);
  constexpr I exact = I{1} << 53;
  if (v <= exact && (std::is_unsigned_v<I> || v >= static_cast<I>(0) - exact)) return d;
  // Drop the low bits of a number above 2^53 and mark them in the lowest kept one.
  const bool negative = v < 0;
  uint64_t magnitude = negative ? 0 - static_cast<uint64_t>(v) : static_cast<uint64_t>(v);
  const int drop = 64 - std::countl_zero(magnitude) - 53;
  const uint64_t low = magnitude & ((uint64_t{1} << drop) - 1);
  magnitude = magnitude >> drop << drop;
  if (low) magnitude |= uint64_t{1} << drop;
  return negative ? -static_cast<double>(magnitude) : static_cast<double>(magnitude);
}

template <class To, class C>
To from_class(C v) {
  if constexpr (is_pred<To>) {
    if constexpr (std::is_same_v<C, std::complex<double>>)
      return v.real() != 0;
    else
      return v != 0;
  } else if constexpr (is_complex_number<To>) {
    using Part = typename To::value_type;
    if constexpr (std::is_same_v<C, std::complex<double>>)
      return {static_cast<Part>(v.real()), static_cast<Part>(v.imag())};
    else
      return {static_cast<Part>(v), Part(0)};
  } else if constexpr (std::is_same_v<C, std::complex<double>>) {
    return from_class<To>(v.real());
  } else if constexpr (is_real<To>) {
    if constexpr (is_narrow_float<To> && std::is_integral_v<C>)
      return round_to<To>(odd_double_of(v));
    else
      return round_to<To>(v);
  } else {
    using I = Loaded<To>;
    if constexpr (std::is_same_v<C, double>)
      return store<To>(saturate<I>(v, int_bits<To>));
    else
      return store<To>(static_cast<I>(v));
  }
}

constexpr size_t block = 512;

template <class T>
void load_block(void* out, const std::byte* in, size_t n) {
  auto* r = static_cast<Class<T>*>(out);
  const T* a = array_of<T>(in);
  for (size_t i = 0; i < n; ++i) r[i] = static_cast<Class<T>>(load(a[i]));
}
template <class T, class C>
void store_block(std::byte* out, const void* in, size_t n) {
  const auto* a = static_cast<const C*>(in);
  T* r = array_of<T>(out);
  for (size_t i = 0; i < n; ++i) r[i] = from_class<T>(a[i]);
}

void convert_blocks(std::byte* out, const std::byte* in, size_t n, size_t out_size, size_t in_size,
                    void (*load_from)(void*, const std::byte*, size_t),
                    void (*store_to)(std::byte*, const void*, size_t)) {
  alignas(16) std::array<std::byte, block * 16> between;
  for (size_t first = 0; first < n; first += block) {
    const size_t count = n - first < block ? n - first : block;
    load_from(between.data(), in + first * in_size, count);
    store_to(out + first * out_size, between.data(), count);
  }
}

template <class From, class To>
void convert_through(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  convert_blocks(out, in[0], n, sizeof(To), sizeof(From), &load_block<From>, &store_block<To, Class<From>>);
}
// Pairs that programs use in loops.
template <class From, class To>
void convert_directly(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  const From* a = array_of<From>(in[0]);
  To* r = array_of<To>(out);
  EUTECTIC_INDEPENDENT
  for (size_t i = 0; i < n; ++i) {
    if constexpr (is_pred<To>)
      r[i] = load(a[i]) != 0;
    else if constexpr (is_real<To>)
      r[i] = round_to<To>(static_cast<float>(load(a[i])));
    else if constexpr (is_real<From>)
      r[i] = saturate<To>(load(a[i]), int_bits<To>);
    else
      r[i] = static_cast<To>(load(a[i]));
  }
}

template <class T>
inline constexpr bool common = std::is_same_v<T, float> || std::is_same_v<T, int32_t> || std::is_same_v<T, uint32_t> ||
                               std::is_same_v<T, bool> || std::is_same_v<T, BF16> || std::is_same_v<T, F16>;
// Integers to narrow floats must not pass through float.
template <class From, class To>
inline constexpr bool direct =
    common<From> && common<To> && !(is_narrow_float<To> && is_int<From>) && !(is_narrow_float<From> && is_int<To>);

ScalarKernel select_convert(const OpView& op) {
  const ElementType to = op.shape().type;
  return dispatch(op.operand_shape(0).type, [to]<class From>() -> ScalarKernel {
    return dispatch(to, []<class To>() -> ScalarKernel {
      if constexpr (direct<From, To>)
        return &convert_directly<From, To>;
      else
        return &convert_through<From, To>;
    });
  });
}

// Moves elements of equal width; sub-byte elements are re-extended for their new signedness.
template <class T>
void move_kernel(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  if (out != in[0]) std::memmove(out, in[0], n * sizeof(T));
}
template <class T>
void rebit_kernel(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  const int8_t* a = array_of<int8_t>(in[0]);
  T* r = array_of<T>(out);
  for (size_t i = 0; i < n; ++i) r[i] = T(static_cast<int64_t>(a[i]));
}
// pred counts as a byte, as in XLA.
int bitcast_bits(ElementType type) { return type == ElementType::Pred ? 8 : info(type).bits; }

ScalarKernel select_bitcast_convert(const OpView& op) {
  const ElementType from = op.operand_shape(0).type, to = op.shape().type;
  if (bitcast_bits(from) != bitcast_bits(to)) return nullptr;
  return dispatch(to, []<class T>() -> ScalarKernel {
    if constexpr (is_narrow_int<T>)
      return &rebit_kernel<T>;
    else
      return &move_kernel<T>;
  });
}

// Rounds to a float format with `exponent_bits` and `mantissa_bits`, to nearest even. Overflow gives
// infinity, results below the format's smallest normal number give zero, NaN stays NaN.
template <class U, int mantissa_width, int exponent_width>
U reduce_bits(U bits, int exponent_bits, int mantissa_bits) {
  constexpr U sign_mask = U{1} << (mantissa_width + exponent_width);
  constexpr U exponent_mask = ((U{1} << exponent_width) - 1) << mantissa_width;
  const U sign = bits & sign_mask;
  U magnitude = bits & ~sign_mask;
  if (magnitude > exponent_mask) return bits;
  if (mantissa_bits < mantissa_width) {
    const int drop = mantissa_width - mantissa_bits;
    const U lowest = static_cast<U>(magnitude >> drop) & 1;
    magnitude = static_cast<U>(magnitude + (U{1} << (drop - 1)) - 1 + lowest);
    magnitude = static_cast<U>(magnitude & ~((U{1} << drop) - 1));
  }
  if (exponent_bits < exponent_width) {
    constexpr int bias = (1 << (exponent_width - 1)) - 1;
    const int reduced_bias = (1 << (exponent_bits - 1)) - 1;
    const int exponent = static_cast<int>(magnitude >> mantissa_width);
    if (exponent > bias + reduced_bias)
      magnitude = exponent_mask;
    else if (exponent <= bias - reduced_bias)
      magnitude = 0;
  }
  return static_cast<U>(sign | magnitude);
}
template <class U, int mantissa_width, int exponent_width>
void reduce_precision_kernel(std::byte* out, const std::byte* const* in, size_t n, const Attrs& attrs) {
  const int exponent = static_cast<int>(std::min<int64_t>(attrs.integer(AttrName::ExponentBits), 64));
  const int mantissa = static_cast<int>(std::min<int64_t>(attrs.integer(AttrName::MantissaBits), 64));
  const U* a = array_of<U>(in[0]);
  U* r = array_of<U>(out);
  for (size_t i = 0; i < n; ++i) r[i] = reduce_bits<U, mantissa_width, exponent_width>(a[i], exponent, mantissa);
}
// e4m3fn has no infinity: its largest exponent holds numbers, so it is rounded as a double. Reducing to 4
// exponent bits means the IEEE-like format, whose numbers end at 240.
void reduce_precision_e4m3fn(std::byte* out, const std::byte* const* in, size_t n, const Attrs& attrs) {
  const int exponent = static_cast<int>(std::min<int64_t>(attrs.integer(AttrName::ExponentBits), 64));
  const int mantissa = static_cast<int>(std::min<int64_t>(attrs.integer(AttrName::MantissaBits), 64));
  const F8E4M3FN* a = array_of<F8E4M3FN>(in[0]);
  F8E4M3FN* r = array_of<F8E4M3FN>(out);
  for (size_t i = 0; i < n; ++i) {
    const uint64_t bits = std::bit_cast<uint64_t>(static_cast<double>(a[i]));
    r[i] = F8E4M3FN(std::bit_cast<double>(reduce_bits<uint64_t, 52, 11>(bits, exponent, mantissa)));
  }
}
ScalarKernel select_reduce_precision(const OpView& op) {
  switch (op.operand_shape(0).type) {
    case ElementType::F64:
      return &reduce_precision_kernel<uint64_t, 52, 11>;
    case ElementType::F32:
      return &reduce_precision_kernel<uint32_t, 23, 8>;
    case ElementType::BF16:
      return &reduce_precision_kernel<uint16_t, 7, 8>;
    case ElementType::F16:
      return &reduce_precision_kernel<uint16_t, 10, 5>;
    case ElementType::F8E5M2:
      return &reduce_precision_kernel<uint8_t, 2, 5>;
    case ElementType::F8E4M3FN:
      return &reduce_precision_e4m3fn;
    default:
      return nullptr;
  }
}

// Rounds up in magnitude with the probability of the dropped fraction: up if the random bits, as a fraction
// of their range, are below it.
template <class From, class Random, class To>
void stochastic_kernel(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  const From* a = array_of<From>(in[0]);
  const Random* b = array_of<Random>(in[1]);
  To* r = array_of<To>(out);
  for (size_t i = 0; i < n; ++i) {
    const double v = to_double(a[i]);
    const double magnitude = std::fabs(v);
    if constexpr (is_int<To>) {
      const double whole = std::trunc(magnitude);
      const double chance = magnitude - whole;
      const double dice = std::ldexp(static_cast<double>(b[i]), -static_cast<int>(sizeof(Random)) * 8);
      const double rounded = dice < chance ? whole + 1 : whole;
      r[i] = from_class<To>(std::signbit(v) ? -rounded : rounded);
    } else {
      // Next representable number at or below the magnitude, and the one above it.
      To near = round_to<To>(magnitude);
      if (!(magnitude <= std::numeric_limits<double>::max()) || to_double(near) == magnitude) {
        r[i] = round_to<To>(v);
        continue;
      }
      using Bits = std::conditional_t<
          sizeof(To) == 1, uint8_t,
          std::conditional_t<sizeof(To) == 2, uint16_t, std::conditional_t<sizeof(To) == 4, uint32_t, uint64_t>>>;
      const double value = to_double(near);
      const Bits below_bits =
          static_cast<Bits>(std::bit_cast<Bits>(near) - (value > magnitude || value != value ? 1 : 0));
      const To below = std::bit_cast<To>(below_bits), above = std::bit_cast<To>(static_cast<Bits>(below_bits + 1));
      const double low = to_double(below);
      double high = to_double(above);
      if (!(high <= std::numeric_limits<double>::max()))
        high = 2 * low - to_double(std::bit_cast<To>(static_cast<Bits>(below_bits - 1)));
      const double chance = (magnitude - low) / (high - low);
      const double dice = std::ldexp(static_cast<double>(b[i]), -static_cast<int>(sizeof(Random)) * 8);
      const double rounded = to_double(dice < chance ? above : below);
      r[i] = round_to<To>(std::signbit(v) ? -rounded : rounded);
    }
  }
}
template <class From, class Random>
ScalarKernel stochastic_to(ElementType to) {
  return dispatch(to, []<class To>() -> ScalarKernel {
    if constexpr (is_int<To> || is_real<To>)
      return &stochastic_kernel<From, Random, To>;
    else
      return nullptr;
  });
}
ScalarKernel select_stochastic(const OpView& op) {
  const ElementType to = op.shape().type;
  switch (op.operand_shape(0).type) {
    case ElementType::F64:
      return stochastic_to<double, uint64_t>(to);
    case ElementType::F32:
      return stochastic_to<float, uint32_t>(to);
    case ElementType::BF16:
      return stochastic_to<BF16, uint16_t>(to);
    case ElementType::F16:
      return stochastic_to<F16, uint16_t>(to);
    default:
      return nullptr;
  }
}

#define CONVERT_OPS(X)                                                                                            \
  X(Convert, 1, "psufc", convert_shape, select_convert, plain,                                                    \
    "value in another element type; floats to integers saturate")                                                 \
  X(ReducePrecision, 1, "f", reduce_precision_shape, select_reduce_precision, plain,                              \
    "rounds to fewer exponent and mantissa bits", {AttrName::ExponentBits, true}, {AttrName::MantissaBits, true}) \
  X(StochasticConvert, 2, "f", stochastic_convert_shape, select_stochastic, plain,                                \
    "conversion that rounds by given random bits")

// bitcast-convert changes the rank when widths differ, so its access and evaluation are its own (bitcast.cc).
constexpr KernelRow rows[] = {CONVERT_OPS(EUTECTIC_KERNEL_ROW){OpKind::BitcastConvert, select_bitcast_convert}};
}  // namespace

std::span<const KernelRow> convert_kernels() { return rows; }
}  // namespace elementwise

CONVERT_OPS(EUTECTIC_DEFINE_OP)
}  // namespace eutectic
