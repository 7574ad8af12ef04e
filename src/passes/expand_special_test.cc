// Every op that HLO has not, by HLO's ops: the values stay within a few units in the last place of the evaluator's.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "format/format.h"
#include "ops/evaluator.h"
#include "ops/verify.h"
#include "passes/passes.h"

namespace eutectic {
namespace {

Module parse(std::string_view text) {
  Result<Module> module = read_program(text, "test.hlo");
  EXPECT_TRUE(module) << render(module.error());
  return std::move(*module);
}

Module expanded(const Module& module) {
  Module out = module;
  const Result<bool> changed = expand_special(out);
  EXPECT_TRUE(changed && *changed);
  out = compact(out);
  const Status status = verify(out);
  EXPECT_TRUE(status) << render(status.error());
  return out;
}

Literal evaluate(const Module& module, std::vector<Literal> arguments) {
  Evaluator evaluator(module);
  Result<Literal> out = evaluator.run(std::move(arguments));
  EXPECT_TRUE(out) << render(out.error());
  return out ? std::move(*out) : Literal();
}

template <class T>
Literal vector_of(ElementType type, const std::vector<double>& values) {
  Literal out = Literal::zeros(Shape::array(type, {static_cast<int64_t>(values.size())}));
  for (size_t i = 0; i < values.size(); ++i) out.mutable_data<T>()[i] = static_cast<T>(values[i]);
  return out;
}

// Largest error in units of `epsilon` relative to the value, or to `floor` where the value is smaller.
double error(const Literal& want, const Literal& got, double epsilon, double floor) {
  double worst = 0;
  for (int64_t i = 0; i < want.element_count(); ++i) {
    const double w = want.as_double(i), g = got.as_double(i);
    if (std::isnan(w) && std::isnan(g)) continue;
    if (w == g && std::signbit(w) == std::signbit(g)) continue;
    const double e = std::fabs(w - g) / (epsilon * std::max(std::fabs(w), floor));
    worst = std::isfinite(e) ? std::max(worst, e) : std::numeric_limits<double>::infinity();
    if (!(e < 40)) ADD_FAILURE() << "element " << i << ": " << g << " for " << w;
  }
  return worst;
}

std::vector<double> samples() {
  constexpr double inf = std::numeric_limits<double>::infinity();
  std::vector<double> out{0.0, -0.0, inf,  -inf,  std::nan(""), 1,      -1,   2,
                          -2,  0.5,  -0.5, -0.25, 1e-30,        -1e-30, 1e30, -1e30};
  for (int i = -120; i <= 120; ++i) out.push_back(i * 0.37);
  for (int i = 1; i < 60; ++i) out.push_back(i % 2 ? -i / 60.0 : i / 60.0);
  for (int i = 1; i < 20; ++i) out.push_back(1 - std::ldexp(1.0, -i));
  return out;
}

template <class T>
void check(std::string_view op, ElementType type, double bound, double floor, bool two) {
  const double epsilon = std::numeric_limits<T>::epsilon();
  std::vector<double> a = samples(), b = a;
  if (two) {  // orders with all points
    std::vector<double> orders{1, 2, 3, 4, 0, 7, 1.5, 2.25, -1, 0.5, 30, std::nan("")}, x, y;
    if (op == "next-after")
      orders = samples();
    else  // left of zero terms of either sign cancel, in the evaluator too
      std::erase_if(a, [](double q) { return q < 0 && q != std::floor(q) && q != -0.25; });
    for (double s : orders)
      for (double q : a) x.push_back(s), y.push_back(q);
    a = x, b = y;
  }
  const std::string_view name = info(type).hlo;
  const size_t n = a.size();
  const Module module =
      parse(two ? fmt::format("HloModule m\nENTRY e {{\n a = {0}[{1}] parameter(0)\n b = {0}[{1}] parameter(1)\n"
                              " ROOT r = {0}[{1}] {2}(a, b)\n}}\n",
                              name, n, op)
                : fmt::format("HloModule m\nENTRY e {{\n a = {0}[{1}] parameter(0)\n ROOT r = {0}[{1}] {2}(a)\n}}\n",
                              name, n, op));
  std::vector<Literal> arguments{vector_of<T>(type, a)};
  if (two) arguments.push_back(vector_of<T>(type, b));
  const double worst = error(evaluate(module, arguments), evaluate(expanded(module), arguments), epsilon, floor);
  EXPECT_LE(worst, bound) << op << " of " << name;
}

TEST(ExpandSpecial, RealFunctions) {
  struct Row {
    std::string_view op;
    double bound32, bound64, floor;  // floor: where the function crosses zero, the error is absolute
    bool two = false;
  };
  for (const Row& row :
       {Row{"atan", 1, 1, 0}, Row{"square", 0, 0, 0}, Row{"erfc", 1, 8, 0}, Row{"erf-inv", 1, 8, 0},
        Row{"bessel-i1e", 1, 32, 0}, Row{"lgamma", 1, 16, 1}, Row{"digamma", 1, 16, 1}, Row{"zeta", 1, 32, 0, true},
        Row{"polygamma", 2, 39, 1, true}, Row{"next-after", 0, 0, 0, true}}) {
    check<float>(row.op, ElementType::F32, row.bound32, row.floor, row.two);
    check<double>(row.op, ElementType::F64, row.bound64, row.floor, row.two);
  }
}

TEST(ExpandSpecial, OtherTypesAndPlaces) {
  // A scalar in a called computation, narrow and complex types, tests.
  const Module module = parse(R"(HloModule m
f { x = bf16[] parameter(0)  ROOT r = bf16[] digamma(x) }
ENTRY e {
  a = bf16[3] parameter(0)
  c = c64[2] parameter(1)
  m = bf16[3] map(a), dimensions={0}, to_apply=f
  h = f8e5m2[3] convert(a)
  n = f8e5m2[3] next-after(h, h)
  k = c64[2] conj(c)
  s = c64[2] square(c)
  i = pred[3] is-inf(a)
  p = pred[3] is-pos-inf(a)
  q = pred[3] is-neg-inf(a)
  ROOT t = (bf16[3], f8e5m2[3], c64[2], c64[2], pred[3], pred[3], pred[3]) tuple(m, n, k, s, i, p, q)
}
)");
  Literal a = Literal::zeros(Shape::array(ElementType::BF16, {3}));
  const uint16_t bits[] = {0x4080, 0x7f80, 0xff80};  // 4, inf, -inf
  std::memcpy(a.mutable_bytes(), bits, sizeof bits);
  Literal c = Literal::zeros(Shape::array(ElementType::C64, {2}));
  const float parts[] = {1, 2, -3, 0.5f};
  std::memcpy(c.mutable_bytes(), parts, sizeof parts);
  const Module out = expanded(module);
  EXPECT_EQ(evaluate(module, {a, c}), evaluate(out, {a, c}));
  const std::string text = write_hlo_text(out);
  for (std::string_view op : {"digamma", "next-after", "conj", "square", "is-inf"})
    EXPECT_EQ(text.find(fmt::format(" {}(", op)), std::string::npos) << op;
}

}  // namespace
}  // namespace eutectic
