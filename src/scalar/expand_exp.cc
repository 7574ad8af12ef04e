// exp, expm1, logistic, sinh, cosh, tanh: exp(x) = 2^n exp(r), n the integer nearest to x / log 2.
#include <cstdint>

#include "base/check.h"
#include "scalar/coefficients.h"
#include "scalar/expression.h"

namespace eutectic::scalar {
namespace {

namespace c = coefficients;

struct Constants {
  double log2e, ln2_high, ln2_low;
  double lowest, highest;  // exp is 0 below and infinite above
  double one_above;        // exp(-x) < half an ulp of 1 beyond this
  double tiny;             // expm1(x) = x below
  std::span<const double> exp, expm1;
};
const Constants& constants(const Expr& x) {
  static constexpr Constants f32{1.44269504, 0.693147182, -1.90465421e-9, -104,        88.8,
                                 18,         0x1p-25,     c::exp_f32,     c::expm1_f32};
  static constexpr Constants f64{
      1.4426950408889634, 0.6931471805599453, 2.3190468138462996e-17, -745.2, 709.8, 40, 0x1p-54,
      c::exp_f64,         c::expm1_f64};
  return x.type() == ElementType::F32 ? f32 : f64;
}

// x = n log 2 + r. `biased` holds n + bias in its low bits (the others are of no use).
struct Reduced {
  Expr biased, r;
};
Reduced reduce(Expr x, int bias) {
  const Constants& k = constants(x);
  const double magic = format_of(x.type()).magic + bias;
  const Expr t = fma(x, k.log2e, magic);
  const Expr n = t - magic;
  Expr r = fma(n, -k.ln2_high, x);  // exact
  r = fma(n, -k.ln2_low, r);
  return {bits_of(t), r};
}
Expr exp_of_reduced(Expr r) {
  Expr p = polynomial(r, constants(r).exp);
  p = fma(p, r, 1);
  return fma(p, r, 1);
}
Expr expm1_of_reduced(Expr r) {
  const Expr square = r * r;
  const Expr p = polynomial(r, constants(r).expm1);
  return fma(p, square, r);
}
// 2^n for n + bias of the format in the low bits.
Expr power_of_two(Expr biased) { return float_of(shl(biased, biased.type() == ElementType::S32 ? 23 : 52)); }

// exp(x) 2^shift over the whole range, subnormal results and overflow rounded right: in two factors of 2^(n/2).
Expr full_exp(Expr x, int shift) {
  const Format& f = format_of(x.type());
  const Reduced v = reduce(x, 2 * f.bias + shift);
  const Expr p = exp_of_reduced(v.r);
  const int64_t exponent_mask =
      static_cast<int64_t>((uint64_t{1} << (f.width - 1)) - 1) & ~((int64_t{1} << f.mantissa) - 1);
  const Expr half = shl(v.biased, f.mantissa - 1);
  const Expr first = bit_and(half, exponent_mask);
  const Expr both_factors = shl(v.biased, f.mantissa);
  const Expr second = binary(Op::Sub, both_factors, first);
  return p * float_of(first) * float_of(second);
}

Expr exp(Expr x) {
  const Constants& k = constants(x);
  return full_exp(clamp(k.lowest, x, k.highest), 0);
}

// 1 / (1 + exp(-x)), numerator and denominator times 2^-lift so that a tiny result loses nothing. With exp(-r) = 1 + q
// the denominator is (1 + s) + s q, in effect with one rounding.
Expr logistic(Expr x) {
  const Constants& k = constants(x);
  const Format& f = format_of(x.type());
  const int lift = f.type == ElementType::F32 ? 30 : 60;
  const double unit = f.type == ElementType::F32 ? 0x1p-30 : 0x1p-60;
  const double magic = f.magic + f.bias - lift;
  const Expr cut = clamp(k.lowest, x, k.one_above);
  const Expr t = fma(cut, -k.log2e, magic);
  const Expr n = t - magic;
  Expr r = fma(n, k.ln2_high, cut);
  r = fma(n, k.ln2_low, r);
  double alternating[16];
  for (size_t i = 0; i < k.exp.size(); ++i) alternating[i] = i % 2 == 0 ? k.exp[i] : -k.exp[i];
  Expr p = polynomial(r, std::span(alternating, k.exp.size()));
  p = fma(p, r, -1);
  const Expr q = p * r;
  const Expr s = power_of_two(bits_of(t));
  const Expr high = s + unit;
  const Expr low = unit - (high - s);  // of use where s > 2^23
  return unit / (fma(s, q, low) + high);
}

Expr expm1(Expr x) {
  const Constants& k = constants(x);
  const Format& f = format_of(x.type());
  // Half the result, because 2^n itself may not be representable.
  const Reduced v = reduce(clamp(-k.one_above, x, k.highest), f.bias - 1);
  const Expr p = expm1_of_reduced(v.r);
  const Expr power = power_of_two(v.biased);
  const Expr half = fma(p, power, power - 0.5);
  return select(lt(abs(x), k.tiny), x, half + half);
}

// f64 only.
Expr sinh(Expr x) {
  const Expr a = abs(x);
  const Expr half = full_exp(min(711, a), -1);
  const Expr large = half - 0.25 / half;
  const Expr z = x * x;
  const Expr small = fma(a * z, polynomial(z, c::sinh_f64), a);
  return with_sign(select(lt(a, 1.0), small, large), x);
}
Expr cosh(Expr x) {
  const Expr half = full_exp(min(711, abs(x)), -1);
  return half + 0.25 / half;
}
// g / (g + 1) with g = expm1(2 |x|) / 2: near 1 an error of g hardly shows. Small numbers show all three roundings and
// have a polynomial. (One quotient of polynomials would need fewer operations and be off by up to 4 ulp.)
Expr tanh_f32(Expr x) {
  const Constants& k = constants(x);
  const Format& f = format_of(x.type());
  const Expr a = min(9.02, abs(x));
  const double magic = f.magic + f.bias;
  const Expr t = fma(a, 2 * k.log2e, magic);
  const Expr n = t - magic;
  Expr r = fma(n, -k.ln2_high / 2, a);
  r = fma(n, -k.ln2_low / 2, r);
  double doubled[8];  // expm1(2 r) / 2 = r + r^2 P(r)
  double power = 2;
  for (size_t i = 0; i < k.expm1.size(); ++i, power *= 2) doubled[i] = k.expm1[i] * power;
  const Expr p = polynomial(r, std::span(doubled, k.expm1.size()));
  const Expr half = fma(r * r, p, r);
  const Expr s = power_of_two(bits_of(t));
  const Expr g = fma(half, s, fma(s, 0.5, -0.5));
  const Expr large = g / (g + 1);
  const Expr z = a * a;
  const Expr small = fma(a * z, polynomial(z, c::tanh_f32), a);
  return with_sign(select(lt(a, 0.26), small, large), x);
}
Expr tanh(Expr x) {
  if (x.type() == ElementType::F32) return tanh_f32(x);
  const Format& f = format_of(x.type());
  const Reduced v = reduce(clamp(-40, x + x, 40), f.bias);
  const Expr p = expm1_of_reduced(v.r);
  const Expr power = power_of_two(v.biased);
  const Expr e = fma(p, power, power - 1);
  return select(lt(abs(x), 0x1p-30), x, e / (e + 2));
}

}  // namespace

Expr expand_exp(Op op, Expr x) {
  switch (op) {
    case Op::Exp:
      return exp(x);
    case Op::Expm1:
      return expm1(x);
    case Op::Logistic:
      return logistic(x);
    case Op::Sinh:
      return sinh(x);
    case Op::Cosh:
      return cosh(x);
    case Op::Tanh:
      return tanh(x);
    default:
      CHECK(false, "{} is no exponential", info(op).text);
      return x;
  }
}

}  // namespace eutectic::scalar
