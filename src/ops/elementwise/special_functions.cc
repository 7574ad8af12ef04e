// The formulas behind special_functions.h. Everything is computed in long double from series and recurrences,
// with no tables but Bernoulli numbers.
#include "ops/elementwise/special_functions.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace eutectic::special {
namespace {

using Real = long double;
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr Real pi = std::numbers::pi_v<Real>;

// B_2, B_4, ... B_24.
constexpr Real bernoulli[] = {1.0L / 6,       -1.0L / 30,       1.0L / 42,       -1.0L / 30,
                              5.0L / 66,      -691.0L / 2730,   7.0L / 6,        -3617.0L / 510,
                              43867.0L / 798, -174611.0L / 330, 854513.0L / 138, -236364091.0L / 2730};

}  // namespace

double erf(double x) { return std::erf(x); }
double erfc(double x) { return static_cast<double>(std::erfc(static_cast<Real>(x))); }

double lgamma(double x) {
  if (std::isinf(x)) return inf;
  int sign = 0;  // the reentrant form: std::lgamma writes a global
  return static_cast<double>(::lgammal_r(x, &sign));
}

namespace {
// Starts from Winitzki's approximation, log(1 - x^2) in a closed form (within 0.3 %); each step of Halley's
// method for erf(y) = x triples the digits. Beyond 1/2 the equation is erfc(y) = 1 - x, whose right side is
// exact.
template <class R, int steps>
double erf_inv_by(double x) {
  const double magnitude = std::fabs(x);
  if (!(magnitude < 1)) return magnitude == 1 ? std::copysign(inf, x) : nan;
  if (magnitude < 1e-10) return static_cast<double>(x * (std::sqrt(std::numbers::pi_v<R>) / 2));
  constexpr R a = 0.147L;
  const R log_rest = std::log1p(-static_cast<R>(magnitude) * magnitude);
  const R half = 2 / (std::numbers::pi_v<R> * a) + log_rest / 2;
  R y = std::sqrt(std::sqrt(half * half - log_rest / a) - half);
  for (int step = 0; step < steps; ++step) {
    const R error = magnitude < 0.5 ? std::erf(y) - magnitude : (1 - static_cast<R>(magnitude)) - std::erfc(y);
    const R newton = error / (2 * std::numbers::inv_sqrtpi_v<R> * std::exp(-y * y));
    y -= newton / (1 + y * newton);
  }
  return std::copysign(static_cast<double>(y), x);
}
}  // namespace

double erf_inv(double x) { return erf_inv_by<Real, 3>(x); }
double erf_inv_for_float(double x) { return erf_inv_by<double, 2>(x); }

// For x >= 12: log x - 1/2x - sum of B_2k / (2k x^2k); smaller x by psi(x) = psi(x + 1) - 1/x; negative x
// by psi(x) = psi(1 - x) - pi / tan(pi x).
double digamma(double x) {
  if (x <= 0 && x == std::floor(x)) return nan;  // poles
  if (std::isinf(x)) return x > 0 ? inf : nan;
  if (x != x) return x;
  Real result = 0;
  Real y = x;
  if (x < 0) {
    // The fraction's distance to the nearest integer is exact, so the tangent is right near the poles.
    const Real fraction = y - std::nearbyint(y);
    result = std::fabs(fraction) == 0.5L ? 0 : -pi / std::tan(pi * fraction);
    y = 1 - y;
  }
  while (y < 12) {
    result -= 1 / y;
    y += 1;
  }
  const Real inverse = 1 / (y * y);
  Real power = inverse, sum = 0;
  for (int k = 0; k < 12; ++k) {
    sum += bernoulli[k] * power / (2 * (k + 1));
    power *= inverse;
  }
  return static_cast<double>(result + std::log(y) - 1 / (2 * y) - sum);
}

// Small x: (x/2) sum of (x^2/4)^k / (k! (k+1)!), all terms positive. Large x: the asymptotic series in 1/x.
double bessel_i1e(double x) {
  if (x != x) return x;
  const Real y = std::fabs(static_cast<Real>(x));
  if (std::isinf(x)) return std::copysign(0.0, x);
  Real result;
  if (y <= 40) {
    const Real quarter = y * y / 4;
    Real term = y / 2, sum = term;
    for (int k = 1; k < 200 && term > sum * 1e-22L; ++k) {
      term *= quarter / (static_cast<Real>(k) * (k + 1));
      sum += term;
    }
    result = sum * std::exp(-y);
  } else {
    Real term = 1, sum = 1;
    for (int k = 1; k < 60; ++k) {
      const Real odd = 2 * k - 1;
      const Real next = term * (odd * odd - 4) / (8 * k * y);
      if (std::fabs(next) >= std::fabs(term) || std::fabs(next) < 1e-22L) break;
      term = next;
      sum += term;
    }
    result = sum / std::sqrt(2 * pi * y);
  }
  return std::copysign(static_cast<double>(result), x);
}

namespace {
// Hurwitz zeta for s > 1, q > 0 by Euler-Maclaurin: some terms, the integral, half a term, and corrections
// by Bernoulli numbers.
Real hurwitz(Real s, Real q) {
  Real sum = 0, at = q;
  for (int count = 0; count < 14; ++count, at += 1) {
    const Real term = std::pow(at, -s);
    sum += term;
    if (term < sum * 1e-25L) return sum;
  }
  const Real term = std::pow(at, -s);
  sum += term * at / (s - 1) + term / 2;
  Real factor = s * term / at / 2;  // s (s+1) ... (s+2k-2) at^(-s-2k+1) / (2k)!
  for (int k = 0; k < 12; ++k) {
    const Real correction = factor * bernoulli[k];
    sum += correction;
    if (std::fabs(correction) < std::fabs(sum) * 1e-22L) break;
    factor *= (s + 2 * k + 1) * (s + 2 * k + 2) / (at * at) / ((2 * k + 3) * (2 * k + 4));
  }
  return sum;
}
}  // namespace

// For negative q = f - m with 0 < f < 1 the first m terms are, up to sign, those of the series at 1 - f.
double zeta(double s, double q) {
  if (s != s || q != q || s < 1) return nan;
  if (s == 1) return inf;
  if (q <= 0) {
    if (q == std::floor(q)) return std::fmod(s, 2) == 0 ? inf : nan;
    if (s != std::floor(s)) return nan;
  }
  if (std::isinf(q)) return 0;
  if (std::isinf(s)) return q > 1 ? 0 : q == 1 ? 1 : inf;
  if (q > 0) return static_cast<double>(hurwitz(s, q));
  const Real f = static_cast<Real>(q) - std::floor(static_cast<Real>(q));
  const Real first = hurwitz(s, 1 - f) - hurwitz(s, 1 - static_cast<Real>(q));
  return static_cast<double>(hurwitz(s, f) + (std::fmod(s, 2) == 0 ? first : -first));
}

// (-1)^(n+1) n! zeta(n + 1, x).
double polygamma(double order, double x) {
  if (order == 0) return digamma(x);
  if (order != order || x != x || order < 0 || order != std::floor(order)) return nan;
  const double sign = std::fmod(order, 2) == 0 ? -1 : 1;
  return sign * std::tgamma(order + 1) * zeta(order + 1, x);
}

}  // namespace eutectic::special
