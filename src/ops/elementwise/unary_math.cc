// Elementary functions of floats (in double, rounded once; f64 by the C library) and of complex numbers
// (c64 in double, c128 in long double, with sums that keep small results exact).
#include "ops/elementwise/family.h"
#include "ops/elementwise/kernel.h"

namespace eutectic {
namespace elementwise {
namespace {

double logistic(double x) { return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x)); }
// The C library's cbrt is off by more than two units; its long double one is not.
double real_cbrt(double x) { return static_cast<double>(std::cbrt(static_cast<long double>(x))); }
double rsqrt(double x) { return static_cast<double>(1 / std::sqrt(static_cast<long double>(x))); }

#define REAL_FUNCTION(name, call) \
  double name(double x) { return std::call(x); }
REAL_FUNCTION(real_acos, acos)
REAL_FUNCTION(real_acosh, acosh)
REAL_FUNCTION(real_asin, asin)
REAL_FUNCTION(real_asinh, asinh)
REAL_FUNCTION(real_atan, atan)
REAL_FUNCTION(real_atanh, atanh)
REAL_FUNCTION(real_cosh, cosh)
REAL_FUNCTION(real_cos, cos)
REAL_FUNCTION(real_exp, exp)
REAL_FUNCTION(real_expm1, expm1)
REAL_FUNCTION(real_log, log)
REAL_FUNCTION(real_log1p, log1p)
REAL_FUNCTION(real_sin, sin)
REAL_FUNCTION(real_sinh, sinh)
REAL_FUNCTION(real_sqrt, sqrt)
REAL_FUNCTION(real_tan, tan)
REAL_FUNCTION(real_tanh, tanh)
#undef REAL_FUNCTION

#define COMPLEX_FUNCTION(name, call)                  \
  struct name {                                       \
    template <class P>                                \
    static std::complex<P> apply(std::complex<P> z) { \
      return std::call(z);                            \
    }                                                 \
  };
COMPLEX_FUNCTION(ComplexAcos, acos)
COMPLEX_FUNCTION(ComplexAcosh, acosh)
COMPLEX_FUNCTION(ComplexAsin, asin)
COMPLEX_FUNCTION(ComplexAsinh, asinh)
COMPLEX_FUNCTION(ComplexAtan, atan)
COMPLEX_FUNCTION(ComplexAtanh, atanh)
COMPLEX_FUNCTION(ComplexCosh, cosh)
COMPLEX_FUNCTION(ComplexCos, cos)
COMPLEX_FUNCTION(ComplexLog, log)
COMPLEX_FUNCTION(ComplexSin, sin)
COMPLEX_FUNCTION(ComplexSinh, sinh)
COMPLEX_FUNCTION(ComplexSqrt, sqrt)
COMPLEX_FUNCTION(ComplexTan, tan)
COMPLEX_FUNCTION(ComplexTanh, tanh)
#undef COMPLEX_FUNCTION

// exp(x) (cos y + i sin y): where y is not finite the result is NaN whatever x is, as in XLA and unlike C.
struct ComplexExp {
  template <class P>
  static std::complex<P> apply(std::complex<P> z) {
    const P size = std::exp(z.real());
    if (z.imag() == 0) return {size, z.imag()};
    return {size * std::cos(z.imag()), size * std::sin(z.imag())};
  }
};

// exp(z) - 1: the real part is expm1(x) cos y + (cos y - 1), with cos y - 1 = -2 sin^2(y/2).
struct ComplexExpm1 {
  template <class P>
  static std::complex<P> apply(std::complex<P> z) {
    const P x = z.real(), y = z.imag();
    if (y == 0) return {std::expm1(x), y};
    if (!std::isfinite(x) || !std::isfinite(y)) {
      const std::complex<P> e = ComplexExp::apply(z);
      return {e.real() - 1, e.imag()};
    }
    const P half = std::sin(y / 2);
    return {std::expm1(x) * std::cos(y) - 2 * half * half, std::exp(x) * std::sin(y)};
  }
};

// log(1 + z): the real part is log1p(2x + x^2 + y^2) / 2; near |1 + z| = 1 the sum cancels and is
// formed from exact products and sums.
struct ComplexLog1p {
  template <class P>
  static std::complex<P> apply(std::complex<P> z) {
    const P x = z.real(), y = z.imag();
    const P angle = std::atan2(y, 1 + x);
    if (!std::isfinite(x) || !std::isfinite(y) || std::fabs(x) > 8 || std::fabs(y) > 8)
      return {std::log(std::hypot(1 + x, y)), angle};
    if (std::fabs(1 + x) < P(0.5) && std::fabs(y) < P(0.5)) return {std::log(std::hypot(1 + x, y)), angle};
    const P xx = x * x, xx_low = std::fma(x, x, -xx);
    const P yy = y * y, yy_low = std::fma(y, y, -yy);
    P sum, sum_low, total, total_low;
    two_sum(2 * x, xx, sum, sum_low);
    two_sum(sum, yy, total, total_low);
    return {std::log1p(total + (((sum_low + total_low) + xx_low) + yy_low)) / 2, angle};
  }
  template <class P>
  static void two_sum(P a, P b, P& sum, P& low) {
    sum = a + b;
    const P part = sum - a;
    low = (a - (sum - part)) + (b - part);
  }
};
struct ComplexLogistic {
  template <class P>
  static std::complex<P> apply(std::complex<P> z) {
    return P(1) / (P(1) + std::exp(-z));
  }
};
struct ComplexRsqrt {
  template <class P>
  static std::complex<P> apply(std::complex<P> z) {
    return P(1) / std::sqrt(z);
  }
};
struct ComplexCbrt {
  template <class P>
  static std::complex<P> apply(std::complex<P> z) {
    if (z == std::complex<P>(0)) return z;
    return std::polar(std::cbrt(std::abs(z)), std::arg(z) / 3);
  }
};

template <double (*real)(double), class ComplexFunction>
ScalarKernel function(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    if constexpr (is_real<T>)
      return &unary_in_double<real, T>;
    else if constexpr (is_complex_number<T>)
      return &complex_unary<ComplexFunction, T>;
    else
      return nullptr;
  });
}

#define UNARY_MATH_OPS(X)                                                                                            \
  X(Acos, 1, "fc", same_shape, (function<real_acos, ComplexAcos>), plain, "inverse cosine")                          \
  X(Acosh, 1, "fc", same_shape, (function<real_acosh, ComplexAcosh>), plain, "inverse hyperbolic cosine")            \
  X(Asin, 1, "fc", same_shape, (function<real_asin, ComplexAsin>), plain, "inverse sine")                            \
  X(Asinh, 1, "fc", same_shape, (function<real_asinh, ComplexAsinh>), plain, "inverse hyperbolic sine")              \
  X(Atan, 1, "fc", same_shape, (function<real_atan, ComplexAtan>), plain, "inverse tangent")                         \
  X(Atanh, 1, "fc", same_shape, (function<real_atanh, ComplexAtanh>), plain, "inverse hyperbolic tangent")           \
  X(Cbrt, 1, "fc", same_shape, (function<real_cbrt, ComplexCbrt>), plain, "cube root", {AttrName::ResultAccuracy})   \
  X(Cosh, 1, "fc", same_shape, (function<real_cosh, ComplexCosh>), plain, "hyperbolic cosine")                       \
  X(Cosine, 1, "fc", same_shape, (function<real_cos, ComplexCos>), plain, "cosine", {AttrName::ResultAccuracy})      \
  X(Exponential, 1, "fc", same_shape, (function<real_exp, ComplexExp>), plain, "e to the power of x",                \
    {AttrName::ResultAccuracy})                                                                                      \
  X(ExponentialMinusOne, 1, "fc", same_shape, (function<real_expm1, ComplexExpm1>), plain,                           \
    "e to the power of x, minus 1", {AttrName::ResultAccuracy})                                                      \
  X(Log, 1, "fc", same_shape, (function<real_log, ComplexLog>), plain, "natural logarithm",                          \
    {AttrName::ResultAccuracy})                                                                                      \
  X(LogPlusOne, 1, "fc", same_shape, (function<real_log1p, ComplexLog1p>), plain, "logarithm of 1 + x",              \
    {AttrName::ResultAccuracy})                                                                                      \
  X(Logistic, 1, "fc", same_shape, (function<logistic, ComplexLogistic>), plain, "1 / (1 + exp(-x))",                \
    {AttrName::ResultAccuracy})                                                                                      \
  X(Rsqrt, 1, "fc", same_shape, (function<rsqrt, ComplexRsqrt>), plain, "1 / sqrt(x)", {AttrName::ResultAccuracy})   \
  X(Sine, 1, "fc", same_shape, (function<real_sin, ComplexSin>), plain, "sine", {AttrName::ResultAccuracy})          \
  X(Sinh, 1, "fc", same_shape, (function<real_sinh, ComplexSinh>), plain, "hyperbolic sine")                         \
  X(Sqrt, 1, "fc", same_shape, (function<real_sqrt, ComplexSqrt>), plain, "square root", {AttrName::ResultAccuracy}) \
  X(Tan, 1, "fc", same_shape, (function<real_tan, ComplexTan>), plain, "tangent", {AttrName::ResultAccuracy})        \
  X(Tanh, 1, "fc", same_shape, (function<real_tanh, ComplexTanh>), plain, "hyperbolic tangent",                      \
    {AttrName::ResultAccuracy})

constexpr KernelRow rows[] = {UNARY_MATH_OPS(EUTECTIC_KERNEL_ROW)};
}  // namespace

std::span<const KernelRow> unary_math_kernels() { return rows; }
}  // namespace elementwise

UNARY_MATH_OPS(EUTECTIC_DEFINE_OP)
}  // namespace eutectic
