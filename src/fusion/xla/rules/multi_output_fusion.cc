// See multi_output_fusion.h.
#include "fusion/xla/rules/multi_output_fusion.h"

#include <algorithm>
#include <optional>

#include "fusion/xla/expensive.h"
#include "fusion/xla/growth.h"
#include "fusion/xla/priority/model.h"
#include "fusion/xla/rules/fusible.h"
#include "fusion/xla/rules/heroes.h"
#include "fusion/xla/rules/reachability.h"
#include "fusion/xla/rules/run_time.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"
#include "fusion/xla/why.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;
using explain::Verdict;

constexpr int64_t small_bytes = 1024, most_copies = 15;

// Several outputs before other fusions before single ops: what can grow further is kept.
int rank(const Graph& g, NodeId n) { return g.is_multi_output(n) ? 2 : g.is_fusion(n) ? 1 : 0; }

bool is_sibling_candidate(const Graph& g, NodeId n) {
  if (g[n].users.empty() || !can_have_several_outputs(g, n) || is_nestable_variadic_reduction(g, n)) return false;
  return !g.is_multi_output(n) ||
         std::ranges::all_of(g[n].users, [&](NodeId u) { return g[u].op == OpKind::GetTupleElement; });
}

// The only slice through which `n` reads the value; invalid if there is none or more.
NodeId only_slice(const Graph& g, NodeId value, NodeId n) {
  while (g.is_fusion(n)) {
    if (std::ranges::count(g[n].operands, value) != 1) return {};
    const NodeId p = g.fused_parameter(n, g.operand_index(n, value));
    if (g[p].users.size() != 1) return {};
    n = g[p].users[0];
    value = p;
  }
  return g[n].op == OpKind::Slice ? n : NodeId();
}

bool read_disjoint_slices(const Graph& g, NodeId n1, NodeId n2, NodeId value) {
  if (g[value].shape->is_tuple() || bytes_of(*g[value].shape) < small_bytes) return false;
  const NodeId s1 = only_slice(g, value, n1), s2 = only_slice(g, value, n2);
  if (!s1.valid() || !s2.valid()) return false;
  const Dims &start1 = g[s1].attrs->dims(AttrName::SliceStarts), &end1 = g[s1].attrs->dims(AttrName::SliceLimits);
  const Dims &start2 = g[s2].attrs->dims(AttrName::SliceStarts), &end2 = g[s2].attrs->dims(AttrName::SliceLimits);
  for (size_t d = 0; d < start1.size(); ++d)
    if (start1[d] >= end2[d] || start2[d] >= end1[d]) return true;
  return false;
}

class Pass {
 public:
  Pass(Graph& g, Log& log, const Device& device, BodyId body)
      : g_(g), log_(log), device_(device), model_(g, device), reach_(g, body), body_(body) {}

  bool run() {
    std::vector<NodeId> order = g_.post_order(body_);
    bool changed = false;
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      if (g_[*it].dead || g_[*it].op == OpKind::Constant || is_custom_fusion(g_, *it)) continue;
      changed = fuse_siblings(*it) || changed;
      changed = fuse_into_consumer(*it) || changed;
    }
    return changed;
  }

  // Why the producer does not become another output of the consumer.
  std::vector<Refusal> consumer_refusals(Graph& g, NodeId producer, NodeId consumer) {
    return without_short_cut<Refusal>(g, [&]() -> std::optional<Refusal> {
      if (auto r = several_outputs_producer_refusal(g_, producer)) return r;
      return consumer_refusal(producer, consumer);
    });
  }

  // Why two readers of one value do not become one kernel.
  std::vector<Refusal> sibling_refusals(Graph& g, NodeId n1, NodeId n2, NodeId value) {
    return without_short_cut<Refusal>(g, [&]() -> std::optional<Refusal> {
      if (holds(Reason::R36SharedScalar) && is_effective_scalar(*g_[value].shape))
        return Refusal{Reason::R36SharedScalar};
      if (holds(Reason::R02ConsumerNotFusible) && (!is_sibling_candidate(g_, n1) || !is_sibling_candidate(g_, n2)))
        return Refusal{Reason::R02ConsumerNotFusible};
      return sibling_refusal(n1, n2, value);
    });
  }

 private:
  void refuse(NodeId subject, NodeId other, Refusal r) {
    log_.steps.push_back({StepKind::Refused,
                          g_[subject].name,
                          {g_[other].name},
                          "",
                          Verdict{r.reason, g_[subject].origin, g_[other].origin, std::move(r.numbers), ""}});
  }

  bool holds(Reason r) const { return g_.rules.holds(r); }

  std::optional<Reason> shape_conflict(NodeId n1, NodeId n2) const {
    auto reason = loop_shape_conflict(g_, n1, n2);
    return reason && holds(*reason) ? reason : std::nullopt;
  }

  // What was asked in 2022 in the place of a cost.
  std::optional<Refusal> copies_refusal(NodeId producer, NodeId consumer) const {
    if (!g_.is_fusion(consumer)) return std::nullopt;
    const int64_t copies = Growth(g_).emitted_copies(producer, consumer);
    if (holds(Reason::R18Copies) && copies > most_copies) return Refusal{Reason::R18Copies, {copies, most_copies}};
    return std::nullopt;
  }

  std::optional<Refusal> sibling_refusal(NodeId n1, NodeId n2, NodeId value) {
    if (holds(Reason::R04Cycle) && (reach_.reaches(n1, n2) || reach_.reaches(n2, n1))) return Refusal{Reason::R04Cycle};
    if (auto reason = shape_conflict(n1, n2)) return Refusal{*reason};
    if (holds(Reason::R37DisjointSlices) && !g_.rules.of_2022() && read_disjoint_slices(g_, n1, n2, value))
      return Refusal{Reason::R37DisjointSlices};
    auto updates = [&](NodeId n) { return g_.is_fusion(n) && g_[g_.fused_root(n)].op == OpKind::DynamicUpdateSlice; };
    if (holds(Reason::R38UpdateInOutputs) && (updates(n1) || updates(n2))) return Refusal{Reason::R38UpdateInOutputs};
    return budget_refusal(g_, n1, n2, device_, false);
  }

  bool fuse_siblings(NodeId value) {
    if (is_effective_scalar(*g_[value].shape)) return false;
    std::vector<NodeId> siblings;
    for (NodeId u : g_[value].users)
      if (is_sibling_candidate(g_, u)) siblings.push_back(u);
    std::ranges::stable_sort(siblings, std::greater<>(), [&](NodeId n) { return rank(g_, n); });
    bool changed = false;
    for (size_t i = 0; i < siblings.size(); ++i) {
      const NodeId into = siblings[i];
      if (!g_.is_fusion(into)) continue;
      for (size_t j = i + 1; j < siblings.size();) {
        const NodeId n = siblings[j];
        if (auto r = sibling_refusal(into, n, value)) {
          refuse(into, n, std::move(*r));
          ++j;
          continue;
        }
        log_.steps.push_back({StepKind::Fused,
                              g_[n].name,
                              {g_[into].name},
                              g_[into].name,
                              Verdict{Reason::XlaSiblingsFused, g_[n].origin, g_[into].origin, {}, ""}});
        const bool input = g_[n].kind == FusionKind::Input;
        model_.forget(n);
        model_.forget(into);
        reach_.merging(n, into);
        g_.fuse_multi_output(n, into);
        if (input) g_.set_kind(into, FusionKind::Input);
        siblings.erase(siblings.begin() + static_cast<ptrdiff_t>(j));
        changed = true;
      }
    }
    return changed;
  }

  std::optional<Refusal> consumer_refusal(NodeId producer, NodeId consumer) {
    if (holds(Reason::R02ConsumerNotFusible) && !can_have_several_outputs(g_, consumer))
      return Refusal{Reason::R02ConsumerNotFusible};
    if (auto reason = shape_conflict(consumer, producer)) return Refusal{*reason};
    for (NodeId o : g_[consumer].operands)
      if (holds(Reason::R04Cycle) && o != producer && reach_.reaches(producer, o)) return Refusal{Reason::R04Cycle};
    if (auto r = budget_refusal(g_, producer, consumer, device_, false)) return r;
    if (auto r = model_.cost().code_refusal(producer, consumer)) return r;
    if (g_.rules.of_2022()) return copies_refusal(producer, consumer);
    if (!holds(Reason::R29Slower)) return std::nullopt;
    const RunTimes t = run_times(producer, consumer);
    if (t.fused > t.unfused) return Refusal{Reason::R29Slower, {t.fused * ps_per_tick, t.unfused * ps_per_tick}};
    return std::nullopt;
  }

  RunTimes run_times(NodeId producer, NodeId consumer) {
    if (g_.era() == Era::Rules2024) return estimate(g_, device_, model_.cost(), producer, {consumer}, true);
    return {launch_time + model_.together_with_output(producer, consumer),
            2 * launch_time + model_.alone(producer).all + model_.alone(consumer).all};
  }

  bool fuse_into_consumer(NodeId producer) {
    const std::vector<NodeId> users = g_[producer].users;
    // With one user the earlier passes have decided already.
    if (users.empty() || (users.size() == 1 && !g_.is_multi_output(users[0]))) return false;
    if (several_outputs_producer_refusal(g_, producer)) return false;
    NodeId best;
    for (NodeId u : users) {
      if (auto r = consumer_refusal(producer, u))
        refuse(producer, u, std::move(*r));
      else if (!best.valid() || rank(g_, u) > rank(g_, best))
        best = u;
    }
    if (!best.valid()) return false;
    Step step{StepKind::Fused,
              g_[producer].name,
              {g_[best].name},
              "",
              Verdict{Reason::XlaOutputFused, g_[producer].origin, g_[best].origin, {}, ""}};
    model_.forget(producer);
    model_.forget(best);
    const NodeId fusion = g_.is_fusion(best) ? best : g_.wrap(best, kind_of_fusion(g_, producer, best));
    step.result = g_[fusion].name;
    reach_.moved(best, fusion);
    reach_.merging(producer, fusion);
    g_.fuse_multi_output(producer, fusion);
    log_.steps.push_back(std::move(step));
    return true;
  }

  Graph& g_;
  Log& log_;
  const Device& device_;
  Model model_;
  Reachability reach_;
  const BodyId body_;
};

}  // namespace

std::vector<Verdict> multi_output_refusals(Graph& g, NodeId producer, NodeId consumer, const Device& device) {
  Log unused;
  std::vector<Verdict> all;
  for (Refusal& r : Pass(g, unused, device, g[producer].body).consumer_refusals(g, producer, consumer))
    all.push_back({r.reason, g[producer].origin, g[consumer].origin, std::move(r.numbers), ""});
  return all;
}

std::vector<Verdict> sibling_refusals(Graph& g, NodeId n1, NodeId n2, NodeId value, const Device& device) {
  Log unused;
  std::vector<Verdict> all;
  for (Refusal& r : Pass(g, unused, device, g[n1].body).sibling_refusals(g, n1, n2, value))
    all.push_back({r.reason, g[n1].origin, g[n2].origin, std::move(r.numbers), ""});
  return all;
}

bool multi_output_fusion(Graph& graph, Log& log, const Device& device) {
  bool changed = false;
  for (BodyId body : graph.control_bodies())
    if (graph[body].fusible) changed = Pass(graph, log, device, body).run() || changed;
  return changed;
}

}  // namespace eutectic::fusion::xla
