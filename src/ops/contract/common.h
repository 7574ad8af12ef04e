// Small helpers of the contract family: diagnostics that name the instruction, checks that several shape
// rules share, conversion of literals to wide element types, and byte-level transposition.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <complex>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ops/op_def.h"

namespace eutectic::contract {

// At the op's place in the input; verifier and evaluator add its name.
std::unexpected<Diagnostics> op_error(const OpView& op, std::string message, std::string hint = {});
std::unexpected<Diagnostics> op_unsupported(const OpView& op, std::string message, std::string hint = {});

// All of the operands must be arrays.
Status expect_arrays(const OpView& op);
// Every entry of dims is in [0, rank) and none repeats.
Status expect_dims(const OpView& op, std::string_view what, std::span<const int64_t> dims, int64_t rank);
// The one computation of attribute `name`, or a diagnostic.
Result<CompId> single_comp(const OpView& op, AttrName name);
// The operand must have this shape (layouts aside).
Status expect_operand_shape(const OpView& op, size_t n, const Shape& want);
// Refuses a result beyond the evaluator's size limit.
Status expect_fits(const EvalContext& context, const Shape& shape);

bool contains(std::span<const int64_t> list, int64_t value);
// Dimensions of 0..rank-1 not in `taken`, ascending.
std::vector<int64_t> other_dims(int64_t rank, std::span<const int64_t> taken);
std::vector<int64_t> pick(std::span<const int64_t> values, std::span<const int64_t> positions);
int64_t product(std::span<const int64_t> values);

// out dimension i is input dimension permutation[i]; the input itself if nothing moves.
Literal transposed(const Literal& input, std::span<const int64_t> permutation);
// Element by element, as `convert` between numeric classes that widen (int to float, float to wider ...).
Literal converted(const Literal& input, ElementType type);
// Whether a body may take elements of one type as another (is_promotable of the StableHLO specification): the same
// kind of number, not narrower.
bool is_promotable(ElementType from, ElementType to);

// Reading and writing elements as wide types.
template <class T>
inline constexpr bool is_complex_native =
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;
template <class T>
inline constexpr bool is_narrow_int =
    std::is_same_v<T, S2> || std::is_same_v<T, S4> || std::is_same_v<T, U2> || std::is_same_v<T, U4>;
template <class T>
inline constexpr bool is_integer_native = std::is_integral_v<T> || is_narrow_int<T>;
template <class T>
inline constexpr bool is_float_native = !is_integer_native<T> && !is_complex_native<T>;

// The type that sums and products of T are formed in: double for floats, wrapping 64-bit integers, complex<double>.
template <class T>
using Wide = std::conditional_t<is_complex_native<T>, std::complex<double>,
                                std::conditional_t<is_integer_native<T>, uint64_t, double>>;

template <class T>
inline Wide<T> widen(const T& v) {
  if constexpr (is_complex_native<T>)
    return {static_cast<double>(v.real()), static_cast<double>(v.imag())};
  else if constexpr (std::is_same_v<T, BF16>)
    return std::bit_cast<float>(static_cast<uint32_t>(v.bits) << 16);
  else if constexpr (is_narrow_int<T>)
    return static_cast<uint64_t>(static_cast<int64_t>(v));
  else if constexpr (std::is_integral_v<T>)
    return static_cast<uint64_t>(static_cast<int64_t>(v));
  else
    return static_cast<double>(v);
}
// Rounds a float once; integers wrap; pred is v != 0.
template <class T>
inline T narrow(const Wide<T>& v) {
  if constexpr (is_complex_native<T>) {
    using Part = typename T::value_type;
    return T(static_cast<Part>(v.real()), static_cast<Part>(v.imag()));
  } else if constexpr (std::is_same_v<T, bool>) {
    return v != 0;
  } else if constexpr (is_narrow_int<T>) {
    return T(static_cast<int64_t>(v));
  } else {
    return static_cast<T>(v);
  }
}

// Elements first .. first + n of an array as W (double, uint64_t or complex<double>); wide.cc has the three.
template <class W>
void load_wide(const Literal& input, int64_t first, int64_t n, W* out);
// All elements.
template <class W>
std::vector<W> widened(const Literal& input) {
  std::vector<W> out(static_cast<size_t>(input.element_count()));
  load_wide(input, 0, input.element_count(), out.data());
  return out;
}
// The wide values as an array of `shape`, rounded once.
template <class W>
Literal narrowed(const std::vector<W>& values, const Shape& shape);

// Calls fn.template operator()<W>() with the wide type for computing results of `type`.
template <class Fn>
decltype(auto) dispatch_wide(ElementType type, Fn&& fn) {
  switch (info(type).element_class) {
    case ElementClass::Float:
      return fn.template operator()<double>();
    case ElementClass::Complex:
      return fn.template operator()<std::complex<double>>();
    default:
      return fn.template operator()<uint64_t>();
  }
}

// An integer that orders floats totally: -NaN < -inf < ... < -0 < +0 < ... < inf < NaN; integers: their value.
template <class T>
inline int64_t total_order_key(const T& v) {
  if constexpr (std::is_same_v<T, float>) {
    int32_t bits = std::bit_cast<int32_t>(v);
    return bits < 0 ? int64_t{std::numeric_limits<int32_t>::min()} - int64_t{bits} - 1 : bits;
  } else if constexpr (std::is_same_v<T, double>) {
    int64_t bits = std::bit_cast<int64_t>(v);
    return bits < 0 ? std::numeric_limits<int64_t>::min() - bits - 1 : bits;
  } else if constexpr (is_float_native<T>) {
    constexpr int64_t sign = int64_t{1} << (8 * sizeof(T) - 1);
    int64_t bits = v.bits;
    return bits & sign ? -(bits & (sign - 1)) - 1 : bits;
  } else if constexpr (std::is_same_v<T, uint64_t>) {
    return static_cast<int64_t>(v ^ (uint64_t{1} << 63));
  } else if constexpr (is_complex_native<T>) {
    return 0;
  } else {
    return static_cast<int64_t>(v);
  }
}

}  // namespace eutectic::contract
