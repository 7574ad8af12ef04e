// log, log1p, asinh, acosh, atanh: x = 2^e (1 + f) with 1 + f in [2/3, 4/3). The fast path takes positive normal
// numbers; all others go through one select, whose arm is expensive and so evaluated only where it is needed.
#include <limits>

#include "base/check.h"
#include "scalar/coefficients.h"
#include "scalar/expression.h"

namespace eutectic::scalar {
namespace {

namespace c = coefficients;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

constexpr int64_t two_thirds_f32 = 0x3f2aaaab;
constexpr int64_t two_thirds_f64 = 0x3fe5555555555555;

// The exponent of a positive normal number: -e as a float (times a power of two in f32), and -e 2^mantissa to be
// added to the number's bits. Negated so that log1p(-0) adds -0 to -0.
struct Exponent {
  Expr shift, number;
};
Exponent exponent_of(Expr bits) {
  if (bits.type() == ElementType::S32) {
    const Expr difference = minus(two_thirds_f32 + 0x7fffff, bits);
    const Expr shift = bit_and(difference, -0x800000);
    return {shift, convert(shift, ElementType::F32)};
  }
  // No conversion of 64-bit integers in AVX2: the exponent, made positive, becomes the low bits of a float.
  constexpr int64_t offset = 1536;
  const uint64_t top = uint64_t{two_thirds_f64} + 0xfffffffffffff + (uint64_t{offset} << 52);
  const Expr difference = minus(static_cast<int64_t>(top), bits);
  const Expr positive = shr(difference, 52);
  const Expr shift = plus(shl(positive, 52), -(offset << 52));
  const Expr number = float_of(bit_or(positive, 0x4330000000000000)) - (0x1p52 + offset);
  return {shift, number};
}

// log(1 + f) + e log 2; `negative_e` as above.
Expr log_of_parts(Expr f, Expr negative_e) {
  if (f.type() == ElementType::F32) {
    const Expr square = f * f;
    Expr p = polynomial(f, c::log_f32);
    p = fma(p, f, -0.5);
    const Expr r = fma(square, p, f);
    return fma(negative_e, -0.693147181 * 0x1p-23, r);
  }
  // s = f / (2 + f): log(1 + f) = 2 s + s z P(z) = f - (f^2/2 - s (f^2/2 + z P(z))).
  constexpr double ln2_high = 0x1.62e42fefa0000p-1, ln2_low = 0x1.cf79abc9e3b3ap-40;
  const Expr denominator = f + 2;
  const Expr s = f / denominator;
  const Expr z = s * s;
  const Expr p = polynomial(z, c::log_f64) * z;
  const Expr half_square = f * f * 0.5;
  const Expr sum = half_square + p;
  const Expr low = fma(negative_e, -ln2_low, s * sum);
  const Expr correction = half_square - low;
  return fma(negative_e, -ln2_high, f - correction);
}

// For positive normal numbers.
Expr log_core(Expr x) {
  const Expr bits = bits_of(x);
  const Exponent e = exponent_of(bits);
  const Expr f = float_of(binary(Op::Add, bits, e.shift)) - 1;
  return log_of_parts(f, e.number);
}

// log(1 + x) for -1 < x < 2^100: f = x 2^-e + (2^-e - 1) is rounded once, so nothing of x is lost.
Expr log1p_core(Expr x) {
  const Format& format = format_of(x.type());
  const Exponent e = exponent_of(bits_of(1 + x));
  const Expr power = float_of(plus(e.shift, static_cast<int64_t>(format.bias) << format.mantissa));  // 2^-e
  const Expr f = fma(x, power, -(1 - power));
  return log_of_parts(f, e.number);
}

Expr log(Expr x) {
  const bool f32 = x.type() == ElementType::F32;
  const Format& format = format_of(x.type());
  const Expr bits = bits_of(x);
  const int64_t least_normal = int64_t{1} << format.mantissa;
  const int64_t infinity_bits = static_cast<int64_t>((uint64_t{1} << (format.width - 1)) - 1) & ~(least_normal - 1);
  const Expr normal = within(bits, least_normal, infinity_bits);
  const Expr fast = log_core(x);
  // Subnormal numbers, zeros, infinity, negative numbers and NaN.
  const Expr scaled = x * (f32 ? 0x1p32 : 0x1p64);
  const Expr subnormal = log_core(scaled) - (f32 ? 32 : 64) * 0.69314718055994531;
  Expr slow = select(lt(x, 0.0), nan, subnormal);
  slow = select(eq(x, 0.0), -infinity, slow);
  slow = select(ge(x, infinity), x, slow);
  slow = select(ne(x, x), x, slow);
  return select(normal, fast, slow);
}

Expr log1p(Expr x) {
  const bool f32 = x.type() == ElementType::F32;
  const Format& format = format_of(x.type());
  const Expr u = 1 + x;
  const Expr bits = bits_of(u);
  const auto power_bits = [&format](int e) { return static_cast<int64_t>(e + format.bias) << format.mantissa; };
  const Expr ordinary = within(bits, power_bits(-format.mantissa - 2), power_bits(f32 ? 100 : 1000));
  const Expr fast = log1p_core(x);
  Expr slow = log_core(max(1, x));  // beyond 2^100
  slow = select(ge(x, infinity), x, slow);
  slow = select(eq(x, -1.0), -infinity, slow);
  slow = select(lt(x, -1.0), nan, slow);
  slow = select(ne(x, x), x, slow);
  return select(ordinary, fast, slow);
}

constexpr double ln2 = 0.69314718055994531;

Expr asinh(Expr x) {
  const Expr a = abs(x);
  const Expr square = a * a;
  const Expr root = sqrt(1 + square);
  const Expr fast = log1p_core(a + square / (1 + root));
  const Expr slow = log(a) + ln2;
  return with_sign(select(lt(a, 0x1p30), fast, slow), x);
}
Expr acosh(Expr x) {
  const Expr t = x - 1;
  const Expr root = sqrt(t * (t + 2));
  const Expr fast = log1p_core(t + root);
  const Expr slow = select(lt(x, 1.0), nan, log(x) + ln2);
  return select(
      within(bits_of(x), static_cast<int64_t>(encode(x.type(), 1)), static_cast<int64_t>(encode(x.type(), 0x1p30))),
      fast, slow);
}
Expr atanh(Expr x) {
  const Expr a = abs(x);
  const Expr ratio = (a + a) / (1 - a);
  return with_sign(0.5 * log1p(ratio), x);
}

}  // namespace

Expr log_of_normal(Expr x) { return log_core(x); }

Expr expand_log(Op op, Expr x) {
  switch (op) {
    case Op::Log:
      return log(x);
    case Op::Log1p:
      return log1p(x);
    case Op::Asinh:
      return asinh(x);
    case Op::Acosh:
      return acosh(x);
    case Op::Atanh:
      return atanh(x);
    default:
      CHECK(false, "{} is no logarithm", info(op).text);
      return x;
  }
}

}  // namespace eutectic::scalar
