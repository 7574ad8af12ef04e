// See fusion_merger.h.
#include "fusion/xla/rules/fusion_merger.h"

#include <algorithm>

#include "fusion/xla/expensive.h"
#include "fusion/xla/growth.h"
#include "fusion/xla/rules/fusible.h"
#include "fusion/xla/rules/gpu_instruction_fusion.h"
#include "fusion/xla/rules/heroes.h"
#include "fusion/xla/rules/run_time.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"
#include "fusion/xla/why.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;
using explain::Verdict;

constexpr int64_t most_copies = 15, few_bytes = 1024;
constexpr double most_bytes_ratio = 1.1, good_bytes_ratio = 0.3;

class Merger {
 public:
  Merger(Graph& g, Log& log, const Device& device) : g_(g), log_(log), device_(device), cost_(g, device) {}

  bool run(BodyId body) {
    bool changed = false;
    for (NodeId n : g_.post_order(body)) {
      if (g_.is_overgrown()) break;
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

  // Every rule that keeps the fusion out of this user; where none does, what another user says.
  std::vector<Verdict> refusals(Graph& g, NodeId n, NodeId user) {
    std::vector<Verdict> all;
    NodeId blamed;
    for (Refusal& r : without_short_cut<Refusal>(g, [&] { return refusal(n, {user}, blamed); }))
      all.push_back({r.reason, g[n].origin, g[user].origin, std::move(r.numbers), ""});
    if (!all.empty()) return all;
    std::vector<NodeId> to_blame;  // for each refusal
    const auto of_all_users = without_short_cut<Refusal>(g, [&] {
      auto r = refusal(n, blamed);
      if (r) to_blame.push_back(blamed);
      return r;
    });
    for (size_t i = 0; i < of_all_users.size(); ++i) {
      const Refusal& r = of_all_users[i];
      if (to_blame[i].valid())
        all.push_back({Reason::R30AllUsers,
                       g[n].origin,
                       g[to_blame[i]].origin,
                       {},
                       " (" + std::string(explain::info(r.reason).text) + ")"});
      else
        all.push_back({r.reason, g[n].origin, g[user].origin, r.numbers, ""});
    }
    return all;
  }

 private:
  // Why not, and which consumer is to blame.
  std::optional<Refusal> refusal(NodeId n, NodeId& consumer) { return refusal(n, g_[n].users, consumer); }

  std::optional<Refusal> refusal(NodeId n, const std::vector<NodeId>& users, NodeId& consumer) {
    if (users.empty()) return Refusal{Reason::R02NoUsers};
    if (holds(Reason::R07NotLoopFusible) && g_[n].kind != FusionKind::Loop) return Refusal{Reason::R07NotLoopFusible};
    const NodeId hero = most_constraining_hero(g_, n);
    bool reduces = false;
    for (NodeId u : users) {
      consumer = u;
      if (holds(Reason::R09BitcastConsumer) && g_[u].op == OpKind::Bitcast) return Refusal{Reason::R09BitcastConsumer};
      if (holds(Reason::R12CustomFusion) && is_custom_fusion(g_, u)) return Refusal{Reason::R12CustomFusion};
      if (auto reason = hero_conflict(g_, hero, most_constraining_hero(g_, u)); reason && holds(*reason))
        return Refusal{*reason};
      if (auto r = producer_consumer_refusal(g_, n, u)) return r;
      reduces = reduces || is_reduction_kernel(g_, u);
    }
    if (g_.rules.of_2022()) {
      if (auto r = refusal_of_2022(n, users, consumer)) return r;
    } else if (holds(Reason::R11PhysicallyTransposing) && reduces && transposes_most(n)) {
      return Refusal{Reason::R11PhysicallyTransposing};
    }
    for (NodeId u : users) {
      consumer = u;
      if (auto r = budget_refusal(g_, u, n, device_, true)) return r;
    }
    for (NodeId u : users) {
      consumer = u;
      if (auto r = cost_.code_refusal(n, u)) return r;
    }
    consumer = NodeId();
    if (g_.rules.of_2022() || !holds(Reason::R29Slower)) return std::nullopt;
    const RunTimes t = estimate(g_, device_, cost_, n, users, false);
    if (t.fused > t.unfused) return Refusal{Reason::R29Slower, {t.fused * ps_per_tick, t.unfused * ps_per_tick}};
    return std::nullopt;
  }

  // Bytes that the operand is read for: windows count, where nothing else is read.
  int64_t bytes_read(NodeId fusion) {
    double sum = 0;
    for (NodeId p : g_[g_[fusion].called].parameters) {
      double windows = 0;
      bool only_windows = !g_[p].users.empty();
      for (NodeId u : g_[p].users) {
        only_windows = only_windows && (g_[u].op == OpKind::Slice || g_[u].op == OpKind::DynamicSlice);
        windows += static_cast<double>(bytes_of(*g_[u].shape));
      }
      sum += only_windows ? windows : static_cast<double>(bytes_of(*g_[p].shape));
    }
    return static_cast<int64_t>(sum);
  }

  // What the merger of 2022 asks: how many bytes move, what would be repeated, how often code would be written out.
  std::optional<Refusal> refusal_of_2022(NodeId n, const std::vector<NodeId>& users, NodeId& consumer) {
    const auto count = static_cast<int64_t>(users.size());
    int64_t written = 0;
    for (NodeId o : output_values(g_, n)) written += bytes_of(*g_[o].shape);
    const int64_t apart = bytes_read(n) + written * (count + 1), merged = bytes_read(n) * count;
    const double ratio = static_cast<double>(merged) / static_cast<double>(std::max<int64_t>(1, apart));
    consumer = NodeId();
    if (holds(Reason::R27Bytes) && ratio > most_bytes_ratio) return Refusal{Reason::R27Bytes, {merged, apart}};
    if (holds(Reason::R28Expensive) && has_expensive(n)) {
      bool read_again = false;
      for (NodeId u : users)
        for (size_t i = 0; i < g_[u].operands.size(); ++i)
          read_again = read_again || (g_[u].operands[i] == n && Growth(g_).reuses_operand(u, i));
      const bool saves = ratio < good_bytes_ratio && apart > few_bytes;
      if (read_again || (count > 1 && !saves)) return Refusal{Reason::R28Expensive, {merged, apart}};
    }
    for (NodeId u : users) {
      if (!g_.is_fusion(u)) continue;
      consumer = u;
      const int64_t copies = Growth(g_).emitted_copies(n, u);
      if (holds(Reason::R18Copies) && copies > most_copies) return Refusal{Reason::R18Copies, {copies, most_copies}};
      bool splits = false;
      for (NodeId m : g_[g_[n].called].nodes) splits = splits || (!g_[m].dead && splits_code(g_[m].op));
      if (holds(Reason::R19EmittedTwice) && splits && copies > 1)
        return Refusal{Reason::R19EmittedTwice, {copies, count}};
    }
    return std::nullopt;
  }

  bool has_expensive(NodeId n) const {
    for (NodeId m : g_[g_[n].called].nodes)
      if (!g_[m].dead && g_[m].op != OpKind::Parameter && is_expensive_on_gpu(g_, m)) return true;
    return false;
  }

  bool holds(Reason r) const { return g_.rules.holds(r); }

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
      if (g_.is_overgrown()) return;
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

std::vector<Verdict> fusion_merger_refusals(Graph& g, NodeId fusion, NodeId user, const Device& device) {
  Log unused;
  return Merger(g, unused, device).refusals(g, fusion, user);
}

bool fusion_merger(Graph& graph, Log& log, const Device& device) {
  bool changed = false;
  for (BodyId body : graph.control_bodies()) changed = Merger(graph, log, device).run(body) || changed;
  return changed;
}

}  // namespace eutectic::fusion::xla
