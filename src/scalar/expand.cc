// Dispatch of the expansions: which op goes where for which type, what integers and halves do, and the few ops
// that need no approximation.
#include "scalar/expand.h"

#include <bit>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "scalar/expression.h"

namespace eutectic::scalar {

using enum ElementType;

const Format& format_of(ElementType type) {
  static constexpr Format f32{F32, S32, 32, 23, 127, 12582912.0};
  static constexpr Format f64{F64, S64, 64, 52, 1023, 6755399441055744.0};
  CHECK(type == F32 || type == F64, "no expansion in {}", info(type).hlo);
  return type == F32 ? f32 : f64;
}

Expr bits_of(Expr x) { return apply(Op::Bitcast, format_of(x.type()).integer, {x}); }
Expr float_of(Expr bits) { return apply(Op::Bitcast, bits.type() == S32 ? F32 : F64, {bits}); }

Expr sign_bit(Expr x) {
  const Expr bits = bits_of(x);
  return bit_and(bits, bits.type() == S32 ? std::numeric_limits<int32_t>::min() : std::numeric_limits<int64_t>::min());
}
Expr with_sign(Expr magnitude, Expr sign) {
  const Expr s = sign_bit(sign);
  return float_of(bit_or(bits_of(magnitude), s));
}

Expr polynomial(Expr x, std::span<const double> c) {
  Expr r = x.number(c.back());
  for (size_t i = c.size() - 1; i-- > 0;) r = fma(r, x, c[i]);
  return r;
}

Expr within(Expr bits, int64_t low, int64_t high) {
  const int64_t least = bits.type() == S32 ? std::numeric_limits<int32_t>::min() : std::numeric_limits<int64_t>::min();
  // Unsigned bits - low < high - low, as a signed comparison.
  const auto shifted = [least](int64_t v) {
    return static_cast<int64_t>(static_cast<uint64_t>(v) + static_cast<uint64_t>(least));
  };
  const Expr offset = plus(bits, shifted(-low));
  return lt(offset, bits.integer(shifted(high - low)));
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Expr sign(Expr x) {
  const ElementType type = x.type();
  if (is_unsigned_int(type)) return min(x.integer(1), x);
  if (is_signed_int(type)) return max(x.integer(-1), min(x.integer(1), x));
  const Expr not_positive = select(lt(x, 0.0), -1, x);  // zeros and NaN are their own sign
  return select(gt(x, 0.0), 1, not_positive);
}

Expr is_finite(Expr x) { return lt(abs(x), infinity); }

Expr round_away(Expr x) {
  // The largest number below a half: a half itself would round 0.49999997 up.
  const double below_half = x.type() == F32 ? 0.49999997 : std::nextafter(0.5, 0.0);
  const Expr half = with_sign(x.number(below_half), x);
  return unary(Op::Trunc, x + half);
}

Expr integer_power(Expr base, Expr exponent) {
  const ElementType type = base.type();
  const int width = info(type).bits;
  const Expr one = base.integer(1);
  const Expr zero = base.integer(0);
  Expr result = one;
  Expr power = base;
  Expr rest = exponent;
  for (int i = 0; i < width; ++i) {
    const Expr odd = ne(bit_and(rest, 1), zero);
    const Expr more = binary(Op::Mul, result, power);
    result = select(odd, more, result);
    if (i + 1 == width) break;
    power = binary(Op::Mul, power, power);
    rest = shr(rest, 1);
  }
  if (is_unsigned_int(type)) return result;
  // Negative exponents: 0 but for the bases 1 and -1.
  const Expr minus_one = base.integer(-1);
  const Expr is_odd = ne(bit_and(exponent, 1), zero);
  const Expr alternating = select(is_odd, minus_one, one);
  const Expr from_minus = select(eq(base, minus_one), alternating, zero);
  const Expr reciprocal = select(eq(base, one), one, from_minus);
  return select(lt(exponent, zero), reciprocal, result);
}

// Whether f32 goes through f64, where that costs less than extended precision would or the op is rare.
bool widens(Op op) {
  switch (op) {
    case Op::Tan:
    case Op::Sinh:
    case Op::Cosh:
    case Op::Asinh:
    case Op::Acosh:
    case Op::Atanh:
    case Op::Cbrt:
    case Op::Pow:
    case Op::Erfc:
      return true;
    default:
      return false;
  }
}

Expr in_float(Op op, Expr x, Expr y) {
  switch (op) {
    case Op::Sign:
      return sign(x);
    case Op::IsFinite:
      return is_finite(x);
    case Op::RoundAway:
      return round_away(x);
    case Op::Rsqrt:
      return 1 / sqrt(x);
    case Op::Exp:
    case Op::Expm1:
    case Op::Logistic:
    case Op::Sinh:
    case Op::Cosh:
    case Op::Tanh:
      return expand_exp(op, x);
    case Op::Log:
    case Op::Log1p:
    case Op::Asinh:
    case Op::Acosh:
    case Op::Atanh:
      return expand_log(op, x);
    case Op::Sin:
    case Op::Cos:
    case Op::Tan:
      return expand_trigonometric(op, x);
    case Op::Asin:
    case Op::Acos:
    case Op::Atan:
      return expand_inverse_trigonometric(op, x);
    case Op::Erf:
    case Op::Erfc:
    case Op::ErfInv:
      return expand_erf(op, x);
    case Op::Cbrt:
      return expand_cbrt(x);
    case Op::Hypot:
      return expand_hypot(x, y);
    case Op::Atan2:
      return expand_atan2(x, y);
    case Op::Pow:
      return expand_pow(x, y);
    default:
      CHECK(false, "no expansion of {}", info(op).text);
      return x;
  }
}

}  // namespace

bool can_expand(Op op, ElementType type) {
  if (!is_scalar_type(type)) return false;
  if (info(op).group == OpGroup::Primitive) {
    const ElementType types[] = {op == Op::Select ? Pred : type, type, type};
    return result_type(op, std::span(types, static_cast<size_t>(info(op).operands)), type).has_value();
  }
  if (is_float(type)) return true;
  return is_integer(type) && (op == Op::Sign || op == Op::Pow);
}

Value expand(Emitter& emitter, Op op, std::span<const Value> operands) {
  CHECK(operands.size() == static_cast<size_t>(info(op).operands), "{} operands of {}", operands.size(), info(op).text);
  const ElementType type = emitter.type(operands[0]);
  if (info(op).group == OpGroup::Primitive) {
    CHECK(op != Op::Convert && op != Op::Bitcast, "{} needs a type", info(op).text);
    const bool comparison = op >= Op::Eq && op <= Op::Ge;
    return emitter.emit(op, comparison ? Pred : op == Op::Select ? emitter.type(operands[1]) : type, operands);
  }
  CHECK(can_expand(op, type), "no {} of {}", info(op).text, info(type).hlo);
  Expr x{&emitter, operands[0]};
  Expr y{&emitter, operands.size() > 1 ? operands[1] : operands[0]};
  if (is_integer(type)) return (op == Op::Sign ? sign(x) : integer_power(x, y)).value;
  if (type == F16 || type == BF16) {
    const Value wide[] = {emitter.emit(Op::Convert, F32, {x.value}),
                          operands.size() > 1 ? emitter.emit(Op::Convert, F32, {y.value}) : x.value};
    const Value result = expand(emitter, op, std::span(wide, operands.size()));
    return op == Op::IsFinite ? result : emitter.emit(Op::Convert, type, {result});
  }
  if (type == F32 && widens(op)) {
    x = convert(x, F64);
    if (operands.size() > 1) y = convert(y, F64);
    return convert(op == Op::Pow ? expand_pow_narrow(x, y) : in_float(op, x, y), F32).value;
  }
  return in_float(op, x, y).value;
}

}  // namespace eutectic::scalar
