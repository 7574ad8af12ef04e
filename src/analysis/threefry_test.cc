#include "analysis/threefry.h"

#include <gtest/gtest.h>

namespace eutectic::analysis {
namespace {

using scalar::Op;
constexpr ElementType u32 = ElementType::U32;

class ThreefryTest : public testing::Test {
 protected:
  NodeId number(uint32_t v) { return g_.constant_node(u32, v); }
  NodeId add(NodeId a, NodeId b) { return g_.op(Op::Add, u32, {a, b}); }
  NodeId rotate(NodeId x, uint32_t by) {
    return g_.op(Op::Or, u32,
                 {g_.op(Op::ShiftRightLogical, u32, {x, number(32 - by)}), g_.op(Op::ShiftLeft, u32, {x, number(by)})});
  }
  // The whole function as a program spells it; `wrong`: a number of the round that rotates by another distance.
  std::pair<NodeId, NodeId> threefry(NodeId k0, NodeId k1, NodeId x0, NodeId x1, int wrong = -1) {
    const NodeId k2 = g_.op(Op::Xor, u32, {g_.op(Op::Xor, u32, {k0, k1}), number(0x1bd11bda)});
    const NodeId keys[] = {k0, k1, k2};
    x0 = add(x0, k0);
    x1 = add(x1, k1);
    for (uint32_t n = 0; n < 5; ++n) {
      for (int r = 0; r < 4; ++r) {
        x0 = add(x0, x1);
        int by = threefry_rotations[n % 2][r];
        if (static_cast<int>(n) * 4 + r == wrong) by += 1;
        x1 = g_.op(Op::Xor, u32, {rotate(x1, static_cast<uint32_t>(by)), x0});
      }
      x0 = add(x0, keys[(n + 1) % 3]);
      x1 = add(add(x1, keys[(n + 2) % 3]), number(n + 1));
    }
    return {x0, x1};
  }

  ScalarGraph g_;
  NodeId k0_ = g_.carry(0, u32, false), k1_ = g_.carry(1, u32, false), c0_ = g_.carry(2, u32, true),
         c1_ = g_.carry(3, u32, true);
};

TEST_F(ThreefryTest, IsFoundWithItsKeys) {
  threefry(k0_, k1_, c0_, c1_);
  const std::vector<Threefry> found = find_threefry(g_);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].key0, k0_);
  EXPECT_EQ(found[0].key1, k1_);
  EXPECT_EQ(g_[found[0].key2].op, Op::Xor);
  EXPECT_EQ(found[0].x0, add(c0_, k0_));
  EXPECT_EQ(found[0].x1, add(c1_, k1_));
}

TEST_F(ThreefryTest, IsFoundUnderConstantKeysAndInChains) {
  const auto [a, b] = threefry(number(0), number(42), c0_, c1_);
  threefry(a, b, number(0), number(1));
  const std::vector<Threefry> found = find_threefry(g_);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].key0, number(0));
  EXPECT_EQ(found[0].key1, number(42));
  EXPECT_EQ(found[0].key2, number(42 ^ 0x1bd11bda));
  EXPECT_EQ(found[1].key0, a);
  EXPECT_EQ(found[1].key1, b);
}

TEST_F(ThreefryTest, OtherRotationsAreNot) {
  for (int wrong = 0; wrong < 20; ++wrong) {
    g_ = ScalarGraph();
    k0_ = g_.carry(0, u32, false), k1_ = g_.carry(1, u32, false);
    c0_ = g_.carry(2, u32, true), c1_ = g_.carry(3, u32, true);
    threefry(k0_, k1_, c0_, c1_, wrong);
    EXPECT_TRUE(find_threefry(g_).empty()) << "round " << wrong;
  }
}

}  // namespace
}  // namespace eutectic::analysis
