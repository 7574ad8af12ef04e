// Each rule of the simplifier on a small program: what remains, and the same bits as before.
#include "passes/simplify.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "format/format.h"
#include "ops/evaluator.h"
#include "ops/verify.h"
#include "passes/passes.h"

namespace eutectic {
namespace {

Literal numbers(const Shape& shape, int64_t seed) {
  Literal out = Literal::zeros(shape);
  int64_t i = seed;
  if (shape.type == ElementType::F32)
    for (float& v : out.mutable_data<float>()) v = static_cast<float>((i = i * 37 % 101) - 50) / 16.0f;
  if (shape.type == ElementType::S32)
    for (int32_t& v : out.mutable_data<int32_t>()) v = static_cast<int32_t>((i = i * 37 % 101) - 50);
  if (shape.type == ElementType::Pred)
    for (bool& v : out.mutable_data<bool>()) v = (i = i * 37 % 101) % 2;
  return out;
}

Literal evaluate(const Module& module) {
  std::vector<Literal> arguments;
  for (const Shape& s : module.parameter_shapes(module.entry))
    arguments.push_back(numbers(s, static_cast<int64_t>(arguments.size()) + 3));
  Evaluator evaluator(module);
  Result<Literal> out = evaluator.run(std::move(arguments));
  EXPECT_TRUE(out) << render(out.error());
  return out ? std::move(*out) : Literal();
}

// x, y: f32[4,3]; i, j: s32[4,3]; p: pred[4,3]; s: s32[].
std::string program(const std::string& lines) {
  return "HloModule m\nENTRY e {\n  x = f32[4,3] parameter(0)\n  y = f32[4,3] parameter(1)\n"
         "  i = s32[4,3] parameter(2)\n  j = s32[4,3] parameter(3)\n  p = pred[4,3] parameter(4)\n"
         "  s = s32[] parameter(5)\n" +
         lines + "}\n";
}

// The simplified entry without its parameters, one instruction a line: "op(operand names)".
std::string simplified(const std::string& lines, int64_t fuel = -1) {
  Result<Module> before = read_program(program(lines), "test.hlo");
  EXPECT_TRUE(before) << render(before.error());
  if (!before) return "";
  Module work = *before;
  EXPECT_TRUE(simplify_with(work, fuel));
  EXPECT_TRUE(remove_dead_code(work));
  const Module after = compact(work);
  const Status status = verify(after);
  EXPECT_TRUE(status) << render(status.error());
  EXPECT_TRUE(evaluate(*before) == evaluate(after)) << write_hlo_text(after);
  std::string out;
  for (InstrId id : instrs_of(after[after.entry])) {
    if (after[id].op == OpKind::Parameter) continue;
    out += out.empty() ? "" : " ";
    out += hlo_name(after[id].op);
  }
  return out.empty() ? "-" : out;
}

TEST(Simplify, IntegerIdentities) {
  const std::string c = "  c = s32[] constant({})\n  b = s32[4,3] broadcast(c), dimensions={{}}\n";
  auto with = [&](int value, const std::string& op) {
    return simplified(fmt::format(fmt::runtime(c), value) + "  ROOT r = s32[4,3] " + op + "\n");
  };
  EXPECT_EQ(with(0, "add(i, b)"), "-");
  EXPECT_EQ(with(0, "add(b, i)"), "-");
  EXPECT_EQ(with(0, "subtract(i, b)"), "-");
  EXPECT_EQ(with(0, "subtract(b, i)"), "constant broadcast subtract");
  EXPECT_EQ(with(1, "multiply(i, b)"), "-");
  EXPECT_EQ(with(0, "multiply(i, b)"), "constant broadcast");
  EXPECT_EQ(with(1, "divide(i, b)"), "-");
  EXPECT_EQ(with(1, "remainder(i, b)"), "constant broadcast");
  EXPECT_EQ(with(-1, "and(i, b)"), "-");
  EXPECT_EQ(with(0, "and(i, b)"), "constant broadcast");
  EXPECT_EQ(with(0, "or(i, b)"), "-");
  EXPECT_EQ(with(0, "xor(b, i)"), "-");
  EXPECT_EQ(with(0, "shift-left(i, b)"), "-");
  EXPECT_EQ(with(0, "shift-right-logical(i, b)"), "-");
  EXPECT_EQ(with(2, "multiply(i, b)"), "constant broadcast multiply");
  EXPECT_EQ(simplified("  ROOT r = s32[4,3] subtract(i, i)\n"), "constant broadcast");
  EXPECT_EQ(simplified("  ROOT r = s32[4,3] xor(i, i)\n"), "constant broadcast");
  EXPECT_EQ(simplified("  ROOT r = s32[4,3] maximum(i, i)\n"), "-");
}

TEST(Simplify, FloatsOnlyWhereEveryBitStays) {
  const std::string c = "  c = f32[] constant({})\n  b = f32[4,3] broadcast(c), dimensions={{}}\n";
  auto with = [&](const char* value, const std::string& op) {
    return simplified(fmt::format(fmt::runtime(c), value) + "  ROOT r = f32[4,3] " + op + "\n");
  };
  EXPECT_EQ(with("1", "multiply(x, b)"), "-");
  EXPECT_EQ(with("1", "divide(x, b)"), "-");
  EXPECT_EQ(with("-0", "add(x, b)"), "-");
  EXPECT_EQ(with("0", "add(x, b)"), "constant broadcast add");
  EXPECT_EQ(with("0", "subtract(x, b)"), "-");
  EXPECT_EQ(with("-0", "subtract(x, b)"), "constant broadcast subtract");
  EXPECT_EQ(with("0", "multiply(x, b)"), "constant broadcast multiply");
  EXPECT_EQ(with("2", "power(x, b)"), "multiply");
  EXPECT_EQ(with("1", "power(x, b)"), "-");
  EXPECT_EQ(simplified("  ROOT r = f32[4,3] subtract(x, x)\n"), "subtract");
  EXPECT_EQ(simplified("  n = f32[4,3] negate(x)\n  ROOT r = f32[4,3] negate(n)\n"), "-");
}

TEST(Simplify, SelectCompareConvert) {
  EXPECT_EQ(simplified("  ROOT r = f32[4,3] select(p, x, x)\n"), "-");
  EXPECT_EQ(simplified("  n = pred[4,3] not(p)\n  ROOT r = f32[4,3] select(n, x, y)\n"), "select");
  EXPECT_EQ(simplified("  t = pred[] constant(true)\n  b = pred[4,3] broadcast(t), dimensions={}\n"
                       "  ROOT r = f32[4,3] select(b, x, y)\n"),
            "-");
  EXPECT_EQ(simplified("  ROOT r = pred[4,3] compare(i, i), direction=LE\n"), "constant broadcast");
  EXPECT_EQ(simplified("  ROOT r = pred[4,3] compare(x, x), direction=LE\n"), "compare");
  EXPECT_EQ(simplified("  ROOT r = f32[4,3] convert(x)\n"), "-");
  EXPECT_EQ(simplified("  a = f64[4,3] convert(x)\n  ROOT r = f32[4,3] convert(a)\n"), "-");
  EXPECT_EQ(simplified("  a = s64[4,3] convert(i)\n  ROOT r = s8[4,3] convert(a)\n"), "convert");
  EXPECT_EQ(simplified("  a = bf16[4,3] convert(x)\n  ROOT r = f32[4,3] convert(a)\n"), "convert convert");
  EXPECT_EQ(simplified("  a = f32[4,3] convert(i)\n  ROOT r = s32[4,3] convert(a)\n"), "convert convert");
}

TEST(Simplify, Shapes) {
  EXPECT_EQ(simplified("  a = f32[12] reshape(x)\n  ROOT r = f32[2,6] reshape(a)\n"), "reshape");
  EXPECT_EQ(simplified("  a = f32[12] reshape(x)\n  ROOT r = f32[4,3] reshape(a)\n"), "-");
  EXPECT_EQ(simplified("  a = f32[3,4] transpose(x), dimensions={1,0}\n"
                       "  ROOT r = f32[4,3] transpose(a), dimensions={1,0}\n"),
            "-");
  EXPECT_EQ(simplified("  a = f32[2,4,3] broadcast(x), dimensions={1,2}\n"
                       "  ROOT r = f32[5,2,4,3] broadcast(a), dimensions={1,2,3}\n"),
            "broadcast");
  EXPECT_EQ(
      simplified(
          "  a = f32[3,3] slice(x), slice={[1:4], [0:3]}\n  ROOT r = f32[1,2] slice(a), slice={[2:3], [0:3:2]}\n"),
      "slice");
  EXPECT_EQ(simplified("  ROOT r = f32[4,3] slice(x), slice={[0:4], [0:3]}\n"), "-");
  EXPECT_EQ(
      simplified(
          "  a = f32[8,3] concatenate(x, y), dimensions={0}\n  ROOT r = f32[4,3] slice(a), slice={[4:8], [0:3]}\n"),
      "-");
  EXPECT_EQ(
      simplified(
          "  a = f32[8,3] concatenate(x, y), dimensions={0}\n  ROOT r = f32[2,3] slice(a), slice={[5:7], [0:3]}\n"),
      "slice");
  EXPECT_EQ(
      simplified(
          "  a = f32[8,3] concatenate(x, y), dimensions={0}\n  ROOT r = f32[4,3] slice(a), slice={[2:6], [0:3]}\n"),
      "concatenate slice");
  EXPECT_EQ(simplified("  a = f32[2,3] slice(x), slice={[0:2], [0:3]}\n  b = f32[2,3] slice(x), slice={[2:4], [0:3]}\n"
                       "  ROOT r = f32[4,3] concatenate(a, b), dimensions={0}\n"),
            "-");
  EXPECT_EQ(
      simplified(
          "  a = f32[8,3] concatenate(x, y), dimensions={0}\n  ROOT r = f32[12,3] concatenate(a, x), dimensions={0}\n"),
      "concatenate");
  EXPECT_EQ(simplified("  ROOT r = f32[4,3] copy(x)\n"), "-");
  EXPECT_EQ(simplified("  ROOT r = s32[] get-dimension-size(x), dimensions={1}\n"), "constant");
}

TEST(Simplify, DynamicSlices) {
  EXPECT_EQ(simplified("  c = s32[] constant(9)\n  d = s32[] constant(1)\n"
                       "  ROOT r = f32[2,2] dynamic-slice(x, c, d), dynamic_slice_sizes={2,2}\n"),
            "slice");
  EXPECT_EQ(
      simplified("  c = s32[] constant(1)\n  ROOT r = f32[2,3] dynamic-slice(x, c, s), dynamic_slice_sizes={2,3}\n"),
      "slice");
  EXPECT_EQ(simplified("  ROOT r = f32[4,3] dynamic-slice(x, s, s), dynamic_slice_sizes={4,3}\n"), "-");
  EXPECT_EQ(simplified("  ROOT r = f32[4,3] dynamic-update-slice(x, y, s, s)\n"), "-");
}

TEST(Simplify, Constants) {
  EXPECT_EQ(
      simplified("  a = f32[2] constant({1, 2})\n  b = f32[2] constant({3, 5})\n  ROOT r = f32[2] divide(a, b)\n"),
      "constant");
  EXPECT_EQ(simplified("  a = f32[] constant(3)\n  b = f32[4,3] broadcast(a), dimensions={}\n"
                       "  c = f32[4,3] sqrt(b)\n  ROOT r = f32[4,3] multiply(x, c)\n"),
            "constant broadcast multiply");
}

TEST(Simplify, FuelLimitsTheRewrites) {
  const std::string lines =
      "  a = f32[4,3] negate(x)\n  b = f32[4,3] negate(a)\n  c = f32[4,3] copy(b)\n  ROOT r = f32[4,3] copy(c)\n";
  EXPECT_EQ(simplified(lines, 0), "negate negate copy copy");
  EXPECT_EQ(simplified(lines, 1), "copy copy");
  EXPECT_EQ(simplified(lines, 2), "copy");
}

}  // namespace
}  // namespace eutectic
