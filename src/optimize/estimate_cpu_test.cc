// Which of two programs XLA:CPU is estimated to run faster. Each pair was measured with jaxlib 0.10.2 and is at least
// twice apart there.
#include "optimize/estimate_cpu.h"

#include <gtest/gtest.h>

#include "format/format.h"
#include "optimize/estimate.h"

namespace eutectic::optimize {
namespace {

double us_of(const std::string& text) {
  const Result<Module> module = read_program(text, "test.hlo");
  EXPECT_TRUE(module) << render(module.error());
  if (!module) return 0;
  const Result<Estimate> e = Estimator(Target::XlaCpu)(*module);
  EXPECT_TRUE(e) << render(e.error());
  return e ? e->time_us : 0;
}

std::string entry(const std::string& lines) { return "HloModule m\nENTRY e {\n" + lines + "}\n"; }

TEST(EstimateCpu, JoinedColumnsCostMoreThanRows) {
  const std::string parts = "  a = f32[1024] parameter(0)\n  b = f32[1024] parameter(1)\n";
  const double columns = us_of(entry(parts + R"(  c = f32[1024,1] reshape(a)
  d = f32[1024,1] reshape(b)
  ROOT j = f32[1024,2] concatenate(c, d), dimensions={1}
)"));
  const double rows = us_of(entry(parts + R"(  c = f32[1,1024] reshape(a)
  d = f32[1,1024] reshape(b)
  ROOT j = f32[2,1024] concatenate(c, d), dimensions={0}
)"));
  EXPECT_GT(columns, 1.5 * rows);
}

TEST(EstimateCpu, FunctionsCostMoreThanProducts) {
  auto of = [](const char* op) {
    return us_of(entry("  a = f32[65536] parameter(0)\n  ROOT r = f32[65536] " + std::string(op) + "\n"));
  };
  EXPECT_GT(of("sine(a)"), 2 * of("multiply(a, a)"));
  EXPECT_GT(of("power(a, a)"), 2 * of("sine(a)"));
}

// Each of the rows computes the whole chain again; along them it is computed once.
TEST(EstimateCpu, ProducersAreComputedForEachReader) {
  std::string chain = "  a = u32[16384] parameter(0)\n  v0 = u32[16384] multiply(a, a)\n";
  for (int i = 0; i < 60; ++i)
    chain += "  v" + std::to_string(i + 1) + " = u32[16384] " + (i % 2 ? "multiply" : "xor") + "(v" +
             std::to_string(i) + ", a)\n";
  const double rows = us_of(entry(chain + "  ROOT r = u32[16,16384] broadcast(v60), dimensions={1}\n"));
  const double columns = us_of(entry(chain + "  ROOT r = u32[16384,16] broadcast(v60), dimensions={0}\n"));
  EXPECT_GT(rows, 1.5 * columns);
}

TEST(EstimateCpu, StepsOfSmallLoopsCostLittle) {
  auto loop = [](const char* size) {
    const std::string shape = "f32[" + std::string(size) + "]";
    return us_of(
        "HloModule m\nbody {\n  p = (s32[], " + shape +
        ") parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  x = " + shape +
        " get-tuple-element(p), index=1\n  one = s32[] constant(1)\n  n = s32[] add(i, one)\n  y = " + shape +
        " multiply(x, x)\n  ROOT t = (s32[], " + shape + ") tuple(n, y)\n}\ncondition {\n  p = (s32[], " + shape +
        ") parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  n = s32[] constant(1000)\n  ROOT c = pred[] "
        "compare(i, n), direction=LT\n}\n"
        "ENTRY e {\n  x = " +
        shape + " parameter(0)\n  zero = s32[] constant(0)\n  t = (s32[], " + shape +
        ") tuple(zero, x)\n  w = (s32[], " + shape + ") while(t), condition=condition, body=body\n  ROOT r = " + shape +
        " get-tuple-element(w), index=1\n}\n");
  };
  EXPECT_GT(loop("512"), 5 * loop("8"));
}

}  // namespace
}  // namespace eutectic::optimize
