// What Cost knows of a fusion after a producer has joined it is to the bit what it finds when it looks at all of it.
#include "fusion/xla/rules/cost.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "fusion/xla/graph_test.h"

namespace eutectic::fusion::xla {
namespace {

// Element-wise ops, slices, broadcasts, reductions and transpositions of each other, of 8 x 16 or 7 x 9 elements:
// shares of the second kind are no exact numbers.
std::string random_program(std::mt19937_64& random, bool exact) {
  auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  const int64_t rows = exact ? 8 : 7, columns = exact ? 16 : 9;
  const std::string whole = fmt::format("f32[{},{}]", rows, columns);
  std::string text =
      "HloModule m\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] add(a, b) }\n";
  text += fmt::format("ENTRY e {{ v0 = {0} parameter(0)\n v1 = {0} parameter(1)\n zero = f32[] constant(0)\n", whole);
  int n = 2;
  for (int k = 0; k < 24; ++k) {
    // In this order with every compiler.
    const size_t what = below(5) % 4;
    const std::string a = fmt::format("v{}", below(static_cast<size_t>(n)));
    const std::string b = fmt::format("v{}", below(static_cast<size_t>(n)));
    const char* op = below(2) ? "add" : "multiply";
    switch (what) {
      case 0: {
        text += fmt::format(" s{} = f32[{},{}] slice({}), slice={{[0:{}], [1:{}]}}\n", k, rows, columns - 1, a, rows,
                            columns);
        text += fmt::format(" r{0} = f32[{1}] reduce(s{0}, zero), dimensions={{1}}, to_apply=add\n", k, rows);
        text += fmt::format(" v{} = {} broadcast(r{}), dimensions={{0}}\n", n++, whole, k);
        break;
      }
      case 1:
        text += fmt::format(" t{} = f32[{},{}] transpose({}), dimensions={{1,0}}\n", k, columns, rows, a);
        text += fmt::format(" v{} = {} transpose(t{}), dimensions={{1,0}}\n", n++, whole, k);
        break;
      case 2:
        text += fmt::format(" v{} = {} exponential({})\n", n, whole, a);
        ++n;
        break;
      default:
        text += fmt::format(" v{} = {} {}({}, {})\n", n, whole, op, a, b);
        ++n;
    }
  }
  return text + fmt::format(" ROOT r = {} negate(v{}) }}\n", whole, n - 1);
}

void expect_same(Cost& known, Cost& fresh, const Graph& g, NodeId fusion) {
  ASSERT_EQ(known.flops(fusion), fresh.flops(fusion));
  ASSERT_EQ(known.output_bytes(fusion), fresh.output_bytes(fusion));
  ASSERT_EQ(known.code_size(fusion), fresh.code_size(fusion));
  ASSERT_EQ(known.splits(fusion), fresh.splits(fusion));
  for (size_t i = 0; i < g[fusion].operands.size(); ++i) {
    ASSERT_EQ(known.utilization(fusion, i), fresh.utilization(fusion, i)) << "operand " << i;
    ASSERT_EQ(known.operand_bytes(fusion, i), fresh.operand_bytes(fusion, i)) << "operand " << i;
    for (size_t j = 0; j < g[fusion].operands.size(); ++j) {
      const NodeId a = g.fused_parameter(fusion, static_cast<int64_t>(i));
      const NodeId b = g.fused_parameter(fusion, static_cast<int64_t>(j));
      ASSERT_EQ(known.common_utilization(fusion, a, b), fresh.common_utilization(fusion, a, b)) << i << ", " << j;
    }
  }
}

TEST(Cost, OfWhatHasJoinedIsThatOfTheWhole) {
  int64_t joined = 0, dropped = 0;
  for (uint64_t seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const Module m = read(random_program(random, seed % 2 == 0).c_str());
    Graph g(m);
    g.set_era(Era::Priority2026);
    Cost cost(g, h100());
    const BodyId body = g.control_bodies().back();
    for (int step = 0; step < 30; ++step) {
      // Any value joins all that read it.
      std::vector<NodeId> candidates;
      for (NodeId n : g.post_order(body))
        if (g[n].op != OpKind::Parameter && g[n].op != OpKind::Constant && !g[n].users.empty()) candidates.push_back(n);
      if (candidates.empty()) break;
      const NodeId producer = candidates[random() % candidates.size()];
      for (NodeId consumer : std::vector<NodeId>(g[producer].users)) {
        const NodeId fusion = g.is_fusion(consumer) ? consumer : g.wrap(consumer, FusionKind::Loop);
        cost.flops(fusion);
        auto joining = cost.before_joining(fusion, producer);
        g.fuse(producer, fusion);
        cost.forget(fusion);
        if (joining) cost.joined(std::move(*joining));
        ++(cost.knows(fusion) ? joined : dropped);
        Cost fresh(g, h100());
        expect_same(cost, fresh, g, fusion);
        if (HasFatalFailure()) return;
      }
      cost.forget(producer);
      g.remove(producer);
    }
  }
  RecordProperty("dropped", static_cast<int>(dropped));
  EXPECT_GT(joined, 100);
  EXPECT_GT(dropped, 0) << "sums that depend on their order are not made in another";
}

}  // namespace
}  // namespace eutectic::fusion::xla
