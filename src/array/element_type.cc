#include "array/element_type.h"

#include <cstring>

namespace eutectic {
namespace {
constexpr ElementTypeInfo infos[] = {
#define ELEMENT_TYPE(name, hlo, stablehlo, bits, bytes, element_class) \
  {hlo, stablehlo, bits, bytes, ElementClass::element_class},
#include "array/element_type.def"
#undef ELEMENT_TYPE
};
}  // namespace

const ElementTypeInfo& info(ElementType type) { return infos[static_cast<int>(type)]; }

std::optional<ElementType> element_type_from_hlo(std::string_view name) {
  for (int i = 0; i < element_type_count; ++i)
    if (infos[i].hlo == name) return static_cast<ElementType>(i);
  return std::nullopt;
}

std::optional<ElementType> element_type_from_stablehlo(std::string_view name) {
  if (name == "index") return ElementType::S64;
  for (int i = 0; i < element_type_count; ++i)
    if (infos[i].stablehlo == name) return static_cast<ElementType>(i);
  return std::nullopt;
}

ElementType part_type(ElementType t) {
  if (t == ElementType::C64) return ElementType::F32;
  if (t == ElementType::C128) return ElementType::F64;
  return t;
}

uint32_t narrow_from_double(double value, int exponent_bits, int mantissa_bits, bool has_inf) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const uint32_t exponent_mask = (1u << exponent_bits) - 1;
  const uint32_t mantissa_mask = (1u << mantissa_bits) - 1;
  const uint32_t sign = std::signbit(value) ? 1u << (exponent_bits + mantissa_bits) : 0;
  const uint32_t infinity = exponent_mask << mantissa_bits;
  const uint32_t nan = has_inf ? infinity | (1u << (mantissa_bits - 1)) : infinity | mantissa_mask;
  if (std::isnan(value)) return sign | nan;
  const double magnitude = std::fabs(value);
  const uint32_t overflow = has_inf ? infinity : nan;
  if (std::isinf(magnitude)) return sign | overflow;
  if (magnitude == 0) return sign;
  int exponent;
  std::frexp(magnitude, &exponent);  // magnitude = f * 2^exponent, f in [0.5, 1)
  exponent -= 1;
  const int min_exponent = 1 - bias;
  const int scale = (exponent < min_exponent ? min_exponent : exponent) - mantissa_bits;
  // Exact: scaling by a power of two, then round to nearest even.
  double units = std::nearbyint(std::ldexp(magnitude, -scale));
  uint64_t mantissa = static_cast<uint64_t>(units);
  // Encoded value = mantissa + (biased exponent - 1) * 2^mantissa_bits; carries work out.
  int biased = (exponent < min_exponent ? min_exponent : exponent) + bias;
  uint64_t encoded = mantissa + (static_cast<uint64_t>(biased - 1) << mantissa_bits);
  const uint64_t limit = has_inf ? infinity : (infinity | mantissa_mask);
  if (encoded >= limit) return sign | overflow;
  return sign | static_cast<uint32_t>(encoded);
}

double narrow_to_double(uint32_t bits, int exponent_bits, int mantissa_bits, bool has_inf) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const uint32_t exponent_mask = (1u << exponent_bits) - 1;
  const uint32_t mantissa_mask = (1u << mantissa_bits) - 1;
  const double sign = (bits >> (exponent_bits + mantissa_bits)) & 1 ? -1.0 : 1.0;
  const uint32_t exponent = (bits >> mantissa_bits) & exponent_mask;
  const uint32_t mantissa = bits & mantissa_mask;
  if (exponent == exponent_mask) {
    if (has_inf) {
      if (mantissa == 0) return sign * std::numeric_limits<double>::infinity();
      return std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
    }
    if (mantissa == mantissa_mask) return std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
  }
  if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
  return sign * std::ldexp((1u << mantissa_bits) + mantissa, static_cast<int>(exponent) - bias - mantissa_bits);
}

}  // namespace eutectic
