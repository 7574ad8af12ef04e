// See gpu_instruction_fusion.h.
#include "fusion/xla/rules/gpu_instruction_fusion.h"

#include "fusion/xla/expensive.h"
#include "fusion/xla/instruction_fusion.h"
#include "fusion/xla/rules/fusible.h"
#include "fusion/xla/rules/heroes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;
using explain::Verdict;

constexpr int64_t most_copies = 15;

class GpuRules : public FusionRules {
 public:
  GpuRules(const Device& device, bool may_duplicate) : device_(device), may_duplicate_(may_duplicate) {}

  bool may_duplicate() const override { return may_duplicate_; }

  bool expensive(const Graph& g, NodeId n) const override { return is_expensive_on_gpu(g, n); }

  std::optional<Verdict> refusal(const Graph& g, Growth& growth, NodeId producer, NodeId consumer,
                                 size_t operand) const override {
    auto holds = [&](Reason r) { return g.rules.holds(r); };
    auto no = [&](Reason r, std::vector<int64_t> numbers = {}) {
      return std::optional(verdict(g, r, producer, consumer, std::move(numbers)));
    };
    if (holds(Reason::R02ProducerNotFusible) && g.is_fusion(producer)) return no(Reason::R02ProducerNotFusible);
    if (holds(Reason::R12CustomFusion) && is_custom_fusion(g, consumer)) return no(Reason::R12CustomFusion);
    if (holds(Reason::R15ReadAgain) && expensive(g, producer) && growth.reuses_operand(consumer, operand))
      return no(Reason::R15ReadAgain);
    if (holds(Reason::R11PhysicallyTransposing) && is_physically_transposing(g, producer) &&
        is_reduction_kernel(g, consumer))
      return no(Reason::R11PhysicallyTransposing);
    if (auto r = producer_consumer_refusal(g, producer, consumer)) return no(r->reason, r->numbers);
    const Reason heavy = g.rules.of_2022() ? Reason::R20NestedLoops : Reason::R21HeavyComputation;
    if (holds(heavy) && (g.rules.of_2022() ? creates_nested_loops(g, producer, consumer)
                                           : creates_heavy_computation(g, producer, consumer)))
      return no(heavy);
    if (auto v = base_refusal(g, producer, consumer)) return v;
    if (auto r = budget_refusal(g, consumer, producer, device_, true)) return no(r->reason, r->numbers);
    if (!g.is_fusion(consumer) || (g[producer].op == OpKind::Broadcast && !g.rules.of_2022())) return std::nullopt;
    const int64_t copies = growth.emitted_copies(producer, consumer);
    if (holds(Reason::R18Copies) && copies > most_copies) return no(Reason::R18Copies, {copies, most_copies});
    if (holds(Reason::R19EmittedTwice) && splits_code(g[producer].op) && (copies > 1 || real_users(g, producer) > 1))
      return no(Reason::R19EmittedTwice, {copies, real_users(g, producer)});
    return std::nullopt;
  }

  FusionKind kind(const Graph& g, NodeId producer, NodeId consumer) const override {
    return kind_of_fusion(g, producer, consumer);
  }

 private:
  const Device& device_;
  bool may_duplicate_;
};

}  // namespace

bool is_expensive_on_gpu(const Graph& g, NodeId n) {
  const Node& node = g[n];
  const bool cheap_type = node.shape->type == ElementType::F32 || node.shape->type == ElementType::F16;
  if (cheap_type && (node.op == OpKind::Divide || (node.op == OpKind::Sqrt && !g.rules.of_2022()) ||
                     node.op == OpKind::Rsqrt || node.op == OpKind::Exponential))
    return false;
  return is_expensive(g, n, false);
}

std::vector<Verdict> gpu_instruction_fusion_refusals(Graph& g, NodeId producer, NodeId consumer, const Device& device) {
  return instruction_fusion_refusals(g, GpuRules(device, true), producer, consumer);
}

bool gpu_instruction_fusion(Graph& graph, Log& log, const Device& device, bool may_duplicate) {
  const size_t before = log.steps.size();
  instruction_fusion(graph, GpuRules(device, may_duplicate), log);
  for (size_t i = before; i < log.steps.size(); ++i)
    if (log.steps[i].kind == StepKind::Fused) return true;
  return false;
}

}  // namespace eutectic::fusion::xla
