// See fusion_merger.h.
#include "fusion/xla/rules/fusion_merger.h"

#include "fusion/xla/rules/fusible.h"
#include "fusion/xla/rules/heroes.h"
#include "fusion/xla/rules/run_time.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;
using explain::Verdict;

constexpr int64_t ps_per_tick = 250;

class Merger {
 public:
  Merger(Graph& g, Log& log, const Device& device) : g_(g), log_(log), device_(device), cost_(g, device) {}

  bool run(BodyId body) {
    bool changed = false;
    for (NodeId n : g_.post_order(body)) {
      if (!g_.is_fusion(n)) continue;
      NodeId consumer;
      if (auto r = refusal(n, consumer)) {
        const InstrId other = consumer.valid() ? g_[consumer].origin : InstrId();
        std::vector<std::string> names;
        if (consumer.valid()) names.push_back(g_[consumer].name);
        log_.steps.push_back({StepKind::Refused, g_[n].name, std::move(names), "",
                              Verdict{r->reason, g_[n].origin, other, std::move(r->numbers), ""}});
        continue;
      }
      merge(n);
      changed = true;
    }
    return changed;
  }

 private:
  // Why not, and which consumer is to blame.
  std::optional<Refusal> refusal(NodeId n, NodeId& consumer) {
    const std::vector<NodeId>& users = g_[n].users;
    if (users.empty()) return Refusal{Reason::R02NoUsers};
    if (g_[n].kind != FusionKind::Loop) return Refusal{Reason::R07NotLoopFusible};
    const NodeId hero = most_constraining_hero(g_, n);
    bool reduces = false;
    for (NodeId u : users) {
      consumer = u;
      if (g_[u].op == OpKind::Bitcast) return Refusal{Reason::R09BitcastConsumer};
      if (is_custom_fusion(g_, u)) return Refusal{Reason::R12CustomFusion};
      if (auto reason = hero_conflict(g_, hero, most_constraining_hero(g_, u))) return Refusal{*reason};
      if (auto r = producer_consumer_refusal(g_, n, u)) return r;
      reduces = reduces || is_reduction_kernel(g_, u);
    }
    if (reduces && transposes_most(n)) return Refusal{Reason::R11PhysicallyTransposing};
    for (NodeId u : users) {
      consumer = u;
      if (auto r = budget_refusal(g_, u, n, device_, true)) return r;
    }
    for (NodeId u : users) {
      consumer = u;
      if (auto r = cost_.code_refusal(n, u)) return r;
    }
    consumer = NodeId();
    const RunTimes t = estimate(g_, device_, cost_, n, users, false);
    if (t.fused > t.unfused) return Refusal{Reason::R29Slower, {t.fused * ps_per_tick, t.unfused * ps_per_tick}};
    return std::nullopt;
  }

  bool transposes_most(NodeId n) const {
    float share = 0;
    for (NodeId m : g_[g_[n].called].nodes) {
      if (g_[m].dead || !is_physically_transposing(g_, m)) continue;
      share += static_cast<float>(1.0 * static_cast<double>(elements_of(*g_[m].shape)) /
                                  static_cast<double>(elements_of(*g_[n].shape)));
      if (share >= 0.5f) return true;
    }
    return false;
  }

  void merge(NodeId n) {
    const std::vector<NodeId> users = g_[n].users;
    Step step{StepKind::Fused, g_[n].name, {}, "", Verdict{Reason::XlaFused, g_[n].origin, {}, {}, ""}};
    for (NodeId u : users) {
      cost_.forget(u);
      step.consumers.push_back(g_[u].name);
      step.verdict.other = g_[u].origin;
      const NodeId fusion = g_.is_fusion(u) ? u : g_.wrap(u, kind_of_fusion(g_, n, u));
      g_.fuse(n, fusion);
      cost_.forget(fusion);
      step.result = g_[fusion].name;
    }
    g_.remove(n);
    log_.steps.push_back(std::move(step));
  }

  Graph& g_;
  Log& log_;
  const Device& device_;
  Cost cost_;
};

}  // namespace

bool fusion_merger(Graph& graph, Log& log, const Device& device) {
  bool changed = false;
  for (BodyId body : graph.control_bodies()) changed = Merger(graph, log, device).run(body) || changed;
  return changed;
}

}  // namespace eutectic::fusion::xla
