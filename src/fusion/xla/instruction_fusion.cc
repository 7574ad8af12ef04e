#include "fusion/xla/instruction_fusion.h"

#include <algorithm>
#include <functional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "fusion/xla/rules/in_place.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"
#include "fusion/xla/why.h"

namespace eutectic::fusion::xla {

using explain::Reason;
using explain::Verdict;

namespace {

bool duplicates(const Graph& g, NodeId producer, NodeId consumer) {
  return !(g[producer].users.size() == 1 && g[producer].users[0] == consumer);
}

bool always_duplicable(const Graph& g, NodeId n) {
  if (g[n].op == OpKind::Broadcast) return !g.rules.of_2022();
  return g[n].op == OpKind::Convert && bytes_of(*g[g[n].operands[0]].shape) < bytes_of(*g[n].shape);
}

class Pass {
 public:
  Pass(Graph& g, const FusionRules& rules, Log& log, BodyId body)
      : g_(g), rules_(rules), log_(log), body_(body), growth_(g) {}

  void run() {
    order_ = g_.post_order(body_);
    for (size_t i = 0; i < order_.size(); ++i) place(order_[i], static_cast<int64_t>(i));
    has_rng_ = std::ranges::any_of(order_, [&](NodeId n) { return g_[n].op == OpKind::Rng; });
    if (rules_.may_duplicate()) find_unfusible();
    while (!order_.empty() && !g_.is_overgrown()) {
      const NodeId consumer = order_.back();
      order_.pop_back();
      if (!consumer.valid()) continue;
      if (!is_fusible_op(g_, consumer) && !g_.is_fusion(consumer)) continue;
      visit(consumer);
    }
  }

  static bool is_unfusible(Graph& g, const FusionRules& rules, NodeId n) {
    Log unused;
    Pass pass(g, rules, unused, g[n].body);
    pass.order_ = g.post_order(g[n].body);
    for (size_t i = 0; i < pass.order_.size(); ++i) pass.place(pass.order_[i], static_cast<int64_t>(i));
    pass.find_unfusible();
    return pass.is_unfusible(n);
  }

 private:
  int64_t position(NodeId n) const { return n.index() < position_.size() ? position_[n.index()] : -1; }

  void place(NodeId n, int64_t at) {
    if (position_.size() <= n.index()) position_.resize(n.index() + 1, -1);
    position_[n.index()] = at;
  }

  // An operand of a consumer that may join it.
  struct Candidate {
    int64_t at;  // position(); the last comes first
    NodeId producer;
    size_t operand;  // of a consumer that is no fusion, which may read a value twice
  };

  void find_candidates(NodeId consumer, size_t from) {
    const std::vector<NodeId>& operands = g_[consumer].operands;
    for (size_t i = from; i < operands.size(); ++i) {
      const Candidate c{position(operands[i]), operands[i], i};
      if (c.at < 0 || !(g_[c.producer].op == OpKind::Rng || is_fusible_op(g_, c.producer))) continue;
      const auto later = std::ranges::find_if(candidates_, [&](const Candidate& o) { return o.at < c.at; });
      candidates_.insert(later, c);
    }
  }

  void visit(NodeId consumer) {
    if (has_rng_)
      for (NodeId o : g_[consumer].operands)
        if (would_be_drawn_twice(g_, o))
          refuse(o, consumer, FusionRules::verdict(g_, Reason::R03DrawnTwice, o, consumer));
    if (consumer != growing_) {
      candidates_.clear();
      find_candidates(consumer, 0);
    }
    growing_ = NodeId();
    for (size_t i = 0; i < candidates_.size(); ++i) {
      const NodeId producer = candidates_[i].producer;
      if (would_be_drawn_twice(g_, producer)) continue;
      if (is_unfusible(producer) && g_.rules.holds(Reason::R17NotEverywhere)) {
        refuse(producer, consumer, {Reason::R17NotEverywhere, g_[producer].origin, g_[consumer].origin, {}, ""});
        // However the consumer grows.
        candidates_.erase(candidates_.begin() + static_cast<ptrdiff_t>(i--));
        continue;
      }
      const size_t n =
          g_.is_fusion(consumer) ? static_cast<size_t>(g_.operand_index(consumer, producer)) : candidates_[i].operand;
      if (auto v = rules_.refusal(g_, growth_, producer, consumer, n)) {
        refuse(producer, consumer, std::move(*v));
        continue;
      }
      candidates_.erase(candidates_.begin() + static_cast<ptrdiff_t>(i));
      fuse(producer, consumer);
      return;
    }
  }

  // A consumer that grows refuses the same operands again and again: the last verdict counts.
  void refuse(NodeId producer, NodeId consumer, Verdict v) {
    const uint64_t pair = uint64_t{producer.value} << 32 | consumer.value;
    auto [it, fresh] = refused_.emplace(pair, log_.steps.size());
    if (fresh)
      log_.steps.push_back({StepKind::Refused, g_[producer].name, {g_[consumer].name}, "", std::move(v)});
    else
      log_.steps[it->second].verdict = std::move(v);
  }

  void fuse(NodeId producer, NodeId consumer) {
    Step step{StepKind::Fused,
              g_[producer].name,
              {g_[consumer].name},
              "",
              {Reason::XlaFused, g_[producer].origin, g_[consumer].origin, {}, ""}};
    const FusionKind kind = rules_.kind(g_, producer, consumer);
    NodeId fusion = consumer;
    if (g_.is_fusion(consumer)) {
      g_.set_kind(consumer, kind);
    } else {
      fusion = g_.wrap(consumer, kind);
      place(consumer, -1);
    }
    growth_.before(producer, fusion);
    // New operands come last. Where that is not so, the fusion's candidates are found anew.
    const bool keeps_operands = fusion == consumer && !g_.is_fusion(producer);
    const size_t others = g_[fusion].operands.size() - 1;
    g_.fuse(producer, fusion);
    growth_.joined();
    place(fusion, static_cast<int64_t>(order_.size()));
    order_.push_back(fusion);
    if (keeps_operands) {
      find_candidates(fusion, others);
      growing_ = fusion;
    }
    step.result = g_[fusion].name;
    log_.steps.push_back(std::move(step));
    if (!g_[producer].users.empty() || g_.is_root(producer)) return;
    // Gone: it must not come up as a consumer any more.
    if (const int64_t at = position(producer); at >= 0) {
      const auto i = static_cast<size_t>(at);
      if (i < order_.size() && order_[i] == producer) order_[i] = NodeId();
      place(producer, -1);
    }
    g_.remove(producer);
  }

  bool is_unfusible(NodeId n) const { return n.index() < unfusible_.size() && unfusible_[n.index()]; }

  // Values that could not be fused into all their users, though they would have to be computed again in some.
  void find_unfusible() {
    unfusible_.assign(g_.node_count(), false);
    reached_.assign(g_.node_count(), NodeId());
    verdicts_.resize(g_.node_count());
    for (size_t i = order_.size(); i-- > 0;) {
      const NodeId p = order_[i];
      if (at_most_unary(p)) continue;
      int64_t read = 0;
      std::set<NodeId> seen;
      for (NodeId o : g_[p].operands)
        if (seen.insert(o).second) read += elements_of(*g_[o].shape);
      if (read <= elements_of(*g_[p].shape)) continue;
      if (!is_fusible_op(g_, p) || !on_all_paths(p)) unfusible_[p.index()] = true;
    }
    verdicts_.clear();
  }

  static int64_t true_rank(const Shape& s) {
    return std::ranges::count_if(s.dims, [](int64_t n) { return n != 1; });
  }

  bool at_most_unary(NodeId n) const {
    int64_t largest = 0;
    if (g_[n].shape->is_array()) largest = true_rank(*g_[n].shape);
    for (const Shape& e : g_[n].shape->elements)
      if (e.is_array()) largest = std::max(largest, true_rank(e));
    int big = 0;
    for (NodeId o : g_[n].operands) {
      const OpKind op = g_[o].op;
      if (op == OpKind::Broadcast || op == OpKind::Iota) continue;
      if (op == OpKind::Constant && g_[o].shape->is_array() && g_[o].shape->element_count() == 1) continue;
      if (g_[o].shape->is_array() && true_rank(*g_[o].shape) >= largest) ++big;
    }
    return big <= 1;
  }

  // Whether on every way from p to one of its users each value can be fused into the next.
  bool on_all_paths(NodeId p) {
    const std::vector<NodeId>& users = g_[p].users;
    if (users.empty()) return true;
    // What is computed from p, no later than its last user.
    int64_t last = 0;
    for (NodeId u : users) last = std::max(last, position(u));
    std::vector<NodeId> work{p};
    reached_[p.index()] = p;
    while (!work.empty()) {
      const NodeId n = work.back();
      work.pop_back();
      for (NodeId u : g_[n].users)
        if (position(u) <= last && reached_[u.index()] != p) {
          reached_[u.index()] = p;
          work.push_back(u);
        }
    }
    work = users;
    std::unordered_set<NodeId> seen(users.begin(), users.end());
    while (!work.empty()) {
      const NodeId c = work.back();
      work.pop_back();
      if (!is_fusible_op(g_, c)) return false;
      for (size_t i = 0; i < g_[c].operands.size(); ++i) {
        const NodeId o = g_[c].operands[i];
        if (reached_[o.index()] != p) continue;
        if (unfusible_[o.index()] || !may_fuse(o, c, i)) return false;
        if (o != p && seen.insert(o).second) work.push_back(o);
      }
    }
    return true;
  }

  // The rules' answer before anything is fused.
  bool may_fuse(NodeId producer, NodeId consumer, size_t operand) {
    std::vector<int8_t>& known = verdicts_[consumer.index()];
    if (known.empty()) known.resize(g_[consumer].operands.size(), -1);
    if (known[operand] < 0) known[operand] = !rules_.refusal(g_, growth_, producer, consumer, operand);
    return known[operand];
  }

  Graph& g_;
  const FusionRules& rules_;
  Log& log_;
  const BodyId body_;
  Growth growth_;
  std::vector<NodeId> order_;      // taken from the back
  std::vector<int64_t> position_;  // of what has not been fused away; or -1
  std::vector<bool> unfusible_;
  std::vector<NodeId> reached_;                // the value that was last found to be needed there
  std::vector<std::vector<int8_t>> verdicts_;  // by consumer and operand; -1: not asked yet
  std::unordered_map<uint64_t, size_t> refused_;
  NodeId growing_;                     // the fusion that has just grown and comes next
  std::vector<Candidate> candidates_;  // of the consumer at hand
  bool has_rng_ = false;
};

}  // namespace

Verdict FusionRules::verdict(const Graph& g, Reason reason, NodeId producer, NodeId consumer,
                             std::vector<int64_t> numbers) {
  return {reason, g[producer].origin, g[consumer].origin, std::move(numbers), ""};
}

std::optional<Verdict> FusionRules::base_refusal(const Graph& g, NodeId producer, NodeId consumer) const {
  if (g.rules.holds(Reason::R01ProducerIsRoot) && g.is_root(producer))
    return verdict(g, Reason::R01ProducerIsRoot, producer, consumer);
  const Reason repeats = may_duplicate() ? Reason::R14WouldRepeat : Reason::R16OtherUsers;
  if (g.rules.holds(repeats) && duplicates(g, producer, consumer) && (!may_duplicate() || expensive(g, producer)) &&
      !always_duplicable(g, producer))
    return verdict(g, repeats, producer, consumer);
  if (auto reason = in_place_conflict(g, producer, consumer); reason && g.rules.holds(*reason))
    return verdict(g, *reason, producer, consumer);
  return std::nullopt;
}

std::vector<Verdict> instruction_fusion_refusals(Graph& g, const FusionRules& rules, NodeId producer, NodeId consumer) {
  std::vector<Verdict> found;
  if (would_be_drawn_twice(g, producer))
    found.push_back(FusionRules::verdict(g, Reason::R03DrawnTwice, producer, consumer));
  if (rules.may_duplicate() && Pass::is_unfusible(g, rules, producer))
    found.push_back({Reason::R17NotEverywhere, g[producer].origin, g[consumer].origin, {}, ""});
  const auto operand = static_cast<size_t>(g.operand_index(consumer, producer));
  Growth growth(g);
  for (Verdict& v :
       without_short_cut<Verdict>(g, [&] { return rules.refusal(g, growth, producer, consumer, operand); }))
    found.push_back(std::move(v));
  return found;
}

void instruction_fusion(Graph& graph, const FusionRules& rules, Log& log) {
  for (BodyId body : graph.control_bodies())
    if (graph[body].fusible) Pass(graph, rules, log, body).run();
}

}  // namespace eutectic::fusion::xla
