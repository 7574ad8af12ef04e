#include "fusion/xla/graph.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fusion/xla/canonical.h"
#include "fusion/xla/cleanup.h"
#include "fusion/xla/graph_test.h"
#include "fusion/xla/parity.h"
#include "fusion/xla/strategy.h"

namespace eutectic::fusion::xla {
namespace {

std::vector<std::string> names(const Graph& g, const std::vector<NodeId>& ids) {
  std::vector<std::string> out;
  for (NodeId id : ids) out.push_back(g[id].name);
  return out;
}

using Names = std::vector<std::string>;

// Each level reads both values of the one before: where no rule bounds code, it doubles.
TEST(XlaGraph, GrowsToALimitWithoutTheRulesThatBoundCode) {
  std::string text = "HloModule m\nENTRY e { a0 = f32[64] parameter(0)\n b0 = f32[64] parameter(1)\n";
  for (int k = 0; k < 30; ++k)
    text += fmt::format(
        " c{0} = f32[64] reverse(b{0}), dimensions={{0}}\n d{0} = f32[64] reverse(a{0}), dimensions={{0}}\n"
        " a{1} = f32[64] add(a{0}, c{0})\n b{1} = f32[64] multiply(b{0}, d{0})\n",
        k, k + 1);
  const Module m = read((text + " ROOT r = (f32[64], f32[64]) tuple(a30, b30) }").c_str());
  for (bool lifted : {false, true}) {
    Graph g(m);
    Log log;
    for (const char* rule : {"R17", "R18", "R19", "R25", "R26", "R27", "R28", "R29", "R30"})
      if (lifted)
        for (explain::Reason r : RuleSet::liftable(rule)) g.rules.lift(r);
    const Status status = find_strategy("xla-rules")->pairs[0].run(g, log);
    EXPECT_EQ(status.has_value(), !lifted);
    EXPECT_LT(g.node_count(), lifted ? 2'000'000 : 20'000);
  }
}

constexpr std::string_view diamond = R"(HloModule m
ENTRY e {
  a = f32[8]{0} parameter(0)
  b = f32[8]{0} parameter(1)
  n = f32[8]{0} negate(a)
  x = f32[8]{0} add(n, b)
  y = f32[8]{0} multiply(b, n)
  ROOT t = (f32[8]{0}, f32[8]{0}) tuple(x, y)
}
)";

TEST(XlaGraph, FusingIntoBothUsersLeavesTheProducerWithoutUsers) {
  const Module m = read(diamond);
  Graph g(m);
  const NodeId n = named(g, "n");
  const NodeId fx = g.wrap(named(g, "x"), FusionKind::Loop);
  g.fuse(n, fx);
  // The fusion's parameter for n went away; n's own operand came last.
  EXPECT_EQ(names(g, g[fx].operands), (Names{"b", "a"}));
  EXPECT_EQ(names(g, g[n].users), Names{"y"});
  const NodeId fy = g.wrap(named(g, "y"), FusionKind::Loop);
  g.fuse(n, fy);
  EXPECT_TRUE(g[n].users.empty());
  g.remove(n);
  EXPECT_EQ(names(g, g[named(g, "t")].operands), (Names{"fusion", "fusion.1"}));
  EXPECT_EQ(names(g, g[named(g, "a")].users), (Names{"fusion.1", "fusion"}));  // the last took the place of n
}

TEST(XlaGraph, AFusionIsMergedInstructionByInstruction) {
  const Module m = read(R"(HloModule m
f1 {
  p0 = f32[8]{0} parameter(0)
  p1 = f32[8]{0} parameter(1)
  s = f32[8]{0} sine(p1)
  ROOT m1 = f32[8]{0} multiply(s, p0)
}
f2 {
  q0 = f32[8]{0} parameter(0)
  q1 = f32[8]{0} parameter(1)
  ROOT m2 = f32[8]{0} add(q0, q1)
}
ENTRY e {
  a = f32[8]{0} parameter(0)
  b = f32[8]{0} parameter(1)
  inner = f32[8]{0} fusion(a, b), kind=kLoop, calls=f1
  ROOT outer = f32[8]{0} fusion(b, inner), kind=kLoop, calls=f2
}
)");
  Graph g(m);
  const NodeId inner = named(g, "inner"), outer = named(g, "outer");
  g.fuse(inner, outer);
  g.remove(inner);
  EXPECT_EQ(names(g, g[outer].operands), (Names{"b", "a"}));
  EXPECT_EQ(kernel_of(g, outer).text,
            "0 = parameter f32[8]{0} ()\n1 = sine f32[8]{0} (0 )\n2 = parameter f32[8]{0} ()\n"
            "3 = multiply f32[8]{0} (1 2 )\n4 = add f32[8]{0} (0 3 )\nroot 4\n");
}

TEST(XlaGraph, MultiOutputFusionGivesEveryUserItsElement) {
  const Module m = read(diamond);
  Graph g(m);
  const NodeId fusion = g.wrap(named(g, "x"), FusionKind::Loop);
  g.fuse_multi_output(named(g, "y"), fusion);
  EXPECT_TRUE(g.is_multi_output(fusion));
  const NodeId t = named(g, "t");
  for (size_t i = 0; i < 2; ++i) {
    const NodeId gte = g[t].operands[i];
    EXPECT_EQ(g[gte].op, OpKind::GetTupleElement);
    EXPECT_EQ(g[gte].index(), static_cast<int64_t>(i));
    EXPECT_EQ(g[gte].operands[0], fusion);
  }
  // n becomes an output that nobody outside reads: it is an ordinary value of the body.
  g.fuse_multi_output(named(g, "n"), fusion);
  EXPECT_EQ(g[g.fused_root(fusion)].operands.size(), 2u);
  EXPECT_EQ(names(g, g[fusion].operands), (Names{"b", "a"}));
}

TEST(XlaGraph, ARemovedUserIsReplacedByTheLast) {
  const Module m = read(R"(HloModule m
ENTRY e {
  a = f32[8]{0} parameter(0)
  x = f32[8]{0} negate(a)
  y = f32[8]{0} sine(a)
  z = f32[8]{0} cosine(a)
  ROOT t = (f32[8]{0}, f32[8]{0}) tuple(y, z)
}
)");
  Graph g(m);
  EXPECT_TRUE(remove_dead(g));
  EXPECT_EQ(names(g, g[named(g, "a")].users), (Names{"z", "y"}));
}

TEST(XlaCanonical, NamesParameterOrderOutputOrderAndRepeatedWorkDoNotCount) {
  const Module a = read(R"(HloModule m
f {
  p0 = f32[8]{0} parameter(0)
  p1 = f32[4]{0} parameter(1)
  n = f32[8]{0} negate(p0)
  n2 = f32[8]{0} negate(p0)
  s = f32[8]{0} add(n, n2)
  c = f32[4]{0} cosine(p1)
  ROOT t = (f32[8]{0}, f32[4]{0}) tuple(s, c)
}
ENTRY e {
  a = f32[8]{0} parameter(0)
  b = f32[4]{0} parameter(1)
  ROOT r = (f32[8]{0}, f32[4]{0}) fusion(a, b), kind=kLoop, calls=f
}
)");
  const Module b = read(R"(HloModule m
f {
  q1 = f32[4]{0} parameter(0)
  q0 = f32[8]{0} parameter(1)
  c = f32[4]{0} cosine(q1)
  n = f32[8]{0} negate(q0)
  s = f32[8]{0} add(n, n)
  ROOT t = (f32[4]{0}, f32[8]{0}) tuple(c, s)
}
ENTRY e {
  a = f32[8]{0} parameter(0)
  b = f32[4]{0} parameter(1)
  ROOT r = (f32[4]{0}, f32[8]{0}) fusion(b, a), kind=kInput, calls=f
}
)");
  const Graph ga(a), gb(b);
  EXPECT_EQ(kernel_of(ga, named(ga, "r")).text, kernel_of(gb, named(gb, "r")).text);
  EXPECT_TRUE(compare_kernels(ga, gb).exact());
  const Module c = read(R"(HloModule m
ENTRY e {
  a = f32[8]{0} parameter(0)
  ROOT r = f32[8]{0} negate(a)
}
)");
  const Parity p = compare_kernels(ga, Graph(c));
  EXPECT_FALSE(p.exact());
  EXPECT_EQ(p.computations[0].only_ours.size(), 1u);
  EXPECT_EQ(p.computations[0].only_xla.size(), 1u);
}

TEST(XlaCleanup, EqualInstructionsOfABodyBecomeOne) {
  const Module m = read(R"(HloModule m
f {
  p0 = f32[8]{0} parameter(0)
  n = f32[8]{0} negate(p0)
  n2 = f32[8]{0} negate(p0)
  ROOT s = f32[8]{0} add(n, n2)
}
ENTRY e {
  a = f32[8]{0} parameter(0)
  ROOT r = f32[8]{0} fusion(a), kind=kLoop, calls=f
}
)");
  Graph g(m);
  EXPECT_TRUE(merge_equal_in_fusions(g));
  EXPECT_EQ(g.post_order(g[named(g, "r")].called).size(), 3u);
  EXPECT_FALSE(merge_equal_in_fusions(g));
}

}  // namespace
}  // namespace eutectic::fusion::xla
