// Loops whose lanes read what others made: one kernel all the same, with the evaluator's values and the same bits for
// any number of workers.
#include <gtest/gtest.h>

#include "backend/cpu/compile.h"
#include "compiler/compile.h"
#include "format/format.h"
#include "kernel/interpreter.h"
#include "ops/evaluator.h"
#include "ops/verify.h"
#include "runtime/launch.h"
#include "runtime/thread_pool.h"

namespace eutectic::compiler {
namespace {

struct Form {
  const char* name;
  const char* text;
};

void expect_equal(const Literal& got, const Literal& want) {
  if (want.shape().is_tuple()) {
    ASSERT_EQ(got.elements().size(), want.elements().size());
    for (size_t i = 0; i < want.elements().size(); ++i) expect_equal(got.element(i), want.element(i));
    return;
  }
  for (int64_t i = 0; i < want.element_count(); ++i) ASSERT_EQ(got.as_double(i), want.as_double(i)) << "element " << i;
}

constexpr const char* reducers = R"(
sum { a = s32[] parameter(0)
  b = s32[] parameter(1)
  ROOT c = s32[] add(a, b) }
largest { a = s32[] parameter(0)
  b = s32[] parameter(1)
  ROOT c = s32[] maximum(a, b) }
)";

constexpr Form forms[] = {
    // max, then a sum of what it made, then both in the next state; a row per step of each kind.
    {"a reduction of lanes that read a reduction", R"(HloModule m
REDUCERS
condition { p = (s32[], s32[700], s32[9,700], s32[9]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(9)
  ROOT c = pred[] compare(i, n), direction=LT }
body { p = (s32[], s32[700], s32[9,700], s32[9]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = s32[700] get-tuple-element(p), index=1
  rows = s32[9,700] get-tuple-element(p), index=2
  means = s32[9] get-tuple-element(p), index=3
  one = s32[] constant(1)
  next = s32[] add(i, one)
  zero = s32[] constant(0)
  three = s32[] constant(3)
  m = s32[] reduce(x, zero), dimensions={0}, to_apply=largest
  ms = s32[700] broadcast(m), dimensions={}
  threes = s32[700] broadcast(three), dimensions={}
  y0 = s32[700] multiply(x, threes)
  y = s32[700] subtract(y0, ms)
  s = s32[] reduce(y, zero), dimensions={0}, to_apply=sum
  ss = s32[700] broadcast(s), dimensions={}
  z = s32[700] xor(y, ss)
  x1 = s32[700] add(z, x)
  row = s32[1,700] reshape(z)
  rows1 = s32[9,700] dynamic-update-slice(rows, row, i, zero)
  last = s32[] reduce(x1, zero), dimensions={0}, to_apply=sum
  mean = s32[1] reshape(last)
  means1 = s32[9] dynamic-update-slice(means, mean, i)
  ROOT t = (s32[], s32[700], s32[9,700], s32[9]) tuple(next, x1, rows1, means1) }
ENTRY e { a = s32[700] parameter(0)
  zero = s32[] constant(0)
  r = s32[9,700] broadcast(zero), dimensions={}
  q = s32[9] broadcast(zero), dimensions={}
  t = (s32[], s32[700], s32[9,700], s32[9]) tuple(zero, a, r, q)
  w = (s32[], s32[700], s32[9,700], s32[9]) while(t), condition=condition, body=body
  x = s32[700] get-tuple-element(w), index=1
  rows = s32[9,700] get-tuple-element(w), index=2
  means = s32[9] get-tuple-element(w), index=3
  ROOT o = (s32[700], s32[9,700], s32[9]) tuple(x, rows, means) })"},
    {"neighbours on a ring, and state that no other lane reads", R"(HloModule m
condition { p = (s32[], s32[700], s32[700]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(7)
  ROOT c = pred[] compare(i, n), direction=LT }
body { p = (s32[], s32[700], s32[700]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = s32[700] get-tuple-element(p), index=1
  v = s32[700] get-tuple-element(p), index=2
  one = s32[] constant(1)
  next = s32[] add(i, one)
  head = s32[1] slice(x), slice={[0:1]}
  tail = s32[699] slice(x), slice={[1:700]}
  left = s32[700] concatenate(tail, head), dimensions={0}
  most = s32[699] slice(x), slice={[0:699]}
  end = s32[1] slice(x), slice={[699:700]}
  right = s32[700] concatenate(end, most), dimensions={0}
  both = s32[700] add(left, right)
  force = s32[700] subtract(both, x)
  v1 = s32[700] add(v, force)
  x1 = s32[700] add(x, v1)
  ROOT t = (s32[], s32[700], s32[700]) tuple(next, x1, v1) }
ENTRY e { a = s32[700] parameter(0)
  b = s32[700] parameter(1)
  zero = s32[] constant(0)
  t = (s32[], s32[700], s32[700]) tuple(zero, a, b)
  w = (s32[], s32[700], s32[700]) while(t), condition=condition, body=body
  x = s32[700] get-tuple-element(w), index=1
  v = s32[700] get-tuple-element(w), index=2
  ROOT o = (s32[700], s32[700]) tuple(x, v) })"},
    {"neighbours in two dimensions", R"(HloModule m
condition { p = (s32[], s32[23,31]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(6)
  ROOT c = pred[] compare(i, n), direction=LT }
body { p = (s32[], s32[23,31]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = s32[23,31] get-tuple-element(p), index=1
  one = s32[] constant(1)
  next = s32[] add(i, one)
  zero = s32[] constant(0)
  inner = s32[22,31] slice(x), slice={[1:23], [0:31]}
  up = s32[23,31] pad(inner, zero), padding=0_1x0_0
  row = s32[23,30] slice(x), slice={[0:23], [0:30]}
  right = s32[23,31] pad(row, one), padding=0_0x1_0
  a = s32[23,31] add(up, right)
  x1 = s32[23,31] subtract(a, x)
  ROOT t = (s32[], s32[23,31]) tuple(next, x1) }
ENTRY e { a = s32[23,31] parameter(0)
  zero = s32[] constant(0)
  t = (s32[], s32[23,31]) tuple(zero, a)
  w = (s32[], s32[23,31]) while(t), condition=condition, body=body
  ROOT x = s32[23,31] get-tuple-element(w), index=1 })"},
    {"until the largest is large enough", R"(HloModule m
REDUCERS
condition { p = (s32[700], s32[700]) parameter(0)
  x = s32[700] get-tuple-element(p), index=0
  zero = s32[] constant(0)
  m = s32[] reduce(x, zero), dimensions={0}, to_apply=largest
  n = s32[] constant(100000)
  ROOT c = pred[] compare(m, n), direction=LT }
body { p = (s32[700], s32[700]) parameter(0)
  x = s32[700] get-tuple-element(p), index=0
  v = s32[700] get-tuple-element(p), index=1
  zero = s32[] constant(0)
  s = s32[] reduce(v, zero), dimensions={0}, to_apply=largest
  ss = s32[700] broadcast(s), dimensions={}
  one = s32[] constant(1)
  ones = s32[700] broadcast(one), dimensions={}
  v1 = s32[700] add(x, ones)
  x1 = s32[700] add(x, ss)
  ROOT t = (s32[700], s32[700]) tuple(x1, v1) }
ENTRY e { a = s32[700] parameter(0)
  b = s32[700] parameter(1)
  t = (s32[700], s32[700]) tuple(a, b)
  w = (s32[700], s32[700]) while(t), condition=condition, body=body
  x = s32[700] get-tuple-element(w), index=0
  v = s32[700] get-tuple-element(w), index=1
  ROOT o = (s32[700], s32[700]) tuple(x, v) })"},
    {"one lane, whose state needs no phase", R"(HloModule m
REDUCERS
condition { p = (s32[], s32[1], s32[1]) parameter(0)
  x = s32[1] get-tuple-element(p), index=1
  v = s32[1] get-tuple-element(p), index=2
  xx = s32[1] multiply(x, x)
  y = s32[1] add(xx, v)
  zero = s32[] constant(0)
  m = s32[] reduce(y, zero), dimensions={0}, to_apply=largest
  n = s32[] constant(3000)
  ROOT c = pred[] compare(m, n), direction=LT }
body { p = (s32[], s32[1], s32[1]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = s32[1] get-tuple-element(p), index=1
  v = s32[1] get-tuple-element(p), index=2
  one = s32[] constant(1)
  ones = s32[1] broadcast(one), dimensions={}
  next = s32[] add(i, one)
  x1 = s32[1] add(x, ones)
  ROOT t = (s32[], s32[1], s32[1]) tuple(next, x1, v) }
ENTRY e { a = s32[1] parameter(0)
  b = s32[1] parameter(1)
  zero = s32[] constant(0)
  t = (s32[], s32[1], s32[1]) tuple(zero, a, b)
  w = (s32[], s32[1], s32[1]) while(t), condition=condition, body=body
  i = s32[] get-tuple-element(w), index=0
  x = s32[1] get-tuple-element(w), index=1
  ROOT o = (s32[], s32[1]) tuple(i, x) })"},
    {"a number of steps that is an input", R"(HloModule m
condition { p = (s32[], s32[], s32[700]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] get-tuple-element(p), index=1
  ROOT c = pred[] compare(i, n), direction=LT }
body { p = (s32[], s32[], s32[700]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] get-tuple-element(p), index=1
  x = s32[700] get-tuple-element(p), index=2
  one = s32[] constant(1)
  next = s32[] add(i, one)
  is = s32[700] broadcast(i), dimensions={}
  x1 = s32[700] add(x, is)
  ROOT t = (s32[], s32[], s32[700]) tuple(next, n, x1) }
ENTRY e { a = s32[700] parameter(0)
  n = s32[] parameter(1)
  zero = s32[] constant(0)
  t = (s32[], s32[], s32[700]) tuple(zero, n, a)
  w = (s32[], s32[], s32[700]) while(t), condition=condition, body=body
  ROOT x = s32[700] get-tuple-element(w), index=2 })"},
    {"the old value is read in a later phase", R"(HloModule m
REDUCERS
condition { p = (s32[], s32[700], s32[700]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(5)
  ROOT c = pred[] compare(i, n), direction=LT }
body { p = (s32[], s32[700], s32[700]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = s32[700] get-tuple-element(p), index=1
  v = s32[700] get-tuple-element(p), index=2
  one = s32[] constant(1)
  next = s32[] add(i, one)
  zero = s32[] constant(0)
  s = s32[] reduce(x, zero), dimensions={0}, to_apply=sum
  ss = s32[700] broadcast(s), dimensions={}
  v1 = s32[700] subtract(x, ss)
  ROOT t = (s32[], s32[700], s32[700]) tuple(next, v, v1) }
ENTRY e { a = s32[700] parameter(0)
  b = s32[700] parameter(1)
  zero = s32[] constant(0)
  t = (s32[], s32[700], s32[700]) tuple(zero, a, b)
  w = (s32[], s32[700], s32[700]) while(t), condition=condition, body=body
  x = s32[700] get-tuple-element(w), index=1
  v = s32[700] get-tuple-element(w), index=2
  ROOT o = (s32[700], s32[700]) tuple(x, v) })"},
};

int32_t sample(int64_t i, size_t array) { return static_cast<int32_t>(i * i % 41 + 11 * static_cast<int64_t>(array)); }

TEST(LoopPhases, OneKernelWithTheEvaluatorsValues) {
  for (const Form& form : forms) {
    SCOPED_TRACE(form.name);
    std::string text = form.text;
    if (const size_t at = text.find("REDUCERS"); at != std::string::npos) text.replace(at, 8, reducers);
    auto m = read_program(text, "test");
    ASSERT_TRUE(m) << render(m.error());
    auto valid = verify(*m);
    ASSERT_TRUE(valid) << render(valid.error());
    std::vector<Literal> inputs;
    for (const Shape& shape : m->parameter_shapes(m->entry)) {
      Literal x = Literal::uninitialized(shape);
      for (int64_t i = 0; i < shape.element_count(); ++i)
        x.mutable_data<int32_t>()[static_cast<size_t>(i)] = sample(i, inputs.size());
      inputs.push_back(std::move(x));
    }
    auto want = Evaluator(*m).run(inputs);
    ASSERT_TRUE(want) << render(want.error());
    CompileOptions options;
    options.cache = false;
    CompileRecord record;
    auto executable = compile(*m, options, &record);
    ASSERT_TRUE(executable) << render(executable.error());
    ASSERT_EQ(record.kernels.size(), 1u);
    runtime::RunStats stats;
    auto got = (*executable)->run(inputs, {}, &stats);
    ASSERT_TRUE(got) << render(got.error());
    EXPECT_EQ(stats.launches, 1) << "the whole loop is one launch";
    expect_equal(*got, *want);

    // Any number of workers gives the interpreter's bits.
    const kernel::Kernel& k = record.kernels[0].kernel;
    auto run = [&](int64_t workers) {
      std::vector<std::vector<int32_t>> memory;
      std::vector<void*> params;
      for (const kernel::Buffer& b : k.buffers) {
        if (b.space != kernel::Space::Param) continue;
        std::vector<int32_t>& data = memory.emplace_back(static_cast<size_t>(b.size));
        for (int64_t i = 0; i < b.size; ++i) data[static_cast<size_t>(i)] = sample(i, memory.size());
      }
      for (auto& data : memory) params.push_back(data.data());
      if (workers == 0) {
        const Status done = kernel::interpret(k, params, {.refuse_undefined = true, .max_steps = 0});
        EXPECT_TRUE(done) << render(done.error());
        return memory;
      }
      auto entry = cpu::compile(k, {.cpu = "", .cache = false}, nullptr);
      EXPECT_TRUE(entry);
      runtime::ThreadPool pool(workers);
      runtime::Scratch scratch;
      if (entry)
        for (int again = 0; again < 3; ++again) runtime::run_kernel(*entry, params, pool, workers, scratch);
      return memory;
    };
    const auto interpreted = run(0);
    for (int64_t workers : {1, 2, 3}) EXPECT_EQ(run(workers), interpreted) << workers << " workers";
  }
}

}  // namespace
}  // namespace eutectic::compiler
