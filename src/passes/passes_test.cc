// Inlining, flat tuples, dead and equal code, loops and invariant code on small programs.
#include "passes/passes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/trip_count.h"
#include "format/format.h"
#include "ops/evaluator.h"
#include "ops/verify.h"

namespace eutectic {
namespace {

Module parse(std::string_view text) {
  Result<Module> module = read_program(text, "test.hlo");
  EXPECT_TRUE(module) << render(module.error());
  return std::move(*module);
}

Literal evaluate(const Module& module) {
  std::vector<Literal> arguments;
  for (const Shape& s : module.parameter_shapes(module.entry)) {
    Literal value = Literal::zeros(s);
    int i = static_cast<int>(arguments.size());
    if (s.type == ElementType::F32)
      for (float& v : value.mutable_data<float>()) v = static_cast<float>(++i) / 4.0f;
    if (s.type == ElementType::S32)
      for (int32_t& v : value.mutable_data<int32_t>()) v = ++i;
    arguments.push_back(std::move(value));
  }
  Evaluator evaluator(module);
  Result<Literal> out = evaluator.run(std::move(arguments));
  EXPECT_TRUE(out) << render(out.error());
  return out ? std::move(*out) : Literal();
}

template <class... P>
Module after(const Module& before, P... passes) {
  Module work = before;
  for (Result<bool> (*pass)(Module&) : {passes...}) {
    const Result<bool> changed = pass(work);
    EXPECT_TRUE(changed) << render(changed.error());
  }
  Module out = compact(work);
  const Status status = verify(out);
  EXPECT_TRUE(status) << render(status.error());
  EXPECT_TRUE(evaluate(before) == evaluate(out)) << write_hlo_text(out);
  return out;
}

std::vector<InstrId> all(const Module& module, OpKind op) {
  std::vector<InstrId> out;
  for (size_t c = 0; c < module.comp_count(); ++c)
    for (InstrId id : instrs_of(module[CompId(c)]))
      if (module[id].op == op) out.push_back(id);
  return out;
}

constexpr std::string_view calls = R"(HloModule m
g { a = f32[3] parameter(0)  ROOT r = f32[3] sine(a) }
f { a = f32[3] parameter(0)  b = f32[3] call(a), to_apply=g  ROOT r = (f32[3], f32[3]) tuple(a, b) }
ENTRY e {
  x = f32[3] parameter(0)
  t = (f32[3], f32[3]) call(x), to_apply=f
  y = f32[3] get-tuple-element(t), index=1
  z = f32[3] fusion(y), kind=kLoop, calls=g
  s = ((f32[3]), f32[3]) async-start(z), calls=g
  u = ((f32[3]), f32[3]) async-update(s)
  d = f32[3] async-done(u)
  ROOT r = (f32[3], f32[3]) tuple(d, y)
}
)";

TEST(Passes, BarriersGoWhereTheyAreRemoved) {
  const Module before = parse(R"(HloModule m
ENTRY e {
  x = f32[4] parameter(0)
  y = f32[4] negate(x)
  t = (f32[4], f32[4]) tuple(x, y)
  b = (f32[4], f32[4]) opt-barrier(t)
  a = f32[4] get-tuple-element(b), index=0
  c = f32[4] get-tuple-element(b), index=1
  one = f32[4] opt-barrier(c)
  ROOT r = f32[4] add(a, one)
})");
  Result<bool> (*const algebra)(Module&) = simplify;
  EXPECT_EQ(all(after(before, flatten_tuples, algebra, merge_equal), OpKind::OptimizationBarrier).size(), 2u);
  const Module gone = after(before, flatten_tuples, remove_barriers, remove_dead_code);
  EXPECT_TRUE(all(gone, OpKind::OptimizationBarrier).empty());
  EXPECT_TRUE(all(gone, OpKind::GetTupleElement).empty());
}

TEST(InlineCalls, CallsFusionsAndAsyncWrappers) {
  const Module m = after(parse(calls), inline_calls, flatten_tuples, remove_dead_code);
  EXPECT_EQ(m.comp_count(), 1u);
  EXPECT_EQ(all(m, OpKind::Sine).size(), 3u);
  EXPECT_TRUE(all(m, OpKind::GetTupleElement).empty());
  std::vector<std::string> names;
  for (InstrId id : instrs_of(m[m.entry])) names.emplace_back(m.name(id));
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}

TEST(MergeEqual, OneOfEqualInstructions) {
  const Module m = after(parse(calls), inline_calls, flatten_tuples, merge_equal, remove_dead_code);
  EXPECT_EQ(all(m, OpKind::Sine).size(), 3u);  // each of another value
  const Module n = after(parse("HloModule m\nENTRY e {\n  x = s32[3] parameter(0)\n  y = s32[3] parameter(1)\n"
                               "  a = s32[3] add(x, y)\n  b = s32[3] add(y, x)\n  ROOT r = s32[3] multiply(a, b)\n}\n"),
                         merge_equal, remove_dead_code);
  EXPECT_EQ(all(n, OpKind::Add).size(), 1u);
}

// A nested tuple, an invariant, a constant, two equal counters, and a dead sum.
constexpr std::string_view loop = R"(HloModule m
body {
  p = (s32[], (f32[3], f32[3]), s32[], s32[], f32[3], f32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  t = (f32[3], f32[3]) get-tuple-element(p), index=1
  x = f32[3] get-tuple-element(t), index=0
  w = f32[3] get-tuple-element(t), index=1
  k = s32[] get-tuple-element(p), index=2
  one = s32[] get-tuple-element(p), index=3
  dead = f32[3] get-tuple-element(p), index=4
  f = f32[] get-tuple-element(p), index=5
  e = f32[3] exponential(w)
  x1 = f32[3] multiply(x, e)
  i1 = s32[] add(i, one)
  k1 = s32[] add(k, one)
  kf = f32[] convert(k)
  f1 = f32[] add(f, kf)
  dead1 = f32[3] add(dead, x1)
  t1 = (f32[3], f32[3]) tuple(x1, w)
  ROOT r = (s32[], (f32[3], f32[3]), s32[], s32[], f32[3], f32[]) tuple(i1, t1, k1, one, dead1, f1)
}
cond {
  p = (s32[], (f32[3], f32[3]), s32[], s32[], f32[3], f32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(5)
  ROOT c = pred[] compare(i, n), direction=LT
}
ENTRY e {
  x = f32[3] parameter(0)
  w = f32[3] parameter(1)
  zero = s32[] constant(0)
  one = s32[] constant(1)
  f = f32[] constant(0)
  t = (f32[3], f32[3]) tuple(x, w)
  s = (s32[], (f32[3], f32[3]), s32[], s32[], f32[3], f32[]) tuple(zero, t, zero, one, x, f)
  l = (s32[], (f32[3], f32[3]), s32[], s32[], f32[3], f32[]) while(s), condition=cond, body=body
  u = (f32[3], f32[3]) get-tuple-element(l), index=1
  g = f32[] get-tuple-element(l), index=5
  ROOT r = ((f32[3], f32[3]), f32[]) tuple(u, g)
}
)";

TEST(SimplifyLoops, CarryOnlyWhatIsNeeded) {
  const Module m =
      after(parse(loop), flatten_tuples, merge_equal, remove_dead_code, simplify_loops, merge_equal, remove_dead_code);
  const std::vector<InstrId> loops = all(m, OpKind::While);
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(to_hlo(m.shape(loops[0]), false), "(s32[], f32[3], f32[3], f32[])");
  const std::optional<TripCount> t = trip_count(m, loops[0]);
  ASSERT_TRUE(t);
  EXPECT_EQ(t->count, 5);
  EXPECT_EQ(t->index, 0);
}

TEST(MoveInvariantCode, ExponentialOfAnInvariant) {
  const Module m =
      after(parse(loop), flatten_tuples, simplify_loops, move_invariant_code, simplify_loops, remove_dead_code);
  const std::vector<InstrId> found = all(m, OpKind::Exponential);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(m[found[0]].parent, m.entry);
}

TEST(SimplifyLoops, LoopsOfOneStepAndKnownBranchesGo) {
  std::string text(loop);
  text.replace(text.find("constant(5)"), 11, "constant(1)");
  EXPECT_TRUE(all(after(parse(text), flatten_tuples, simplify_loops, simplify_loops), OpKind::While).empty());
  const Module m = after(parse(R"(HloModule m
a { p = f32[3] parameter(0)  ROOT r = f32[3] sine(p) }
b { p = f32[3] parameter(0)  ROOT r = f32[3] cosine(p) }
ENTRY e {
  x = f32[3] parameter(0)
  i = s32[] constant(7)
  ROOT c = f32[3] conditional(i, x, x), branch_computations={a, b}
}
)"),
                         flatten_tuples, simplify_loops, remove_dead_code);
  EXPECT_TRUE(all(m, OpKind::Conditional).empty());
  EXPECT_EQ(all(m, OpKind::Cosine).size(), 1u);
}

TEST(InlineCalls, LoopsOfSharedCalleesGetTheirOwnComputations) {
  std::string text(loop);
  text.replace(text.find("ENTRY e"), 7, "f");
  text +=
      "ENTRY e {\n  x = f32[3] parameter(0)\n  w = f32[3] parameter(1)\n"
      "  a = ((f32[3], f32[3]), f32[]) call(x, w), to_apply=f\n"
      "  b = ((f32[3], f32[3]), f32[]) call(w, x), to_apply=f\n"
      "  ROOT r = (((f32[3], f32[3]), f32[]), ((f32[3], f32[3]), f32[])) tuple(a, b)\n}\n";
  const Module m = after(parse(text), inline_calls, flatten_tuples, simplify_loops);
  const std::vector<InstrId> loops = all(m, OpKind::While);
  ASSERT_EQ(loops.size(), 2u);
  EXPECT_NE(m.attrs(loops[0]).comps(AttrName::Body), m.attrs(loops[1]).comps(AttrName::Body));
}

}  // namespace
}  // namespace eutectic
