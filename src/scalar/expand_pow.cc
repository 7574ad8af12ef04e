// pow, cbrt, hypot.
#include <limits>

#include "base/check.h"
#include "scalar/coefficients.h"
#include "scalar/expression.h"

namespace eutectic::scalar {
namespace {

namespace c = coefficients;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// The special cases of C's pow around `magnitude` = |x|^y, right where x and y are finite and x is not 0.
Expr pow_cases(Expr x, Expr y, Expr magnitude) {
  const Expr a = abs(x);
  const Expr integral = eq(unary(Op::RoundEven, y), y);  // infinities are even integers
  const Expr half = y * 0.5;
  const Expr odd = both(integral, ne(unary(Op::RoundEven, half), half));
  const Expr grows = gt(y, 0.0);
  // |x| = 0 or infinite, or y infinite.
  const Expr edge = select(grows, select(eq(a, 0.0), x.number(0), x.number(infinity)),
                           select(eq(a, 0.0), x.number(infinity), x.number(0)));
  const Expr at_edge = either(eq(a, 0.0), eq(a, infinity));
  Expr r = select(at_edge, edge, magnitude);
  const Expr large = gt(a, 1.0);
  const Expr same = apply(Op::Eq, ElementType::Pred, {large, grows});
  const Expr infinite_power = select(same, x.number(infinity), x.number(0));
  r = select(eq(abs(y), infinity), infinite_power, r);
  const Expr negative = lt(bits_of(x), bits_of(x).integer(0));
  r = select(both(negative, odd), -r, r);
  const Expr below = both(lt(x, 0.0), gt(x, -infinity));
  const Expr fraction =
      both(ne(integral, x.emitter ? Expr{x.emitter, x.emitter->constant(ElementType::Pred, 1)} : x), eq(y, y));
  r = select(both(below, fraction), nan, r);
  r = select(either(ne(x, x), ne(y, y)), nan, r);
  r = select(both(eq(x, -1.0), eq(abs(y), infinity)), 1, r);
  return select(either(eq(x, 1.0), eq(y, 0.0)), 1, r);
}

// An ordinary case: x positive, normal and finite, y finite.
Expr ordinary(Expr x, Expr y) {
  const Expr normal = within(bits_of(x), int64_t{1} << 52, int64_t{0x7ff} << 52);
  return both(normal, lt(abs(y), infinity));
}

struct Sum {
  Expr high, low;
};
Sum two_sum(Expr a, Expr b) {  // |a| >= |b|
  const Expr high = a + b;
  return {high, b - (high - a)};
}
Sum two_product(Expr a, Expr b) {
  const Expr high = a * b;
  return {high, fma(a, b, -high)};
}

// log x to about 2^-64, x positive and normal (f64).
Sum accurate_log(Expr x) {
  constexpr int64_t two_thirds = 0x3fe5555555555555;
  const Expr bits = bits_of(x);
  const Expr difference = plus(bits, (int64_t{1023} << 52) - two_thirds);
  const Expr biased = shr(difference, 52);
  const Expr e = float_of(bit_or(biased, 0x4330000000000000)) - (0x1p52 + 1023);
  const Expr m = float_of(plus(bit_and(difference, 0xfffffffffffff), two_thirds));
  const Expr f = m - 1;
  // s = f / (2 + f) in two parts; 2 + f = m + 1 is not exact.
  const Expr d = m + 1;
  const Expr d_low = m - (d - 1);
  const Expr s = f / d;
  Expr residue = fma(-s, d, f);
  residue = fma(-s, d_low, residue);
  const Expr s_low = residue / d;
  // log = 2 s + 2/3 s^3 + s z (z P'(z)), the cube in two parts.
  const Sum z = two_product(s, s);
  const Expr z_low = fma(s + s, s_low, z.low);
  const Sum cube = two_product(z.high, s);
  const Expr cube_low = fma(z.high, s_low, fma(z_low, s, cube.low));
  constexpr double two_thirds_high = 0.66666666666666663, two_thirds_low = 3.7007434154171886e-17;
  const Expr term = cube.high * two_thirds_high;
  Expr term_low = fma(cube.high, two_thirds_high, -term);
  term_low = fma(cube.high, two_thirds_low, term_low);
  term_low = fma(cube_low, two_thirds_high, term_low);
  const Expr rest = polynomial(z.high, c::log_tail_f64);
  term_low = fma(cube.high * z.high, rest, term_low);
  constexpr double ln2_high = 0x1.62e42fefa0000p-1, ln2_low = 0x1.cf79abc9e3b3ap-40;
  const Expr e_high = e * ln2_high;  // exact
  const Expr e_low = e * ln2_low;
  const Expr e_rest = fma(e, ln2_low, -e_low);
  const Expr twice = s + s;
  // |e log 2| is either 0 or greater than |2 s|.
  const Sum first = two_sum(select(eq(e, 0.0), twice, e_high), select(eq(e, 0.0), 0.0, twice));
  const Sum second = two_sum(first.high, term);
  const Sum third = two_sum(second.high, e_low);
  Expr low = first.low + second.low;
  low = low + third.low;
  low = low + fma(s_low, 2, term_low);
  low = low + e_rest;
  return two_sum(third.high, low);
}

}  // namespace

Expr expand_pow_narrow(Expr x, Expr y) {
  const Expr fast = expand_exp(Op::Exp, y * log_of_normal(x));
  const Expr a = abs(x);
  const Expr slow = pow_cases(x, y, expand_exp(Op::Exp, y * log_of_normal(a)));
  return select(ordinary(x, y), fast, slow);
}

Expr expand_pow(Expr x, Expr y) {
  const auto magnitude = [&y](const Sum& log) {
    // Beyond these exp is 0 or infinite whatever the low part is.
    const Expr high = clamp(-800, y * log.high, 800);
    const Expr error = fma(y, log.high, -high);
    const Expr low = clamp(-1, fma(y, log.low, error), 1);
    const Expr e = expand_exp(Op::Exp, high);
    return select(lt(e, infinity), fma(e, low, e), e);
  };
  const Expr fast = magnitude(accurate_log(x));
  const Expr a = abs(x);
  const Expr subnormal = lt(a, 0x1p-1022);
  const Sum scaled = accurate_log(select(subnormal, a * 0x1p64, a));
  const Expr shift = select(subnormal, x.number(-64 * 0.69314718055994531), x.number(0));
  const Expr shift_low = select(subnormal, x.number(-64 * 2.3190468138462996e-17), x.number(0));
  const Sum shifted = two_sum(scaled.high, shift);
  const Expr rest = shifted.low + shift_low;
  const Expr slow = pow_cases(x, y, magnitude(two_sum(shifted.high, scaled.low + rest)));
  return select(ordinary(x, y), fast, slow);
}

// Starts with the bits' exponent divided by three (5 % off), then Halley's iteration, which cubes the error.
Expr expand_cbrt(Expr x) {
  const Expr a = abs(x);
  const Expr small = lt(a, 0x1p-1000);
  const Expr large = gt(a, 0x1p1000);
  const Expr scale = select(small, x.number(0x1p54), select(large, x.number(0x1p-54), x.number(1)));
  const Expr unscale = select(small, x.number(0x1p-18), select(large, x.number(0x1p18), x.number(1)));
  const Expr scaled = a * scale;
  const Expr bits = bits_of(scaled);
  const Expr third = binary(Op::Div, bits, bits.integer(3));
  Expr r = float_of(plus(third, 0x2a9f7893782da1ce));
  for (int i = 0; i < 3; ++i) {
    const Expr cube = r * r * r;
    const Expr difference = cube - scaled;
    const Expr sum = fma(cube, 2, scaled);
    r = r - r * (difference / sum);
  }
  r = r * unscale;
  const Expr ordinary = both(gt(a, 0.0), lt(a, infinity));
  return select(ordinary, with_sign(r, x), x);
}

namespace {

Expr scaled_hypot(Expr x, Expr y) {
  const Expr a = abs(x);
  const Expr b = abs(y);
  const Expr larger = max(a, b);
  const Expr huge = gt(larger, 0x1p500);
  const Expr tiny = lt(larger, 0x1p-500);
  const Expr down = select(huge, x.number(0x1p-600), select(tiny, x.number(0x1p600), x.number(1)));
  const Expr up = select(huge, x.number(0x1p600), select(tiny, x.number(0x1p-600), x.number(1)));
  const Expr u = a * down;
  const Expr v = b * down;
  const Expr r = sqrt(fma(u, u, v * v)) * up;
  return select(either(eq(a, infinity), eq(b, infinity)), infinity, r);
}

// Squares of f32 are exact in double and stay in range.
Expr wide_hypot(Expr x, Expr y) {
  const Expr u = convert(x, ElementType::F64);
  const Expr v = convert(y, ElementType::F64);
  const Expr r = sqrt(fma(u, u, v * v));
  return convert(select(either(eq(abs(u), infinity), eq(abs(v), infinity)), infinity, r), ElementType::F32);
}

}  // namespace

// Where the sum of squares is far from both ends of the type, its root is right to one ULP: a square lost to underflow
// is then too small to count. All else, and NaN, takes the careful form.
Expr expand_hypot(Expr x, Expr y) {
  const bool narrow = x.type() == ElementType::F32;
  const Expr squares = fma(x, x, y * y);
  const double low = narrow ? 0x1p-100 : 0x1p-900;
  const double high = narrow ? 0x1p120 : 0x1p1000;
  const Expr ordinary = both(ge(squares, low), lt(squares, high));
  return select(ordinary, sqrt(squares), narrow ? wide_hypot(x, y) : scaled_hypot(x, y));
}

}  // namespace eutectic::scalar
