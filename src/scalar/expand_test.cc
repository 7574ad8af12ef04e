// Accuracy of the expansions in f32 against the C library's double functions, special values, halves, integers,
// and what ops share. `unit_tests --gtest_filter='Expand.*'` prints the f32 table of docs/numerics.md.
#include "scalar/expand.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "scalar/calculator.h"
#include "scalar/reference_functions.h"

namespace eutectic::scalar {
namespace {

using enum ElementType;

// A graph with hash-consing, as the code generator's.
class Graph : public Emitter {
 public:
  using Emitter::emit;
  struct Node {
    Op op;
    ElementType type;
    Bits bits;
    std::vector<uint32_t> operands;
    bool leaf;
    auto key() const { return std::tie(op, type, bits, operands, leaf); }
    bool operator<(const Node& other) const { return key() < other.key(); }
  };
  Value emit(Op op, ElementType type, std::span<const Value> operands) override {
    Node n{op, type, 0, {}, false};
    for (const Value v : operands) n.operands.push_back(v.id);
    return add(n);
  }
  Value constant(ElementType type, Bits bits) override { return add({Op::Add, type, bits, {}, true}); }
  ElementType type(Value v) const override { return nodes[v.id].type; }
  Value add(const Node& n) {
    const auto [it, fresh] = index.try_emplace(n, static_cast<uint32_t>(nodes.size()));
    if (fresh) nodes.push_back(n);
    return {it->second};
  }
  // Operations (constants and bitcasts aside) that the values need; with `lazy`, a final select's dear arm is left
  // out.
  std::set<uint32_t> needed(std::vector<uint32_t> work) const {
    std::set<uint32_t> seen;
    while (!work.empty()) {
      const uint32_t v = work.back();
      work.pop_back();
      if (nodes[v].leaf || !seen.insert(v).second) continue;
      work.insert(work.end(), nodes[v].operands.begin(), nodes[v].operands.end());
    }
    std::erase_if(seen, [this](uint32_t v) { return nodes[v].op == Op::Bitcast; });
    return seen;
  }
  size_t cost(Value v, bool lazy) const {
    const size_t all = needed({v.id}).size();
    const Node& n = nodes[v.id];
    if (n.op == Op::Convert && !n.leaf) return cost({n.operands[0]}, lazy) + 1;
    if (!lazy || n.leaf || n.op != Op::Select) return all;
    size_t least = all;
    for (const size_t arm : {size_t{1}, size_t{2}}) {
      const size_t rest = needed({n.operands[0], n.operands[3 - arm]}).size() + 1;
      if (all - rest > 18 && needed({n.operands[3 - arm]}).size() > 10) least = std::min(least, rest);
    }
    return least;
  }
  std::vector<Node> nodes;
  std::map<Node, uint32_t> index;
};

struct Cost {
  size_t usual, all;
};
Cost cost_of(Op op, ElementType type) {
  Graph g;
  const Value in[] = {g.constant(type, encode(type, 0.7)), g.constant(type, encode(type, 0.6))};
  const Value out = expand(g, op, std::span(in, static_cast<size_t>(info(op).operands)));
  return {g.cost(out, op != Op::Erfc), g.cost(out, false)};
}

constexpr Op unary_ops[] = {Op::Sign,  Op::RoundAway, Op::Rsqrt, Op::Exp,  Op::Expm1, Op::Log,
                            Op::Log1p, Op::Sin,       Op::Cos,   Op::Tan,  Op::Asin,  Op::Acos,
                            Op::Atan,  Op::Sinh,      Op::Cosh,  Op::Tanh, Op::Asinh, Op::Acosh,
                            Op::Atanh, Op::Logistic,  Op::Cbrt,  Op::Erf,  Op::Erfc,  Op::ErfInv};

double as_float(Bits b) { return decode(F32, b); }

// Every 65537th float, all special values and their neighbours, numbers of everyday size, and many just below 1, where
// erf_inv and others are steep.
std::vector<Bits> samples_f32() {
  std::vector<Bits> all;
  for (uint64_t b = 0; b < (uint64_t{1} << 32); b += 65537) all.push_back(b);
  for (const double v :
       {0.0,  0x1p-149, 0x1p-126, 0x1p-25, 0x1p-24, 0.25,   0.26,     0.41421356, 0.5,     0.55,        2.0 / 3,
        0.75, 1.0,      1.3333,   1.5,     2.0,     2.25,   2.4142,   3.92,       9.02,    16.63,       18.0,
        71.0, 87.3365,  88.02,    88.7228, 89.4159, 103.97, 131072.0, 0x1p100,    0x1p127, 3.4028235e38}) {
    const uint32_t b = std::bit_cast<uint32_t>(static_cast<float>(v));
    for (int d = -3; d <= 3; ++d)
      for (const uint32_t s : {0u, 0x80000000u}) all.push_back((b + static_cast<uint32_t>(d)) ^ s);
  }
  for (uint32_t b = 0x3f7d70a4; b < 0x3f800000; b += 5) all.push_back(b);  // from 0.99
  for (const uint32_t b : {0x7f800000u, 0xff800000u, 0x7fc00000u, 0xffc00000u}) all.push_back(b);
  std::mt19937 random(1);
  for (const double size : {0.3, 1.0, 4.0, 30.0, 100.0, 2000.0})
    for (int i = 0; i < 6000; ++i) {
      const double unit = static_cast<double>(random()) * 0x1p-31 - 1;
      all.push_back(encode(F32, unit * size));
    }
  return all;
}

TEST(Expand, F32WithinTwoUlps) {
  std::vector<Bits> samples = samples_f32();
  constexpr size_t lanes = 4096;
  samples.resize((samples.size() + lanes - 1) / lanes * lanes, 0);
  BatchCalculator batch(lanes);
  for (const Op op : unary_ops) {
    double worst = 0, at = 0;
    for (size_t i = 0; i < samples.size(); i += lanes) {
      batch.clear();
      const Value x = batch.input(F32, std::span(samples).subspan(i, lanes));
      const std::span<const Bits> got = batch.bits(expand(batch, op, std::span(&x, 1)));
      for (size_t k = 0; k < lanes; ++k) {
        const double input = as_float(samples[i + k]);
        const double error = ulps_f32(as_float(got[k]), reference(op, input));
        if (error > worst) worst = error, at = input;
      }
    }
    const Cost cost = cost_of(op, F32);
    std::printf("| %s | %.2f | %zu | %zu |\n", std::string(info(op).text).c_str(), worst, cost.usual, cost.all);
    EXPECT_LE(worst, 2.0) << info(op).text << " of " << at;
  }
}

TEST(Expand, BinaryF32) {
  std::vector<double> values = {0.0,   -0.0,  1,      -1,       2,         -2,         3,
                                -3,    0.5,   -0.5,   INFINITY, -INFINITY, NAN,        1e30,
                                -1e30, 1e-40, -1e-40, 2.5,      -2.5,      16777217.0, -16777215.0};
  std::mt19937 random(2);
  for (const Op op : {Op::Pow, Op::Atan2, Op::Hypot}) {
    double worst = 0, at_x = 0, at_y = 0;
    const auto check = [&](float x, float y) {
      Calculator c;
      const Value in[] = {c.input(F32, std::bit_cast<uint32_t>(x)), c.input(F32, std::bit_cast<uint32_t>(y))};
      const double got = c.number(expand(c, op, in));
      const double error = ulps_f32(got, reference(op, static_cast<double>(x), static_cast<double>(y)));
      if (error > worst) worst = error, at_x = static_cast<double>(x), at_y = static_cast<double>(y);
    };
    for (const double x : values)
      for (const double y : values) check(static_cast<float>(x), static_cast<float>(y));
    for (int i = 0; i < 4000; ++i) {
      const float x = std::bit_cast<float>(static_cast<uint32_t>(random()));
      check(x, std::bit_cast<float>(static_cast<uint32_t>(random())));
    }
    for (int i = 0; i < 4000; ++i) {
      const float x = static_cast<float>(random()) * 0x1p-26f;
      check(x, static_cast<float>(random()) * 0x1p-26f - 32);
    }
    const Cost cost = cost_of(op, F32);
    std::printf("| %s | %.2f | %zu | %zu |\n", std::string(info(op).text).c_str(), worst, cost.usual, cost.all);
    EXPECT_LE(worst, 2.0) << info(op).text << " of " << at_x << ", " << at_y;
  }
}

TEST(Expand, BoundedFunctionsStayInTheirRange) {
  const std::vector<Bits> samples = samples_f32();
  constexpr size_t lanes = 4096;
  BatchCalculator batch(lanes);
  for (const Op op : {Op::Sin, Op::Cos, Op::Tanh, Op::Erf, Op::Logistic})
    for (size_t i = 0; i + lanes <= samples.size(); i += lanes) {
      batch.clear();
      const Value x = batch.input(F32, std::span(samples).subspan(i, lanes));
      const std::span<const Bits> got = batch.bits(expand(batch, op, std::span(&x, 1)));
      for (size_t k = 0; k < lanes; ++k)
        ASSERT_FALSE(std::fabs(as_float(got[k])) > 1) << info(op).text << " of " << as_float(samples[i + k]);
    }
}

TEST(Expand, HalvesGoThroughF32) {
  for (const ElementType type : {F16, BF16})
    for (const Op op : unary_ops)
      for (Bits b = 0; b < 0x10000; b += 97) {
        Calculator c;
        const Value x = c.input(type, b);
        const Value got = expand(c, op, std::span(&x, 1));
        const Value wide = c.emit(Op::Convert, F32, {x});
        const Value want = c.emit(Op::Convert, type, {expand(c, op, std::span(&wide, 1))});
        ASSERT_EQ(c.type(got), type);
        ASSERT_EQ(c.bits(got), c.bits(want)) << info(op).text << " of " << decode(type, b);
      }
}

TEST(Expand, Integers) {
  const auto power = [](ElementType type, int64_t base, int64_t exponent) {
    Calculator c;
    const Value in[] = {c.input(type, encode_int(type, base)), c.input(type, encode_int(type, exponent))};
    return decode_int(type, c.bits(expand(c, Op::Pow, in)));
  };
  EXPECT_EQ(power(S32, 3, 4), 81);
  EXPECT_EQ(power(S32, -3, 3), -27);
  EXPECT_EQ(power(S32, 7, 0), 1);
  EXPECT_EQ(power(S32, 0, 0), 1);
  EXPECT_EQ(power(S32, 1, -5), 1);
  EXPECT_EQ(power(S32, -1, -5), -1);
  EXPECT_EQ(power(S32, -1, -4), 1);
  EXPECT_EQ(power(S32, 2, -1), 0);
  EXPECT_EQ(power(U8, 2, 7), 128);
  EXPECT_EQ(power(S64, 10, 18), 1000000000000000000);
  for (const int64_t v : {-100, -1, 0, 1, 100}) {
    Calculator c;
    const Value x = c.input(S8, encode_int(S8, v));
    EXPECT_EQ(decode_int(S8, c.bits(expand(c, Op::Sign, std::span(&x, 1)))), (v > 0) - (v < 0));
  }
}

TEST(Expand, IsFinite) {
  for (const ElementType type : {F16, BF16, F32, F64})
    for (const double v : {0.0, -1.0, 1e30, double{INFINITY}, -double{INFINITY}, double{NAN}}) {
      Calculator c;
      const Value x = c.input(type, encode(type, v));
      const Value r = expand(c, Op::IsFinite, std::span(&x, 1));
      EXPECT_EQ(c.type(r), Pred);
      EXPECT_EQ(c.bits(r), static_cast<Bits>(std::isfinite(decode(type, encode(type, v)))));
    }
}

TEST(Expand, SinAndCosShare) {
  Graph g;
  const Value x = g.constant(F32, encode(F32, 0.7));
  const Value s = expand(g, Op::Sin, std::span(&x, 1));
  const size_t alone = g.needed({s.id}).size();
  const Value c = expand(g, Op::Cos, std::span(&x, 1));
  const size_t together = g.needed({s.id, c.id}).size();
  EXPECT_LE(together, alone + 12) << "two arms of a select, a sign each";
}

TEST(Expand, EveryOpIsExpandable) {
  for (int i = 0; i < op_count; ++i) {
    const Op op = static_cast<Op>(i);
    if (info(op).group != OpGroup::Composite) continue;
    for (const ElementType type : {F16, BF16, F32, F64}) EXPECT_TRUE(can_expand(op, type)) << info(op).text;
    EXPECT_FALSE(can_expand(op, Pred));
  }
  EXPECT_TRUE(can_expand(Op::Pow, S32));
  EXPECT_FALSE(can_expand(Op::Exp, S32));
  EXPECT_FALSE(can_expand(Op::Exp, C64));
}

}  // namespace
}  // namespace eutectic::scalar
