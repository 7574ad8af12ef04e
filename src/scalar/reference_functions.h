// Reference values of the composite ops for tests: by the C library in double (for f32), and the size of an error
// in ulps of the result.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "scalar/scalar_op.h"

namespace eutectic::scalar {

// erf's inverse by Newton's method in long double.
inline double reference_erf_inv(double x) {
  const long double a = std::fabs(x);
  if (!(a <= 1)) return std::numeric_limits<double>::quiet_NaN();
  if (a == 1) return std::copysign(std::numeric_limits<double>::infinity(), x);
  const long double root_pi = 1.7724538509055160273L;
  if (a < 1e-5L) return static_cast<double>(x * root_pi / 2 * (1 + a * a * 0.26179938779914943654L));
  // Winitzki's estimate, then Halley's steps.
  const long double l = std::log((1 - a) * (1 + a));
  const long double b = 2 / (3.14159265358979323846L * 0.147L) + l / 2;
  long double y = std::sqrt(std::sqrt(b * b - l / 0.147L) - b);
  for (int i = 0; i < 4; ++i) {
    const long double error = a > 0.5L ? (1 - a) - std::erfc(y) : std::erf(y) - a;
    const long double step = error * root_pi / 2 * std::exp(y * y);
    y -= step / (1 + y * step);
  }
  return static_cast<double>(std::copysign(y, static_cast<long double>(x)));
}

inline double reference(Op op, double x, double y = 0) {
  switch (op) {
    case Op::Sign:
      return x > 0 ? 1 : x < 0 ? -1 : x;
    case Op::RoundAway:
      return std::round(x);
    case Op::Exp:
      return std::exp(x);
    case Op::Expm1:
      return std::expm1(x);
    case Op::Log:
      return std::log(x);
    case Op::Log1p:
      return std::log1p(x);
    case Op::Sin:
      return std::sin(x);
    case Op::Cos:
      return std::cos(x);
    case Op::Tan:
      return std::tan(x);
    case Op::Asin:
      return std::asin(x);
    case Op::Acos:
      return std::acos(x);
    case Op::Atan:
      return std::atan(x);
    case Op::Atan2:
      return std::atan2(x, y);
    case Op::Sinh:
      return std::sinh(x);
    case Op::Cosh:
      return std::cosh(x);
    case Op::Tanh:
      return std::tanh(x);
    case Op::Asinh:
      return std::asinh(x);
    case Op::Acosh:
      return std::acosh(x);
    case Op::Atanh:
      return std::atanh(x);
    case Op::Logistic:
      return x < -700 ? std::exp(x) : 1 / (1 + std::exp(-x));
    case Op::Pow:
      return std::pow(x, y);
    case Op::Rsqrt:
      return 1 / std::sqrt(x);
    case Op::Cbrt:
      return std::cbrt(x);
    case Op::Hypot:
      return std::hypot(x, y);
    case Op::Erf:
      return std::erf(x);
    case Op::Erfc:
      return std::erfc(x);
    case Op::ErfInv:
      return reference_erf_inv(x);
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

// What a wrong special value counts.
inline constexpr double wrong = 1e30;

// The error of `got` where `want` is the exact value (as well as a double tells it), in ulps of a format with
// `mantissa` explicit bits and least exponent `least`. Zeros must have the sign of `want`.
inline double ulps(double got, double want, int mantissa, int least, double largest) {
  if (std::isnan(want) || std::isnan(got)) return std::isnan(want) == std::isnan(got) ? 0 : wrong;
  if (got == 0 && std::signbit(got) != std::signbit(want)) return wrong;
  if (got == want) return 0;
  if (std::isinf(got)) return got * want > 0 && std::fabs(want) > largest ? 0 : wrong;
  if (std::isinf(want)) return wrong;
  const int exponent = want == 0 ? least : std::max(std::ilogb(want), least);
  return std::ldexp(std::fabs(got - want), mantissa - exponent);
}
inline double ulps_f32(double got, double want) {
  return ulps(got, want, 23, -126, static_cast<double>(std::numeric_limits<float>::max()));
}

}  // namespace eutectic::scalar
