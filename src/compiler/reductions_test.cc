// Long reductions outside of loops are kernels: over leading and trailing dimensions, of several values at once, read
// by what follows. Compiled code equals the interpreter and any number of workers to the bit, the evaluator within
// bounds.
#include <gtest/gtest.h>

#include <cmath>

#include "backend/gpu/ptx.h"
#include "compiler/compile.h"
#include "format/format.h"
#include "kernel/interpreter.h"
#include "kernel/verify.h"
#include "ops/evaluator.h"
#include "ops/verify.h"

namespace eutectic::compiler {
namespace {

struct Program {
  const char* name;
  size_t kernels;
  const char* text;
};

constexpr const char* reducers = R"(HloModule m
add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b) }
most { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] maximum(a, b) }
narrow { a = bf16[] parameter(0)
  b = bf16[] parameter(1)
  ROOT c = bf16[] add(a, b) }
first { a = f32[] parameter(0)
  i = s32[] parameter(1)
  b = f32[] parameter(2)
  k = s32[] parameter(3)
  gt = pred[] compare(a, b), direction=GT
  eq = pred[] compare(a, b), direction=EQ
  lt = pred[] compare(i, k), direction=LT
  tie = pred[] and(eq, lt)
  left = pred[] or(gt, tie)
  c = f32[] select(gt, a, b)
  j = s32[] select(left, i, k)
  ROOT t = (f32[], s32[]) tuple(c, j) }
)";

constexpr Program programs[] = {
    {"leading dimension, then arithmetic", 1, R"(ENTRY e { x = f32[130,77] parameter(0)
  y = f32[130,77] multiply(x, x)
  zero = f32[] constant(0)
  s = f32[77] reduce(y, zero), dimensions={0}, to_apply=add
  n = f32[] constant(130)
  ns = f32[77] broadcast(n), dimensions={}
  ROOT m = f32[77] divide(s, ns) })"},
    {"trailing dimension", 1, R"(ENTRY e { x = f32[77,130] parameter(0)
  zero = f32[] constant(1)
  ROOT s = f32[77] reduce(x, zero), dimensions={1}, to_apply=add })"},
    {"first and last of three", 1, R"(ENTRY e { x = f32[20,37,30] parameter(0)
  zero = f32[] constant(0)
  ROOT s = f32[37] reduce(x, zero), dimensions={0,2}, to_apply=add })"},
    {"outer of three, several lane dimensions", 1, R"(ENTRY e { x = f32[90,7,11] parameter(0)
  zero = f32[] constant(0)
  ROOT s = f32[7,11] reduce(x, zero), dimensions={0}, to_apply=add })"},
    {"a sum of two rows' largest", 1, R"(ENTRY e { x = f32[2,1000] parameter(0)
  zero = f32[] constant(0)
  low = f32[] constant(-inf)
  m = f32[2] reduce(x, low), dimensions={1}, to_apply=most
  s = f32[] reduce(m, zero), dimensions={0}, to_apply=add
  half = f32[] constant(0.5)
  ROOT h = f32[] multiply(s, half) })"},
    {"two at once, one pass", 1, R"(ENTRY e { x = f32[77,130] parameter(0)
  zero = f32[] constant(0)
  low = f32[] constant(-inf)
  s = f32[77] reduce(x, zero), dimensions={1}, to_apply=add
  m = f32[77] reduce(x, low), dimensions={1}, to_apply=most
  ROOT d = f32[77] subtract(m, s) })"},
    {"softmax: three passes", 3, R"(ENTRY e { x = f32[77,130] parameter(0)
  zero = f32[] constant(0)
  low = f32[] constant(-inf)
  m = f32[77] reduce(x, low), dimensions={1}, to_apply=most
  mb = f32[77,130] broadcast(m), dimensions={0}
  d = f32[77,130] subtract(x, mb)
  e = f32[77,130] exponential(d)
  s = f32[77] reduce(e, zero), dimensions={1}, to_apply=add
  sb = f32[77,130] broadcast(s), dimensions={0}
  ROOT q = f32[77,130] divide(e, sb) })"},
    {"variance: two passes over all", 2, R"(ENTRY e { x = f32[77,130] parameter(0)
  zero = f32[] constant(0)
  s = f32[] reduce(x, zero), dimensions={0,1}, to_apply=add
  n = f32[] constant(10010)
  m = f32[] divide(s, n)
  mb = f32[77,130] broadcast(m), dimensions={}
  d = f32[77,130] subtract(x, mb)
  dd = f32[77,130] multiply(d, d)
  ROOT v = f32[] reduce(dd, zero), dimensions={0,1}, to_apply=add })"},
    {"greatest and where, leading", 1, R"(ENTRY e { x = f32[130,77] parameter(0)
  i = s32[130,77] iota(), iota_dimension=0
  low = f32[] constant(-inf)
  zero = s32[] constant(0)
  r = (f32[77], s32[77]) reduce(x, i, low, zero), dimensions={0}, to_apply=first
  m = f32[77] get-tuple-element(r), index=0
  w = s32[77] get-tuple-element(r), index=1
  ROOT t = (f32[77], s32[77]) tuple(m, w) })"},
    {"where the greatest of all is", 1, R"(ENTRY e { x = f32[10010] parameter(0)
  i = s32[10010] iota(), iota_dimension=0
  low = f32[] constant(-inf)
  zero = s32[] constant(0)
  r = (f32[], s32[]) reduce(x, i, low, zero), dimensions={0}, to_apply=first
  ROOT w = s32[] get-tuple-element(r), index=1 })"},
    {"a narrow sum is kept wide", 1, R"(ENTRY e { x = f32[1300,9] parameter(0)
  y = bf16[1300,9] convert(x)
  zero = bf16[] constant(0)
  ROOT s = bf16[9] reduce(y, zero), dimensions={0}, to_apply=narrow })"},
};

void expect_near(const Literal& got, const Literal& want, double bound) {
  if (want.shape().is_tuple()) {
    ASSERT_EQ(got.elements().size(), want.elements().size());
    for (size_t i = 0; i < want.elements().size(); ++i) expect_near(got.element(i), want.element(i), bound);
    return;
  }
  for (int64_t i = 0; i < want.element_count(); ++i) {
    const double g = got.as_double(i), w = want.as_double(i);
    ASSERT_LE(std::abs(g - w), bound * std::max(1.0, std::abs(w))) << "element " << i << ": " << g << ", " << w;
  }
}

// What the interpreter makes of a program of one kernel that reads one input; `like` has the shape of the result.
Literal interpreted(const kernel::Kernel& kernel, Literal input, const Literal& like) {
  std::vector<Literal> leaves;
  if (like.shape().is_tuple())
    for (const Literal& l : like.elements()) leaves.push_back(Literal::uninitialized(l.shape()));
  else
    leaves.push_back(Literal::uninitialized(like.shape()));
  std::vector<void*> params;
  size_t next = 0;
  for (const kernel::Buffer& b : kernel.buffers) {
    if (b.space != kernel::Space::Param) continue;
    params.push_back(b.access == kernel::Access::In ? input.mutable_bytes() : leaves.at(next++).mutable_bytes());
  }
  kernel::InterpretOptions options;
  options.refuse_undefined = true;
  auto status = kernel::interpret(kernel, params, options);
  EXPECT_TRUE(status) << render(status.error());
  return like.shape().is_tuple() ? Literal::tuple(std::move(leaves)) : std::move(leaves[0]);
}

TEST(Reductions, AreKernels) {
  for (const Program& program : programs) {
    SCOPED_TRACE(program.name);
    auto m = read_hlo_text(std::string(reducers) + program.text, "reduction.hlo");
    ASSERT_TRUE(m) << render(m.error());
    auto status = verify(*m);
    ASSERT_TRUE(status) << render(status.error());
    std::vector<Literal> inputs;
    for (const Shape& shape : m->parameter_shapes(m->entry)) {
      Literal v = Literal::uninitialized(shape);
      for (int64_t i = 0; i < shape.element_count(); ++i)
        v.mutable_data<float>()[static_cast<size_t>(i)] = static_cast<float>((i * 7919 + 13) % 1009) / 1009 - 0.3f;
      inputs.push_back(std::move(v));
    }
    auto want = Evaluator(*m).run(inputs);
    ASSERT_TRUE(want) << render(want.error());
    for (Numbers numbers : {Numbers::Strict, Numbers::Xla}) {
      std::optional<Literal> first;
      for (int threads : {1, 2, 3}) {
        CompileOptions options;
        options.cache = false;
        options.threads = threads;
        options.numbers = numbers;
        CompileRecord record;
        auto executable = compile(*m, options, &record);
        ASSERT_TRUE(executable) << render(executable.error());
        EXPECT_EQ(record.kernels.size(), program.kernels);
        runtime::RunStats stats;
        auto got = (*executable)->run(inputs, {}, &stats);
        ASSERT_TRUE(got) << render(got.error());
        EXPECT_EQ(stats.host_ops, 0);
        EXPECT_EQ(stats.launches, static_cast<int64_t>(program.kernels));
        expect_near(*got, *want, 2e-6);
        if (!first) first = program.kernels == 1 ? interpreted(record.kernels.at(0).kernel, inputs[0], *got) : *got;
        expect_near(*got, *first, 0);
        if (threads > 1) continue;
        for (const KernelRecord& k : record.kernels) EXPECT_TRUE(gpu::emit_ptx(k.kernel, {}));
      }
    }
  }
}

// StableHLO may accumulate in a wider type than the elements': long, short and over what is kept.
TEST(Reductions, Promote) {
  auto m = read_program(R"(
func.func @main(%x: tensor<5000xi8>, %y: tensor<6x3xbf16>) -> (tensor<i32>, tensor<i64>, tensor<6xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<5000xi8>, tensor<i32>) -> tensor<i32>
   reducer(%p: tensor<i32>, %q: tensor<i32>) {
    %v = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %v : tensor<i32>
  }
  %i = stablehlo.iota dim = 0 : tensor<5000xi64>
  %low = stablehlo.constant dense<-100> : tensor<i16>
  %none = stablehlo.constant dense<0> : tensor<i64>
  %best:2 = stablehlo.reduce(%x init: %low), (%i init: %none) across dimensions = [0] : (tensor<5000xi8>, tensor<5000xi64>, tensor<i16>, tensor<i64>) -> (tensor<i16>, tensor<i64>)
   reducer(%a: tensor<i16>, %b: tensor<i16>) (%c: tensor<i64>, %d: tensor<i64>) {
    %gt = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
    %v = stablehlo.select %gt, %a, %b : tensor<i1>, tensor<i16>
    %w = stablehlo.select %gt, %c, %d : tensor<i1>, tensor<i64>
    stablehlo.return %v, %w : tensor<i16>, tensor<i64>
  }
  %wide = stablehlo.constant dense<0.5> : tensor<f32>
  %f = stablehlo.reduce(%y init: %wide) across dimensions = [1] : (tensor<6x3xbf16>, tensor<f32>) -> tensor<6xf32>
   reducer(%p: tensor<f32>, %q: tensor<f32>) {
    %v = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %v : tensor<f32>
  }
  return %s, %best#1, %f : tensor<i32>, tensor<i64>, tensor<6xf32>
})",
                        "promotes.mlir");
  ASSERT_TRUE(m) << render(m.error());
  auto status = verify(*m);
  ASSERT_TRUE(status) << render(status.error());
  std::vector<Literal> inputs;
  for (const Shape& shape : m->parameter_shapes(m->entry)) {
    Literal v = Literal::uninitialized(shape);
    const auto count = static_cast<size_t>(shape.element_count());
    for (size_t i = 0; i < count; ++i) {
      if (shape.type == ElementType::S8) v.mutable_data<int8_t>()[i] = static_cast<int8_t>((i * 7919 + 13) % 111);
      if (shape.type == ElementType::BF16) v.mutable_data<uint16_t>()[i] = static_cast<uint16_t>(0x3f80 + 3 * i);
    }
    inputs.push_back(std::move(v));
  }
  auto want = Evaluator(*m).run(inputs);
  ASSERT_TRUE(want) << render(want.error());
  CompileOptions options;
  options.cache = false;
  CompileRecord record;
  auto executable = compile(*m, options, &record);
  ASSERT_TRUE(executable) << render(executable.error());
  EXPECT_GE(record.kernels.size(), 2u);
  auto got = (*executable)->run(inputs);
  ASSERT_TRUE(got) << render(got.error());
  expect_near(*got, *want, 1e-6);
}

// An initial value narrower than the accumulator, elements narrower than both: short and long, of any body.
TEST(Reductions, PromoteTheInitialValue) {
  auto m = read_hlo_text(std::string(reducers) + R"(body { a = f32[] parameter(0)
  b = f16[] parameter(1)
  c = f32[] convert(b)
  d = f32[] add(a, c)
  half = f32[] constant(0.5)
  ROOT e = f32[] multiply(d, half) }
ENTRY e { x = f16[64,3] parameter(0)
  y = f32[64,300] parameter(1)
  z = f16[] constant(1.5)
  short = f32[64] reduce(x, z), dimensions={1}, to_apply=body
  any = f32[3] reduce(x, z), dimensions={0}, to_apply=body
  few = f32[300] reduce(y, z), dimensions={0}, to_apply=most
  long = f32[64] reduce(y, z), dimensions={1}, to_apply=add
  ROOT r = (f32[64], f32[3], f32[300], f32[64]) tuple(short, any, few, long) })",
                         "promotes.hlo");
  ASSERT_TRUE(m) << render(m.error());
  auto status = verify(*m);
  ASSERT_TRUE(status) << render(status.error());
  std::vector<Literal> inputs;
  for (const Shape& shape : m->parameter_shapes(m->entry)) {
    Literal v = Literal::uninitialized(shape);
    const auto count = static_cast<size_t>(shape.element_count());
    for (size_t i = 0; i < count; ++i) {
      if (shape.type == ElementType::F16) v.mutable_data<uint16_t>()[i] = static_cast<uint16_t>(0x3c00 + 5 * i);
      if (shape.type == ElementType::F32) v.mutable_data<float>()[i] = static_cast<float>(i * 7919 % 1009) / 256;
    }
    inputs.push_back(std::move(v));
  }
  auto want = Evaluator(*m).run(inputs);
  ASSERT_TRUE(want) << render(want.error());
  CompileOptions options;
  options.cache = false;
  CompileRecord record;
  auto executable = compile(*m, options, &record);
  ASSERT_TRUE(executable) << render(executable.error());
  EXPECT_GE(record.kernels.size(), 2u);
  auto got = (*executable)->run(inputs);
  ASSERT_TRUE(got) << render(got.error());
  expect_near(*got, *want, 2e-6);
}

// Numbers of elements beyond 32 bits are divided in 64: the kernels, which nobody can run, stay in bounds.
TEST(Reductions, OfMoreThan32Bits) {
  auto m = read_hlo_text(std::string(reducers) + R"(ENTRY e { x = f32[10,12,4294967296] parameter(0)
  zero = f32[] constant(0)
  a = f32[12] reduce(x, zero), dimensions={0,2}, to_apply=add
  b = f32[12] reduce(x, zero), dimensions={2,0}, to_apply=most
  ROOT t = (f32[12], f32[12]) tuple(a, b) })",
                         "vast.hlo");
  ASSERT_TRUE(m) << render(m.error());
  CompileOptions options;
  options.machine_code = false;
  CompileRecord record;
  auto status = compile_record(std::move(*m), options, record);
  ASSERT_TRUE(status) << render(status.error());
  EXPECT_FALSE(record.kernels.empty());
  for (const KernelRecord& k : record.kernels) EXPECT_TRUE(kernel::verify(k.kernel));
}

}  // namespace
}  // namespace eutectic::compiler
