#include "fusion/xla/cpu_instruction_fusion.h"

#include <algorithm>

#include "fusion/xla/expensive.h"
#include "fusion/xla/instruction_fusion.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;
using explain::Verdict;

constexpr int64_t most_copies = 15;
constexpr int64_t vector_side_bytes = 16 * 1024;
constexpr int64_t most_concatenated = 8;
constexpr int64_t wide_concatenation = 128;
constexpr int64_t most_reduces = 5;

bool loop_fusible(const Graph& g, NodeId n) {
  const OpKind op = g[n].op;
  return moves_data(op) || op == OpKind::Constant || op == OpKind::Iota || op == OpKind::Reduce ||
         (!g.is_fusion(n) && is_elementwise(g, n));
}

// A concatenation along the fastest dimension is slow when it is long, and any with many operands: both with the limit.
// Empty: it is not slow.
std::vector<int64_t> slow_concatenation(const Graph& g, NodeId n) {
  if (g[n].op != OpKind::Concatenate) return {};
  const Shape& s = *g[n].shape;
  const int64_t d = g[n].attrs->integer(AttrName::ConcatDimension);
  const auto operands = static_cast<int64_t>(g[n].operands.size());
  const bool along_fastest = s.dims.size() > 1 && d == minor_to_major_of(s)[0];
  const int64_t length = along_fastest ? s.dims[static_cast<size_t>(d)] : 0;
  if (operands <= most_concatenated && length < wide_concatenation) return {};
  return {operands, most_concatenated, length, wide_concatenation};
}

int64_t reduces_in(const Graph& g, NodeId n) {
  if (!g.is_fusion(n)) return g[n].op == OpKind::Reduce;
  const Body& body = g[g[n].called];
  int64_t count = 0;
  if (body.reduces > 0)
    for (NodeId m : body.nodes) count += !g[m].dead && g[m].op == OpKind::Reduce;
  return count;
}

class CpuRules : public FusionRules {
 public:
  bool may_duplicate() const override { return true; }
  bool expensive(const Graph& g, NodeId n) const override { return is_expensive(g, n, true); }

  std::optional<Verdict> refusal(const Graph& g, Growth& growth, NodeId producer, NodeId consumer,
                                 size_t operand) const override {
    auto holds = [&](Reason r) { return g.rules.holds(r); };
    auto no = [&](Reason r, std::vector<int64_t> numbers = {}) {
      return std::optional(verdict(g, r, producer, consumer, std::move(numbers)));
    };
    if (holds(Reason::R12CustomFusion) && is_custom_fusion(g, consumer)) return no(Reason::R12CustomFusion);
    if (holds(Reason::R07NotLoopFusible) && !loop_fusible(g, producer)) return no(Reason::R07NotLoopFusible);
    if (holds(Reason::R31Constant) && g[producer].op == OpKind::Constant && g[producer].shape->element_count() != 1)
      return no(Reason::R31Constant);
    if (holds(Reason::R45Concatenate))
      for (NodeId n : {producer, consumer})
        if (auto numbers = slow_concatenation(g, n); !numbers.empty())
          return no(Reason::R45Concatenate, std::move(numbers));
    if (holds(Reason::R15ReadAgain) && expensive(g, producer) && growth.reuses_operand(consumer, operand))
      return no(Reason::R15ReadAgain);
    if (auto v = base_refusal(g, producer, consumer)) return v;
    if (holds(Reason::R31Constant) && g[producer].op == OpKind::Constant && !g.is_fusion(consumer))
      return no(Reason::R31Constant);
    if (holds(Reason::R46Reduces) && g[producer].op == OpKind::Reduce && reduces_in(g, consumer) > most_reduces)
      return no(Reason::R46Reduces, {reduces_in(g, consumer), most_reduces});
    if (g.is_fusion(consumer) && g[producer].op != OpKind::Broadcast) {
      const int64_t copies = growth.emitted_copies(producer, consumer);
      if (holds(Reason::R18Copies) && copies > most_copies) return no(Reason::R18Copies, {copies, most_copies});
      if (holds(Reason::R19EmittedTwice) && splits_code(g[producer].op) && (copies > 1 || real_users(g, producer) > 1))
        return no(Reason::R19EmittedTwice, {copies, real_users(g, producer)});
    }
    if (holds(Reason::R43DotVector) && g[consumer].op == OpKind::Dot)
      return dot_refusal(g, producer, consumer, operand);
    if (g[consumer].kind == FusionKind::Loop || g[consumer].op == OpKind::Dot || loop_fusible(g, consumer) ||
        !holds(Reason::R02ConsumerNotFusible))
      return std::nullopt;
    return no(Reason::R02ConsumerNotFusible);
  }

  FusionKind kind(const Graph&, NodeId, NodeId) const override { return FusionKind::Loop; }

 private:
  // Into the matrix of a matrix-vector product whose vector stays in the cache.
  std::optional<Verdict> dot_refusal(const Graph& g, NodeId producer, NodeId consumer, size_t operand) const {
    const Shape& other = *g[g[consumer].operands[1 - std::min<size_t>(operand, 1)]].shape;
    if (g[consumer].shape->dims.size() <= 1 && other.dims.size() == 1 && bytes_of(other) < vector_side_bytes)
      return std::nullopt;
    return verdict(g, Reason::R43DotVector, producer, consumer, {bytes_of(other), vector_side_bytes});
  }
};

}  // namespace

Status run_cpu_instruction_fusion(Graph& graph, Log& log) {
  instruction_fusion(graph, CpuRules(), log);
  return graph.checked();
}

std::vector<Refused> cpu_why(Graph& g, NodeId producer, NodeId consumer) {
  std::vector<Refused> all;
  for (Verdict& v : instruction_fusion_refusals(g, CpuRules(), producer, consumer))
    all.push_back({"instruction fusion", std::move(v)});
  return all;
}

}  // namespace eutectic::fusion::xla
