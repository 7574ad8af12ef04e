#include "analysis/scalar_graph.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/contract.h"

namespace eutectic::analysis {
namespace {

using scalar::Op;
constexpr ElementType f32 = ElementType::F32, s32 = ElementType::S32, u32 = ElementType::U32, u64 = ElementType::U64,
                      pred = ElementType::Pred;

struct Fixture : ::testing::Test {
  ScalarGraph g;
  AffineId lane = g.affine.of(g.affine.atom(AtomKind::Lane, 0, {0, 2047}));
  NodeId x = g.load(0, lane, f32);
  NodeId bits = g.load(1, lane, u32);
  NodeId number(ElementType t, double v) { return g.constant_node(t, scalar::encode(t, v)); }
};

TEST_F(Fixture, ConstantsFoldAndEqualNodesAreOne) {
  EXPECT_EQ(g.op(Op::Add, f32, {number(f32, 1), number(f32, 2)}), number(f32, 3));
  EXPECT_EQ(g.op(Op::Mul, f32, {x, number(f32, 3)}), g.op(Op::Mul, f32, {number(f32, 3), x}));
  EXPECT_NE(g.op(Op::Sub, f32, {x, number(f32, 3)}), g.op(Op::Sub, f32, {number(f32, 3), x}));
}

TEST_F(Fixture, IntegerIdentities) {
  NodeId zero = g.constant_node(u32, 0);
  EXPECT_EQ(g.op(Op::Mul, u32, {bits, zero}), zero);
  EXPECT_EQ(g.op(Op::Add, u32, {bits, zero}), bits);
  EXPECT_EQ(g.op(Op::Rem, u32, {bits, g.constant_node(u32, 2)}), g.op(Op::And, u32, {bits, g.constant_node(u32, 1)}));
  EXPECT_EQ(g.op(Op::Xor, u32, {bits, bits}), zero);
}

TEST_F(Fixture, FloatIdentitiesKeepEveryBit) {
  EXPECT_EQ(g.op(Op::Mul, f32, {x, number(f32, 1)}), x);
  EXPECT_EQ(g.op(Op::Add, f32, {x, number(f32, -0.0)}), x);
  EXPECT_NE(g.op(Op::Add, f32, {x, number(f32, 0.0)}), x);  // -0 + 0 is 0
  EXPECT_NE(g.op(Op::Mul, f32, {x, number(f32, 0.0)}), number(f32, 0));
}

// The counters of jax.random: iota in u64, its high word is 0.
TEST_F(Fixture, WordsOfA64BitIota) {
  NodeId iota = g.index(lane, u64);
  NodeId high = g.op(Op::ShiftRightLogical, u64, {iota, g.constant_node(u64, 32)});
  EXPECT_EQ(g.op(Op::Convert, u32, {high}), g.constant_node(u32, 0));
  EXPECT_EQ(g.op(Op::Convert, u32, {iota}), g.index(lane, u32));
}

// jnp's index normalisation: select(i < 0, i + n, i).
TEST_F(Fixture, KnownSignsDecideComparisons) {
  NodeId i = g.index(lane, s32);
  NodeId negative = g.op(Op::Lt, pred, {i, g.constant_node(s32, 0)});
  EXPECT_EQ(negative, g.constant_node(pred, 0));
  EXPECT_EQ(g.op(Op::Select, s32, {negative, g.op(Op::Add, s32, {i, g.constant_node(s32, 2048)}), i}), i);
  EXPECT_EQ(g.op(Op::Lt, pred, {i, g.op(Op::Add, s32, {i, g.constant_node(s32, 1)})}), g.constant_node(pred, 1));
}

TEST_F(Fixture, ReciprocalOnlyOfUniformDivisors) {
  g.reciprocal = true;
  NodeId third = g.op(Op::Div, f32, {x, number(f32, 3)});
  EXPECT_EQ(g[third].op, Op::Mul);
  NodeId y = g.load(2, lane, f32);
  EXPECT_EQ(g[g.op(Op::Div, f32, {x, y})].op, Op::Div);
}

TEST_F(Fixture, ContractsOnlyProductsReadOnce) {
  NodeId product = g.op(Op::Mul, f32, {x, number(f32, 3)});
  NodeId sum = g.op(Op::Add, f32, {product, number(f32, 1)});
  NodeId other = g.op(Op::Neg, f32, {product});
  NodeId a = sum, b = other;
  EXPECT_EQ(contract(g, {&a, &b}), 0);
  a = sum;
  EXPECT_EQ(contract(g, {&a}), 1);
  EXPECT_EQ(g[a].op, Op::Fma);
  NodeId c = g.op(Op::Sub, f32, {number(f32, 1), product});
  EXPECT_EQ(contract(g, {&c}), 1);
  EXPECT_EQ(g[c].op, Op::Fma);
}

// fmod in the moderate and in the slow range, against the C library's.
TEST_F(Fixture, RemainderOfFloatsIsExact) {
  NodeId y = g.load(2, lane, f32);
  NodeId by_lane = g.op(Op::Rem, f32, {x, y});
  for (float b : {2.0f, -2.0f, 6.2831855f, 1e-3f, 3e20f, 1e-42f, INFINITY, 0.0f}) {
    NodeId by_constant = g.op(Op::Rem, f32, {x, number(f32, b)});
    for (float a :
         {7.5f, -7.5f, 6.2831855f, -12.566371f, 1e30f, -1e-30f, 0.0f, -0.0f, 12345.678f, 5e-40f, INFINITY, NAN}) {
      std::vector<scalar::Bits> value(g.size());
      for (size_t i = 0; i < g.size(); ++i) {
        const Node& n = g[NodeId(i)];
        if (n.kind == NodeKind::Const) value[i] = n.bits;
        if (n.kind == NodeKind::Load) value[i] = scalar::encode(f32, n.number == 0 ? a : b);
        if (n.kind != NodeKind::Op) continue;
        std::vector<scalar::Bits> bits_of;
        std::vector<ElementType> types;
        for (NodeId o : g.operands(NodeId(i))) {
          bits_of.push_back(value[o.index()]);
          types.push_back(g[o].type);
        }
        value[i] = scalar::evaluate(n.op, n.type, types, bits_of);
      }
      const float want = std::fmod(a, b);
      for (NodeId r : {by_constant, by_lane}) {
        if (std::isnan(want)) {
          EXPECT_TRUE(std::isnan(scalar::decode(f32, value[r.index()]))) << a << " rem " << b;
        } else {
          EXPECT_EQ(value[r.index()], scalar::encode(f32, want)) << a << " rem " << b;
        }
      }
    }
  }
}

}  // namespace
}  // namespace eutectic::analysis
