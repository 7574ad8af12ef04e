// Element types and the C++ types that hold them. The table is element_type.def.
// s2/s4/u2/u4 are stored one per byte (sign- or zero-extended); pred is a byte, 0 or 1.
#pragma once
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

namespace eutectic {

enum class ElementClass : uint8_t { Bool, Signed, Unsigned, Float, Complex, Aggregate };

enum class ElementType : uint8_t {
#define ELEMENT_TYPE(name, ...) name,
#include "array/element_type.def"
#undef ELEMENT_TYPE
};
inline constexpr int element_type_count = 0
#define ELEMENT_TYPE(...) +1
#include "array/element_type.def"
#undef ELEMENT_TYPE
    ;

struct ElementTypeInfo {
  std::string_view hlo, stablehlo;
  int bits;
  int storage_bytes;
  ElementClass element_class;
};
const ElementTypeInfo& info(ElementType type);
std::optional<ElementType> element_type_from_hlo(std::string_view name);
std::optional<ElementType> element_type_from_stablehlo(std::string_view name);

inline bool is_float(ElementType t) { return info(t).element_class == ElementClass::Float; }
inline bool is_complex(ElementType t) { return info(t).element_class == ElementClass::Complex; }
inline bool is_signed_int(ElementType t) { return info(t).element_class == ElementClass::Signed; }
inline bool is_unsigned_int(ElementType t) { return info(t).element_class == ElementClass::Unsigned; }
inline bool is_integer(ElementType t) { return is_signed_int(t) || is_unsigned_int(t); }
inline bool is_array_type(ElementType t) { return info(t).element_class != ElementClass::Aggregate; }
// The real type of a complex type's parts: c64 -> f32, c128 -> f64; others: itself.
ElementType part_type(ElementType t);

// IEEE-like narrow float: Mantissa explicit bits, Exponent bits. Infinite: has inf (else the
// all-ones pattern is the only NaN, as in e4m3fn). Conversion from float/double rounds to nearest
// even; overflow gives inf, or NaN when there is no inf.
uint32_t narrow_from_double(double value, int exponent_bits, int mantissa_bits, bool has_inf);
double narrow_to_double(uint32_t bits, int exponent_bits, int mantissa_bits, bool has_inf);

template <class Bits, int Exponent, int Mantissa, bool HasInf>
struct NarrowFloat {
  Bits bits = 0;
  NarrowFloat() = default;
  explicit NarrowFloat(double v) : bits(static_cast<Bits>(narrow_from_double(v, Exponent, Mantissa, HasInf))) {}
  explicit operator double() const { return narrow_to_double(bits, Exponent, Mantissa, HasInf); }
  explicit operator float() const { return static_cast<float>(static_cast<double>(*this)); }
};
using F8E4M3FN = NarrowFloat<uint8_t, 4, 3, false>;
using F8E5M2 = NarrowFloat<uint8_t, 5, 2, true>;
using F16 = NarrowFloat<uint16_t, 5, 10, true>;
using BF16 = NarrowFloat<uint16_t, 8, 7, true>;

// s2, s4, u2, u4: one per byte, wrapped to their width on construction.
template <int Bits, bool Signed>
struct NarrowInt {
  using Byte = std::conditional_t<Signed, int8_t, uint8_t>;
  Byte value = 0;
  NarrowInt() = default;
  explicit constexpr NarrowInt(int64_t v) {
    uint8_t low = static_cast<uint8_t>(v) & ((1u << Bits) - 1);
    if (Signed && (low >> (Bits - 1))) low = static_cast<uint8_t>(low | (0xffu << Bits));
    value = static_cast<Byte>(low);
  }
  constexpr explicit operator int64_t() const { return value; }
};
using S2 = NarrowInt<2, true>;
using S4 = NarrowInt<4, true>;
using U2 = NarrowInt<2, false>;
using U4 = NarrowInt<4, false>;

template <ElementType>
struct NativeOf;
template <>
struct NativeOf<ElementType::Pred> {
  using type = bool;
};
template <>
struct NativeOf<ElementType::S2> {
  using type = S2;
};
template <>
struct NativeOf<ElementType::S4> {
  using type = S4;
};
template <>
struct NativeOf<ElementType::S8> {
  using type = int8_t;
};
template <>
struct NativeOf<ElementType::S16> {
  using type = int16_t;
};
template <>
struct NativeOf<ElementType::S32> {
  using type = int32_t;
};
template <>
struct NativeOf<ElementType::S64> {
  using type = int64_t;
};
template <>
struct NativeOf<ElementType::U2> {
  using type = U2;
};
template <>
struct NativeOf<ElementType::U4> {
  using type = U4;
};
template <>
struct NativeOf<ElementType::U8> {
  using type = uint8_t;
};
template <>
struct NativeOf<ElementType::U16> {
  using type = uint16_t;
};
template <>
struct NativeOf<ElementType::U32> {
  using type = uint32_t;
};
template <>
struct NativeOf<ElementType::U64> {
  using type = uint64_t;
};
template <>
struct NativeOf<ElementType::F8E4M3FN> {
  using type = F8E4M3FN;
};
template <>
struct NativeOf<ElementType::F8E5M2> {
  using type = F8E5M2;
};
template <>
struct NativeOf<ElementType::F16> {
  using type = F16;
};
template <>
struct NativeOf<ElementType::BF16> {
  using type = BF16;
};
template <>
struct NativeOf<ElementType::F32> {
  using type = float;
};
template <>
struct NativeOf<ElementType::F64> {
  using type = double;
};
template <>
struct NativeOf<ElementType::C64> {
  using type = std::complex<float>;
};
template <>
struct NativeOf<ElementType::C128> {
  using type = std::complex<double>;
};
template <ElementType T>
using Native = typename NativeOf<T>::type;

// Calls fn.template operator()<Native>() for an array type.
template <class Fn>
decltype(auto) dispatch(ElementType type, Fn&& fn) {
  switch (type) {
    // clang-format off
#define ELEMENT_TYPE_CASE(name) \
  case ElementType::name: return fn.template operator()<Native<ElementType::name>>();
    ELEMENT_TYPE_CASE(S2) ELEMENT_TYPE_CASE(S4) ELEMENT_TYPE_CASE(S8) ELEMENT_TYPE_CASE(S16)
    ELEMENT_TYPE_CASE(S32) ELEMENT_TYPE_CASE(S64) ELEMENT_TYPE_CASE(U2) ELEMENT_TYPE_CASE(U4)
    ELEMENT_TYPE_CASE(U8) ELEMENT_TYPE_CASE(U16) ELEMENT_TYPE_CASE(U32) ELEMENT_TYPE_CASE(U64)
    ELEMENT_TYPE_CASE(F8E4M3FN) ELEMENT_TYPE_CASE(F8E5M2) ELEMENT_TYPE_CASE(F16)
    ELEMENT_TYPE_CASE(BF16) ELEMENT_TYPE_CASE(F32) ELEMENT_TYPE_CASE(F64)
    ELEMENT_TYPE_CASE(C64) ELEMENT_TYPE_CASE(C128)
#undef ELEMENT_TYPE_CASE
        // clang-format on
        default : return fn.template operator()<bool>();
  }
}

}  // namespace eutectic
