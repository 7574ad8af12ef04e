// See priority_fusion.h.
#include "fusion/xla/priority/priority_fusion.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "fusion/xla/cleanup.h"
#include "fusion/xla/hidden_order.h"
#include "fusion/xla/priority/legality.h"
#include "fusion/xla/priority/sort_iota_fusion.h"
#include "fusion/xla/priority/triton.h"
#include "fusion/xla/priority/triton_normalization.h"
#include "fusion/xla/rules/multi_output_fusion.h"
#include "fusion/xla/rules/variadic_splitter.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;
using explain::Verdict;

constexpr Ticks first_of_all = std::numeric_limits<Ticks>::max();

FusionKind kind_for(Emitter emitter) { return emitter == Emitter::Loop ? FusionKind::Loop : FusionKind::Input; }

class Pass {
 public:
  Pass(Graph& g, Log& log, const Device& device, BodyId body)
      : g_(g), log_(log), body_(body), model_(g, device), legality_(g, device, model_) {}

  void run() {
    const std::vector<NodeId> order = g_.post_order(body_);
    for (NodeId n : order) legality_.know_time(n);
    for (NodeId n : order)
      if (is_candidate(n)) evaluate(n);
    while (fuse_next()) {
    }
    refuse_slower();
    fuse_constants();
  }

 private:
  struct Estimate {
    Ticks fused = 0, unfused = 0;
    Ticks benefit() const { return unfused - fused; }
  };

  // Of a producer's users, through one step.
  struct Change {
    std::vector<NodeId> fusions;      // that are users now
    std::optional<Estimate> removed;  // times with those that no longer are
  };

  bool is_candidate(NodeId n) const {
    return g_[n].op != OpKind::Parameter && g_[n].op != OpKind::Tuple && g_[n].op != OpKind::GetTupleElement &&
           !g_[n].users.empty() && is_fusible_op(g_, n);
  }

  void refuse(NodeId producer, NodeId consumer, const TritonRefusal& r) {
    // Evaluated again with the same outcome: nothing new.
    auto [it, is_new] = refused_.emplace(producer, std::pair(r.refusal.reason, consumer));
    if (!is_new && it->second == std::pair(r.refusal.reason, consumer)) return;
    it->second = {r.refusal.reason, consumer};
    Step step{StepKind::Refused, g_[producer].name, {}, "", {}};
    const InstrId other = consumer.valid() ? g_[consumer].origin : InstrId();
    if (consumer.valid()) step.consumers.push_back(g_[consumer].name);
    step.verdict = Verdict{r.refusal.reason, g_[producer].origin, other, r.refusal.numbers, r.detail};
    log_.steps.push_back(std::move(step));
  }

  // The first user, bitcasts apart, that the producer cannot be fused into.
  bool can_fuse_into_all(NodeId producer) {
    if (g_[producer].users.empty()) {
      refuse(producer, {}, {{Reason::R02NoUsers}, ""});
      return false;
    }
    bool only_bitcasts = true;
    for (NodeId u : g_[producer].users) {
      if (g_[u].op == OpKind::Bitcast) continue;
      only_bitcasts = false;
      if (const auto& r = legality_.refusal(producer, u)) {
        refuse(producer, u, *r);
        return false;
      }
    }
    if (only_bitcasts) refuse(producer, {}, {{Reason::R09OnlyBitcastUsers}, ""});
    return !only_bitcasts;
  }

  Estimate times(NodeId producer, const std::vector<NodeId>& consumers) {
    const auto count = static_cast<Ticks>(consumers.size());
    Estimate e{launch_time * count, launch_time * (count + 1) + model_.alone(producer).all};
    for (NodeId u : consumers) {
      e.unfused += model_.alone(u).all;
      e.fused += model_.together(producer, u);
    }
    return e;
  }

  void unqueue(NodeId n) {
    if (auto it = queued_.find(n); it != queued_.end()) {
      queue_.erase({it->second, n});
      queued_.erase(it);
    }
  }

  void enqueue(NodeId n, Ticks benefit) {
    queue_.insert({benefit, n});
    queued_[n] = benefit;
  }

  // `change`: what took the place of some users; only these are estimated again.
  void evaluate(NodeId producer, const Change* change = nullptr) {
    unqueue(producer);
    if (g_[producer].op == OpKind::Constant) return;
    if (g_[producer].op == OpKind::Bitcast) {
      enqueue(producer, first_of_all);
      return;
    }
    if (!can_fuse_into_all(producer)) {
      estimates_.erase(producer);
      return;
    }
    if (change && change->removed) {
      const Estimate now = times(producer, change->fusions);
      Estimate& e = estimates_[producer];
      e.fused += now.fused - change->removed->fused;
      e.unfused += now.unfused - change->removed->unfused;
    } else {
      estimates_[producer] = times(producer, g_[producer].users);
    }
    const Estimate& e = estimates_[producer];
    log_estimate(producer, e);
    if (e.benefit() >= 0 || !g_.rules.holds(Reason::R29Slower)) enqueue(producer, e.benefit());
  }

  // The first one of each producer: later ones only follow from other fusions.
  void log_estimate(NodeId producer, const Estimate& e) {
    if (!estimated_.insert(producer).second) return;
    Step step{StepKind::Estimate, g_[producer].name, {}, "", {}};
    for (NodeId u : g_[producer].users) step.consumers.push_back(g_[u].name);
    step.fused = e.fused;
    step.unfused = e.unfused;
    step.verdict =
        Verdict{Reason::XlaEstimate,
                g_[producer].origin,
                {},
                {e.fused * ps_per_tick, e.unfused * ps_per_tick, static_cast<int64_t>(g_[producer].users.size())},
                ""};
    log_.steps.push_back(std::move(step));
  }

  NodeId next_producer() const {
    const auto [benefit, newest] = *queue_.rbegin();
    if (!log_.follow) return newest;
    std::vector<NodeId> equal;
    for (auto it = queue_.lower_bound({benefit, NodeId(size_t{0})}); it != queue_.end(); ++it)
      equal.push_back(it->second);
    return log_.follow->next(g_, equal);
  }

  bool fuse_next() {
    if (queue_.empty() || g_.is_overgrown()) return false;
    const NodeId producer = next_producer();
    unqueue(producer);
    std::vector<NodeId> consumers = g_[producer].users;
    if (g_[producer].op == OpKind::Bitcast)
      std::erase_if(consumers, [&](NodeId u) { return legality_.refusal(producer, u).has_value(); });
    std::set<NodeId> changed;
    std::map<NodeId, Change> operands;
    std::vector<NodeId> fusions;
    for (NodeId consumer : consumers) {
      if (g_[consumer].op == OpKind::Bitcast) continue;
      const NodeId fusion = fuse(producer, consumer);
      fusions.push_back(fusion);
      if (fusion != consumer) {
        changed.erase(consumer);
        unqueue(consumer);
        estimates_.erase(consumer);
      }
      changed.insert(fusion);
      for (NodeId o : g_[fusion].operands) {
        if (o == producer || g_[o].op == OpKind::Constant || g_[o].op == OpKind::GetTupleElement ||
            !is_fusible_op(g_, o))
          continue;
        changed.insert(o);
        operands[o].fusions.push_back(fusion);
      }
    }
    // Before anything is forgotten: the times with users that were replaced.
    for (auto& [o, change] : operands) change.removed = removed_times(o, producer, consumers);
    if (g_[producer].users.empty()) {
      legality_.forget(producer);
      changed.erase(producer);
      unqueue(producer);
      estimates_.erase(producer);
      g_.remove(producer);
    }
    for (NodeId c : consumers) legality_.forget(c);
    for (Cost::Joining& j : joining_) model_.cost().joined(std::move(j));
    joining_.clear();
    for (NodeId n : changed) legality_.know_time(n);
    for (NodeId n : changed) {
      auto it = operands.find(n);
      evaluate(n, it == operands.end() ? nullptr : &it->second);
    }
    return true;
  }

  std::optional<Estimate> removed_times(NodeId operand, NodeId producer, const std::vector<NodeId>& consumers) {
    if (!queued_.contains(operand) || g_[operand].op == OpKind::Bitcast) return std::nullopt;
    Estimate e{0, model_.alone(operand).all + launch_time};
    auto add = [&](NodeId user) {
      if (const auto time = model_.known_together(operand, user)) {
        e.fused += *time;
        e.unfused += model_.alone(user).all;
      }
    };
    for (NodeId c : consumers) add(c);
    add(producer);
    return e;
  }

  NodeId fuse(NodeId producer, NodeId consumer) {
    const std::optional<TiledTime> tiled = legality_.tiled(producer, consumer);
    const FusionKind kind = tiled ? FusionKind::Custom : kind_for(model_.form(producer, consumer).emitter);
    Step step{StepKind::Fused, g_[producer].name, {g_[consumer].name}, "", {}};
    step.verdict = Verdict{g_[producer].op == OpKind::Bitcast ? Reason::XlaNoOpFused : Reason::XlaFused,
                           g_[producer].origin,
                           g_[consumer].origin,
                           {},
                           ""};
    if (auto it = estimates_.find(producer); it != estimates_.end()) {
      step.fused = it->second.fused;
      step.unfused = it->second.unfused;
    }
    const std::string consumer_name = log_.follow ? log_.follow->name_of(g_, consumer) : "";
    NodeId fusion = consumer;
    if (g_.is_fusion(consumer)) {
      g_.set_kind(fusion, kind);
    } else {
      fusion = g_.wrap(consumer, kind);
    }
    // Times of Triton's kernels are not Cost's.
    if (auto joining = tiled ? std::nullopt : model_.cost().before_joining(fusion, producer))
      joining_.push_back(std::move(*joining));
    g_.fuse(producer, fusion);
    if (tiled) {
      Attrs attrs = *g_[fusion].attrs;
      attrs.set(AttrName::BackendConfig, backend_config_of(tiled->blocks));
      g_.set_attrs(fusion, g_.own(std::move(attrs)));
    }
    if (log_.follow) log_.follow->fused(g_, producer, consumer_name, fusion);
    step.result = g_[fusion].name;
    log_.steps.push_back(std::move(step));
    return fusion;
  }

  // What stayed outside because it would take longer.
  void refuse_slower() {
    for (const auto& [n, e] : estimates_) {
      if (g_[n].dead || e.benefit() >= 0) continue;
      Step step{StepKind::Refused, g_[n].name, {}, "", {}};
      for (NodeId u : g_[n].users) step.consumers.push_back(g_[u].name);
      step.fused = e.fused;
      step.unfused = e.unfused;
      const InstrId other = g_[n].users.empty() ? InstrId() : g_[g_[n].users[0]].origin;
      step.verdict =
          Verdict{Reason::R29Slower, g_[n].origin, other, {e.fused * ps_per_tick, e.unfused * ps_per_tick}, ""};
      log_.steps.push_back(std::move(step));
    }
  }

  void fuse_constants() {
    std::vector<NodeId> constants;
    for (NodeId n : g_[body_].nodes)
      if (!g_[n].dead && g_[n].op == OpKind::Constant && g_[n].shape->is_array() && g_[n].shape->element_count() <= 1)
        constants.push_back(n);
    for (NodeId constant : constants) {
      const std::vector<NodeId> users = g_[constant].users;
      for (NodeId user : users) {
        if (legality_.constant_refusal(constant, user)) {
          refuse(constant, user, {{Reason::R31Constant}, ""});
          continue;
        }
        const FusionKind kind =
            is_triton_fusion(g_, user) ? FusionKind::Custom : kind_for(model_.form(constant, user).emitter);
        Step step{StepKind::Fused, g_[constant].name, {g_[user].name}, "", {}};
        step.verdict = Verdict{Reason::XlaConstantFused, g_[constant].origin, g_[user].origin, {}, ""};
        model_.forget(user);
        const NodeId fusion = g_.is_fusion(user) ? user : g_.wrap(user, kind);
        g_.set_kind(fusion, kind);
        g_.fuse(constant, fusion);
        model_.forget(fusion);
        step.result = g_[fusion].name;
        log_.steps.push_back(std::move(step));
      }
    }
  }

  Graph& g_;
  Log& log_;
  const BodyId body_;
  Model model_;
  PriorityLegality legality_;
  std::set<std::pair<Ticks, NodeId>> queue_;
  std::map<NodeId, Ticks> queued_;
  std::map<NodeId, Estimate> estimates_;
  std::map<NodeId, std::pair<Reason, NodeId>> refused_;
  std::set<NodeId> estimated_;
  std::vector<Cost::Joining> joining_;  // of one step
};

}  // namespace

void priority_fusion(Graph& g, Log& log, const Device& device) {
  std::vector<BodyId> bodies = g.control_bodies();
  std::ranges::sort(bodies, {}, [&](BodyId b) { return g[b].origin; });  // as they stand in the text
  for (BodyId body : bodies)
    if (g[body].fusible) Pass(g, log, device, body).run();
}

Ticks time_after_priority_fusion(Graph& g, const Device& device, BodyId body) {
  Log unused;
  Pass(g, unused, device, body).run();
  Model model(g, device);
  Ticks sum = 0;
  for (NodeId n : g[body].nodes)
    if (!g[n].dead && g[n].op != OpKind::Parameter && g[n].op != OpKind::Constant && g[n].op != OpKind::Bitcast)
      sum += model.alone(n).all;
  return sum;
}

Status fuse_before_priority_fusion(Graph& g, Log& log) {
  g.set_era(Era::Priority2026);
  fuse_normalizations(g, log, g.device());
  return {};
}

Status run_priority_fusion(Graph& g, Log& log) {
  const Device& device = g.device();
  g.set_era(Era::Priority2026);
  split_variadic_ops(g);
  sort_iota_fusion(g, log);
  priority_fusion(g, log, device);
  RETURN_IF_ERROR(g.checked());
  merge_equal_in_fusions(g);
  remove_dead(g);
  multi_output_fusion(g, log, device);
  merge_equal_in_fusions(g);
  remove_dead(g);
  return {};
}

}  // namespace eutectic::fusion::xla
