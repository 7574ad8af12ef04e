#include "fusion/xla/instruction_fusion.h"

#include <algorithm>
#include <map>
#include <set>

#include "fusion/xla/rules/in_place.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {

using explain::Reason;
using explain::Verdict;

namespace {

bool duplicates(const Graph& g, NodeId producer, NodeId consumer) {
  return !(g[producer].users.size() == 1 && g[producer].users[0] == consumer);
}

bool always_duplicable(const Graph& g, NodeId n) {
  if (g[n].op == OpKind::Broadcast) return true;
  return g[n].op == OpKind::Convert && bytes_of(*g[g[n].operands[0]].shape) < bytes_of(*g[n].shape);
}

class Pass {
 public:
  Pass(Graph& g, const FusionRules& rules, Log& log, BodyId body) : g_(g), rules_(rules), log_(log), body_(body) {}

  void run() {
    order_ = g_.post_order(body_);
    for (size_t i = 0; i < order_.size(); ++i) position_[order_[i]] = i;
    if (rules_.may_duplicate()) find_unfusible();
    while (!order_.empty()) {
      const NodeId consumer = order_.back();
      order_.pop_back();
      if (!consumer.valid()) continue;
      if (!is_fusible_op(g_, consumer) && !g_.is_fusion(consumer)) continue;
      visit(consumer);
    }
  }

 private:
  void visit(NodeId consumer) {
    std::vector<size_t> operands;
    for (size_t i = 0; i < g_[consumer].operands.size(); ++i)
      if (position_.contains(g_[consumer].operands[i])) operands.push_back(i);
    std::ranges::stable_sort(operands, [&](size_t a, size_t b) {
      return position_.at(g_[consumer].operands[a]) > position_.at(g_[consumer].operands[b]);
    });
    for (size_t n : operands) {
      const NodeId producer = g_[consumer].operands[n];
      if (!is_fusible_op(g_, producer)) continue;
      if (unfusible_.contains(producer)) {
        refuse(producer, consumer, {Reason::R17NotEverywhere, g_[producer].origin, g_[consumer].origin, {}, ""});
        continue;
      }
      if (auto v = rules_.refusal(g_, producer, consumer, n)) {
        refuse(producer, consumer, std::move(*v));
        continue;
      }
      fuse(producer, consumer);
      return;
    }
  }

  void refuse(NodeId producer, NodeId consumer, Verdict v) {
    log_.steps.push_back({StepKind::Refused, g_[producer].name, {g_[consumer].name}, "", std::move(v)});
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
      position_.erase(consumer);
    }
    g_.fuse(producer, fusion);
    position_[fusion] = order_.size();
    order_.push_back(fusion);
    step.result = g_[fusion].name;
    log_.steps.push_back(std::move(step));
    if (!g_[producer].users.empty() || g_.is_root(producer)) return;
    // Gone: it must not come up as a consumer any more.
    if (auto it = position_.find(producer); it != position_.end()) {
      if (it->second < order_.size() && order_[it->second] == producer) order_[it->second] = NodeId();
      position_.erase(it);
    }
    unfusible_.erase(producer);
    g_.remove(producer);
  }

  // Values that could not be fused into all their users, though they would have to be computed again in some.
  void find_unfusible() {
    for (size_t i = order_.size(); i-- > 0;) {
      const NodeId p = order_[i];
      if (at_most_unary(p)) continue;
      int64_t read = 0;
      std::set<NodeId> seen;
      for (NodeId o : g_[p].operands)
        if (seen.insert(o).second) read += elements_of(*g_[o].shape);
      if (read <= elements_of(*g_[p].shape)) continue;
      bool everywhere = is_fusible_op(g_, p);
      known_.clear();
      for (NodeId user : g_[p].users) everywhere = everywhere && on_all_paths(p, user);
      if (!everywhere) unfusible_.insert(p);
    }
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

  bool reaches(NodeId from, NodeId to) const {
    if (position_.at(from) > position_.at(to)) return false;
    std::vector<NodeId> work{from};
    std::set<NodeId> seen;
    while (!work.empty()) {
      const NodeId n = work.back();
      work.pop_back();
      if (n == to) return true;
      if (!seen.insert(n).second || position_.at(n) > position_.at(to)) continue;
      for (NodeId u : g_[n].users) work.push_back(u);
    }
    return false;
  }

  // Whether every value on a way from p to the consumer can be fused into the next. Ways are as long as the graph is
  // deep, so they are walked with a stack of our own.
  bool on_all_paths(NodeId p, NodeId consumer) {
    std::vector<std::pair<NodeId, bool>> stack{{consumer, false}};
    while (!stack.empty()) {
      auto [c, children_done] = stack.back();
      stack.pop_back();
      if (c == p || (known_.contains(c) && !children_done)) continue;
      if (!children_done) {
        known_[c] = is_fusible_op(g_, c);
        if (!known_[c]) continue;
        stack.push_back({c, true});
        for (NodeId o : g_[c].operands)
          if (o != p && !unfusible_.contains(o) && reaches(p, o)) stack.push_back({o, false});
        continue;
      }
      bool ok = true;
      for (size_t i = 0; ok && i < g_[c].operands.size(); ++i) {
        const NodeId o = g_[c].operands[i];
        if (o != p && !reaches(p, o)) continue;
        ok = !unfusible_.contains(o) && !rules_.refusal(g_, o, c, i) && (o == p || known_[o]);
      }
      known_[c] = ok;
    }
    return consumer == p || known_[consumer];
  }

  Graph& g_;
  const FusionRules& rules_;
  Log& log_;
  const BodyId body_;
  std::vector<NodeId> order_;          // taken from the back
  std::map<NodeId, size_t> position_;  // of what has not been fused away
  std::set<NodeId> unfusible_;
  std::map<NodeId, bool> known_;
};

}  // namespace

Verdict FusionRules::verdict(const Graph& g, Reason reason, NodeId producer, NodeId consumer,
                             std::vector<int64_t> numbers) const {
  return {reason, g[producer].origin, g[consumer].origin, std::move(numbers), ""};
}

std::optional<Verdict> FusionRules::base_refusal(const Graph& g, NodeId producer, NodeId consumer) const {
  if (g.is_root(producer)) return verdict(g, Reason::R01ProducerIsRoot, producer, consumer);
  if (duplicates(g, producer, consumer) && (!may_duplicate() || expensive(g, producer)) &&
      !always_duplicable(g, producer))
    return verdict(g, may_duplicate() ? Reason::R14WouldRepeat : Reason::R16OtherUsers, producer, consumer);
  if (auto reason = in_place_conflict(g, producer, consumer)) return verdict(g, *reason, producer, consumer);
  return std::nullopt;
}

void instruction_fusion(Graph& graph, const FusionRules& rules, Log& log) {
  for (BodyId body : graph.control_bodies())
    if (graph[body].fusible) Pass(graph, rules, log, body).run();
}

}  // namespace eutectic::fusion::xla
