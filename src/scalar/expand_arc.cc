// asin, acos, atan, atan2: odd polynomials after one reduction.
#include <limits>

#include "base/check.h"
#include "scalar/coefficients.h"
#include "scalar/expression.h"

namespace eutectic::scalar {
namespace {

namespace c = coefficients;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double pi = 3.141592653589793, half_pi = 1.5707963267948966, quarter_pi = 0.7853981633974483;

bool is_f32(const Expr& x) { return x.type() == ElementType::F32; }
// What the format drops of pi/2.
double half_pi_low(const Expr& x) { return is_f32(x) ? -4.371139000186243e-08 : 6.123233995736766e-17; }

// The angle of (denominator, numerator), both not negative, in [0, pi/2].
Expr first_quadrant(Expr numerator, Expr denominator) {
  const Expr low = lt(numerator, denominator * 0.41421356);
  const Expr high = gt(numerator, denominator * 2.41421356);
  const Expr difference = numerator - denominator;
  const Expr sum = numerator + denominator;
  const Expr above = select(high, -denominator, difference);
  const Expr below = select(high, numerator, sum);
  const Expr top = select(low, numerator, above);
  const Expr bottom = select(low, denominator, below);
  const Expr t = top / bottom;
  const Expr z = t * t;
  const Expr p = is_f32(t) ? polynomial(z, c::atan_f32) : polynomial(z, c::atan_f64);
  const Expr offset = select(low, 0.0, select(high, t.number(half_pi), t.number(quarter_pi)));
  const double rest = half_pi_low(t);
  const Expr offset_low = select(low, 0.0, select(high, t.number(rest), t.number(rest / 2)));
  const Expr cube = t * z;
  return offset + (t + fma(cube, p, offset_low));
}

Expr atan(Expr x) {
  const Expr a = abs(x);
  return with_sign(first_quadrant(a, a.number(1)), x);
}

// asin(s) for s*s = z <= 0.55^2.
Expr asin_core(Expr s, Expr z) {
  const Expr p = is_f32(s) ? polynomial(z, c::asin_f32) : polynomial(z, c::asin_f64);
  return fma(s * z, p, s);
}
// asin of a small |x|, or of sqrt((1 - |x|) / 2).
struct Arc {
  Expr small, angle;
};
Arc arc_of(Expr x) {
  const Expr a = abs(x);
  // Not at 1/2: twice an angle above 1/2 has a rounding error that asin shows.
  const Expr small = lt(a, 0.55);
  const Expr half = fma(a, -0.5, 0.5);
  const Expr z = select(small, a * a, half);
  const Expr s = select(small, a, sqrt(half));
  return {small, asin_core(s, z)};
}
Expr asin(Expr x) {
  const Arc v = arc_of(x);
  const Expr large = fma(v.angle, -2, half_pi_low(x)) + half_pi;
  return with_sign(select(v.small, v.angle, large), x);
}
Expr acos(Expr x) {
  const Arc v = arc_of(x);
  const double rest = half_pi_low(x);
  const Expr negative = lt(x, 0.0);
  const Expr signed_angle = select(negative, -v.angle, v.angle);
  const Expr small = (rest - signed_angle) + half_pi;
  const Expr twice = v.angle + v.angle;
  const Expr large = select(negative, (2 * rest - twice) + pi, twice);
  return select(v.small, small, large);
}

}  // namespace

Expr expand_atan2(Expr y, Expr x) {
  const bool f32 = is_f32(y);
  Expr a = abs(y);
  Expr b = abs(x);
  // Infinities become 1 beside 0, or beside 1.
  const Expr larger = max(a, b);
  const Expr infinite = eq(larger, infinity);
  const Expr a_direction = select(eq(a, infinity), a.number(1), a.number(0));
  const Expr b_direction = select(eq(b, infinity), b.number(1), b.number(0));
  // Halving keeps sums finite.
  const Expr scale = select(gt(larger, f32 ? 0x1p120 : 0x1p1000), a.number(0.25), a.number(1));
  a = select(infinite, a_direction, a * scale);
  b = select(infinite, b_direction, b * scale);
  Expr angle = first_quadrant(a, b);
  angle = select(eq(a, 0.0), 0.0, angle);
  const Expr left = lt(bits_of(x), bits_of(x).integer(0));
  const Expr turned = (2 * half_pi_low(x) - angle) + pi;
  angle = select(left, turned, angle);
  return select(ne(x, x), nan, with_sign(angle, y));
}

Expr expand_inverse_trigonometric(Op op, Expr x) {
  switch (op) {
    case Op::Asin:
      return asin(x);
    case Op::Acos:
      return acos(x);
    case Op::Atan:
      return atan(x);
    default:
      CHECK(false, "{} is no inverse", info(op).text);
      return x;
  }
}

}  // namespace eutectic::scalar
