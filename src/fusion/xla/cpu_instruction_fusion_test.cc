// Situations of XLA's own CPU fusion tests, in HLO of ours.
#include "fusion/xla/cpu_instruction_fusion.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "format/format.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;

struct Outcome {
  int fused = 0;
  std::vector<Reason> refused;
  int left = 0;  // instructions of the entry that are neither parameters nor constants
  bool refuses(Reason r) const { return std::ranges::find(refused, r) != refused.end(); }
};

Outcome fuse(const std::string& text) {
  auto m = read_hlo_text(text, "test");
  EXPECT_TRUE(m) << (m ? "" : render(m.error()));
  Graph g(*m);
  Log log;
  EXPECT_TRUE(run_cpu_instruction_fusion(g, log));
  Outcome out;
  for (const Step& s : log.steps) {
    if (s.kind == StepKind::Fused) ++out.fused;
    if (s.kind == StepKind::Refused) out.refused.push_back(s.verdict.reason);
  }
  for (NodeId n : g.post_order(g.control_bodies().back()))
    out.left += g[n].op != OpKind::Parameter && g[n].op != OpKind::Constant;
  return out;
}

TEST(XlaCpu, ElementwiseChainIsOneKernel) {
  const Outcome o = fuse(R"(HloModule m
ENTRY e {
  a = f32[8]{0} parameter(0)
  b = f32[8]{0} exponential(a)
  c = f32[8]{0} negate(b)
  ROOT d = f32[8]{0} add(c, a)
})");
  EXPECT_EQ(o.fused, 2);
  EXPECT_EQ(o.left, 1);
}

TEST(XlaCpu, ExpensiveProducerIsNotRepeated) {
  // The broadcast reads each element of the exponential several times.
  const Outcome o = fuse(R"(HloModule m
ENTRY e {
  a = f32[8]{0} parameter(0)
  b = f32[8]{0} exponential(a)
  ROOT c = f32[8,8]{1,0} broadcast(b), dimensions={1}
})");
  EXPECT_EQ(o.fused, 0);
  EXPECT_TRUE(o.refuses(Reason::R15ReadAgain));
}

TEST(XlaCpu, CheapProducerIsRepeated) {
  const Outcome o = fuse(R"(HloModule m
ENTRY e {
  a = f32[8]{0} parameter(0)
  b = f32[8]{0} negate(a)
  ROOT c = f32[8,8]{1,0} broadcast(b), dimensions={1}
})");
  EXPECT_EQ(o.fused, 1);
}

TEST(XlaCpu, ExpensiveProducerWithTwoUsersStays) {
  const Outcome o = fuse(R"(HloModule m
ENTRY e {
  a = f32[8]{0} parameter(0)
  b = f32[8]{0} exponential(a)
  c = f32[8]{0} negate(b)
  d = f32[8]{0} reverse(b), dimensions={0}
  ROOT t = (f32[8]{0}, f32[8]{0}) tuple(c, d)
})");
  EXPECT_EQ(o.fused, 0);
  EXPECT_TRUE(o.refuses(Reason::R14WouldRepeat) || o.refuses(Reason::R17NotEverywhere));
}

TEST(XlaCpu, DotWithSmallVectorTakesItsMatrix) {
  const char* text = R"(HloModule m
ENTRY e {
  v = f32[%d]{0} parameter(0)
  a = f32[%d,64]{1,0} parameter(1)
  n = f32[%d,64]{1,0} negate(a)
  ROOT d = f32[64]{0} dot(v, n), lhs_contracting_dims={0}, rhs_contracting_dims={0}
})";
  auto sized = [&](int n) {
    std::string s = text;
    for (size_t at; (at = s.find("%d")) != std::string::npos;) s.replace(at, 2, std::to_string(n));
    return fuse(s);
  };
  EXPECT_EQ(sized(100).fused, 1);
  const Outcome large = sized(4096);
  EXPECT_EQ(large.fused, 0);
  EXPECT_TRUE(large.refuses(Reason::R43DotVector));
}

TEST(XlaCpu, ConcatenationOfManyOperandsStays) {
  auto of = [](int n) {
    std::string list, text = "HloModule m\nENTRY e {\n  a = f32[4]{0} parameter(0)\n";
    for (int i = 0; i < n; ++i) list += i ? ", a" : "a";
    text += "  c = f32[" + std::to_string(4 * n) + "]{0} concatenate(" + list + "), dimensions={0}\n";
    return fuse(text + "  ROOT r = f32[" + std::to_string(4 * n) + "]{0} negate(c)\n}");
  };
  EXPECT_EQ(of(8).fused, 1);
  EXPECT_EQ(of(9).fused, 0);
  EXPECT_TRUE(of(9).refuses(Reason::R45Concatenate));
}

TEST(XlaCpu, ConstantsStayOutside) {
  const Outcome o = fuse(R"(HloModule m
ENTRY e {
  a = f32[2]{0} parameter(0)
  c = f32[2]{0} constant({1, 2})
  ROOT r = f32[2]{0} add(a, c)
})");
  EXPECT_EQ(o.fused, 0);
  EXPECT_TRUE(o.refuses(Reason::R31Constant));
}

TEST(XlaCpu, BufferWrittenInPlaceIsNotReadElsewhere) {
  // The slice reads another window than the update writes.
  const Outcome o = fuse(R"(HloModule m
ENTRY e {
  a = f32[8]{0} parameter(0)
  i = s32[] constant(4)
  s = f32[2]{0} slice(a), slice={[0:2]}
  ROOT u = f32[8]{0} dynamic-update-slice(a, s, i)
})");
  EXPECT_EQ(o.fused, 0);
  EXPECT_TRUE(o.refuses(Reason::R05OtherWindow));
}

TEST(XlaCpu, SameWindowMayBeReadAndWritten) {
  const Outcome o = fuse(R"(HloModule m
ENTRY e {
  a = f32[8]{0} parameter(0)
  i = s32[] constant(4)
  s = f32[2]{0} slice(a), slice={[4:6]}
  ROOT u = f32[8]{0} dynamic-update-slice(a, s, i)
})");
  EXPECT_GE(o.fused, 1);
}

}  // namespace
}  // namespace eutectic::fusion::xla
