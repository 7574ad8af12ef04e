// Ways to write a loop that must all become one kernel: without lanes, with several values of a lane in one dimension,
// with a condition of each lane's own. Compared with the evaluator to the bit.
#include <gtest/gtest.h>

#include "backend/gpu/ptx.h"
#include "compiler/compile.h"
#include "format/format.h"
#include "ops/evaluator.h"
#include "ops/verify.h"

namespace eutectic::compiler {
namespace {

struct Form {
  const char* name;
  const char* text;
};

constexpr Form forms[] = {
    {"no lanes", R"(HloModule m
condition { p = (s32[], s32[3], f32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(20)
  ROOT c = pred[] compare(i, n), direction=LT }
body { p = (s32[], s32[3], f32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = s32[3] get-tuple-element(p), index=1
  y = f32[] get-tuple-element(p), index=2
  one = s32[] constant(1)
  next = s32[] add(i, one)
  back = s32[3] reverse(x), dimensions={0}
  spread = s32[3] broadcast(i), dimensions={}
  x1 = s32[3] multiply(back, spread)
  x2 = s32[3] add(x1, x)
  half = f32[] constant(0.5)
  y1 = f32[] multiply(y, half)
  ROOT t = (s32[], s32[3], f32[]) tuple(next, x2, y1) }
ENTRY e { a = s32[3] parameter(0)
  b = f32[] constant(3)
  zero = s32[] constant(0)
  t = (s32[], s32[3], f32[]) tuple(zero, a, b)
  w = (s32[], s32[3], f32[]) while(t), condition=condition, body=body
  x = s32[3] get-tuple-element(w), index=1
  y = f32[] get-tuple-element(w), index=2
  ROOT r = (s32[3], f32[]) tuple(x, y) })"},
    {"all lanes of one value behind all of the other", R"(HloModule m
condition { p = (s32[], s32[74]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(20)
  ROOT c = pred[] compare(i, n), direction=LT }
body { p = (s32[], s32[74]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  s = s32[74] get-tuple-element(p), index=1
  one = s32[] constant(1)
  next = s32[] add(i, one)
  x = s32[37] slice(s), slice={[0:37]}
  y = s32[37] slice(s), slice={[37:74]}
  sum = s32[37] add(x, y)
  product = s32[37] multiply(x, y)
  joined = s32[74] concatenate(product, sum), dimensions={0}
  ROOT t = (s32[], s32[74]) tuple(next, joined) }
ENTRY e { a = s32[74] parameter(0)
  zero = s32[] constant(0)
  t = (s32[], s32[74]) tuple(zero, a)
  w = (s32[], s32[74]) while(t), condition=condition, body=body
  ROOT x = s32[74] get-tuple-element(w), index=1 })"},
    {"the values of each lane side by side", R"(HloModule m
condition { p = (s32[], s32[74]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(20)
  ROOT c = pred[] compare(i, n), direction=LT }
body { p = (s32[], s32[74]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  s = s32[74] get-tuple-element(p), index=1
  one = s32[] constant(1)
  next = s32[] add(i, one)
  square = s32[37,2] reshape(s)
  swapped = s32[37,2] reverse(square), dimensions={1}
  product = s32[37,2] multiply(square, swapped)
  sum = s32[37,2] add(product, square)
  flat = s32[74] reshape(sum)
  ROOT t = (s32[], s32[74]) tuple(next, flat) }
ENTRY e { a = s32[74] parameter(0)
  zero = s32[] constant(0)
  t = (s32[], s32[74]) tuple(zero, a)
  w = (s32[], s32[74]) while(t), condition=condition, body=body
  ROOT x = s32[74] get-tuple-element(w), index=1 })"},
    {"a condition of each lane", R"(HloModule m
either { a = pred[] parameter(0)
  b = pred[] parameter(1)
  ROOT o = pred[] or(a, b) }
condition { p = (s32[50], s32[50]) parameter(0)
  x = s32[50] get-tuple-element(p), index=0
  top = s32[] constant(90)
  tops = s32[50] broadcast(top), dimensions={}
  wants = pred[50] compare(x, tops), direction=LT
  no = pred[] constant(false)
  ROOT any = pred[] reduce(wants, no), dimensions={0}, to_apply=either }
body { p = (s32[50], s32[50]) parameter(0)
  x = s32[50] get-tuple-element(p), index=0
  n = s32[50] get-tuple-element(p), index=1
  top = s32[] constant(90)
  tops = s32[50] broadcast(top), dimensions={}
  wants = pred[50] compare(x, tops), direction=LT
  three = s32[] constant(3)
  threes = s32[50] broadcast(three), dimensions={}
  one = s32[] constant(1)
  ones = s32[50] broadcast(one), dimensions={}
  lane = s32[50] iota(), iota_dimension=0
  shift = s32[50] add(lane, threes)
  more = s32[50] add(x, shift)
  count = s32[50] add(n, ones)
  x1 = s32[50] select(wants, more, x)
  n1 = s32[50] select(wants, count, n)
  ROOT t = (s32[50], s32[50]) tuple(x1, n1) }
ENTRY e { a = s32[50] parameter(0)
  zero = s32[] constant(0)
  zeros = s32[50] broadcast(zero), dimensions={}
  t = (s32[50], s32[50]) tuple(a, zeros)
  w = (s32[50], s32[50]) while(t), condition=condition, body=body
  x = s32[50] get-tuple-element(w), index=0
  n = s32[50] get-tuple-element(w), index=1
  ROOT r = (s32[50], s32[50]) tuple(x, n) })"},
    {"a sum over all lanes, stored in a row that a comparison names", R"(HloModule m
add { a = s32[] parameter(0)
  b = s32[] parameter(1)
  ROOT o = s32[] add(a, b) }
condition { p = (s32[], s32[3000], s32[20]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(20)
  ROOT c = pred[] compare(i, n), direction=LT }
body { p = (s32[], s32[3000], s32[20]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = s32[3000] get-tuple-element(p), index=1
  sums = s32[20] get-tuple-element(p), index=2
  one = s32[] constant(1)
  next = s32[] add(i, one)
  zero = s32[] constant(0)
  first = pred[] compare(i, zero), direction=LE
  n = s32[] constant(20)
  from_end = s32[] add(i, n)
  at = s32[] select(first, from_end, i)
  x1 = s32[3000] add(x, x)
  sum = s32[] reduce(x1, zero), dimensions={0}, to_apply=add
  row = s32[1] reshape(sum)
  stored = s32[20] dynamic-update-slice(sums, row, at)
  ROOT t = (s32[], s32[3000], s32[20]) tuple(next, x1, stored) }
ENTRY e { a = s32[3000] parameter(0)
  zero = s32[] constant(0)
  none = s32[20] broadcast(zero), dimensions={}
  t = (s32[], s32[3000], s32[20]) tuple(zero, a, none)
  w = (s32[], s32[3000], s32[20]) while(t), condition=condition, body=body
  ROOT sums = s32[20] get-tuple-element(w), index=2 })"},
};

void expect_equal(const Literal& got, const Literal& want) {
  if (want.shape().is_tuple()) {
    ASSERT_EQ(got.elements().size(), want.elements().size());
    for (size_t i = 0; i < want.elements().size(); ++i) expect_equal(got.element(i), want.element(i));
    return;
  }
  for (int64_t i = 0; i < want.element_count(); ++i) ASSERT_EQ(got.as_double(i), want.as_double(i)) << "element " << i;
}

std::vector<Literal> inputs_of(const Module& module) {
  std::vector<Literal> inputs;
  for (const Shape& shape : module.parameter_shapes(module.entry)) {
    Literal v = Literal::uninitialized(shape);
    for (int64_t i = 0; i < shape.element_count(); ++i)
      v.mutable_data<int32_t>()[static_cast<size_t>(i)] = static_cast<int32_t>(i * 37 % 100 - 20);
    inputs.push_back(std::move(v));
  }
  return inputs;
}

TEST(LoopForms, AreOneKernel) {
  for (const Form& form : forms) {
    SCOPED_TRACE(form.name);
    auto m = read_hlo_text(form.text, "form.hlo");
    ASSERT_TRUE(m) << render(m.error());
    auto status = verify(*m);
    ASSERT_TRUE(status) << render(status.error());
    const std::vector<Literal> inputs = inputs_of(*m);
    auto want = Evaluator(*m).run(inputs);
    ASSERT_TRUE(want) << render(want.error());
    CompileOptions options;
    options.cache = false;
    CompileRecord record;
    auto executable = compile(*m, options, &record);
    ASSERT_TRUE(executable) << render(executable.error());
    EXPECT_EQ(record.kernels.size(), 1u);
    auto got = (*executable)->run(inputs);
    ASSERT_TRUE(got) << render(got.error());
    expect_equal(*got, *want);
    runtime::RunStats stats;
    ASSERT_TRUE((*executable)->run(inputs, {}, &stats));
    EXPECT_EQ(stats.launches, 1) << "the whole loop is one launch";
    EXPECT_TRUE(gpu::emit_ptx(record.kernels.at(0).kernel, {}));
  }
}

// Without any lanes, the reduction of every lane's own condition included.
TEST(LoopForms, OfEmptyArrays) {
  int empty = 0;
  for (const Form& form : forms) {
    SCOPED_TRACE(form.name);
    std::string text = form.text;
    for (size_t at = text.find("[50]"); at != std::string::npos; at = text.find("[50]")) text.replace(at, 4, "[0]");
    if (text == form.text) continue;
    ++empty;
    auto m = read_hlo_text(text, "form.hlo");
    ASSERT_TRUE(m) << render(m.error());
    auto want = Evaluator(*m).run(inputs_of(*m));
    ASSERT_TRUE(want) << render(want.error());
    auto executable = compile(*m, {});
    ASSERT_TRUE(executable) << render(executable.error());
    auto got = (*executable)->run(inputs_of(*m));
    ASSERT_TRUE(got) << render(got.error());
    EXPECT_EQ(got->shape(), want->shape());
    expect_equal(*got, *want);
  }
  EXPECT_GT(empty, 0);
}

// A sum over the lanes at each step, for numbers of lanes that tiles and blocks do not divide.
TEST(LoopForms, SumsOverAnyNumberOfLanesStayInBounds) {
  for (const char* lanes :
       {"1", "255", "2049", "16385", "65537", "999999", "1000000", "3,999999", "1000,33", "7,70001"}) {
    SCOPED_TRACE(lanes);
    const std::string dims = std::string(lanes).find(',') == std::string::npos ? "0" : "0,1";
    std::string text = R"(HloModule m
add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b) }
condition { p = (s32[], f32[LANES], f32[9]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(9)
  ROOT c = pred[] compare(i, n), direction=LT }
body { p = (s32[], f32[LANES], f32[9]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = f32[LANES] get-tuple-element(p), index=1
  ys = f32[9] get-tuple-element(p), index=2
  one = s32[] constant(1)
  next = s32[] add(i, one)
  y = f32[LANES] sine(x)
  zero = f32[] constant(0)
  s = f32[] reduce(y, zero), dimensions={DIMS}, to_apply=add
  row = f32[1] reshape(s)
  ys1 = f32[9] dynamic-update-slice(ys, row, i)
  ROOT t = (s32[], f32[LANES], f32[9]) tuple(next, y, ys1) }
ENTRY e { x = f32[LANES] parameter(0)
  zero = s32[] constant(0)
  none = f32[] constant(0)
  ys = f32[9] broadcast(none), dimensions={}
  t = (s32[], f32[LANES], f32[9]) tuple(zero, x, ys)
  ROOT w = (s32[], f32[LANES], f32[9]) while(t), condition=condition, body=body })";
    for (const auto& [from, to] : {std::pair<std::string, std::string>{"LANES", lanes}, {"DIMS", dims}})
      for (size_t at; (at = text.find(from)) != std::string::npos;) text.replace(at, from.size(), to);
    auto m = read_program(text, "test");
    ASSERT_TRUE(m) << render(m.error());
    CompileOptions options;
    options.machine_code = false;
    CompileRecord record;
    auto status = compile_record(std::move(*m), options, record);  // which verifies each kernel
    ASSERT_TRUE(status) << render(status.error());
    EXPECT_EQ(record.kernels.size(), 1u);
  }
}

}  // namespace
}  // namespace eutectic::compiler
