// The exact meaning of every primitive on one element (scalar_op.def says it in words): result types, encoding
// of values as bits, and `evaluate`. Each operand class (float, double, integer) has one switch.
#include <bit>
#include <cmath>

#include "base/check.h"
#include "scalar/scalar_op.h"

namespace eutectic::scalar {
namespace {

using enum ElementType;

int width_of(ElementType type) { return info(type).bits; }
Bits mask_of(ElementType type) { return ~Bits{0} >> (64 - width_of(type)); }

// f32, and f16 and bf16, which compute in f32.
float float_of(ElementType type, Bits bits) {
  if (type == F32) return std::bit_cast<float>(static_cast<uint32_t>(bits));
  if (type == BF16) return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
  eutectic::F16 half;
  half.bits = static_cast<uint16_t>(bits);
  return static_cast<float>(half);
}
double double_of(ElementType type, Bits bits) {
  return type == F64 ? std::bit_cast<double>(bits) : static_cast<double>(float_of(type, bits));
}
Bits bits_of(ElementType type, float v) {
  if (type == F32) return std::bit_cast<uint32_t>(v);
  return encode(type, static_cast<double>(v));
}

// An integer rounded to odd in 53 bits: rounding that further to a narrower float rounds the integer itself.
double odd_double(bool negative, uint64_t magnitude) {
  const int drop = 64 - std::countl_zero(magnitude) - 53;
  if (drop > 0) {
    const uint64_t low = magnitude & ((uint64_t{1} << drop) - 1);
    magnitude = (magnitude - low) | (low ? uint64_t{1} << drop : 0);
  }
  const double d = static_cast<double>(magnitude);
  return negative ? -d : d;
}

// An integer as 64-bit words, extended by its sign and by zeros; `evaluate` cuts results to their width.
struct Words {
  int64_t s;
  uint64_t u;
};
Words words(ElementType type, Bits bits) {
  const int spare = 64 - width_of(type);
  return {static_cast<int64_t>(bits << spare) >> spare, bits};
}

bool is_comparison(Op op) { return op >= Op::Eq && op <= Op::Ge; }
template <class T>
bool compare(Op op, T a, T b) {
  switch (op) {
    case Op::Eq:
      return a == b;
    case Op::Ne:
      return a != b;
    case Op::Lt:
      return a < b;
    case Op::Le:
      return a <= b;
    case Op::Gt:
      return a > b;
    default:
      return a >= b;
  }
}

template <class T>
T float_op(Op op, T a, T b, T c) {
  switch (op) {
    case Op::Add:
      return a + b;
    case Op::Sub:
      return a - b;
    case Op::Mul:
      return a * b;
    case Op::Div:
      return a / b;
    case Op::Rem:
      return std::fmod(a, b);
    case Op::Fma:
      return std::fma(a, b, c);
    case Op::Min:
      return a != a ? a : (a < b ? a : b);
    case Op::Max:
      return a != a ? a : (a > b ? a : b);
    case Op::Sqrt:
      return std::sqrt(a);
    case Op::Floor:
      return std::floor(a);
    case Op::Ceil:
      return std::ceil(a);
    case Op::Trunc:
      return std::trunc(a);
    case Op::RoundEven:
      return std::nearbyint(a);
    default:
      CHECK(false, "{} of floats", info(op).text);
      return a;
  }
}

uint64_t high_product(bool is_signed, int width, Words a, Words b) {
  if (width == 32) return is_signed ? static_cast<uint64_t>((a.s * b.s) >> 32) : (a.u * b.u) >> 32;
  // Four half products; the signed one follows from the unsigned one.
  constexpr uint64_t half = 0xffffffffu;
  const uint64_t low = (a.u & half) * (b.u & half);
  const uint64_t mid1 = (a.u >> 32) * (b.u & half) + (low >> 32);
  const uint64_t mid2 = (a.u & half) * (b.u >> 32) + (mid1 & half);
  uint64_t high = (a.u >> 32) * (b.u >> 32) + (mid1 >> 32) + (mid2 >> 32);
  if (is_signed) high -= (a.s < 0 ? b.u : 0) + (b.s < 0 ? a.u : 0);
  return high;
}

uint64_t integer_op(Op op, ElementType type, Words a, Words b) {
  const bool is_signed = is_signed_int(type);
  const int width = width_of(type);
  const bool shifts_out = b.u >= static_cast<uint64_t>(width);
  switch (op) {
    case Op::Add:
      return a.u + b.u;
    case Op::Sub:
      return a.u - b.u;
    case Op::Mul:
      return a.u * b.u;
    case Op::Div:
      if (b.u == 0) return ~uint64_t{0};
      if (!is_signed) return a.u / b.u;
      return b.s == -1 ? 0 - a.u : static_cast<uint64_t>(a.s / b.s);
    case Op::Rem:
      if (b.u == 0) return a.u;
      if (!is_signed) return a.u % b.u;
      return b.s == -1 ? 0 : static_cast<uint64_t>(a.s % b.s);
    case Op::MulHi:
      return high_product(is_signed, width, a, b);
    case Op::Neg:
      return 0 - a.u;
    case Op::Abs:
      return is_signed && a.s < 0 ? 0 - a.u : a.u;
    case Op::Min:
      return (is_signed ? a.s < b.s : a.u < b.u) ? a.u : b.u;
    case Op::Max:
      return (is_signed ? a.s > b.s : a.u > b.u) ? a.u : b.u;
    case Op::And:
      return a.u & b.u;
    case Op::Or:
      return a.u | b.u;
    case Op::Xor:
      return a.u ^ b.u;
    case Op::Not:
      return ~a.u;
    case Op::ShiftLeft:
      return shifts_out ? 0 : a.u << b.u;
    case Op::ShiftRightLogical:
      return shifts_out ? 0 : a.u >> b.u;
    case Op::ShiftRightArithmetic:
      return static_cast<uint64_t>(a.s >> (shifts_out ? 63 : b.u));
    case Op::Popcnt:
      return static_cast<uint64_t>(std::popcount(a.u));
    case Op::Clz:
      return static_cast<uint64_t>(std::countl_zero(a.u) - (64 - width));
    default:
      CHECK(false, "{} of integers", info(op).text);
      return 0;
  }
}

// Truncates; out of range gives the nearest end, NaN gives 0.
uint64_t saturate(ElementType to, double v) {
  const int width = width_of(to);
  if (v != v) return 0;
  if (is_signed_int(to)) {
    const double limit = std::ldexp(1.0, width - 1);
    if (v >= limit) return (uint64_t{1} << (width - 1)) - 1;
    if (v < -limit) return uint64_t{1} << (width - 1);
    return static_cast<uint64_t>(static_cast<int64_t>(v));
  }
  if (v <= 0) return 0;
  if (v >= std::ldexp(1.0, width)) return mask_of(to);
  return static_cast<uint64_t>(v);
}

Bits convert(ElementType to, ElementType from, Bits bits) {
  if (to == from) return bits;
  if (is_float(from)) {
    const double v = double_of(from, bits);
    if (to == Pred) return v != 0;
    return is_float(to) ? encode(to, v) : saturate(to, v) & mask_of(to);
  }
  const Words w = words(from, bits);
  const bool is_signed = is_signed_int(from);
  if (to == Pred) return w.u != 0;
  if (!is_float(to)) return (is_signed ? static_cast<uint64_t>(w.s) : w.u) & mask_of(to);
  if (to == F64) return std::bit_cast<uint64_t>(is_signed ? static_cast<double>(w.s) : static_cast<double>(w.u));
  if (to == F32) return bits_of(F32, is_signed ? static_cast<float>(w.s) : static_cast<float>(w.u));
  const bool negative = is_signed && w.s < 0;
  return encode(to, odd_double(negative, negative ? 0 - static_cast<uint64_t>(w.s) : w.u));
}

}  // namespace

bool is_scalar_type(ElementType type) {
  if (is_integer(type)) return width_of(type) >= 8;
  return type == Pred || type == F16 || type == BF16 || type == F32 || type == F64;
}

std::optional<ElementType> result_type(Op op, std::span<const ElementType> operands, ElementType wanted) {
  if (info(op).group != OpGroup::Primitive || operands.size() != static_cast<size_t>(info(op).operands)) return {};
  const auto given = [](bool applies, ElementType t) { return applies ? std::optional(t) : std::nullopt; };
  for (const ElementType t : operands)
    if (!is_scalar_type(t)) return {};
  if (op == Op::Select) return given(operands[0] == Pred && operands[1] == operands[2], operands[1]);
  const ElementType type = operands[0];
  for (const ElementType t : operands)
    if (t != type) return {};
  if (is_comparison(op)) return Pred;
  switch (op) {
    case Op::Convert:
      return given(is_scalar_type(wanted), wanted);
    case Op::Bitcast:
      return given(is_scalar_type(wanted) && width_of(wanted) == width_of(type), wanted);
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Not:
      return given(!is_float(type), type);
    case Op::ShiftLeft:
    case Op::ShiftRightLogical:
    case Op::ShiftRightArithmetic:
    case Op::Popcnt:
    case Op::Clz:
      return given(is_integer(type), type);
    case Op::MulHi:
      return given(is_integer(type) && width_of(type) >= 32, type);
    case Op::Fma:
    case Op::Sqrt:
    case Op::Floor:
    case Op::Ceil:
    case Op::Trunc:
    case Op::RoundEven:
      return given(is_float(type), type);
    default:
      return given(type != Pred, type);
  }
}

Bits evaluate(Op op, ElementType result, std::span<const ElementType> types, std::span<const Bits> operands) {
  const ElementType type = types[0];
  const Bits a = operands[0], b = operands.size() > 1 ? operands[1] : 0, c = operands.size() > 2 ? operands[2] : 0;
  if (op == Op::Select) return a ? b : c;
  if (op == Op::Convert) return convert(result, type, a);
  if (op == Op::Bitcast) return a;
  if (is_float(type)) {
    const Bits sign = Bits{1} << (width_of(type) - 1);
    if (op == Op::Neg) return a ^ sign;
    if (op == Op::Abs) return a & ~sign;
    if (type == F64) {
      const double x = std::bit_cast<double>(a), y = std::bit_cast<double>(b);
      if (is_comparison(op)) return compare(op, x, y);
      return std::bit_cast<uint64_t>(float_op(op, x, y, std::bit_cast<double>(c)));
    }
    const float x = float_of(type, a), y = float_of(type, b);
    if (is_comparison(op)) return compare(op, x, y);
    return bits_of(type, float_op(op, x, y, float_of(type, c)));
  }
  const Words x = words(type, a), y = words(type, b);
  if (is_comparison(op)) return is_signed_int(type) ? compare(op, x.s, y.s) : compare(op, x.u, y.u);
  if (type == Pred && op == Op::Not) return a ^ 1;
  return integer_op(op, type, x, y) & mask_of(type);
}

Bits encode(ElementType type, double value) {
  switch (type) {
    case F64:
      return std::bit_cast<uint64_t>(value);
    case F32:
      return std::bit_cast<uint32_t>(static_cast<float>(value));
    case F16:
      return eutectic::F16(value).bits;
    case BF16:
      return eutectic::BF16(value).bits;
    case Pred:
      return value != 0;
    default:
      CHECK(is_integer(type), "a {} is no scalar", info(type).hlo);
      return saturate(type, value) & mask_of(type);
  }
}

Bits encode_int(ElementType type, int64_t value) {
  if (is_float(type)) return convert(type, S64, static_cast<Bits>(value));
  if (type == Pred) return value != 0;
  return static_cast<Bits>(value) & mask_of(type);
}

double decode(ElementType type, Bits bits) {
  if (is_float(type)) return double_of(type, bits);
  const Words w = words(type, bits);
  return is_signed_int(type) ? static_cast<double>(w.s) : static_cast<double>(w.u);
}

int64_t decode_int(ElementType type, Bits bits) {
  return is_signed_int(type) ? words(type, bits).s : static_cast<int64_t>(bits);
}

}  // namespace eutectic::scalar
