// Exact results of the element-wise ops where a rule could go wrong: wrap-around, zero divisors, NaN and
// signed zeros, single rounding, saturation, sub-byte types; shape rules; buffer reuse of evaluate.
#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <limits>

#include "ir/builder.h"
#include "ops/evaluator.h"
#include "ops/op_def.h"

namespace eutectic {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// A module with one op on parameters.
struct OneOp {
  Module module;
  InstrId id;

  OneOp(OpKind op, const Shape& result, std::vector<Shape> operands, Attrs attrs = {}) {
    ComputationBuilder b(module);
    std::vector<ComputationBuilder::Local> parameters;
    for (const Shape& s : operands) parameters.push_back(b.parameter(static_cast<int64_t>(parameters.size()), s));
    const auto root = b.add(op, result, parameters, std::move(attrs));
    module.entry = module.add_computation("main");
    b.finish(module.entry, root);
    id = b.final_id(root);
  }
  OpView view() const { return OpView{module, id}; }
  Result<Shape> shape() const { return op_def(view().instr().op).shape(view()); }
  Result<Literal> evaluate(std::vector<Literal> operands) {
    Evaluator evaluator(module);
    EvalContext ctx{view(), std::move(operands), evaluator};
    return op_def(view().instr().op).evaluate(ctx);
  }
};

// A vector literal; values are given as doubles or integers, narrow types by rounding.
Literal vec(ElementType type, std::vector<double> values) {
  Literal out = Literal::zeros(Shape::array(type, {static_cast<int64_t>(values.size())}));
  dispatch(type, [&]<class T>() {
    auto data = out.mutable_data<T>();
    for (size_t i = 0; i < values.size(); ++i) {
      if constexpr (std::is_integral_v<T>)
        data[i] = static_cast<T>(static_cast<int64_t>(values[i]));
      else if constexpr (
          requires { T(int64_t{0}); } && !std::is_floating_point_v<T> && !requires { static_cast<float>(T{}); } &&
          !requires { T{}.real(); })
        data[i] = T(static_cast<int64_t>(values[i]));
      else if constexpr (requires { T{}.real(); })
        data[i] = T(static_cast<typename T::value_type>(values[i]));
      else
        data[i] = T(values[i]);
    }
  });
  return out;
}
Literal bits64(ElementType type, std::vector<uint64_t> values) {
  Literal out = Literal::zeros(Shape::array(type, {static_cast<int64_t>(values.size())}));
  std::copy(values.begin(), values.end(), out.mutable_data<uint64_t>().begin());
  return out;
}
std::vector<double> doubles(const Literal& literal) {
  std::vector<double> out;
  for (int64_t i = 0; i < literal.element_count(); ++i) out.push_back(literal.as_double(i));
  return out;
}
double bf16(double v) { return static_cast<double>(BF16(v)); }
bool same_number(double a, double b) { return (a != a && b != b) || (a == b && std::signbit(a) == std::signbit(b)); }

Literal apply(OpKind op, std::vector<Literal> operands, ElementType result, Attrs attrs = {}) {
  std::vector<Shape> shapes;
  for (const Literal& l : operands) shapes.push_back(l.shape());
  size_t largest = 0;
  for (size_t i = 0; i < shapes.size(); ++i)
    if (shapes[i].rank() > shapes[largest].rank()) largest = i;
  OneOp one(op, Shape::array(result, shapes[largest].dims), shapes, std::move(attrs));
  auto shape = one.shape();
  EXPECT_TRUE(shape) << (shape ? "" : render(shape.error()));
  if (!shape) return {};
  EXPECT_TRUE(same_logical(*shape, one.view().shape())) << to_hlo(*shape);
  auto out = one.evaluate(std::move(operands));
  EXPECT_TRUE(out) << (out ? "" : render(out.error()));
  return out ? *out : Literal();
}
void expect_unary(OpKind op, ElementType type, std::vector<double> in, std::vector<double> expected) {
  const auto got = doubles(apply(op, {vec(type, in)}, type));
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i)
    EXPECT_TRUE(same_number(got[i], expected[i]))
        << hlo_name(op) << " " << info(type).hlo << " of " << in[i] << ": " << got[i] << ", not " << expected[i];
}
void expect_binary(OpKind op, ElementType type, std::vector<double> a, std::vector<double> b,
                   std::vector<double> expected) {
  const auto got = doubles(apply(op, {vec(type, a), vec(type, b)}, type));
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i)
    EXPECT_TRUE(same_number(got[i], expected[i])) << hlo_name(op) << " " << info(type).hlo << " of " << a[i] << ", "
                                                  << b[i] << ": " << got[i] << ", not " << expected[i];
}

TEST(Elementwise, EveryOpIsDefined) {
  const OpKind first = OpKind::Abs, last = OpKind::Zeta;
  for (int k = static_cast<int>(first); k <= static_cast<int>(last); ++k) {
    const OpDef& def = op_def(static_cast<OpKind>(k));
    EXPECT_TRUE(def.shape && def.evaluate && def.access) << hlo_name(static_cast<OpKind>(k));
    EXPECT_FALSE(def.summary.empty());
    EXPECT_GE(def.min_operands, 1);
  }
}

TEST(Elementwise, IntegersWrap) {
  using enum ElementType;
  expect_binary(OpKind::Add, S32, {2147483647, -2147483648.0}, {1, -1}, {-2147483648.0, 2147483647});
  expect_binary(OpKind::Add, S4, {7, -8}, {1, -1}, {-8, 7});
  expect_binary(OpKind::Add, U2, {3}, {1}, {0});
  expect_binary(OpKind::Subtract, U8, {0}, {1}, {255});
  expect_binary(OpKind::Multiply, U16, {65535}, {65535}, {1});
  expect_binary(OpKind::Multiply, S32, {65536}, {65536}, {0});
  expect_unary(OpKind::Negate, S8, {-128, 5}, {-128, -5});
  expect_unary(OpKind::Abs, S8, {-128, -5}, {-128, 5});
  expect_unary(OpKind::Abs, S4, {-8}, {-8});
  expect_unary(OpKind::Sign, S2, {-2, -1, 0, 1}, {-1, -1, 0, 1});
}

TEST(Elementwise, DivisionByZeroAndOverflow) {
  using enum ElementType;
  expect_binary(OpKind::Divide, S32, {7, -7, 0, -2147483648.0}, {0, 0, 0, -1}, {-1, -1, -1, -2147483648.0});
  expect_binary(OpKind::Divide, U8, {7}, {0}, {255});
  expect_binary(OpKind::Divide, S4, {-8, 5, -7}, {-1, 0, 2}, {-8, -1, -3});
  expect_binary(OpKind::Remainder, S32, {7, -7, -2147483648.0}, {0, 3, -1}, {7, -1, 0});
  expect_binary(OpKind::Remainder, U4, {15}, {0}, {15});
  expect_binary(OpKind::Remainder, F32, {5.5, -5.5, 5.5, 1}, {2, 2, -2, inf}, {1.5, -1.5, 1.5, 1});
}

TEST(Elementwise, IntegerPower) {
  using enum ElementType;
  expect_binary(OpKind::Power, S32, {2, 3, 2, 1, -1, -1, 0, 0, -2}, {31, 4, -1, -5, -5, -4, 0, -1, 3},
                {-2147483648.0, 81, 0, 1, -1, 1, 1, 0, -8});
  expect_binary(OpKind::Power, U8, {3}, {5}, {243});
}

TEST(Elementwise, Shifts) {
  using enum ElementType;
  expect_binary(OpKind::ShiftLeft, U32, {1, 1, 1, 1}, {31, 32, 33, 4294967295.0}, {2147483648.0, 0, 0, 0});
  expect_binary(OpKind::ShiftRightLogical, S32, {-1, -1, -1}, {1, 31, 32}, {2147483647, 1, 0});
  expect_binary(OpKind::ShiftRightArithmetic, S32, {-8, -8, 8, -8}, {1, 40, 40, -1}, {-4, -1, 0, -1});
  expect_binary(OpKind::ShiftRightLogical, S4, {-8, -1}, {1, 3}, {4, 1});
  expect_binary(OpKind::ShiftRightArithmetic, U4, {8}, {1}, {12});
  expect_binary(OpKind::ShiftLeft, S4, {1, 3}, {3, 4}, {-8, 0});
}

TEST(Elementwise, CountingBits) {
  using enum ElementType;
  expect_unary(OpKind::Popcnt, S8, {-1, 0, 5}, {8, 0, 2});
  expect_unary(OpKind::Popcnt, S4, {-2}, {3});
  expect_unary(OpKind::CountLeadingZeros, U16, {0, 1, 65535}, {16, 15, 0});
  expect_unary(OpKind::CountLeadingZeros, S4, {0, 1, -1}, {4, 3, 0});
  expect_unary(OpKind::CountLeadingZeros, S64, {0, 1}, {64, 63});
  expect_unary(OpKind::Not, U4, {5}, {10});
  expect_unary(OpKind::Not, Pred, {0, 1}, {1, 0});
}

TEST(Elementwise, PredArithmetic) {
  using enum ElementType;
  expect_binary(OpKind::Add, Pred, {0, 0, 1, 1}, {0, 1, 0, 1}, {0, 1, 1, 1});
  expect_binary(OpKind::Multiply, Pred, {0, 0, 1, 1}, {0, 1, 0, 1}, {0, 0, 0, 1});
  expect_binary(OpKind::Maximum, Pred, {0, 0, 1, 1}, {0, 1, 0, 1}, {0, 1, 1, 1});
  expect_binary(OpKind::Xor, Pred, {0, 0, 1, 1}, {0, 1, 0, 1}, {0, 1, 1, 0});
}

TEST(Elementwise, MinimumMaximumOrderZerosAndKeepNan) {
  for (ElementType type :
       {ElementType::F32, ElementType::F64, ElementType::F16, ElementType::BF16, ElementType::F8E5M2}) {
    expect_binary(OpKind::Maximum, type, {-0.0, 0.0, nan, 1, -inf}, {0.0, -0.0, 1, nan, inf},
                  {0.0, 0.0, nan, nan, inf});
    expect_binary(OpKind::Minimum, type, {-0.0, 0.0, nan, 1, -inf}, {0.0, -0.0, 1, nan, inf},
                  {-0.0, -0.0, nan, nan, -inf});
  }
}

TEST(Elementwise, SignsAndRounding) {
  using enum ElementType;
  expect_unary(OpKind::Sign, F32, {-0.0, 0.0, nan, -3, inf}, {-0.0, 0.0, nan, -1, 1});
  expect_unary(OpKind::RoundNearestEven, F32, {0.5, 1.5, 2.5, -0.5, -2.5}, {0, 2, 2, -0.0, -2});
  expect_unary(OpKind::RoundNearestAfz, F32, {0.5, 1.5, 2.5, -0.5, -2.5}, {1, 2, 3, -1, -3});
  expect_unary(OpKind::Floor, BF16, {-0.5, 1.5}, {-1, 1});
  expect_unary(OpKind::Ceil, F16, {-0.5, 1.5}, {-0.0, 2});
  expect_unary(OpKind::Negate, F32, {0.0, nan}, {-0.0, nan});
}

TEST(Elementwise, FloatFunctionsRoundOnce) {
  using enum ElementType;
  expect_unary(OpKind::Exponential, F32, {1, -inf, inf, 88.8}, {static_cast<float>(std::exp(1.0)), 0, inf, inf});
  expect_unary(OpKind::Sqrt, F32, {2, -0.0, -1}, {std::sqrt(2.0f), -0.0, nan});
  expect_unary(OpKind::Rsqrt, F32, {4, 0.0, -0.0, inf}, {0.5, inf, -inf, 0});
  expect_unary(OpKind::Logistic, F64, {0, -800, 800}, {0.5, 0, 1});
  expect_unary(OpKind::Tanh, BF16, {inf, 0.001}, {1, bf16(std::tanh(bf16(0.001)))});
  expect_unary(OpKind::Cbrt, F64, {-27, 8}, {-3, 2});
  expect_unary(OpKind::LogPlusOne, F64, {1e-20, -1}, {1e-20, -inf});
  expect_binary(OpKind::Power, F32, {0, -1, 2, nan, 1}, {0, inf, -inf, 0, nan}, {1, 1, 0, 1, 1});
  expect_binary(OpKind::Atan2, F32, {0.0, -0.0, 1}, {-1, -1, 0.0},
                {static_cast<float>(M_PI), -static_cast<float>(M_PI), static_cast<float>(M_PI / 2)});
  // 65504 + 16 is halfway to 65536: to even, which overflows. 65504 + 15 is not.
  expect_binary(OpKind::Add, F16, {65504, 65504}, {16, 15}, {inf, 65504});
  expect_binary(OpKind::Multiply, F8E4M3FN, {448, 448}, {2, -2}, {nan, nan});
  expect_binary(OpKind::Multiply, F8E5M2, {57344}, {2}, {inf});
}

TEST(Elementwise, SpecialFunctions) {
  using enum ElementType;
  expect_unary(OpKind::ErfInv, F64, {0, 1, -1, 2}, {0, inf, -inf, nan});
  expect_unary(OpKind::Lgamma, F32, {1, 2, 0, -inf}, {0, 0, inf, inf});
  expect_unary(OpKind::Digamma, F32, {0, -3}, {nan, nan});
  const auto near = [](OpKind op, std::vector<Literal> in, double expected) {
    EXPECT_NEAR(apply(op, std::move(in), F64).as_double(), expected, 1e-15 * std::fabs(expected)) << hlo_name(op);
  };
  near(OpKind::Digamma, {vec(F64, {1})}, -0.57721566490153286061);
  near(OpKind::Digamma, {vec(F64, {-0.5})}, 0.036489973978576520559);
  near(OpKind::BesselI1e, {vec(F64, {1})}, 0.20791041534970844887);
  near(OpKind::BesselI1e, {vec(F64, {100})}, 0.039744153025130252);
  near(OpKind::Zeta, {vec(F64, {2}), vec(F64, {1})}, 1.6449340668482264365);
  near(OpKind::Polygamma, {vec(F64, {1}), vec(F64, {1})}, 1.6449340668482264365);
  near(OpKind::ErfInv, {vec(F64, {0.5})}, 0.47693627620446987338);
  expect_binary(OpKind::NextAfter, F32, {0.0, 1, 1, inf}, {-1, 2, 1, 0},
                {-0x1p-149, 1 + 0x1p-23, 1, std::numeric_limits<float>::max()});
  expect_binary(OpKind::NextAfter, BF16, {1, -1}, {0, 0}, {1 - 0x1p-8, -1 + 0x1p-8});
}

Attrs direction(std::string d, std::string type = "") {
  Attrs attrs;
  attrs.set(AttrName::Direction, std::move(d));
  if (!type.empty()) attrs.set(AttrName::CompareType, std::move(type));
  return attrs;
}

TEST(Elementwise, Compare) {
  using enum ElementType;
  const auto run = [](ElementType type, std::vector<double> a, std::vector<double> b, Attrs attrs) {
    return doubles(apply(OpKind::Compare, {vec(type, a), vec(type, b)}, Pred, std::move(attrs)));
  };
  using V = std::vector<double>;
  EXPECT_EQ(run(F32, {nan, 0.0, 1}, {nan, -0.0, 2}, direction("EQ")), (V{0, 1, 0}));
  EXPECT_EQ(run(F32, {nan, 0.0, 1}, {nan, -0.0, 2}, direction("NE")), (V{1, 0, 1}));
  EXPECT_EQ(run(F32, {nan, -0.0, -inf}, {nan, 0.0, -1}, direction("LT", "TOTALORDER")), (V{0, 1, 1}));
  EXPECT_EQ(run(F32, {nan, 0.0, 1}, {inf, -0.0, nan}, direction("GT", "TOTALORDER")), (V{1, 1, 0}));
  EXPECT_EQ(run(S8, {-1}, {1}, direction("LT")), (V{1}));
  EXPECT_EQ(run(U8, {255}, {1}, direction("LT")), (V{0}));
  EXPECT_EQ(run(U64, {-1}, {1}, direction("GE")), (V{1}));
  EXPECT_EQ(run(Pred, {0, 1}, {1, 1}, direction("LT")), (V{1, 0}));
}

TEST(Elementwise, ConvertToIntegersSaturates) {
  using enum ElementType;
  const auto run = [](ElementType from, ElementType to, std::vector<double> in) {
    return doubles(apply(OpKind::Convert, {vec(from, in)}, to));
  };
  using V = std::vector<double>;
  EXPECT_EQ(run(F32, S32, {1.9, -1.9, 3e9, -3e9, nan, inf}), (V{1, -1, 2147483647, -2147483648.0, 0, 2147483647}));
  EXPECT_EQ(run(F32, U8, {-5, 255.9, 256}), (V{0, 255, 255}));
  EXPECT_EQ(run(F64, S4, {7.5, 8, -9}), (V{7, 7, -8}));
  EXPECT_EQ(run(F64, U2, {3.5, 9}), (V{3, 3}));
  EXPECT_EQ(run(F64, U64, {1e30, -1}), (V{18446744073709551615.0, 0}));
  EXPECT_EQ(run(F64, S64, {1e30, -1e30}), (V{9223372036854775807.0, -9223372036854775808.0}));
  EXPECT_EQ(run(F32, Pred, {0.0, -0.0, 0.5, nan}), (V{0, 0, 1, 1}));
  EXPECT_EQ(run(S32, S8, {300, -129}), (V{44, 127}));
  EXPECT_EQ(run(S32, S4, {9, -9}), (V{-7, 7}));
  EXPECT_EQ(run(S8, U32, {-1}), (V{4294967295.0}));
  EXPECT_EQ(run(S32, Pred, {0, 256}), (V{0, 1}));
  EXPECT_EQ(run(Pred, F32, {0, 1}), (V{0, 1}));
  EXPECT_EQ(run(U64, F64, {-1}), (V{18446744073709551616.0}));
}

TEST(Elementwise, ConvertBetweenFloatsRoundsOnce) {
  using enum ElementType;
  const auto run = [](ElementType from, ElementType to, double in) {
    return apply(OpKind::Convert, {vec(from, {in})}, to).as_double();
  };
  // Just above the middle of two bf16 numbers; through f32 it would be the middle and go to even.
  EXPECT_EQ(run(F64, BF16, 1 + 0x1p-8 + 0x1p-40), 1 + 0x1p-7);
  EXPECT_EQ(run(F64, F16, 1 + 0x1p-11 + 0x1p-40), 1 + 0x1p-10);
  EXPECT_EQ(apply(OpKind::Convert, {bits64(S64, {(uint64_t{1} << 62) + (uint64_t{1} << 54) + 1})}, BF16).as_double(),
            0x1p62 + 0x1p55);
  EXPECT_EQ(apply(OpKind::Convert, {bits64(U64, {~uint64_t{0}})}, F32).as_double(), 0x1p64);
  EXPECT_TRUE(std::isnan(run(F32, F8E4M3FN, 500)));
  EXPECT_EQ(run(F32, F8E4M3FN, 448), 448);
  EXPECT_EQ(run(F32, F8E5M2, 1e6), inf);
  EXPECT_EQ(run(F32, F16, 0x1p-25), 0);
  EXPECT_EQ(run(F32, F16, 0x1.8p-25), 0x1p-24);
  EXPECT_EQ(run(C64, F32, 3), 3);
}

Attrs precision(int64_t exponent, int64_t mantissa) {
  Attrs attrs;
  attrs.set(AttrName::ExponentBits, exponent);
  attrs.set(AttrName::MantissaBits, mantissa);
  return attrs;
}

TEST(Elementwise, ReducePrecision) {
  using enum ElementType;
  const auto run = [](std::vector<double> in, int64_t exponent, int64_t mantissa) {
    return doubles(apply(OpKind::ReducePrecision, {vec(F32, in)}, F32, precision(exponent, mantissa)));
  };
  using V = std::vector<double>;
  EXPECT_EQ(run({1 + 0x1p-11, 1 + 0x1.8p-10, 65520, 1e-6, -1e-6}, 5, 10), (V{1, 1 + 0x1p-9, inf, 0, -0.0}));
  EXPECT_EQ(run({1.1, 3e38}, 8, 23), (V{1.1f, 3e38f}));
  EXPECT_EQ(run({1.5, 2.5, 3}, 8, 0), (V{2, 2, 2}));
  EXPECT_TRUE(std::isnan(run({nan}, 5, 0)[0]));
}

TEST(Elementwise, BitcastConvert) {
  using enum ElementType;
  const auto run = [](const Literal& in, const Shape& to) {
    OneOp one(OpKind::BitcastConvert, to, {in.shape()});
    auto shape = one.shape();
    EXPECT_TRUE(shape && same_logical(*shape, to));
    auto out = one.evaluate({in});
    EXPECT_TRUE(out);
    return doubles(*out);
  };
  using V = std::vector<double>;
  EXPECT_EQ(run(vec(F32, {1}), Shape::array(U32, {1})), (V{1065353216}));
  EXPECT_EQ(run(vec(U32, {0x01020304}), Shape::array(U8, {1, 4})), (V{4, 3, 2, 1}));
  const Literal bytes = vec(U8, {4, 3, 2, 1}).with_shape(Shape::array(U8, {1, 4}));
  EXPECT_EQ(run(bytes, Shape::array(U32, {1})), (V{0x01020304}));
  EXPECT_EQ(run(vec(U8, {0xf1}), Shape::array(S4, {1, 2})), (V{1, -1}));
  EXPECT_EQ(run(vec(U16, {0x1234}), Shape::array(U4, {1, 4})), (V{4, 3, 2, 1}));
  EXPECT_EQ(run(vec(S4, {1, -1}), Shape::array(U8, {})), (V{0xf1}));
  EXPECT_EQ(run(vec(U2, {3, 2}), Shape::array(S4, {})), (V{-5}));
  EXPECT_EQ(run(vec(U4, {15, 7}), Shape::array(S4, {2})), (V{-1, 7}));
  EXPECT_EQ(run(vec(Pred, {1, 0}), Shape::array(U8, {2})), (V{1, 0}));
  EXPECT_EQ(run(vec(Pred, {1, 0, 0, 0, 0, 0, 0, 1}), Shape::array(U8, {})), (V{0x81}));
  EXPECT_EQ(run(vec(U8, {0x81}), Shape::array(Pred, {1, 8})), (V{1, 0, 0, 0, 0, 0, 0, 1}));
  EXPECT_FALSE(OneOp(OpKind::BitcastConvert, Shape::array(U32, {1}), {Shape::array(U8, {3})}).shape());
  EXPECT_FALSE(OneOp(OpKind::BitcastConvert, Shape::array(F64, {1}), {Shape::array(C64, {1})}).shape());
}

TEST(Elementwise, BitcastConvertAccess) {
  using enum ElementType;
  const OneOp narrow(OpKind::BitcastConvert, Shape::array(U8, {3, 4}), {Shape::array(U32, {3})});
  EXPECT_EQ(op_def(OpKind::BitcastConvert).access(narrow.view(), {0})->pieces[0].index,
            std::vector<IndexExpr>{IndexExpr::dim(0)});
  const OneOp wide(OpKind::BitcastConvert, Shape::array(U32, {3}), {Shape::array(U8, {3, 4})});
  const auto map = op_def(OpKind::BitcastConvert).access(wide.view(), {0});
  EXPECT_EQ(map->ranges, std::vector<int64_t>{4});
  EXPECT_EQ(map->pieces[0].index, (std::vector<IndexExpr>{IndexExpr::dim(0), IndexExpr::range(0)}));
}

TEST(Elementwise, SelectAndClampTakeScalars) {
  using enum ElementType;
  const size_t n = 3000;
  Literal x = Literal::zeros(Shape::array(F32, {static_cast<int64_t>(n)}));
  for (size_t i = 0; i < n; ++i) x.mutable_data<float>()[i] = static_cast<float>(i);
  const Literal low = Literal::scalar<float>(F32, 10), high = Literal::scalar<float>(F32, 2000);
  const auto clamped = doubles(apply(OpKind::Clamp, {low, x, high}, F32));
  for (size_t i = 0; i < n; ++i) ASSERT_EQ(clamped[i], std::min(std::max(static_cast<double>(i), 10.0), 2000.0));
  const Literal yes = Literal::scalar<bool>(Pred, true);
  EXPECT_EQ(doubles(apply(OpKind::Select, {yes, x, x}, F32)), doubles(x));
  const OneOp op(OpKind::Select, x.shape(), {yes.shape(), x.shape(), x.shape()});
  EXPECT_TRUE(op_def(OpKind::Select).access(op.view(), {0})->pieces[0].index.empty());
  EXPECT_TRUE(op_def(OpKind::Select).access(op.view(), {1})->is_identity());
}

TEST(Elementwise, ComplexNumbers) {
  using C = std::complex<double>;
  const auto literal = [](C v) {
    Literal out = Literal::zeros(Shape::array(ElementType::C128, {1}));
    out.mutable_data<C>()[0] = v;
    return out;
  };
  const auto run = [&](OpKind op, std::vector<C> in) {
    std::vector<Literal> operands;
    for (C v : in) operands.push_back(literal(v));
    return apply(op, std::move(operands), ElementType::C128).data<C>()[0];
  };
  EXPECT_EQ(run(OpKind::Multiply, {{1, 2}, {3, 4}}), C(-5, 10));
  EXPECT_EQ(run(OpKind::Divide, {{1e300, 1e300}, {1e300, 1e300}}), C(1, 0));
  EXPECT_EQ(run(OpKind::Sqrt, {{-4, 0.0}}), C(0, 2));
  EXPECT_EQ(run(OpKind::Power, {{0, 0}, {0, 0}}), C(1, 0));
  EXPECT_EQ(run(OpKind::Power, {{0, 0}, {2, 0}}), C(0, 0));
  EXPECT_EQ(run(OpKind::Sign, {{0, 0}}), C(0, 0));
  EXPECT_EQ(run(OpKind::Maximum, {{1.5, 2.5}, {1.5, 1}}), C(1.5, 2.5));
  EXPECT_EQ(run(OpKind::Minimum, {{0, 9}, {1, -9}}), C(0, 9));
  EXPECT_TRUE(std::isnan(run(OpKind::Exponential, {{-inf, inf}}).real()));
  EXPECT_EQ(run(OpKind::Exponential, {{inf, 0}}), C(inf, 0));
  // 1 + z on the unit circle: the real part of the logarithm is of second order.
  const double y = 0x1p-20;
  EXPECT_NEAR(run(OpKind::LogPlusOne, {{-y * y / 2, y}}).real(), y * y * y * y / 8, 1e-30);
  EXPECT_NEAR(run(OpKind::ExponentialMinusOne, {{1e-18, 1e-18}}).real(), 1e-18, 1e-33);
  EXPECT_EQ(apply(OpKind::Abs, {literal({3e300, 4e300})}, ElementType::F64).as_double(), 5e300);
}

TEST(Elementwise, ShapeRulesNameWhatIsWrong) {
  using enum ElementType;
  const Shape v3 = Shape::array(F32, {3}), v4 = Shape::array(F32, {4}), i3 = Shape::array(S32, {3});
  EXPECT_FALSE(OneOp(OpKind::Add, v3, {v3, v4}).shape());
  EXPECT_FALSE(OneOp(OpKind::Add, v3, {v3, i3}).shape());
  EXPECT_FALSE(OneOp(OpKind::And, v3, {v3, v3}).shape());
  EXPECT_FALSE(OneOp(OpKind::Complex, v3, {i3, i3}).shape());
  EXPECT_FALSE(OneOp(OpKind::Select, v3, {v3, v3, v3}).shape());
  EXPECT_FALSE(OneOp(OpKind::Clamp, v3, {v4, v3, v3}).shape());
  EXPECT_FALSE(OneOp(OpKind::Exponential, Shape::token(), {Shape::token()}).shape());
  EXPECT_FALSE(OneOp(OpKind::ReducePrecision, v3, {v3}, precision(0, 3)).shape());
  auto bad = OneOp(OpKind::Sine, i3, {i3}).shape();
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error()[0].message, "sine does not take s32[3]");
  EXPECT_EQ(bad.error()[0].hint, "element types that work: floats, complex numbers");
}

TEST(Elementwise, EvaluateReusesAFreeOperand) {
  OneOp one(OpKind::Add, Shape::array(ElementType::F32, {3}),
            {Shape::array(ElementType::F32, {3}), Shape::array(ElementType::F32, {3})});
  Literal kept = vec(ElementType::F32, {1, 2, 3});
  Literal spare = vec(ElementType::F32, {10, 20, 30});
  const std::byte* buffer = spare.bytes();
  std::vector<Literal> operands;
  operands.push_back(kept);
  operands.push_back(std::move(spare));
  auto sum = one.evaluate(std::move(operands));
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->bytes(), buffer);
  EXPECT_EQ(doubles(*sum), (std::vector<double>{11, 22, 33}));
  EXPECT_EQ(doubles(kept), (std::vector<double>{1, 2, 3}));
}

TEST(Elementwise, StochasticConvert) {
  using enum ElementType;
  const Literal x = vec(F32, {1 + 0x1p-9, 1 + 0x1p-9, -1.5, 5});
  const Literal random = vec(U32, {0, 4294967295.0, 0, 0});
  EXPECT_EQ(doubles(apply(OpKind::StochasticConvert, {x, random}, BF16)),
            (std::vector<double>{1 + 0x1p-7, 1, -1.5, 5}));
  EXPECT_EQ(doubles(apply(OpKind::StochasticConvert, {x, random}, S8)), (std::vector<double>{2, 1, -2, 5}));
}

}  // namespace
}  // namespace eutectic
