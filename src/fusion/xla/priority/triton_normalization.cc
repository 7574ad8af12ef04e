// See triton_normalization.h.
#include "fusion/xla/priority/triton_normalization.h"

#include <algorithm>
#include <map>
#include <set>

#include "array/shape.h"
#include "fusion/xla/cleanup.h"
#include "fusion/xla/priority/priority_fusion.h"
#include "fusion/xla/priority/triton.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;
using explain::Verdict;

constexpr int first_capability = 8;  // Ampere; XLA leaves out the pass for older devices

struct Diamond {
  NodeId root, producer;
};

class Finder {
 public:
  explicit Finder(const Graph& g) : g_(g) {}

  // The value that the binary op `root` normalises; invalid if it does not.
  NodeId producer_of(NodeId root) const {
    if (!is_elementwise(g_, root) || g_[root].operands.size() != 2 || triton_op_refusal(g_, root)) return {};
    const NodeId broadcast = along(g_[root].operands[1], OpKind::Broadcast);
    if (!broadcast.valid()) return {};
    const NodeId reduce = along(g_[broadcast].operands[0], OpKind::Reduce);
    if (!reduce.valid() || !is_row_reduction(reduce) || !is_plain(broadcast) || !is_plain(reduce)) return {};
    if (g_[broadcast].users.size() != 1 || g_[reduce].users.size() != 1) return {};
    const Dims& kept = g_[broadcast].attrs->dims(AttrName::BroadcastDimensions);
    if (std::ranges::find(kept, g_[broadcast].shape->rank() - 1) != kept.end()) return {};
    NodeId producer = g_[reduce].operands[0];
    while (is_trivial(producer)) producer = value_of(producer);
    if (!is_plain(producer)) return {};
    const NodeId other = g_[root].operands[0];
    if (!leads_to(other, producer)) return {};
    if (other != producer && g_[other].users.size() != 1) return {};
    return producer;
  }

 private:
  bool is_plain(NodeId n) const { return g_[n].shape->is_array() && is_row_major(*g_[n].shape); }

  // One value, or one for each position that does not come from here, everywhere alike.
  bool is_splat(NodeId n) const {
    if (g_[n].op != OpKind::Broadcast) return false;
    const NodeId of = g_[n].operands[0];
    return g_[of].op == OpKind::Parameter || (g_[of].op == OpKind::Constant && g_[of].shape->dims.empty());
  }

  // Costs no memory, fits any tile, and nothing else reads it.
  bool is_trivial(NodeId n) const {
    if (g_[n].users.size() > 1 || !is_plain(n)) return false;
    if (g_[n].op == OpKind::Bitcast) return true;
    if (!is_elementwise(g_, n)) return false;
    const std::vector<NodeId>& o = g_[n].operands;
    if (o.size() == 2 && o[0] != o[1] && is_splat(o[0]) == is_splat(o[1])) return false;
    return (o.size() == 1 || o.size() == 2) && !triton_op_refusal(g_, n);
  }

  NodeId value_of(NodeId n) const {
    const std::vector<NodeId>& o = g_[n].operands;
    return o.size() > 1 && is_splat(o[0]) ? o[1] : o[0];
  }

  // The first op of the kind behind trivial ones; invalid if something else comes first.
  NodeId along(NodeId n, OpKind op) const {
    while (g_[n].op != op) {
      if (!is_trivial(n)) return {};
      n = value_of(n);
    }
    return n;
  }

  bool leads_to(NodeId n, NodeId producer) const {
    while (n != producer) {
      if (!is_trivial(n)) return false;
      n = value_of(n);
    }
    return true;
  }

  bool is_row_reduction(NodeId n) const {
    if (g_[n].operands.size() != 2 || triton_op_refusal(g_, n)) return false;
    const Dims& dims = g_[n].attrs->dims(AttrName::Dimensions);
    if (dims.size() != 1 || dims[0] != g_[g_[n].operands[0]].shape->rank() - 1) return false;
    const NodeId identity = g_[n].operands[1];
    if (g_[identity].op == OpKind::Constant) return true;
    return g_[identity].op == OpKind::Convert && g_[g_[identity].operands[0]].op == OpKind::Constant &&
           !triton_op_refusal(g_, identity);
  }

  const Graph& g_;
};

// All between the producer and the root, in a fusion that nothing reads yet. Parameters are read, the rest is copied.
NodeId fusion_of(Graph& g, const Diamond& diamond) {
  std::vector<NodeId> order, parameters{diamond.producer};
  std::set<NodeId> seen{diamond.producer};
  std::vector<std::pair<NodeId, bool>> stack{{diamond.root, false}};
  while (!stack.empty()) {
    const auto [n, done] = stack.back();
    stack.pop_back();
    if (done) {
      order.push_back(n);
      continue;
    }
    if (!seen.insert(n).second) continue;
    if (g[n].op == OpKind::Parameter) {
      parameters.push_back(n);
      continue;
    }
    stack.emplace_back(n, true);
    for (auto o = g[n].operands.rbegin(); o != g[n].operands.rend(); ++o) stack.emplace_back(*o, false);
  }
  const NodeId fusion = g.add_fusion(g[diamond.root].body, FusionKind::Custom, parameters, g[diamond.root].origin);
  std::map<NodeId, NodeId> copy_of;
  for (size_t i = 0; i < parameters.size(); ++i)
    copy_of[parameters[i]] = g.fused_parameter(fusion, static_cast<int64_t>(i));
  for (NodeId n : order) {
    std::vector<NodeId> operands;
    for (NodeId o : g[n].operands) operands.push_back(copy_of.at(o));
    copy_of[n] = g.clone(n, g[fusion].called, std::move(operands));
  }
  g.finish_fusion(fusion, copy_of.at(diamond.root));
  return fusion;
}

void fuse_in(Graph& g, Log& log, const Device& device, BodyId body) {
  const Finder finder(g);
  std::vector<Diamond> diamonds;
  for (NodeId n : g.post_order(body))
    if (const NodeId producer = finder.producer_of(n); producer.valid()) diamonds.push_back({n, producer});
  // Last ones first: the root of one may be the producer of the next.
  for (auto it = diamonds.rbegin(); it != diamonds.rend(); ++it) {
    const NodeId fusion = fusion_of(g, *it);
    Step step{StepKind::Fused, g[it->root].name, {g[it->root].name}, g[fusion].name, {}};
    step.verdict = Verdict{Reason::XlaNormalizationFused, g[it->producer].origin, g[it->root].origin, {}, ""};
    const auto best = best_tiled_time(g, device, fusion);
    if (const auto* why = std::get_if<TritonRefusal>(&best)) {
      step.kind = StepKind::Refused;
      step.verdict.reason = why->refusal.reason;
      step.verdict.numbers = why->refusal.numbers;
      step.verdict.detail = why->detail;
    } else {
      // Against what priority fusion would make of the diamond alone.
      const NodeId trial = fusion_of(g, *it);
      step.unfused = time_after_priority_fusion(g, device, g[trial].called);
      g.remove(trial);
      step.fused = std::get<TiledTime>(best).time.all;
      if (g.rules.holds(Reason::R29Slower) && step.unfused < step.fused) {
        step.kind = StepKind::Refused;
        step.verdict.reason = Reason::R29Slower;
        step.verdict.numbers = {step.fused * ps_per_tick, step.unfused * ps_per_tick};
      }
    }
    if (step.kind == StepKind::Refused) {
      g.remove(fusion);
    } else {
      Attrs attrs = *g[fusion].attrs;
      attrs.set(AttrName::BackendConfig, backend_config_of(std::get<TiledTime>(best).blocks));
      g.set_attrs(fusion, g.own(std::move(attrs)));
      g.replace_all_uses(it->root, fusion);
    }
    log.steps.push_back(std::move(step));
  }
}

}  // namespace

void fuse_normalizations(Graph& g, Log& log, const Device& device) {
  if (device.capability_major < first_capability) return;
  for (BodyId body : g.control_bodies())
    if (g[body].fusible) fuse_in(g, log, device, body);
  remove_dead(g);
}

}  // namespace eutectic::fusion::xla
