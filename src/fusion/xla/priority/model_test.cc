// XLA's cost model of 2026 on an H100 (132 cores of 128 units at 1.98 GHz, 3352.32 GB/s, 50 MiB of L2), computed by
// hand in quarters of a nanosecond, and times that XLA's own log has for stages of the corpus.
#include "fusion/xla/priority/model.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "fusion/xla/graph_test.h"
#include "fusion/xla/priority/priority_fusion.h"

namespace eutectic::fusion::xla {
namespace {

TEST(PriorityModel, KernelsOverAMillionElements) {
  const Module m = read(R"(HloModule m
ENTRY e {
  a = f32[1048576]{0} parameter(0)
  b = f32[1048576]{0} parameter(1)
  n = f32[1048576]{0} negate(a)
  ROOT r = f32[1048576]{0} add(n, b)
})");
  Graph g(m);
  g.set_era(Era::Priority2026);
  Model model(g, h100());
  const NodeId n = named(g, "n"), r = named(g, "r");
  // More elements than threads: four for each.
  EXPECT_EQ(model.form(r).launch.blocks, 1048576 / 4 / 128);
  EXPECT_EQ(model.form(r).launch.threads, 128);
  // 7 cycles each, 66908 flops a nanosecond (132 * 128 * 3.96, the fraction dropped): 109.7 ns.
  const KernelTime& add = model.alone(r);
  EXPECT_EQ(add.flops, 7 * 1048576);
  EXPECT_EQ(add.compute, 439);
  // 4 MiB are 1251.2 ns.
  EXPECT_EQ(add.write, 5005);
  EXPECT_EQ(add.memory, 3 * 5005);
  EXPECT_EQ(add.all, 439 + 15015 - 417);  // 95% of the shorter is hidden
  EXPECT_EQ(model.alone(n).all, 188 + 10010 - 179);
  // 10 cycles each, and n is neither written nor read.
  EXPECT_EQ(model.together(n, r), 627 + 15015 - 596);
  // As another output it is written.
  EXPECT_EQ(model.together_with_output(n, r), 627 + 15015 + 5005 - 596);
}

TEST(PriorityModel, FewBlocksReadSlowly) {
  const Module m = read(R"(HloModule m
ENTRY e {
  a = f32[1024]{0} parameter(0)
  ROOT n = f32[1024]{0} negate(a)
})");
  Graph g(m);
  g.set_era(Era::Priority2026);
  Model model(g, h100());
  const KernelTime& t = model.alone(named(g, "n"));
  EXPECT_EQ(model.form(named(g, "n")).launch.blocks, 8);
  // 8 blocks ask for 32 bytes a clock each: 506.88 GB/s, 8.08 ns. Writes are not held up: 1.22 ns.
  EXPECT_EQ(t.memory, 32 + 5);
  EXPECT_EQ(t.compute, 3);
  EXPECT_EQ(t.all, 3 + 37 - 3);
}

TEST(PriorityModel, ReadsAfterTheFirstComeFromCaches) {
  const Timing timing(h100(), Era::Priority2026);
  constexpr int64_t blocks = 2048, total = 4 << 20;
  EXPECT_EQ(timing.read(blocks, total, total, 1), 5005);
  EXPECT_EQ(timing.read(blocks, 1 << 20, total, 1), 1251 + 1501);  // L2: 2.5 times as fast
  EXPECT_EQ(timing.read(blocks, 256 << 10, total, 1), 313 + 235);  // L1 (2 KiB a core): 8 times more
  EXPECT_EQ(timing.read(blocks, total, 2 * total, 1), 5005 + 2002);
}

TEST(PriorityModel, ATransposedReadUsesOneElementOfEachTransaction) {
  const Timing timing(h100(), Era::Priority2026);
  const Shape f32 = Shape::array(ElementType::F32, {1 << 20});
  EXPECT_EQ(timing.rate_of(f32, true), 1.0);
  EXPECT_EQ(timing.rate_of(f32, false), 4.0 / 64);
  EXPECT_EQ(timing.read(2048, 4 << 20, 4 << 20, 4.0 / 64), 80075);
  const Module m = read(R"(HloModule m
ENTRY e {
  a = f32[64,48,5]{2,1,0} parameter(0)
  t = f32[5,48,64]{2,1,0} transpose(a), dimensions={2,1,0}
  c = f32[] parameter(1)
  b = f32[64,48,5]{2,1,0} broadcast(c), dimensions={}
  u = f32[5,48,64]{2,1,0} transpose(b), dimensions={2,1,0}
  ROOT r = f32[5,48,64]{2,1,0} add(t, u)
})");
  Graph g(m);
  g.set_era(Era::Priority2026);
  EXPECT_FALSE(reads_whole_transactions(g, named(g, "t"), Emitter::Loop));
  EXPECT_TRUE(reads_whole_transactions(g, named(g, "t"), Emitter::Transpose));
  EXPECT_TRUE(reads_whole_transactions(g, named(g, "u"), Emitter::Loop));  // of a broadcast
}

// What XLA's own log says of the first estimate of each producer: microseconds with all launches.
struct Estimated {
  std::string producer;
  double fused, unfused;
};

void expect_estimates(const std::string& program, const std::vector<Estimated>& want) {
  SCOPED_TRACE(program);
  std::ifstream file(std::string(EUTECTIC_SOURCE_DIR) + "/tests/corpus/" + program +
                     "/xla-priority-h100/0-before-fusion.hlo");
  std::stringstream text;
  text << file.rdbuf();
  const Module m = read(text.str());
  Graph g(m);
  Log log;
  ASSERT_TRUE(run_priority_fusion(g, log));
  for (const Estimated& e : want) {
    const auto step = std::ranges::find_if(
        log.steps, [&](const Step& s) { return s.kind == StepKind::Estimate && s.producer == e.producer; });
    ASSERT_NE(step, log.steps.end()) << e.producer;
    EXPECT_EQ(microseconds(step->fused), e.fused) << e.producer;
    EXPECT_EQ(microseconds(step->unfused), e.unfused) << e.producer;
  }
}

TEST(PriorityModel, EstimatesAreThoseOfXlasLog) {
  expect_estimates("transpose_chain", {{"exponential.1", 1.035, 2.05325}, {"transpose.2.0", 1.066, 2.051}});
  expect_estimates("sibling_reductions", {{"mul.1.0", 1.06575, 2.084}, {"exp.1.0", 1.069, 2.046}});
  // Triton kernels: times of tiles.
  expect_estimates("softmax", {{"exp.1.0", 1.19275, 2.04025}, {"triton_softmax.3", 1.0275, 2.03825}});
}

}  // namespace
}  // namespace eutectic::fusion::xla
