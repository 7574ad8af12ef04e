// Accuracy of the expansions in f64 against MPFR (built where MPFR is found), and the C library's place in the f32
// test checked. `unit_tests --gtest_filter='ExpandMpfr.*'` prints the f64 table of docs/numerics.md.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <random>
#include <vector>

#include "scalar/calculator.h"
#include "scalar/expand.h"
#include "scalar/reference_functions.h"

namespace eutectic::scalar {
namespace {

using enum ElementType;

struct Number {
  Number() { mpfr_init2(v, 160); }
  explicit Number(double d) : Number() { mpfr_set_d(v, d, MPFR_RNDN); }
  ~Number() { mpfr_clear(v); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  mpfr_t v;
};

// erf's inverse: Newton's method from a double.
void erf_inv(mpfr_t y, double x) {
  mpfr_set_d(y, reference_erf_inv(x), MPFR_RNDN);
  if (!(std::fabs(x) < 1) || x == 0) return;
  const Number a(std::fabs(x));
  Number rest, error, slope, pi;
  mpfr_ui_sub(rest.v, 1, a.v, MPFR_RNDN);
  mpfr_const_pi(pi.v, MPFR_RNDN);
  mpfr_sqrt(pi.v, pi.v, MPFR_RNDN);
  mpfr_abs(y, y, MPFR_RNDN);
  for (int i = 0; i < 3; ++i) {
    if (std::fabs(x) > 0.5) {
      mpfr_erfc(error.v, y, MPFR_RNDN);
      mpfr_sub(error.v, rest.v, error.v, MPFR_RNDN);
    } else {
      mpfr_erf(error.v, y, MPFR_RNDN);
      mpfr_sub(error.v, error.v, a.v, MPFR_RNDN);
    }
    mpfr_sqr(slope.v, y, MPFR_RNDN);
    mpfr_exp(slope.v, slope.v, MPFR_RNDN);
    mpfr_mul(error.v, error.v, slope.v, MPFR_RNDN);
    mpfr_mul(error.v, error.v, pi.v, MPFR_RNDN);
    mpfr_div_ui(error.v, error.v, 2, MPFR_RNDN);
    mpfr_sub(y, y, error.v, MPFR_RNDN);
  }
  if (x < 0) mpfr_neg(y, y, MPFR_RNDN);
}

void logistic(mpfr_t y, const mpfr_t x) {
  mpfr_neg(y, x, MPFR_RNDN);
  mpfr_exp(y, y, MPFR_RNDN);
  mpfr_add_ui(y, y, 1, MPFR_RNDN);
  mpfr_ui_div(y, 1, y, MPFR_RNDN);
}

bool exact(mpfr_t y, Op op, double x_value, double y_value) {
  const Number x(x_value), second(y_value);
  switch (op) {
#define UNARY(name, function)    \
  case Op::name:                 \
    function(y, x.v, MPFR_RNDN); \
    return true;
    UNARY(Exp, mpfr_exp)
    UNARY(Expm1, mpfr_expm1)
    UNARY(Log, mpfr_log)
    UNARY(Log1p, mpfr_log1p)
    UNARY(Sin, mpfr_sin)
    UNARY(Cos, mpfr_cos)
    UNARY(Tan, mpfr_tan)
    UNARY(Asin, mpfr_asin)
    UNARY(Acos, mpfr_acos)
    UNARY(Atan, mpfr_atan)
    UNARY(Sinh, mpfr_sinh)
    UNARY(Cosh, mpfr_cosh)
    UNARY(Tanh, mpfr_tanh)
    UNARY(Asinh, mpfr_asinh)
    UNARY(Acosh, mpfr_acosh)
    UNARY(Atanh, mpfr_atanh)
    UNARY(Cbrt, mpfr_cbrt)
    UNARY(Erf, mpfr_erf)
    UNARY(Erfc, mpfr_erfc)
#undef UNARY
    case Op::Rsqrt:
      mpfr_sqrt(y, x.v, MPFR_RNDN);
      mpfr_ui_div(y, 1, y, MPFR_RNDN);
      return true;
    case Op::Logistic:
      logistic(y, x.v);
      return true;
    case Op::ErfInv:
      erf_inv(y, x_value);
      return true;
    case Op::Pow:
      mpfr_pow(y, x.v, second.v, MPFR_RNDN);
      return true;
    case Op::Atan2:
      mpfr_atan2(y, x.v, second.v, MPFR_RNDN);
      return true;
    case Op::Hypot:
      mpfr_hypot(y, x.v, second.v, MPFR_RNDN);
      return true;
    default:
      return false;
  }
}

double ulps_f64(double got, const mpfr_t want) {
  const double rounded = mpfr_get_d(want, MPFR_RNDN);
  if (std::isnan(rounded) || std::isnan(got)) return std::isnan(rounded) == std::isnan(got) ? 0 : wrong;
  if (got == rounded) return got == 0 && std::signbit(got) != std::signbit(rounded) ? wrong : 0;
  if (std::isinf(got) || std::isinf(rounded)) {
    // At the edge of overflow one rounding more or less.
    const double other = std::fabs(std::isinf(got) ? rounded : got);
    return got * rounded > 0 && other > 1.797693134862315e308 ? 1 : wrong;
  }
  Number error(got);
  mpfr_sub(error.v, error.v, want, MPFR_RNDN);
  const int exponent = rounded == 0 ? -1022 : std::max(std::ilogb(rounded), -1022);
  mpfr_mul_2si(error.v, error.v, 52 - exponent, MPFR_RNDN);
  return std::fabs(mpfr_get_d(error.v, MPFR_RNDN));
}

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const std::vector<double> special = {
    0.0,     -0.0, 1.0,   -1.0,       0.5,     -0.5,      2,       -2,      3,      -3,        2.5,
    -2.5,    0.25, 0.55,  1e-300,     -1e-300, 5e-324,    -5e-324, 1e-310,  1e300,  -1e300,    infinity,
    1e-17,   1e-8, 1e22,  1.7e308,    709.78,  709.79,    -708.4,  -745.13, 710.47, -infinity, 1e6,
    1e6 + 1, -1e9, 1e100, 0.99999999, 1.00001, -0.999999, 26.5,    27.2,    5.9,    36.7,      nan};

void check(Op op, const std::vector<std::pair<double, double>>& inputs) {
  double worst = 0, at_x = 0, at_y = 0;
  Number want;
  Calculator c;
  for (const auto& [x, y] : inputs) {
    c.clear();
    const Value in[] = {c.input(F64, std::bit_cast<Bits>(x)), c.input(F64, std::bit_cast<Bits>(y))};
    const double got = c.number(expand(c, op, std::span(in, static_cast<size_t>(info(op).operands))));
    ASSERT_TRUE(exact(want.v, op, x, y));
    // MPFR follows C in the special cases but for the sign of 1/sqrt(-0).
    if (op == Op::Rsqrt && x == 0) continue;
    const double error = ulps_f64(got, want.v);
    if (error > worst) worst = error, at_x = x, at_y = y;
  }
  std::printf("| %s | %.2f | %d |\n", std::string(info(op).text).c_str(), worst, c.operations());
  EXPECT_LE(worst, 4.0) << info(op).text << " of " << at_x << ", " << at_y;
}

double unit(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-52 - 1; }

TEST(ExpandMpfr, UnaryF64WithinFourUlps) {
  std::vector<std::pair<double, double>> inputs;
  for (const double x : special) inputs.push_back({x, 0});
  std::mt19937_64 random(1);
  for (int i = 0; i < 700; ++i) {
    inputs.push_back({std::bit_cast<double>(random()), 0});
    for (const double size : {0.01, 1.0, 5.0, 30.0, 750.0, 1e5}) inputs.push_back({unit(random) * size, 0});
  }
  for (const Op op : {Op::Rsqrt, Op::Exp,      Op::Expm1, Op::Log,  Op::Log1p, Op::Sin,   Op::Cos,   Op::Tan,
                      Op::Asin,  Op::Acos,     Op::Atan,  Op::Sinh, Op::Cosh,  Op::Tanh,  Op::Asinh, Op::Acosh,
                      Op::Atanh, Op::Logistic, Op::Cbrt,  Op::Erf,  Op::Erfc,  Op::ErfInv})
    check(op, inputs);
}

TEST(ExpandMpfr, BinaryF64WithinFourUlps) {
  std::vector<std::pair<double, double>> inputs;
  for (const double x : special)
    for (const double y : special) inputs.push_back({x, y});
  std::mt19937_64 random(2);
  for (int i = 0; i < 1500; ++i) {
    const double x = std::bit_cast<double>(random());
    inputs.push_back({x, std::bit_cast<double>(random())});
    const double everyday = std::fabs(unit(random)) * 50;
    inputs.push_back({everyday, unit(random) * 40});
    const double near_one = 1 + unit(random) * 0.05;
    inputs.push_back({near_one, unit(random) * 10000});
  }
  for (const Op op : {Op::Pow, Op::Atan2, Op::Hypot}) check(op, inputs);
}

}  // namespace
}  // namespace eutectic::scalar
