// See legality.h.
#include "fusion/xla/priority/legality.h"

#include "fusion/xla/rules/fusible.h"
#include "fusion/xla/rules/heroes.h"
#include "fusion/xla/rules/in_place.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;

constexpr int64_t significant = 16;

// A reduction of 16 elements or more to one.
bool reduces_much(const Graph& g, NodeId n) {
  if (g.is_fusion(n) ? g[g[n].called].reduces == 0 : g[n].op != OpKind::Reduce) return false;
  for (NodeId m : View(g, n).nodes()) {
    if (g[m].op != OpKind::Reduce || !g[m].shape->is_array()) continue;
    const int64_t results = g[m].shape->element_count();
    if (results > 0 && g[g[m].operands[0]].shape->element_count() / results >= significant) return true;
  }
  return false;
}

}  // namespace

bool PriorityLegality::is_fusible(NodeId n) const {
  if (!is_fusible_op(g_, n)) return false;
  switch (const OpKind op = g_[n].op) {
    case OpKind::Fusion:
      return !is_custom_fusion(g_, n) || is_triton_fusion(g_, n) || is_elementwise(g_, n);
    case OpKind::Bitcast:
      return is_fusible_bitcast(g_, n);
    case OpKind::Constant:
    case OpKind::Iota:
    case OpKind::Reduce:
    case OpKind::ReduceWindow:
    case OpKind::Scatter:
      return true;
    default:
      return moves_data(op) || is_elementwise(g_, n);
  }
}

// A bitcast to elements of another width, XLA's only bitcast that is not fused.
std::string PriorityLegality::other_width(NodeId n) const {
  return g_[n].op == OpKind::Bitcast ? ": a bitcast to elements of another width (R10)" : "";
}

PriorityLegality::Known PriorityLegality::ask(NodeId producer, NodeId consumer) {
  auto no = [](Reason reason) { return Known{TritonRefusal{{reason}, ""}, {}}; };
  if (g_.is_root(producer)) return no(Reason::R01ProducerIsRoot);
  if (!is_fusible(producer)) return {TritonRefusal{{Reason::R02ProducerNotFusible}, other_width(producer)}, {}};
  if (!is_fusible(consumer)) return {TritonRefusal{{Reason::R02ConsumerNotFusible}, other_width(consumer)}, {}};
  if (is_triton_fusion(g_, producer) || is_triton_fusion(g_, consumer)) {
    if (auto r = triton_op_refusal(g_, producer)) return {r, {}};
    if (auto r = triton_op_refusal(g_, consumer)) return {r, {}};
    if (auto r = parameter_refusal(g_, consumer, producer, true)) return {TritonRefusal{*r, ""}, {}};
    auto best = best_tiled_time(g_, device_, producer, consumer);
    if (auto* r = std::get_if<TritonRefusal>(&best)) return {std::move(*r), {}};
    return {{}, std::get<TiledTime>(best)};
  }
  if (g_[consumer].op == OpKind::Bitcast) return no(Reason::R09BitcastConsumer);
  if (auto r = scatter_refusal(g_, producer, consumer)) return {TritonRefusal{*r, ""}, {}};
  if (g_.rules.holds(Reason::R32ReduceIntoReduce) && reduces_much(g_, producer) && reduces_much(g_, consumer))
    return no(Reason::R32ReduceIntoReduce);
  if (g_.rules.holds(Reason::R33ReductionBecomesLoop) && model_.form(producer).emitter == Emitter::Reduction &&
      model_.form(producer, consumer).emitter == Emitter::Loop)
    return no(Reason::R33ReductionBecomesLoop);
  if (auto r = budget_refusal(g_, consumer, producer, device_, true)) return {TritonRefusal{*r, ""}, {}};
  if (auto r = model_.cost().code_refusal(producer, consumer)) return {TritonRefusal{*r, ""}, {}};
  if (auto reason = in_place_conflict(g_, producer, consumer)) return no(*reason);
  return {};
}

const std::optional<TritonRefusal>& PriorityLegality::refusal(NodeId producer, NodeId consumer) {
  auto& of_producer = known_[producer];
  if (auto it = of_producer.find(consumer); it != of_producer.end()) return it->second.refusal;
  Known known = ask(producer, consumer);
  if (known.tiled) model_.set_together(producer, consumer, known.tiled->time.all);
  return known_[producer].emplace(consumer, std::move(known)).first->second.refusal;
}

std::optional<TiledTime> PriorityLegality::tiled(NodeId producer, NodeId consumer) const {
  auto it = known_.find(producer);
  if (it == known_.end()) return std::nullopt;
  auto at = it->second.find(consumer);
  return at == it->second.end() ? std::nullopt : at->second.tiled;
}

std::optional<TritonRefusal> PriorityLegality::constant_refusal(NodeId constant, NodeId user) const {
  if (auto r = scatter_refusal(g_, constant, user)) return TritonRefusal{*r, ""};
  if (is_triton_fusion(g_, user)) return triton_op_refusal(g_, constant);
  if (!is_fusible(user)) return TritonRefusal{{Reason::R02ConsumerNotFusible}, ""};
  return std::nullopt;
}

void PriorityLegality::know_time(NodeId n) {
  if (!is_triton_fusion(g_, n)) return;
  const auto blocks = block_tiles_of(g_, n);
  const auto time = blocks ? tiled_time(g_, device_, n, *blocks) : std::nullopt;
  if (time) model_.set_alone(n, *time);
}

void PriorityLegality::forget(NodeId n) {
  model_.forget(n);
  known_.erase(n);
  for (NodeId o : g_[n].operands)
    if (auto it = known_.find(o); it != known_.end()) it->second.erase(n);
}

}  // namespace eutectic::fusion::xla
