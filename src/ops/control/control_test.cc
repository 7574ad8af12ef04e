// Calls, branches, asynchronous pairs, tokens and collectives: their rules and values.
#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ops/evaluator.h"
#include "ops/verify.h"

namespace eutectic {
namespace {

using Local = ComputationBuilder::Local;

Attrs with(AttrName name, AttrValue value) {
  Attrs a;
  a.set(name, std::move(value));
  return a;
}
Shape s32(Dims dims = {}) { return Shape::array(ElementType::S32, std::move(dims)); }
Literal scalar(int32_t v) { return Literal::scalar<int32_t>(ElementType::S32, v); }

// A computation of one s32 scalar: x + added.
CompId adder(Module& m, std::string_view name, int32_t added) {
  const CompId id = m.add_computation(name);
  ComputationBuilder b(m);
  Local x = b.parameter(0, s32());
  b.finish(id, b.add(OpKind::Add, s32(), {x, b.constant(scalar(added))}));
  return id;
}

Result<Literal> run(const Module& m, std::vector<Literal> arguments) {
  RETURN_IF_ERROR(verify(m));
  return Evaluator(m).run(std::move(arguments));
}

TEST(Control, CallsAndFusions) {
  for (auto [kind, name] : {std::pair{OpKind::Call, AttrName::ToApply}, {OpKind::Fusion, AttrName::Calls}}) {
    Module m;
    const CompId f = adder(m, "f", 10);
    m.entry = m.add_computation("main");
    ComputationBuilder b(m);
    Local x = b.parameter(0, s32());
    Attrs attrs = with(name, Comps{f});
    if (kind == OpKind::Fusion) attrs.set(AttrName::FusionKind, std::string("kLoop"));
    b.finish(m.entry, b.add(kind, s32(), {x}, attrs));
    Result<Literal> out = run(m, {scalar(1)});
    ASSERT_TRUE(out) << render(out.error());
    EXPECT_EQ(*out, scalar(11));
  }
}

TEST(Control, ConditionalOnPred) {
  for (bool listed : {false, true}) {
    Module m;
    const CompId yes = adder(m, "yes", 10), no = adder(m, "no", 20);
    m.entry = m.add_computation("main");
    ComputationBuilder b(m);
    Local p = b.parameter(0, Shape::scalar(ElementType::Pred)), x = b.parameter(1, s32()), y = b.parameter(2, s32());
    Attrs attrs;
    if (listed) {
      attrs.set(AttrName::BranchComputations, Comps{yes, no});
    } else {
      attrs.set(AttrName::TrueComputation, Comps{yes});
      attrs.set(AttrName::FalseComputation, Comps{no});
    }
    b.finish(m.entry, b.add(OpKind::Conditional, s32(), {p, x, y}, attrs));
    for (bool value : {false, true}) {
      Result<Literal> out = run(m, {Literal::scalar<bool>(ElementType::Pred, value), scalar(1), scalar(2)});
      ASSERT_TRUE(out) << render(out.error());
      EXPECT_EQ(*out, scalar(value ? 11 : 22));
    }
  }
}

TEST(Control, AsynchronousPairs) {
  const Shape u32 = Shape::scalar(ElementType::U32);
  const Shape forms[] = {Shape::tuple({Shape::tuple({s32()}), s32(), u32}), Shape::tuple({s32(), s32()}), s32()};
  for (const Shape& form : forms) {
    Module m;
    const CompId f = adder(m, "f", 5);
    m.entry = m.add_computation("main");
    ComputationBuilder b(m);
    Local x = b.parameter(0, s32());
    const Attrs attrs = with(AttrName::Calls, Comps{f});
    Local start = b.add(OpKind::AsyncStart, form, {x}, attrs);
    Local update = b.add(OpKind::AsyncUpdate, form, {start}, attrs);
    b.finish(m.entry, b.add(OpKind::AsyncDone, s32(), {update}, attrs));
    Result<Literal> out = run(m, {scalar(1)});
    ASSERT_TRUE(out) << to_hlo(form) << render(out.error());
    EXPECT_EQ(*out, scalar(6));
  }
}

TEST(Control, CopiesBarriersAndTokens) {
  Module m;
  m.entry = m.add_computation("main");
  ComputationBuilder b(m);
  Local x = b.parameter(0, s32());
  Local start = b.add(OpKind::CopyStart, Shape::tuple({s32(), s32(), Shape::scalar(ElementType::U32)}), {x});
  Local done = b.add(OpKind::CopyDone, s32(), {start});
  Local token = b.add(OpKind::AfterAll, Shape::token(), {});
  Local tied = b.add(OpKind::AddDependency, s32(), {done, token});
  Local pair = b.add(OpKind::Tuple, Shape::tuple({s32(), Shape::token()}), {tied, token});
  Local barrier = b.add(OpKind::OptimizationBarrier, Shape::tuple({s32(), Shape::token()}), {pair});
  b.finish(m.entry, b.get_tuple_element(barrier, 0));
  Result<Literal> out = run(m, {scalar(4)});
  ASSERT_TRUE(out) << render(out.error());
  EXPECT_EQ(*out, scalar(4));
}

TEST(Control, Collectives) {
  struct Case {
    OpKind kind;
    Attrs attrs;
    bool runs;
  };
  Attrs gather = with(AttrName::AllGatherDimension, int64_t{0});
  Attrs meshed = gather;
  meshed.set(AttrName::ReplicaGroups, std::string("[1,2]<=[2]"));
  Attrs alone = gather;
  alone.set(AttrName::ReplicaGroups, std::string("[2,1]<=[2]"));
  const Case cases[] = {
      {OpKind::AllGather, gather, true},
      {OpKind::AllGather, meshed, false},
      {OpKind::AllGather, alone, true},
      {OpKind::CollectiveBroadcast, with(AttrName::ReplicaGroups, std::string("{{0},{1}}")), true},
      {OpKind::CollectiveBroadcast, with(AttrName::ReplicaGroups, std::string("{{0,1}}")), false},
      {OpKind::CollectivePermute, with(AttrName::SourceTargetPairs, std::string("{{0,0}}")), true},
      {OpKind::CollectivePermute, with(AttrName::SourceTargetPairs, std::string("{{0,1},{1,0}}")), false},
  };
  for (const Case& c : cases) {
    Module m;
    m.entry = m.add_computation("main");
    ComputationBuilder b(m);
    Local x = b.parameter(0, s32({3}));
    b.finish(m.entry, b.add(c.kind, s32({3}), {x}, c.attrs));
    Literal value = Literal::zeros(s32({3}));
    value.mutable_data<int32_t>()[1] = 7;
    Result<Literal> out = run(m, {value});
    EXPECT_EQ(out.has_value(), c.runs);
    if (out) {
      EXPECT_EQ(*out, value);
    }
    if (!out) {
      EXPECT_EQ(out.error()[0].severity, Severity::Unsupported);
    }
  }
}

TEST(Control, SeveralDevicesAreRefusedAlsoWithoutGroups) {
  for (OpKind kind : {OpKind::ReplicaId, OpKind::PartitionId, OpKind::CollectiveBroadcast})
    for (const char* count : {"1", "2"})
      for (bool stablehlo : {false, true}) {
        Module m;
        if (stablehlo)
          m.info.stablehlo_attrs = {{"mhlo.num_replicas", std::string(count) + " : i32"},
                                    {"mhlo.num_partitions", std::string(count) + " : i32"}};
        else
          m.info.hlo_attrs = {{"replica_count", count}, {"num_partitions", count}};
        m.entry = m.add_computation("main");
        ComputationBuilder b(m);
        if (kind == OpKind::CollectiveBroadcast)
          b.finish(m.entry, b.add(kind, s32(), {b.constant(scalar(7))}, Attrs()));
        else
          b.finish(m.entry, b.add(kind, Shape::scalar(ElementType::U32), {}, Attrs()));
        Result<Literal> out = run(m, {});
        ASSERT_EQ(out.has_value(), count[0] == '1') << hlo_name(kind);
        if (!out) {
          EXPECT_EQ(out.error()[0].severity, Severity::Unsupported);
        }
      }
}

TEST(Control, RulesOfLoopsAndBranches) {
  Module m;
  const CompId f = adder(m, "f", 5);
  m.entry = m.add_computation("main");
  ComputationBuilder b(m);
  Local x = b.parameter(0, s32({2}));
  Attrs loop = with(AttrName::Condition, Comps{f});
  loop.set(AttrName::Body, Comps{f});
  Local w = b.add(OpKind::While, s32({2}), {x}, loop);
  Local c = b.add(OpKind::Call, s32(), {w, w}, with(AttrName::ToApply, Comps{f}));
  b.finish(m.entry, b.add(OpKind::Conditional, s32(), {c, w}, with(AttrName::BranchComputations, Comps{f})));
  Status status = verify(m);
  ASSERT_FALSE(status);
  const std::string all = render(status.error());
  for (std::string_view text : {"the loop condition (C1) f takes s32[] as parameter 0, s32[2] given",
                                "takes 1 arguments, 2 given", "branch 0 f takes s32[] as parameter 0"})
    EXPECT_NE(all.find(text), std::string::npos) << all;
}

}  // namespace
}  // namespace eutectic
