// The exact meaning of the primitives, at the places where machines differ.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "scalar/calculator.h"

namespace eutectic::scalar {
namespace {

using enum ElementType;

int64_t integer(Op op, ElementType type, int64_t a, int64_t b = 0) {
  Calculator c;
  const Value in[] = {c.input(type, encode_int(type, a)), c.input(type, encode_int(type, b))};
  const std::vector<ElementType> types(static_cast<size_t>(info(op).operands), type);
  const ElementType result = result_type(op, types, type).value();
  return decode_int(result, c.bits(c.emit(op, result, std::span(in, types.size()))));
}
double real(Op op, ElementType type, double a, double b = 0, double d = 0) {
  Calculator c;
  const Value in[] = {c.input(type, encode(type, a)), c.input(type, encode(type, b)), c.input(type, encode(type, d))};
  const std::vector<ElementType> types(static_cast<size_t>(info(op).operands), type);
  const ElementType result = result_type(op, types, type).value();
  return c.number(c.emit(op, result, std::span(in, types.size())));
}
Bits converted(ElementType to, ElementType from, Bits bits) {
  Calculator c;
  return c.bits(c.emit(Op::Convert, to, {c.input(from, bits)}));
}

TEST(Evaluate, IntegersWrapAndDivideByZero) {
  EXPECT_EQ(integer(Op::Add, S8, 127, 1), -128);
  EXPECT_EQ(integer(Op::Mul, U16, 0xffff, 0xffff), 1);
  EXPECT_EQ(integer(Op::Div, S32, 7, 0), -1);
  EXPECT_EQ(integer(Op::Div, U8, 7, 0), 255);
  EXPECT_EQ(integer(Op::Rem, S32, 7, 0), 7);
  EXPECT_EQ(integer(Op::Div, S32, INT32_MIN, -1), INT32_MIN);
  EXPECT_EQ(integer(Op::Rem, S32, INT32_MIN, -1), 0);
  EXPECT_EQ(integer(Op::Div, S64, INT64_MIN, -1), INT64_MIN);
  EXPECT_EQ(integer(Op::Div, S32, -7, 2), -3);
  EXPECT_EQ(integer(Op::Rem, S32, -7, 2), -1);
  EXPECT_EQ(integer(Op::Abs, S8, -128), -128);
  EXPECT_EQ(integer(Op::Neg, U8, 1), 255);
  EXPECT_EQ(integer(Op::Min, S8, -1, 1), -1);
  EXPECT_EQ(integer(Op::Max, U8, 255, 1), 255);
}

TEST(Evaluate, ShiftsByTheWidthAndMore) {
  EXPECT_EQ(integer(Op::ShiftLeft, S32, 1, 31), INT32_MIN);
  EXPECT_EQ(integer(Op::ShiftLeft, S32, 1, 32), 0);
  EXPECT_EQ(integer(Op::ShiftLeft, S32, 1, -1), 0);
  EXPECT_EQ(integer(Op::ShiftRightLogical, S8, -1, 4), 15);
  EXPECT_EQ(integer(Op::ShiftRightLogical, U64, -1, 64), 0);
  EXPECT_EQ(integer(Op::ShiftRightArithmetic, S8, -2, 100), -1);
  EXPECT_EQ(integer(Op::ShiftRightArithmetic, U8, 0x80, 7), 0xff);
}

TEST(Evaluate, UpperHalvesAndBitCounts) {
  EXPECT_EQ(integer(Op::MulHi, U32, 0xffffffff, 0xffffffff), 0xfffffffe);
  EXPECT_EQ(integer(Op::MulHi, S32, -1, 1), -1);
  EXPECT_EQ(integer(Op::MulHi, S64, INT64_MIN, INT64_MIN), int64_t{1} << 62);
  EXPECT_EQ(integer(Op::MulHi, S64, -3, 5), -1);
  EXPECT_EQ(integer(Op::MulHi, U64, -1, -1), -2);
  EXPECT_EQ(integer(Op::Popcnt, S16, -1), 16);
  EXPECT_EQ(integer(Op::Clz, U8, 1), 7);
  EXPECT_EQ(integer(Op::Clz, S64, 0), 64);
  EXPECT_EQ(integer(Op::Not, Pred, 1), 0);
  EXPECT_EQ(integer(Op::Xor, Pred, 1, 1), 0);
}

TEST(Evaluate, MinAndMaxOfNanAndZeros) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const ElementType type : {F16, BF16, F32, F64}) {
    EXPECT_TRUE(std::isnan(real(Op::Min, type, nan, 1)));
    EXPECT_TRUE(std::isnan(real(Op::Max, type, 1, nan)));
    EXPECT_TRUE(std::signbit(real(Op::Max, type, 0.0, -0.0))) << "equal: the second";
    EXPECT_FALSE(std::signbit(real(Op::Min, type, -0.0, 0.0)));
    EXPECT_EQ(real(Op::Ne, type, nan, nan), 1);
    EXPECT_EQ(real(Op::Ge, type, nan, nan), 0);
  }
}

TEST(Evaluate, RoundingInTheType) {
  EXPECT_EQ(real(Op::Add, F16, 2048, 1), 2048);
  EXPECT_EQ(real(Op::Add, F16, 2048, 3), 2052);
  EXPECT_EQ(real(Op::Mul, BF16, 1.0078125, 1.0078125), 1.015625);
  EXPECT_EQ(real(Op::Fma, F32, 1 + 0x1p-23, 1 + 0x1p-23, -1 - 0x1p-22), 0x1p-46);
  EXPECT_EQ(real(Op::RoundEven, F32, 2.5), 2);
  EXPECT_EQ(real(Op::RoundEven, F64, -3.5), -4);
  EXPECT_EQ(real(Op::Rem, F32, -7, 2), -1);
  EXPECT_TRUE(std::isinf(real(Op::Add, F16, 65504, 65504)));
}

TEST(Evaluate, Conversions) {
  EXPECT_EQ(converted(S8, F32, encode(F32, 300)), 127u);
  EXPECT_EQ(converted(S8, F32, encode(F32, -300)), 0x80u);
  EXPECT_EQ(converted(U8, F32, encode(F32, -1)), 0u);
  EXPECT_EQ(converted(S32, F32, encode(F32, NAN)), 0u);
  EXPECT_EQ(converted(U64, F64, encode(F64, 0x1p70)), ~Bits{0});
  EXPECT_EQ(converted(S64, F64, encode(F64, -0x1p63)), Bits{1} << 63);
  EXPECT_EQ(converted(S32, F64, encode(F64, -2.9)), encode_int(S32, -2));
  EXPECT_EQ(converted(Pred, F32, encode(F32, NAN)), 1u);
  EXPECT_EQ(converted(Pred, F32, encode(F32, -0.0)), 0u);
  EXPECT_EQ(converted(U8, S32, encode_int(S32, -1)), 255u);
  EXPECT_EQ(converted(S32, S8, encode_int(S8, -1)), 0xffffffffu);
  EXPECT_EQ(converted(F32, U64, ~Bits{0}), encode(F32, 0x1p64));
  // Rounded once: through f32 this would be a tie, and go down.
  EXPECT_EQ(converted(BF16, S64, encode_int(S64, (int64_t{1} << 40) + (int64_t{1} << 32) + 1)),
            encode(BF16, 0x1p40 + 0x1p33));
}

TEST(Evaluate, TypesOfResults) {
  const auto type = [](Op op, std::vector<ElementType> in, ElementType wanted = F32) {
    return result_type(op, in, wanted);
  };
  EXPECT_EQ(type(Op::Add, {F32, F32}), F32);
  EXPECT_EQ(type(Op::Add, {F32, F64}), std::nullopt);
  EXPECT_EQ(type(Op::Add, {Pred, Pred}), std::nullopt);
  EXPECT_EQ(type(Op::And, {F32, F32}), std::nullopt);
  EXPECT_EQ(type(Op::Lt, {Pred, Pred}), Pred);
  EXPECT_EQ(type(Op::Select, {Pred, S8, S8}), S8);
  EXPECT_EQ(type(Op::Select, {S8, S8, S8}), std::nullopt);
  EXPECT_EQ(type(Op::Bitcast, {S32}), F32);
  EXPECT_EQ(type(Op::Bitcast, {S64}), std::nullopt);
  EXPECT_EQ(type(Op::MulHi, {S16, S16}), std::nullopt);
  EXPECT_EQ(type(Op::Sqrt, {S32}), std::nullopt);
  EXPECT_EQ(type(Op::Exp, {F32}), std::nullopt) << "composite";
  EXPECT_EQ(type(Op::Convert, {S32}, C64), std::nullopt);
  EXPECT_FALSE(is_scalar_type(S4));
  EXPECT_FALSE(is_scalar_type(F8E5M2));
}

TEST(Evaluate, BatchesAgreeWithSingleElements) {
  const std::vector<double> numbers = {0.0, -0.0, 1.5, -2.5, 1e30, -1e-30, INFINITY, NAN};
  for (const ElementType type : {F32, F64, S32, U32, S64, U64, S8, BF16})
    for (int i = 0; i < op_count; ++i) {
      const Op op = static_cast<Op>(i);
      const std::vector<ElementType> types(static_cast<size_t>(info(op).operands), type);
      const auto result = result_type(op, types, type);
      if (!result) continue;
      BatchCalculator batch(numbers.size());
      std::vector<Bits> a, b;
      for (size_t k = 0; k < numbers.size(); ++k) {
        a.push_back(encode(type, numbers[k]));
        b.push_back(encode(type, numbers[(k * 3 + 2) % numbers.size()]));
      }
      const Value in[] = {batch.input(type, a), batch.input(type, b), batch.input(type, a)};
      const auto got = batch.bits(batch.emit(op, *result, std::span(in, types.size())));
      for (size_t k = 0; k < numbers.size(); ++k) {
        const Bits operands[] = {a[k], b[k], a[k]};
        const Bits want = evaluate(op, *result, types, std::span(operands, types.size()));
        if (is_float(*result) && std::isnan(decode(*result, want)))
          EXPECT_TRUE(std::isnan(decode(*result, got[k])));
        else
          EXPECT_EQ(got[k], want) << info(op).text << " of " << info(type).hlo << " " << numbers[k];
      }
    }
}

}  // namespace
}  // namespace eutectic::scalar
