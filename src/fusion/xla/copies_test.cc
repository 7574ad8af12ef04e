// Copies that loops need, each case small.
#include "fusion/xla/copies.h"

#include <gtest/gtest.h>

#include "format/format.h"
#include "fusion/xla/launches.h"

namespace eutectic::fusion::xla {
namespace {

// Copies in the entry and in the body of its one loop.
std::pair<int, int> copies(const std::string& body, const std::string& entry, Sharing sharing = Sharing::Gpu) {
  const std::string text = R"(HloModule m

cond {
  p = (s32[], f32[8], f32[8]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(5)
  ROOT c = pred[] compare(i, n), direction=LT
}

body {
  p = (s32[], f32[8], f32[8]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = f32[8] get-tuple-element(p), index=1
  y = f32[8] get-tuple-element(p), index=2
  one = s32[] constant(1)
  next = s32[] add(i, one)
)" + body + R"(
}

ENTRY main {
  a = f32[8] parameter(0)
  b = f32[8] parameter(1)
  zero = s32[] constant(0)
)" + entry + "\n}\n";
  Result<Module> module = read_program(text, "test.hlo");
  EXPECT_TRUE(module) << render(module.error());
  Graph g(*module);
  insert_copies(g, sharing);
  int outside = 0, inside = 0;
  for (BodyId b : g.control_bodies())
    for (NodeId n : g[b].nodes)
      if (!g[n].dead && g[n].op == OpKind::Copy) ++(g[b].origin == module->entry ? outside : inside);
  return {outside, inside};
}

const std::string loop = R"(
  t = (s32[], f32[8], f32[8]) tuple(zero, a, b)
  w = (s32[], f32[8], f32[8]) while(t), condition=cond, body=body
  ROOT r = f32[8] get-tuple-element(w), index=1)";

using Pair = std::pair<int, int>;

TEST(Copies, InitialValuesOfWhatIsOverwritten) {
  // The counter's constant and a; b is only read.
  EXPECT_EQ(copies(R"(  s = f32[8] add(x, y)
  ROOT t = (s32[], f32[8], f32[8]) tuple(next, s, y))",
                   loop),
            (Pair{2, 0}));
}

TEST(Copies, ReadsAreOrderedBeforeTheWrite) {
  // x is read by m as well; m can run first.
  EXPECT_EQ(copies(R"(  s = f32[8] negate(x)
  m = f32[8] multiply(x, x)
  ROOT t = (s32[], f32[8], f32[8]) tuple(next, s, m))",
                   loop),
            (Pair{3, 0}));
}

TEST(Copies, TwoWritesThatReadEachOthersOldValue) {
  // Whichever runs first, the other reads too late.
  EXPECT_EQ(copies(R"(  s = f32[8] add(x, y)
  m = f32[8] multiply(x, y)
  ROOT t = (s32[], f32[8], f32[8]) tuple(next, s, m))",
                   loop),
            (Pair{3, 1}));
}

TEST(Copies, AReadThatNeedsTheNewValue) {
  // m reads both the old x and the new one: they live at once.
  EXPECT_EQ(copies(R"(  s = f32[8] add(x, x)
  m = f32[8] multiply(s, x)
  ROOT t = (s32[], f32[8], f32[8]) tuple(next, s, m))",
                   loop),
            (Pair{3, 1}));
}

TEST(Copies, ACpuGivesNoOrder) {
  const std::string body = R"(  s = f32[8] add(x, x)
  m = f32[8] multiply(x, y)
  ROOT t = (s32[], f32[8], f32[8]) tuple(next, s, m))";
  EXPECT_EQ(copies(body, loop), (Pair{3, 0}));
  EXPECT_EQ(copies(body, loop, Sharing::Cpu), (Pair{3, 1}));
}

TEST(Copies, ValuesThatChangePlaces) {
  EXPECT_EQ(copies(R"(  ROOT t = (s32[], f32[8], f32[8]) tuple(next, y, x))", loop), (Pair{3, 2}));
}

TEST(Copies, AReversalCannotOverwriteWhatItReads) {
  EXPECT_EQ(copies(R"(  s = f32[8] reverse(x), dimensions={0}
  ROOT t = (s32[], f32[8], f32[8]) tuple(next, s, y))",
                   loop),
            (Pair{2, 1}));
}

TEST(Copies, AFreshInitialValueIsTaken) {
  EXPECT_EQ(copies(R"(  s = f32[8] add(x, y)
  ROOT t = (s32[], f32[8], f32[8]) tuple(next, s, y))",
                   R"(
  c = f32[8] negate(a)
  t = (s32[], f32[8], f32[8]) tuple(zero, c, b)
  w = (s32[], f32[8], f32[8]) while(t), condition=cond, body=body
  ROOT r = f32[8] get-tuple-element(w), index=1)"),
            (Pair{1, 0}));
  // Unless it is read afterwards too.
  EXPECT_EQ(copies(R"(  s = f32[8] add(x, y)
  ROOT t = (s32[], f32[8], f32[8]) tuple(next, s, y))",
                   R"(
  c = f32[8] negate(a)
  t = (s32[], f32[8], f32[8]) tuple(zero, c, b)
  w = (s32[], f32[8], f32[8]) while(t), condition=cond, body=body
  v = f32[8] get-tuple-element(w), index=1
  ROOT r = f32[8] add(v, c))"),
            (Pair{2, 0}));
}

TEST(Copies, ResultsOfTheEntry) {
  // A parameter handed through, and one value twice.
  EXPECT_EQ(copies(R"(  s = f32[8] add(x, y)
  ROOT t = (s32[], f32[8], f32[8]) tuple(next, s, y))",
                   R"(
  c = f32[8] negate(a)
  ROOT r = (f32[8], f32[8], f32[8]) tuple(b, c, c))"),
            (Pair{2, 0}));
}

TEST(Copies, UpdatesInPlaceOfWhatOthersRead) {
  EXPECT_EQ(copies(R"(  s = f32[8] add(x, y)
  ROOT t = (s32[], f32[8], f32[8]) tuple(next, s, y))",
                   R"(
  c = f32[8] negate(a)
  part = f32[2] slice(b), slice={[0:2]}
  u = f32[8] dynamic-update-slice(c, part, zero)
  v = f32[8] dynamic-update-slice(a, part, zero)
  ROOT r = (f32[8], f32[8], f32[8]) tuple(c, u, v))"),
            (Pair{2, 0}));
}

}  // namespace
}  // namespace eutectic::fusion::xla
