// Random legal plans on the scratch graph of XLA's strategies: whatever is fused, the program that `apply` makes of it
// computes the same bits in the evaluator.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "compiler/random_loop_test.h"
#include "format/format.h"
#include "fusion/xla/apply.h"
#include "fusion/xla/cleanup.h"
#include "fusion/xla/rules/reachability.h"
#include "fusion/xla/traits.h"
#include "ops/evaluator.h"
#include "ops/verify.h"

namespace eutectic::compiler {
namespace {

namespace xla = fusion::xla;
using xla::NodeId;

struct Random {
  uint64_t state;
  size_t below(size_t n) {
    state += 0x9e3779b97f4a7c15u;
    uint64_t z = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<size_t>((z ^ (z >> 31)) % n);
  }
};

// Fuses random pairs of which no value depends on itself afterwards; no rule of XLA's has a say.
class RandomPlan {
 public:
  RandomPlan(xla::Graph& g, uint64_t seed) : g_(g), random_{seed} {}

  int64_t run() {
    for (xla::BodyId body : g_.control_bodies()) {
      const size_t steps = random_.below(3 * g_.post_order(body).size() + 1);
      for (size_t i = 0; i < steps; ++i) step(body);
      if (random_.below(3) == 0) xla::merge_equal_in_fusions(g_);
      if (random_.below(3) == 0) xla::remove_dead(g_);
    }
    return fused_;
  }

 private:
  bool can_move(NodeId n) const {
    const OpKind op = g_[n].op;
    return op != OpKind::Tuple && op != OpKind::GetTupleElement && xla::is_fusible_op(g_, n);
  }

  void step(xla::BodyId body) {
    const std::vector<NodeId> order = g_.post_order(body);
    const NodeId producer = order[random_.below(order.size())];
    if (!can_move(producer)) return;
    xla::Reachability reach(g_, body);
    if (random_.below(4) == 0) {  // siblings
      const NodeId other = order[random_.below(order.size())];
      if (other == producer || !can_move(other) || g_[producer].op == OpKind::Constant || !has_readers(producer) ||
          !has_readers(other) || reach.reaches(producer, other) || reach.reaches(other, producer))
        return;
      g_.fuse_multi_output(producer, fusion_of(other));
      ++fused_;
      return;
    }
    if (g_[producer].users.empty()) return;
    const NodeId consumer = g_[producer].users[random_.below(g_[producer].users.size())];
    if (!can_move(consumer) || g_.is_multi_output(producer)) return;
    if (random_.below(3) == 0 && !g_.is_root(producer) && g_[producer].op != OpKind::Constant) {
      for (NodeId u : g_[producer].users)
        if (u != consumer && reach.reaches(u, consumer)) return;
      if (g_[producer].users.size() < 2) return;
      g_.fuse_multi_output(producer, fusion_of(consumer));
      ++fused_;
      return;
    }
    g_.fuse(producer, fusion_of(consumer));
    ++fused_;
    if (g_[producer].users.empty() && !g_.is_root(producer)) g_.remove(producer);
  }

  // Its values are read, by get-tuple-elements where they are several.
  bool has_readers(NodeId n) const {
    if (g_[n].users.empty() || g_.is_root(n)) return false;
    if (!g_[n].shape->is_tuple()) return true;
    if (!g_.is_fusion(n)) return false;
    for (NodeId u : g_[n].users)
      if (g_[u].op != OpKind::GetTupleElement || g_[u].users.empty()) return false;
    return true;
  }

  NodeId fusion_of(NodeId n) { return g_.is_fusion(n) ? n : g_.wrap(n, xla::FusionKind::Loop); }

  xla::Graph& g_;
  Random random_;
  int64_t fused_ = 0;
};

bool same_bits(const Literal& a, const Literal& b) {
  if (a.shape().is_tuple()) {
    for (size_t i = 0; i < a.elements().size(); ++i)
      if (!same_bits(a.element(i), b.element(i))) return false;
    return true;
  }
  return std::memcmp(a.bytes(), b.bytes(), static_cast<size_t>(a.shape().size_bytes())) == 0;
}

// EUTECTIC_RANDOM_PLANS=COUNT[:FIRST] tries more, or one again. Ten plans for each program.
TEST(RandomPlans, ComputeTheSameBits) {
  uint64_t first = 1, count = 100;
  if (const char* wanted = std::getenv("EUTECTIC_RANDOM_PLANS")) {
    char* end = nullptr;
    count = std::strtoull(wanted, &end, 10);
    if (*end == ':') first = std::strtoull(end + 1, nullptr, 10);
  }
  int64_t fused = 0;
  Literal want;
  std::vector<Literal> inputs;
  Module program;
  for (uint64_t seed = first; seed < first + count && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    if (seed == first || seed % 10 == 1) {
      program = random_loop(seed / 10, {seed % 20 < 10});
      inputs = random_loop_inputs(program, seed / 10);
      auto value = Evaluator(program).run(inputs);
      ASSERT_TRUE(value) << render(value.error());
      want = std::move(*value);
    }
    xla::Graph g(program);
    fused += RandomPlan(g, seed).run();
    const Module applied = xla::apply(g);
    const auto sound = verify(applied);
    ASSERT_TRUE(sound) << render(sound.error());
    auto got = Evaluator(applied).run(inputs);
    ASSERT_TRUE(got) << render(got.error());
    ASSERT_TRUE(same_bits(*got, want)) << write_hlo_text(applied);
  }
  EXPECT_GT(fused, static_cast<int64_t>(count));
  RecordProperty("fused", static_cast<int>(fused));
}

}  // namespace
}  // namespace eutectic::compiler
