// Kernels of tiles: times by hand (in quarters of a nanosecond, on an H100), and the tiles that XLA itself chose for
// the two kernels of a softmax over 33 rows of 129.
#include "fusion/xla/priority/triton.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "format/format.h"

namespace eutectic::fusion::xla {
namespace {

// x - max(x), or x / sum(x), by rows, as one Triton kernel with tiles of the given sizes.
std::string normalization(int64_t rows, int64_t columns, std::string_view reducer, std::string_view op) {
  const std::string config = backend_config_of({{1, columns}, 1});
  return fmt::format(R"(HloModule m
reducer {{
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] {2}(a, b)
}}
body {{
  x = f32[{0},{1}]{{1,0}} parameter(0)
  z = f32[] constant(0)
  s = f32[{0}]{{0}} reduce(x, z), dimensions={{1}}, to_apply=reducer
  b = f32[{0},{1}]{{1,0}} broadcast(s), dimensions={{0}}
  ROOT r = f32[{0},{1}]{{1,0}} {3}(x, b)
}}
ENTRY e {{
  a = f32[{0},{1}]{{1,0}} parameter(0)
  ROOT f = f32[{0},{1}]{{1,0}} fusion(a), kind=kCustom, calls=body, backend_config={4}
}})",
                     rows, columns, reducer, op, config);
}

struct Kernel {
  explicit Kernel(const std::string& text) : module(read(text)), graph(module) {
    graph.set_era(Era::Priority2026);
    fusion = graph[graph.control_bodies().back()].root;
  }
  static Module read(const std::string& text) {
    auto m = read_hlo_text(text, "test");
    EXPECT_TRUE(m) << (m ? "" : render(m.error()));
    return std::move(*m);
  }

  Module module;
  Graph graph;
  NodeId fusion;
};

TEST(Triton, TimeOfRowsThatAreReduced) {
  Kernel k(normalization(33, 129, "maximum", "subtract"));
  const auto t = tiled_time(k.graph, h100(), k.fusion, {{1, 129}, 1});
  ASSERT_TRUE(t);
  // Of each of 33 blocks: 128 maxima of 3 cycles, and a subtraction of 7 for 129 elements, padded to 256.
  EXPECT_EQ(t->flops, 33 * (128 * 3 + 256 * 7));
  // 33 blocks of one warp do 4181 flops a nanosecond (33 * 32 * 3.96).
  EXPECT_EQ(t->compute, 69);
  // 17028 bytes: 33 blocks read 2090.88 GB/s, 8.14 ns. A row of 516 bytes takes 9 transactions of 64 bytes: it is
  // written with 516/576 of the bandwidth, 5.67 ns.
  EXPECT_EQ(t->written, 17028);
  EXPECT_EQ(t->write, 23);
  EXPECT_EQ(t->memory, 33 + 23);
  EXPECT_EQ(t->all, 69 + 56 - 53);
}

TEST(Triton, SmallerTilesComputeMoreAndWriteWholeTransactions) {
  Kernel k(normalization(33, 129, "maximum", "subtract"));
  const auto whole = tiled_time(k.graph, h100(), k.fusion, {{1, 129}, 1});
  const auto parts = tiled_time(k.graph, h100(), k.fusion, {{1, 32}, 1});
  ASSERT_TRUE(whole && parts);
  // Five tiles of each row, each of which needs the row's maximum.
  EXPECT_EQ(parts->flops, 33 * 5 * (128 * 3 + 32 * 7));
  // 32 elements are two whole transactions: the full bandwidth, 5.08 ns.
  EXPECT_EQ(whole->write, 23);
  EXPECT_EQ(parts->write, 20);
}

TEST(Triton, BestTilesAreThoseThatXlaChose) {
  auto best = [](const char* reducer, const char* op) {
    Kernel k(normalization(33, 129, reducer, op));
    return std::get<TiledTime>(best_tiled_time(k.graph, h100(), k.fusion)).blocks;
  };
  EXPECT_EQ(best("maximum", "subtract").tile, (std::vector<int64_t>{1, 129}));
  EXPECT_EQ(best("maximum", "subtract").warps, 1);
  EXPECT_EQ(best("add", "divide").tile, (std::vector<int64_t>{1, 32}));
  EXPECT_EQ(best("add", "divide").warps, 1);
}

TEST(Triton, RowsThatDoNotFitIntoRegistersAreRefused) {
  // 0.4 of 65536 registers: 26214 elements.
  Kernel fits(normalization(33, 16384, "maximum", "subtract"));
  EXPECT_TRUE(std::holds_alternative<TiledTime>(best_tiled_time(fits.graph, h100(), fits.fusion)));
  Kernel large(normalization(33, 32768, "maximum", "subtract"));
  const auto r = best_tiled_time(large.graph, h100(), large.fusion);
  ASSERT_TRUE(std::holds_alternative<TritonRefusal>(r));
  EXPECT_EQ(std::get<TritonRefusal>(r).refusal.reason, explain::Reason::R42TritonTiling);
}

TEST(Triton, TilesPassThroughTheBackendConfiguration) {
  Kernel k(normalization(33, 129, "add", "divide"));
  const auto blocks = block_tiles_of(k.graph, k.fusion);
  ASSERT_TRUE(blocks);
  EXPECT_EQ(blocks->tile, (std::vector<int64_t>{1, 129}));
  EXPECT_EQ(blocks->warps, 1);
}

TEST(Triton, OpsAndTypesWithoutCodeAreRefused) {
  auto refuses = [](const char* text) {
    Kernel k(std::string("HloModule m\nENTRY e {\n") + text + "\n}");
    return triton_op_refusal(k.graph, k.fusion).has_value();
  };
  EXPECT_FALSE(refuses("a = f32[8]{0} parameter(0)\nROOT r = f32[8]{0} exponential(a)"));
  EXPECT_TRUE(refuses("a = c64[8]{0} parameter(0)\nROOT r = c64[8]{0} exponential(a)"));
  EXPECT_TRUE(refuses("a = u32[8]{0} parameter(0)\nROOT r = u32[8]{0} add(a, a)"));
  EXPECT_TRUE(refuses("a = f32[8]{0} parameter(0)\nROOT r = f32[16]{0} concatenate(a, a), dimensions={0}"));
  EXPECT_TRUE(refuses("a = bf16[8]{0} parameter(0)\nROOT r = bf16[8]{0} divide(a, a)"));
}

}  // namespace
}  // namespace eutectic::fusion::xla
