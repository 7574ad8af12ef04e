// Rerolling and merging loops on small programs: the same bits, and the loops that are expected.
#include "passes/reroll.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/trip_count.h"
#include "format/format.h"
#include "ops/evaluator.h"
#include "ops/verify.h"
#include "passes/passes.h"
#include "passes/pipeline.h"

namespace eutectic {
namespace {

Module parse(const std::string& text) {
  Result<Module> module = read_program(text, "test.hlo");
  EXPECT_TRUE(module) << render(module.error());
  return std::move(*module);
}

Literal numbers(const Shape& shape, int seed) {
  Literal out = Literal::uninitialized(shape);
  int64_t i = seed;
  if (shape.type == ElementType::F32) {
    for (float& v : out.mutable_data<float>()) v = static_cast<float>((i = i * 37 % 101)) / 50.0f - 1.0f;
  } else {
    for (int32_t& v : out.mutable_data<int32_t>()) v = static_cast<int32_t>(i = i * 37 % 101);
  }
  return out;
}

Literal evaluate(const Module& module) {
  std::vector<Literal> arguments;
  for (const Shape& s : module.parameter_shapes(module.entry))
    arguments.push_back(numbers(s, static_cast<int>(arguments.size()) + 3));
  Evaluator evaluator(module);
  Result<Literal> out = evaluator.run(std::move(arguments));
  EXPECT_TRUE(out) << render(out.error());
  return out ? std::move(*out) : Literal();
}

// Rerolls with low limits; checks the result and gives it compacted.
Module rerolled(const Module& before, size_t min_count = 3) {
  Module work = before;
  EXPECT_TRUE(merge_equal(work));
  EXPECT_TRUE(remove_dead_code(work));
  const Result<bool> changed = reroll_with(work, {min_count, 8});
  EXPECT_TRUE(changed);
  EXPECT_TRUE(remove_dead_code(work));
  Module after = compact(work);
  const Status status = verify(after);
  EXPECT_TRUE(status) << render(status.error()) << write_hlo_text(after);
  EXPECT_TRUE(evaluate(before) == evaluate(after)) << write_hlo_text(after);
  return after;
}

std::vector<int64_t> trips(const Module& module) {
  std::vector<int64_t> out;
  for (size_t c = 0; c < module.comp_count(); ++c)
    for (InstrId id : instrs_of(module[CompId(c)]))
      if (module[id].op == OpKind::While) {
        const std::optional<TripCount> t = trip_count(module, id);
        out.push_back(t && t->count ? *t->count : -1);
      }
  return out;
}

// x' = tanh(x * x + w) - x[t] ..., `steps` times, written out; the last state and all states stacked.
std::string straight(int steps, bool stack, bool index) {
  std::string body;
  std::string x = "x0";
  std::string list;
  for (int t = 0; t < steps; ++t) {
    body += fmt::format("  a{0} = f32[4] multiply({1}, {1})\n  b{0} = f32[4] add(a{0}, w)\n", t, x);
    body += fmt::format("  c{0} = f32[4] tanh(b{0})\n", t);
    std::string last = fmt::format("c{}", t);
    if (index) {
      body += fmt::format("  s{0} = f32[1,4] slice(xs), slice={{[{0}:{1}], [0:4]}}\n  r{0} = f32[4] reshape(s{0})\n", t,
                          t + 1);
      body += fmt::format("  k{0} = s32[] constant({1})\n  f{0} = f32[] convert(k{0})\n", t, 3 * t + 2);
      body +=
          fmt::format("  g{0} = f32[4] broadcast(f{0}), dimensions={{}}\n  h{0} = f32[4] multiply(r{0}, g{0})\n", t);
      body += fmt::format("  d{0} = f32[4] subtract(c{0}, h{0})\n", t);
      last = fmt::format("d{}", t);
    }
    body += fmt::format("  o{0} = f32[1,4] reshape({1})\n", t, last);
    list += fmt::format("{}o{}", t ? ", " : "", t);
    x = last;
  }
  std::string out = "HloModule m\nENTRY e {\n  x0 = f32[4] parameter(0)\n  w = f32[4] parameter(1)\n";
  if (index) out += fmt::format("  xs = f32[{},4] parameter(2)\n", steps);
  out += body;
  if (stack)
    out += fmt::format(
        "  y = f32[{0},4] concatenate({1}), dimensions={{0}}\n  ROOT t = (f32[4], f32[{0},4]) tuple({2}, y)\n}}\n",
        steps, list, x);
  else
    out += fmt::format("  ROOT n = f32[4] negate({})\n}}\n", x);
  return out;
}

TEST(Reroll, StateAlone) {
  const Module after = rerolled(parse(straight(7, false, false)));
  EXPECT_EQ(trips(after), std::vector<int64_t>{7});
}

TEST(Reroll, SlicesConstantsAndStackedResults) {
  const Module after = rerolled(parse(straight(8, true, true)));
  EXPECT_EQ(trips(after), std::vector<int64_t>{8});
  EXPECT_LT(after.instr_count(), 50u);
}

TEST(Reroll, TwoSequencesInARow) {
  std::string text = "HloModule m\nENTRY e {\n  x0 = f32[4] parameter(0)\n";
  std::string x = "x0";
  for (int t = 0; t < 6; ++t) {
    text += fmt::format("  a{0} = f32[4] sine({1})\n  b{0} = f32[4] add(a{0}, {1})\n  c{0} = f32[4] abs(b{0})\n", t, x);
    x = fmt::format("c{}", t);
  }
  for (int t = 0; t < 5; ++t) {
    text += fmt::format(
        "  d{0} = f32[4] cosine({1})\n  e{0} = f32[4] multiply(d{0}, {1})\n  f{0} = f32[4] floor(e{0})\n"
        "  g{0} = f32[4] subtract(f{0}, d{0})\n",
        t, x);
    x = fmt::format("g{}", t);
  }
  text += fmt::format("  ROOT r = f32[4] negate({})\n}}\n", x);
  const Module after = rerolled(parse(text));
  std::vector<int64_t> counts = trips(after);
  std::ranges::sort(counts);
  EXPECT_EQ(counts, (std::vector<int64_t>{5, 6}));
}

// The second state's last version is not needed, so that its code is missing there.
TEST(Reroll, ValuesNotNeededAtTheEnd) {
  std::string text = "HloModule m\nENTRY e {\n  x0 = f32[4] parameter(0)\n  k0 = s32[4] parameter(1)\n";
  std::string x = "x0", k = "k0";
  for (int t = 0; t < 6; ++t) {
    text += fmt::format("  a{0} = f32[4] convert({1})\n  b{0} = f32[4] add(a{0}, {2})\n  c{0} = f32[4] sine(b{0})\n", t,
                        k, x);
    text += fmt::format("  d{0} = s32[4] multiply({1}, {1})\n  e{0} = s32[4] xor(d{0}, {1})\n", t, k);
    x = fmt::format("c{}", t);
    k = fmt::format("e{}", t);
  }
  text += fmt::format("  ROOT r = f32[4] negate({})\n}}\n", x);
  EXPECT_EQ(trips(rerolled(parse(text))), std::vector<int64_t>{6});
}

// Versions that are read singly afterwards.
TEST(Reroll, SingleReadsOfVersions) {
  std::string text = "HloModule m\nENTRY e {\n  x0 = f32[4] parameter(0)\n";
  std::string x = "x0";
  for (int t = 0; t < 9; ++t) {
    text += fmt::format("  a{0} = f32[4] sine({1})\n  b{0} = f32[4] add(a{0}, {1})\n  c{0} = f32[4] abs(b{0})\n", t, x);
    x = fmt::format("c{}", t);
  }
  text += "  s = f32[4] multiply(c2, c5)\n  ROOT r = f32[4] multiply(s, c8)\n}\n";
  const Module after = rerolled(parse(text));
  EXPECT_EQ(trips(after), std::vector<int64_t>{9});
}

// A value of the loop that feeds what the loop reads from outside forbids it.
TEST(Reroll, RefusesCycles) {
  std::string text = "HloModule m\nENTRY e {\n  x0 = f32[4] parameter(0)\n";
  std::string x = "x0", w = "x0";
  for (int t = 0; t < 8; ++t) {
    text +=
        fmt::format("  a{0} = f32[4] sine({1})\n  b{0} = f32[4] add(a{0}, {2})\n  c{0} = f32[4] abs(b{0})\n", t, x, w);
    if (t == 3) text += "  z = f32[4] exponential(c3)\n";
    if (t >= 3) w = "z";
    x = fmt::format("c{}", t);
  }
  text += fmt::format("  ROOT r = f32[4] negate({})\n}}\n", x);
  rerolled(parse(text));  // the same bits, whatever is found
}

TEST(Reroll, LeavesShortCodeAlone) {
  Module work = parse(straight(7, false, false));
  const Result<bool> changed = reroll(work);
  ASSERT_TRUE(changed);
  EXPECT_FALSE(*changed);
}

// scan(unroll=K) with xs, ys and a step of one call: one loop again.
TEST(MergeLoops, UnrolledScanIsOneLoop) {
  for (const bool reverse : {false, true}) {
    std::string steps, list;
    std::string x = "x";
    for (int k = 0; k < 5; ++k) {
      const int at = reverse ? 4 - k : k;
      steps += fmt::format("  s{0} = f32[1,4] slice(row), slice={{[{1}:{2}], [0:4]}}\n  r{0} = f32[4] reshape(s{0})\n",
                           k, at, at + 1);
      for (int j = 0; j < 18; ++j) {
        steps += fmt::format("  a{0}_{1} = f32[4] {2}({3})\n  b{0}_{1} = f32[4] add(a{0}_{1}, r{0})\n", k, j,
                             j % 2 ? "sine" : "tanh", j ? fmt::format("b{}_{}", k, j - 1) : x);
      }
      steps += fmt::format("  o{0} = f32[1,4] reshape(a{0}_17)\n", k);
      x = fmt::format("b{}_17", k);
    }
    for (int k = 0; k < 5; ++k) list += fmt::format("{}o{}", k ? ", " : "", reverse ? 4 - k : k);
    const std::string state = "(s32[], f32[4], f32[6,5,4], f32[6,5,4])";
    const std::string text =
        fmt::format(R"(HloModule m
body {{
  p = {0} parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = f32[4] get-tuple-element(p), index=1
  xs = f32[6,5,4] get-tuple-element(p), index=2
  ys = f32[6,5,4] get-tuple-element(p), index=3
  zero = s32[] constant(0)
  one = s32[] constant(1)
  {4}
  piece = f32[1,5,4] dynamic-slice(xs, at, zero, zero), dynamic_slice_sizes={{1,5,4}}
  row = f32[5,4] reshape(piece)
{1}  y = f32[5,4] concatenate({2}), dimensions={{0}}
  y1 = f32[1,5,4] reshape(y)
  ys1 = f32[6,5,4] dynamic-update-slice(ys, y1, at, zero, zero)
  i1 = s32[] add(i, one)
  ROOT t = {0} tuple(i1, {3}, xs, ys1)
}}
cond {{
  p = {0} parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(6)
  ROOT c = pred[] compare(i, n), direction=LT
}}
ENTRY e {{
  x0 = f32[4] parameter(0)
  flat = f32[30,4] parameter(1)
  xs = f32[6,5,4] reshape(flat)
  zero = s32[] constant(0)
  z = f32[] constant(0)
  ys = f32[6,5,4] broadcast(z), dimensions={{}}
  t = {0} tuple(zero, x0, xs, ys)
  w = {0} while(t), condition=cond, body=body
  x = f32[4] get-tuple-element(w), index=1
  y = f32[6,5,4] get-tuple-element(w), index=3
  y1 = f32[30,4] reshape(y)
  ROOT r = (f32[4], f32[30,4]) tuple(x, y1)
}}
)",
                    state, steps, list, x,
                    reverse ? "n = s32[] constant(6)\n  m = s32[] subtract(n, i)\n  at = s32[] subtract(m, one)"
                            : "at = s32[] copy(i)");
    const Module before = parse(text);
    PipelineOptions options;
    options.verify_each = true;
    const Result<Module> after = run_pipeline(before, options);
    ASSERT_TRUE(after) << render(after.error());
    EXPECT_TRUE(evaluate(before) == evaluate(*after)) << write_hlo_text(*after);
    EXPECT_EQ(trips(*after), std::vector<int64_t>{30}) << write_hlo_text(*after);
  }
}

}  // namespace
}  // namespace eutectic
