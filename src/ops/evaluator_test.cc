// The evaluator's handling of buffers, loops, calls and failures.
#include "ops/evaluator.h"

#include <gtest/gtest.h>

#include "ir/builder.h"

namespace eutectic {
namespace {

using Local = ComputationBuilder::Local;

Attrs with(AttrName name, AttrValue value) {
  Attrs a;
  a.set(name, std::move(value));
  return a;
}

Shape s32(std::vector<int64_t> dims = {}) { return Shape::array(ElementType::S32, std::move(dims)); }

Literal numbers(std::vector<int64_t> dims) {
  Literal out = Literal::uninitialized(s32(std::move(dims)));
  int32_t i = 0;
  for (int32_t& v : out.mutable_data<int32_t>()) v = i++;
  return out;
}

// while (i < n) { x[i] = i + 100; i = i + 1 }
Module loop_module(int32_t n) {
  Module m;
  const Shape state = Shape::tuple({s32(), s32({8})});
  const CompId cond = m.add_computation("cond"), body = m.add_computation("body");
  {
    ComputationBuilder b(m);
    Local p = b.parameter(0, state);
    Local i = b.get_tuple_element(p, 0);
    Local limit = b.constant(Literal::scalar<int32_t>(ElementType::S32, n));
    b.finish(cond, b.add(OpKind::Compare, Shape::scalar(ElementType::Pred), {i, limit},
                         with(AttrName::Direction, std::string("LT"))));
  }
  {
    ComputationBuilder b(m);
    Local p = b.parameter(0, state);
    Local i = b.get_tuple_element(p, 0);
    Local x = b.get_tuple_element(p, 1);
    Local one = b.constant(Literal::scalar<int32_t>(ElementType::S32, 1));
    Local hundred = b.constant(Literal::scalar<int32_t>(ElementType::S32, 100));
    Local v = b.add(OpKind::Add, s32(), {i, hundred});
    Local v1 = b.add(OpKind::Reshape, s32({1}), {v});
    Local x2 = b.add(OpKind::DynamicUpdateSlice, s32({8}), {x, v1, i});
    Local i2 = b.add(OpKind::Add, s32(), {i, one});
    b.finish(body, b.add(OpKind::Tuple, state, {i2, x2}));
  }
  m.entry = m.add_computation("main");
  ComputationBuilder b(m);
  Local x = b.parameter(0, s32({8}));
  Local zero = b.constant(Literal::scalar<int32_t>(ElementType::S32, 0));
  Local start = b.add(OpKind::Tuple, state, {zero, x});
  Attrs attrs = with(AttrName::Condition, Comps{cond});
  attrs.set(AttrName::Body, Comps{body});
  Local w = b.add(OpKind::While, state, {start}, attrs);
  b.finish(m.entry, b.get_tuple_element(w, 1));
  return m;
}

TEST(Evaluator, LoopUpdatesItsStateInPlace) {
  const Module m = loop_module(5);
  Literal x = numbers({8});
  const std::byte* buffer = x.bytes();
  std::vector<Literal> arguments;
  arguments.push_back(std::move(x));
  Evaluator evaluator(m);
  Result<Literal> out = evaluator.run(std::move(arguments));
  ASSERT_TRUE(out) << render(out.error());
  EXPECT_EQ(out->bytes(), buffer);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(out->data<int32_t>()[static_cast<size_t>(i)], i < 5 ? i + 100 : i);
}

TEST(Evaluator, KeepsTheCallersArguments) {
  const Module m = loop_module(5);
  const Literal x = numbers({8});
  Evaluator evaluator(m);
  Result<Literal> out = evaluator.run({x});
  ASSERT_TRUE(out) << render(out.error());
  EXPECT_EQ(x, numbers({8}));
  EXPECT_FALSE(*out == x);
  EXPECT_EQ(*evaluator.run({x}), *out);
}

TEST(Evaluator, CancelsEndlessLoops) {
  const Module m = loop_module(INT32_MAX);
  static int calls;
  calls = 0;
  EvalOptions options;
  options.cancelled = [] { return ++calls > 100; };
  Evaluator evaluator(m, options);
  Result<Literal> out = evaluator.run({numbers({8})});
  ASSERT_FALSE(out);
  EXPECT_NE(out.error()[0].message.find("cancelled"), std::string::npos);
}

TEST(Evaluator, ChecksArguments) {
  const Module m = loop_module(1);
  Evaluator evaluator(m);
  EXPECT_FALSE(evaluator.run({}));
  Result<Literal> out = evaluator.run({numbers({7})});
  ASSERT_FALSE(out);
  EXPECT_NE(out.error()[0].message.find("s32[7]"), std::string::npos);
}

TEST(Evaluator, RefusesValuesBeyondTheLimit) {
  Module m;
  m.entry = m.add_computation("main");
  ComputationBuilder b(m);
  Local x = b.parameter(0, s32());
  b.finish(m.entry,
           b.add(OpKind::Broadcast, s32({1 << 20, 1 << 20}), {x}, with(AttrName::BroadcastDimensions, Dims{})));
  Evaluator evaluator(m);
  Result<Literal> out = evaluator.run({Literal::zeros(s32())});
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error()[0].severity, Severity::Unsupported);
  EXPECT_NE(out.error()[0].message.find("broadcast"), std::string::npos);
}

TEST(Evaluator, LimitsTheNestingOfCalls) {
  Module m;
  std::vector<CompId> comps;
  for (int i = 0; i < 300; ++i) {
    comps.push_back(m.add_computation("c" + std::to_string(i)));
    ComputationBuilder b(m);
    Local x = b.parameter(0, s32());
    if (i) x = b.add(OpKind::Call, s32(), {x}, with(AttrName::ToApply, Comps{comps[static_cast<size_t>(i - 1)]}));
    b.finish(comps.back(), x);
  }
  m.entry = comps[299];
  EXPECT_FALSE(Evaluator(m).run({Literal::zeros(s32())}));
  m.entry = comps[150];
  EXPECT_TRUE(Evaluator(m).run({Literal::zeros(s32())}));
}

TEST(Evaluator, SkipsDeadInstructionsButNotEffects) {
  for (bool effect : {false, true}) {
    Module m;
    m.entry = m.add_computation("main");
    ComputationBuilder b(m);
    Local x = b.parameter(0, s32());
    Local token = b.add(OpKind::AfterAll, Shape::token(), {});
    if (effect) b.add(OpKind::Outfeed, Shape::token(), {x, token});
    b.add(OpKind::Slice, s32({3}), {x});  // malformed, but nobody asks for it
    b.finish(m.entry, x);
    Result<Literal> out = Evaluator(m).run({Literal::zeros(s32())});
    EXPECT_EQ(out.has_value(), !effect);
    if (!out) {
      EXPECT_NE(out.error()[0].message.find("outfeed"), std::string::npos);
    }
  }
}

TEST(Evaluator, ConditionalTakesTheLastBranchWhenOutOfRange) {
  Module m;
  Comps branches;
  for (int i = 0; i < 3; ++i) {
    branches.push_back(m.add_computation("b" + std::to_string(i)));
    ComputationBuilder b(m);
    b.parameter(0, s32());
    b.finish(branches.back(), b.constant(Literal::scalar<int32_t>(ElementType::S32, i)));
  }
  m.entry = m.add_computation("main");
  ComputationBuilder b(m);
  Local x = b.parameter(0, s32());
  b.finish(m.entry, b.add(OpKind::Conditional, s32(), {x, x, x, x}, with(AttrName::BranchComputations, branches)));
  Evaluator evaluator(m);
  for (auto [index, branch] : {std::pair{0, 0}, {1, 1}, {2, 2}, {3, 2}, {-1, 2}})
    EXPECT_EQ(evaluator.run({Literal::scalar<int32_t>(ElementType::S32, index)})->as_int(), branch);
}

}  // namespace
}  // namespace eutectic
