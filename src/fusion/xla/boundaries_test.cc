// How often what runs, and which kernels a name stands for.
#include "fusion/xla/boundaries.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "format/format.h"
#include "fusion/xla/copies.h"
#include "fusion/xla/launches.h"

namespace eutectic::fusion::xla {
namespace {

const std::string body_and_condition = R"(
lt {
  p = f32[] parameter(0)
  q = f32[] parameter(1)
  ROOT r = pred[] compare(p, q), direction=LT
}

body {
  t = (s32[], f32[256]) parameter(0)
  i = s32[] get-tuple-element(t), index=0
  x = f32[256] get-tuple-element(t), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  y = f32[256] sine(x)
  ROOT r = (s32[], f32[256]) tuple(j, y)
}

cond {
  t = (s32[], f32[256]) parameter(0)
  i = s32[] get-tuple-element(t), index=0
  k = s32[] constant(7)
  ROOT c = pred[] compare(i, k), direction=LT
}
)";

struct Planned {
  std::unique_ptr<Module> module;
  std::unique_ptr<Graph> graph;
  Report report;

  const ComputationReport& of(std::string_view name) const {
    for (const ComputationReport& c : report.computations)
      if (module->name((*graph)[c.body].origin) == name) return c;
    throw std::runtime_error("no such computation");
  }
};

Planned planned(const std::string& computations, const std::string& entry) {
  Result<Module> module =
      read_program("HloModule m\n" + computations + "\nENTRY main {\n" + entry + "\n}\n", "test.hlo");
  EXPECT_TRUE(module) << render(module.error());
  Planned p{std::make_unique<Module>(std::move(*module)), {}, {}};
  p.graph = std::make_unique<Graph>(*p.module);
  p.report = kernels_report_of(*p.graph, *find_strategy("import"), {});
  return p;
}

int64_t counted(const Planned& p) {
  const Launches l = count_launches(*p.graph);
  int64_t n = l.outside;
  for (const auto& [name, count] : l.loops) n += count * p.of(name).steps;
  return n;
}

TEST(Report, StepsOfAllCallersAddUpAndKnownConditionsAreNotLaunched) {
  const Planned p = planned(body_and_condition, R"(  x = f32[256] parameter(0)
  z = s32[] constant(0)
  t = (s32[], f32[256]) tuple(z, x)
  w = (s32[], f32[256]) while(t), condition=cond, body=body
  o = f32[256] get-tuple-element(w), index=1
  five = s32[] constant(5)
  t2 = (s32[], f32[256]) tuple(five, o)
  w2 = (s32[], f32[256]) while(t2), condition=cond, body=body
  ROOT o2 = f32[256] get-tuple-element(w2), index=1)");
  EXPECT_EQ(p.of("body").steps, 9);
  EXPECT_EQ(p.of("cond").steps, 0);
  EXPECT_EQ(p.report.launches(), 18);
  EXPECT_EQ(p.report.bound(), "");
  EXPECT_EQ(counted(p), 18);
}

TEST(Report, CallsAddUp) {
  const Planned p = planned(R"(
f {
  x = f32[256] parameter(0)
  y = f32[256] sine(x)
  ROOT q = f32[256] exponential(y)
}
)",
                            R"(  x = f32[256] parameter(0)
  a = f32[256] call(x), to_apply=f
  b = f32[256] call(a), to_apply=f
  ROOT c = f32[256] call(b), to_apply=f)");
  EXPECT_EQ(p.report.launches(), 6);
  EXPECT_EQ(counted(p), 6);
}

TEST(Report, AnUnknownCountIsAtLeastOne) {
  const Planned p = planned(body_and_condition, R"(  x = f32[256] parameter(0)
  z = s32[] parameter(1)
  t = (s32[], f32[256]) tuple(z, x)
  w = (s32[], f32[256]) while(t), condition=cond, body=body
  ROOT o = f32[256] get-tuple-element(w), index=1)");
  EXPECT_EQ(p.of("body").steps, 1);
  EXPECT_EQ(p.of("cond").steps, 1);
  EXPECT_FALSE(p.of("body").steps_known());
  EXPECT_EQ(p.report.launches(), 3);
  EXPECT_EQ(p.report.bound(), "at least ");
}

TEST(Report, OfBranchesTheLargestCounts) {
  const Planned p = planned(body_and_condition + R"(
a {
  x = f32[64] parameter(0)
  ROOT y = f32[64] sine(x)
}

b {
  x = f32[64] parameter(0)
  y = f32[64] cosine(x)
  ROOT z = f32[64] sort(y), dimensions={0}, to_apply=lt
}
)",
                            R"(  p = pred[] parameter(0)
  x = f32[64] parameter(1)
  c = f32[64] conditional(p, x, x), true_computation=a, false_computation=b
  ROOT d = f32[64] add(c, c))");
  EXPECT_EQ(p.of("a").steps, 0);
  EXPECT_EQ(p.of("b").steps, 1);
  EXPECT_EQ(p.report.launches(), 3);
  EXPECT_EQ(p.report.bound(), "at most ");
  EXPECT_EQ(counted(p), 3);
}

TEST(Report, ABoundaryHasTheBytesThatAreRead) {
  const Planned p = planned(body_and_condition, R"(  x = f32[1048576] parameter(0)
  y = f32[1048576] sort(x), dimensions={0}, to_apply=lt
  z = f32[1024] slice(y), slice={[0:1024]}
  ROOT w = f32[1024] negate(z))");
  const Report whole = report_of(*p.graph, *find_strategy("import"), {});
  const std::vector<Boundary>& boundaries = whole.computations.at(0).boundaries;
  ASSERT_FALSE(boundaries.empty());
  EXPECT_EQ((*p.graph)[boundaries[0].producer].name, "y");
  EXPECT_EQ(boundaries[0].bytes, 4096);
}

TEST(Report, BoundariesOfSeveralOutputsAreOfTheOutputThatIsRead) {
  const Planned p = planned(R"(
two {
  p = f32[4096] parameter(0)
  q = f32[4096] sine(p)
  r = f32[4096] cosine(p)
  s = f32[64] slice(p), slice={[0:64]}
  ROOT t = (f32[4096], f32[64], f32[4096]) tuple(q, s, r)
}
f {
  p = f32[4096] parameter(0)
  ROOT n = f32[4096] negate(p)
}
g {
  p = f32[64] parameter(0)
  q = f32[4096] parameter(1)
  h = f32[64] slice(q), slice={[0:64]}
  ROOT n = f32[64] add(p, h)
}
)",
                            R"(  x = f32[4096] parameter(0)
  k = (f32[4096], f32[64], f32[4096]) fusion(x), kind=kLoop, calls=two
  k0 = f32[4096] get-tuple-element(k), index=0
  k1 = f32[64] get-tuple-element(k), index=1
  k2 = f32[4096] get-tuple-element(k), index=2
  a = f32[4096] fusion(k2), kind=kLoop, calls=f
  b = f32[64] fusion(k1, k0), kind=kLoop, calls=g
  t = (f32[64], f32[4096]) tuple(k1, a)
  o = (f32[64], f32[4096]) opt-barrier(t)
  o1 = f32[4096] get-tuple-element(o), index=1
  c = f32[4096] fusion(o1), kind=kLoop, calls=f
  ROOT r = (f32[64], f32[4096]) tuple(b, c))");
  const Report whole = report_of(*p.graph, *find_strategy("import"), {});
  std::vector<std::string> said;
  for (const Boundary& b : whole.computations.at(0).boundaries) {
    const auto name = [&](NodeId n) { return n.valid() ? (*p.graph)[n].name : std::string("-"); };
    ASSERT_FALSE(b.refusals.empty());
    const InstrId subject = b.refusals[0].verdict.subject;
    said.push_back(name(b.producer) + " " + name(b.output) + " " + name(b.consumer) + " " + std::to_string(b.bytes) +
                   " " + std::string(p.module->name(subject)));
    // The launch of k would not be saved: both read it. Nothing else reads r and q, so that they need not be written.
    EXPECT_EQ(b.only_reader, !b.output.valid());
  }
  std::ranges::sort(said);
  const std::vector<std::string> want{"a - c 16384 a", "k q b 256 q", "k r a 16384 r", "k s b 256 s"};
  EXPECT_EQ(said, want);
}

TEST(Report, ALaunchThatSeveralOutputsShareIsSavedOnce) {
  const Planned p = planned(R"(
two {
  p = f32[64] parameter(0)
  q = f32[64] sine(p)
  r = f32[64] cosine(p)
  ROOT t = (f32[64], f32[64]) tuple(q, r)
}
)",
                            R"(  x = f32[64] parameter(0)
  k = (f32[64], f32[64]) fusion(x), kind=kLoop, calls=two
  k0 = f32[64] get-tuple-element(k), index=0
  k1 = f32[64] get-tuple-element(k), index=1
  ROOT b = f32[64] add(k0, k1))");
  const Report whole = report_of(*p.graph, *find_strategy("import"), {});
  const std::vector<Boundary>& boundaries = whole.computations.at(0).boundaries;
  ASSERT_EQ(boundaries.size(), 2u);
  EXPECT_TRUE(boundaries[0].only_reader);
  EXPECT_TRUE(boundaries[1].only_reader);
  EXPECT_GE(boundaries[0].cost, 1 * ticks_per_us);
  EXPECT_LT(boundaries[1].cost, ticks_per_us / 10);
}

TEST(Report, CopiesHaveNamesOfTheirOwn) {
  Planned p = planned("", R"(  x = f32[8] parameter(0)
  ROOT r = (f32[8], f32[8]) tuple(x, x))");
  insert_copies(*p.graph, Sharing::Gpu);
  const std::vector<NodeId> first = kernels_with(*p.graph, "x.copy"), second = kernels_with(*p.graph, "x.copy.1");
  ASSERT_EQ(first.size(), 1u);
  ASSERT_EQ(second.size(), 1u);
  EXPECT_NE(first[0], second[0]);
}

TEST(Report, TheOrderThatCopiesNeedIsNoCycle) {
  // The cosine reads x and so comes before the sine, which is written over x; the program does not say so.
  Planned p = planned(R"(
twice {
  t = (s32[], f32[256], f32[256]) parameter(0)
  i = s32[] get-tuple-element(t), index=0
  x = f32[256] get-tuple-element(t), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  s = f32[256] sine(x)
  m = f32[256] cosine(x)
  c = f32[256] subtract(m, s)
  d = f32[256] tanh(m)
  e = f32[256] add(c, d)
  ROOT r = (s32[], f32[256], f32[256]) tuple(j, s, e)
}

below {
  t = (s32[], f32[256], f32[256]) parameter(0)
  i = s32[] get-tuple-element(t), index=0
  k = s32[] constant(7)
  ROOT c = pred[] compare(i, k), direction=LT
}
)",
                      R"(  x = f32[256] parameter(0)
  z = s32[] constant(0)
  t = (s32[], f32[256], f32[256]) tuple(z, x, x)
  w = (s32[], f32[256], f32[256]) while(t), condition=below, body=twice
  ROOT o = f32[256] get-tuple-element(w), index=2)");
  insert_copies(*p.graph, Sharing::Gpu);
  const NodeId m = kernels_with(*p.graph, "m").at(0), s = kernels_with(*p.graph, "s").at(0);
  ASSERT_EQ((*p.graph)[s].control_predecessors, std::vector<NodeId>{m});
  p.report = report_of(*p.graph, *find_strategy("xla-rules"), {});
  int between = 0;
  for (const Boundary& b : p.of("twice").boundaries) {
    between += b.producer == m;
    for (const Refused& r : b.refusals) EXPECT_NE(r.verdict.reason, explain::Reason::R04Cycle);
  }
  EXPECT_EQ(between, 2);
  EXPECT_EQ((*p.graph)[s].control_predecessors, std::vector<NodeId>{m});  // as before
}

TEST(Report, ANameStandsForEveryKernelThatHasIt) {
  const Planned p = planned(body_and_condition, R"(  x = f32[256] parameter(0)
  z = s32[] constant(0)
  y = f32[256] cosine(x)
  t = (s32[], f32[256]) tuple(z, y)
  w = (s32[], f32[256]) while(t), condition=cond, body=body
  ROOT o = f32[256] get-tuple-element(w), index=1)");
  EXPECT_EQ(kernels_with(*p.graph, "y").size(), 2u);
}

}  // namespace
}  // namespace eutectic::fusion::xla
