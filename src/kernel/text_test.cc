// Text of kernels: round trips and the parser's diagnostics.
#include "kernel/text.h"

#include <gtest/gtest.h>

#include "kernel/builder.h"
#include "kernel/parse.h"
#include "kernel/random_kernel.h"

namespace eutectic::kernel {
namespace {

std::string round_trip(std::string_view text) {
  auto kernel = parse_kernel(text, "test");
  return kernel ? to_text(*kernel) : render(kernel.error());
}

// The first diagnostic as "line:column: message".
std::string complaint(std::string_view text) {
  auto kernel = parse_kernel(text, "test");
  if (kernel) return "none";
  const Diagnostic& d = kernel.error().front();
  return std::to_string(d.place.line) + ":" + std::to_string(d.place.column) + ": " + d.message;
}
std::string in_body(std::string_view body) {
  return complaint("kernel @k(%x: f32[8] in, %y: f32[8] out) {\n" + std::string(body) + "\n}\n");
}

TEST(KernelText, AllStatements) {
  constexpr std::string_view text = R"(func @half(%a: f32) {
  %0 = const.f32 0.5
  %b = mul.f32 %a, %0
  yield %b
}
kernel @all(%x: f32[64] in, %y: f32[64] out, %z: s32[4] inout) {
  local %tile: f32[32]
  worker %shared: f32[2]
  %0 = const.s64 2
  par %p in %0 {
    %1 = const.s64 32
    %lo = mul.s64 %p, %1
    %hi = add.s64 %lo, %1
    %sum, %least = lanes %j in %lo..%hi reduce(add, min) multiple 32 interleave 2 {
      %v = load %x[%j]
      %2 = const.f32 -nan(0x1)
      %m = lt.f32 %v, %2
      %w = load %x[2 * %j - %lo - 5] if %m else %v
      %3 = const.s64 0
      %4, %5 = for %t in %3..%1 carry(%c = %v, %d = %w) fixpoint 8 {
        %6 = fma.f32 %c, %d, %2
        yield %6, %c
      }
      %7 = while carry(%e = %4) {
        %8 = gt.f32 %e, %v
        yield %8
      } do(%f) {
        %9 = call @half(%f)
        yield %9
      }
      %10 = when %m else(%7) {
        %11 = neg.f32 %7
        yield %11
      }
      store %tile[%j - %lo] = %10
      store %y[%j] = %10 if %m
      yield %10, %5
    }
    store %shared[%p] = %sum
    %12 = bitcast.s32 %least
    %13 = eq.s64 %p, %3x
  }
}
)";
  // %3 is out of scope there: the last op reads %1 instead.
  std::string good(text);
  good.replace(good.find("%3x"), 3, "%1");
  EXPECT_EQ(round_trip(good), good);
}

TEST(KernelText, Constants) {
  std::string body;
  for (const char* c : {"pred true",
                        "pred false",
                        "s8 -128",
                        "s16 -32768",
                        "s32 -2147483648",
                        "s64 -9223372036854775808",
                        "u8 255",
                        "u16 65535",
                        "u32 4294967295",
                        "u64 18446744073709551615",
                        "f16 -0.0",
                        "f16 nan(0x1)",
                        "f16 65504",
                        "bf16 inf",
                        "bf16 -nan(0x3f)",
                        "f32 -0.0",
                        "f32 nan",
                        "f32 -nan(0x1)",
                        "f32 nan(0x400001)",
                        "f32 1e-45",
                        "f32 3.4028235e+38",
                        "f32 0.1",
                        "f64 0.1",
                        "f64 5e-324",
                        "f64 nan(0x1)",
                        "f64 -inf"})
    body += std::string("  %") + std::to_string(std::count(body.begin(), body.end(), '\n')) + " = const." + c + "\n";
  const std::string text = "kernel @c() {\n" + body + "}\n";
  EXPECT_EQ(round_trip(text), text);
}

TEST(KernelText, EveryNanKeepsItsBits) {
  KernelBuilder b("nans");
  std::vector<scalar::Bits> bits;
  for (scalar::Bits n : {0x7f800001u, 0xffffffffu, 0x7fc00000u, 0xffc00001u, 0x7fbfffffu}) {
    bits.push_back(n);
    b.constant(ElementType::F32, n);
  }
  auto again = parse_kernel(to_text(b.finish()), "test");
  ASSERT_TRUE(again) << render(again.error());
  for (size_t i = 0; i < bits.size(); ++i) EXPECT_EQ(again->stmts[StmtId(i)].bits, bits[i]);
}

TEST(KernelText, NamesAreMadeUniqueAndQuoted) {
  KernelBuilder b("a \"strange\" name.1");
  const BufferId x = b.buffer("x", ElementType::S64, 4, Space::Param);
  b.buffer("not a name", ElementType::S64, 4, Space::Param);
  b.name(b.s64(1), "x");
  b.name(b.s64(2), "x");
  b.name(b.s64(3), "12");
  const ValueId i = b.load(x, {{}, -1});
  b.load(x, {{{i, std::numeric_limits<int64_t>::min()}, {i, -1}, {i, 0}}, std::numeric_limits<int64_t>::min()});
  const std::string text = to_text(b.finish());
  EXPECT_EQ(text, R"(kernel @"a \22strange\22 name.1"(%x: s64[4] in, %buffer1: s64[4] in) {
  %x_1 = const.s64 1
  %x_2 = const.s64 2
  %0 = const.s64 3
  %1 = load %x[-1]
  %2 = load %x[-9223372036854775808 * %1 - %1 + 0 * %1 - 9223372036854775808]
}
)");
  EXPECT_EQ(round_trip(text), text);
}

TEST(KernelText, RandomKernels) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const std::string text = to_text(random_kernel(seed));
    EXPECT_EQ(round_trip(text), text) << seed;
  }
}

TEST(KernelText, TypesMayBeLeftOut) {
  EXPECT_EQ(round_trip("// comment\nkernel @k() { %a = const.f32 1 %b = add %a, %a /* here */ %c = lt %a, %b }"),
            "kernel @k() {\n  %a = const.f32 1\n  %b = add.f32 %a, %a\n  %c = lt.f32 %a, %b\n}\n");
}

TEST(KernelText, Complaints) {
  EXPECT_EQ(complaint(""), "1:1: expected 'func' or 'kernel', found the end of the file");
  EXPECT_EQ(complaint("kernel @k(%x: c64[2] in) {}"), "1:15: expected a type, found 'c64'");
  EXPECT_EQ(complaint("kernel @k(%x: f32[-2] in) {}"), "1:19: the buffer's size is -2; it can be 0 to 281474976710656");
  EXPECT_EQ(complaint("kernel @k(%x: f32[2]) {}"), "1:21: expected 'in', 'out' or 'inout', found ')'");
  EXPECT_EQ(complaint("kernel @k() {"), "1:14: expected a statement or '}', found the end of the text");
  EXPECT_EQ(complaint("kernel @k() {} x"), "1:16: expected the end of the text, found 'x'");
  EXPECT_EQ(in_body("%a = const.f32 x"), "2:16: 'x' is not a number");
  EXPECT_EQ(in_body("%a = const.s8 300"), "2:15: 300 does not fit in s8");
  EXPECT_EQ(in_body("%a = add.f32 %b, %b"), "2:14: %b is not defined here");
  EXPECT_EQ(in_body("%a = add.f32 %x, %x"), "2:14: %x is a buffer, not a value");
  EXPECT_EQ(in_body("%a = exp.f32 %x"), "2:6: 'exp' is not a primitive");
  EXPECT_EQ(in_body("%a = frob %x"), "2:6: 'frob' is neither a statement nor a scalar op");
  EXPECT_EQ(in_body("%a = const.s32 1\n%b = sqrt.s32 %a"), "3:6: there is no sqrt of s32");
  EXPECT_EQ(in_body("%a = const.s32 1\n%b = add.f32 %a, %a"), "3:6: add.f32 of s32 operands");
  EXPECT_EQ(in_body("%a = const.s32 1\n%b = bitcast.f64 %a"), "3:6: there is no bitcast from s32 to f64");
  EXPECT_EQ(in_body("%a = const.s32 1\n%b = convert %a"), "3:13: 'convert' needs the type of its result");
  EXPECT_EQ(in_body("%a = const.s32 1\n%a = neg.s32 %a"), "3:1: %a is defined twice");
  EXPECT_EQ(in_body("%a = const.s32 1\n%b = load %x[%a]"), "3:14: an index is s32, not s64");
  EXPECT_EQ(in_body("%a = load %x[9223372036854775808]"), "2:14: 9223372036854775808 does not fit in s64");
  EXPECT_EQ(in_body("%a = load %x[1 + 2]"), "2:18: an index has one offset, its last term");
  EXPECT_EQ(in_body("%a = const.s64 1\nstore %y[0] = %a"), "3:15: this is s64, the buffer f32");
  EXPECT_EQ(in_body("%1a = const.s64 1"), "2:1: %1a starts with a digit");
  EXPECT_EQ(in_body("%a, %b = const.s64 1"), "2:10: one result for 2 names");
  EXPECT_EQ(in_body("%a = const.s64 1\n%b = for %t in %a..%a carry(%c = %a) {\n}"), "4:1: 0 values are yielded for 1");
  EXPECT_EQ(in_body("%a = const.s64 1\npar %p in %a { %q = const.f32 1 }\n%b = neg.f32 %q"),
            "4:14: %q is not defined here");
  EXPECT_EQ(in_body("%a = const.s64 1\n%b = lanes %j in %a..%a reduce(sub) {\n}"), "3:32: 'sub' is no reducer");
  EXPECT_EQ(in_body("%a = const.s64 1\n%b = lanes %j in %a..%a reduce(and) {\n%f = const.f32 1\nyield %f}"),
            "5:1: there is no and of f32");
  EXPECT_EQ(in_body("%a = call @f()"), "2:11: function @f is not defined before this");
  EXPECT_EQ(in_body("%a = const.s64 1\nyield %a"), "3:1: a kernel yields nothing");
}

TEST(KernelText, DeepNestingIsRefused) {
  std::string text = "kernel @k() {\n%p = const.pred true\n";
  for (int i = 0; i < 63; ++i) text += "when %p {\n";
  std::string close(63, '}');
  EXPECT_TRUE(parse_kernel(text + close + "}", "test"));
  EXPECT_EQ(complaint(text + "when %p {}" + close + "}"), "66:1: regions are nested deeper than 64");
}

}  // namespace
}  // namespace eutectic::kernel
