// See fusible.h.
#include "fusion/xla/rules/fusible.h"

#include <algorithm>
#include <set>

#include "fusion/xla/rules/heroes.h"
#include "fusion/xla/rules/in_place.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;

constexpr int64_t most_parameters = 96, most_parameters_of_2022 = 64, most_reductions = 8, many_inputs = 10,
                  shared_bytes_of_2022 = 40000;

bool is_loop_fusible(const Graph& g, NodeId n) {
  const Node& node = g[n];
  if (is_elementwise(g, n) && !node.operands.empty()) return true;
  return node.kind == FusionKind::Loop || moves_data(node.op) || node.op == OpKind::ReduceWindow;
}

bool is_loop_fusible_consumer(const Graph& g, NodeId n) {
  if (!is_fusible_op(g, n) || g[n].op == OpKind::Bitcast) return false;
  if (g[n].op == OpKind::Reduce) return true;
  // A fusion that was made for a reduction may have become a plain loop since.
  if (g[n].kind == FusionKind::Input && !is_input_fusible(g, n)) return true;
  return is_loop_fusible(g, n);
}

// Elementwise work after a reduction, in its kernel.
std::optional<Refusal> epilogue_refusal(const Graph& g, NodeId producer, NodeId consumer) {
  if (!is_reduction_kernel(g, producer)) return std::nullopt;
  if (g.rules.of_2022()) return Refusal{Reason::R07ReductionOutput};
  const NodeId hero = g.is_fusion(producer) ? hero_in_body(g, g.fused_root(producer)) : producer;
  if (g[hero].op != OpKind::Reduce || !is_race_free(reduction_shape(g, hero)))
    return Refusal{Reason::R07ReductionOutput};
  auto keeps_walk = [&](NodeId n) { return is_intermediate(g, n, 1); };
  bool chain = true;
  if (g.is_fusion(consumer)) {
    for (NodeId n : g[g[consumer].called].nodes)
      chain = chain && (g[n].dead || g[n].op == OpKind::Parameter || keeps_walk(n));
  } else {
    chain = keeps_walk(consumer);
  }
  if (!chain || g[producer].users.size() > 1) return Refusal{Reason::R07ReductionOutput};
  return std::nullopt;
}

int64_t volume(const Window& window) {
  int64_t v = 1;
  for (const WindowDim& d : window) v *= d.size;
  return v;
}

bool expensive_to_repeat(const Graph& g, NodeId n) {
  if (g[n].op == OpKind::Reduce && !is_fast_reduction(g, n)) {
    const Shape& out = g[n].shape->is_tuple() ? g[n].shape->elements[0] : *g[n].shape;
    const int64_t count = std::max<int64_t>(1, out.element_count());
    // XLA counts a tuple as one element.
    const int64_t divisor = g[n].shape->is_tuple() ? 1 : count;
    if (g[g[n].operands[0]].shape->element_count() / divisor > many_inputs) return true;
  }
  return g[n].op == OpKind::ReduceWindow && volume(g[n].attrs->window()) > many_inputs;
}

bool reads_several_times(const Graph& g, NodeId n) {
  if (g[n].op == OpKind::Gather || g[n].op == OpKind::Broadcast)
    return g[n].shape->element_count() > g[g[n].operands[0]].shape->element_count();
  if (g[n].op == OpKind::ReduceWindow)
    for (const WindowDim& d : g[n].attrs->window())
      if (d.size > d.stride) return true;
  return false;
}

int64_t shared_bytes(const Graph& g, NodeId n) {
  if (g.is_fusion(n)) {
    const Body& body = g[g[n].called];
    if (body.reduces + body.transposes + body.fusions == 0) return 0;
    int64_t sum = 0;
    for (NodeId m : g[g[n].called].nodes)
      if (!g[m].dead) sum += shared_bytes(g, m);  // bodies in bodies are rare and shallow
    return sum;
  }
  if (is_fast_reduction(g, n)) {
    if (g.era() == Era::Priority2026) {  // a buffer for each input; columns are read up to 4 at a time
      int64_t bytes = 0;
      for (size_t i = 0; i < g[n].operands.size() / 2; ++i) bytes += bytes_of(g[g[n].operands[i]].shape->type);
      return (reduction_shape(g, n).row ? 32 : 32 * (4 * 32 + 1)) * bytes;
    }
    const int64_t bytes = bytes_of(g[g[n].operands[0]].shape->type);
    const auto results = static_cast<int64_t>(g[n].shape->is_tuple() ? g[n].shape->elements.size() : 1);
    return (reduction_shape(g, n).row ? 32 : 4 * 32 * 33) * bytes * results;
  }
  const auto transpose = tiled_transpose(g, n);
  return transpose ? transpose->shared_bytes : 0;
}

int64_t reductions_in(const Graph& g, NodeId n) {
  if (!g.is_fusion(n)) return is_fast_reduction(g, n);
  if (g[g[n].called].reduces + g[g[n].called].fusions == 0) return 0;
  int64_t count = 0;
  for (NodeId m : g[g[n].called].nodes)
    if (!g[m].dead) count += reductions_in(g, m);
  return count;
}

}  // namespace

bool is_loop_fusible_producer(const Graph& g, NodeId n) {
  if (!is_fusible_op(g, n)) return false;
  if (g[n].op == OpKind::Iota || g[n].op == OpKind::Constant) return true;
  if (g[n].op == OpKind::Reduce) return !g[n].shape->is_tuple();
  return is_loop_fusible(g, n);
}

bool is_input_fusible(const Graph& g, NodeId n) {
  return is_fusible_op(g, n) && (is_reduction_kernel(g, n) || is_scatter_kernel(g, n) || is_transpose_kernel(g, n));
}

bool is_physically_transposing(const Graph& g, NodeId n) {
  if (g.is_fusion(n)) {
    for (NodeId m : g[g[n].called].nodes)
      if (!g[m].dead && is_physically_transposing(g, m)) return true;
    return false;
  }
  return g[n].op == OpKind::Copy ||
         (g[n].op == OpKind::Transpose &&
          !transpose_is_bitcast(*g[g[n].operands[0]].shape, *g[n].shape, g[n].attrs->dims(AttrName::Permutation)));
}

bool transposes_minor_dimension(const Graph& g, NodeId n) {
  if (g[n].op != OpKind::Copy && g[n].op != OpKind::Transpose) return false;
  const Shape &from = *g[g[n].operands[0]].shape, &to = *g[n].shape;
  auto most_minor = [](const Shape& s) -> int64_t {
    for (int64_t d : minor_to_major_of(s))
      if (s.dims[static_cast<size_t>(d)] > 1) return d;
    return -1;
  };
  if (g[n].op == OpKind::Copy) return most_minor(from) != most_minor(to);
  const int64_t out = most_minor(to);
  if (out < 0) return false;
  return g[n].attrs->dims(AttrName::Permutation)[static_cast<size_t>(out)] != most_minor(from);
}

std::optional<Refusal> producer_consumer_refusal(const Graph& g, NodeId producer, NodeId consumer) {
  auto holds = [&](Reason r) { return g.rules.holds(r); };
  if (holds(Reason::R07NotLoopFusible) && !is_loop_fusible_producer(g, producer) && !is_transpose_kernel(g, producer))
    return Refusal{Reason::R07NotLoopFusible};
  if (auto r = epilogue_refusal(g, producer, consumer); r && holds(r->reason)) return r;
  if (auto r = scatter_refusal(g, producer, consumer); r && holds(r->reason)) return r;
  if (!is_input_fusible(g, consumer) && !is_loop_fusible_consumer(g, consumer)) {
    const bool bitcast = g[consumer].op == OpKind::Bitcast;
    const Reason reason = bitcast ? Reason::R09BitcastConsumer : Reason::R02ConsumerNotFusible;
    if (holds(reason) && !(bitcast && g.rules.of_2022())) return Refusal{reason};
  }
  if (holds(Reason::R06SeveralOutputs) && g.is_multi_output(producer)) return Refusal{Reason::R06SeveralOutputs};
  // Large constants stay data beside the code; others only ease what already is a kernel.
  if (holds(Reason::R31Constant) && g[producer].op == OpKind::Constant &&
      (!is_effective_scalar(*g[producer].shape) || !g.is_fusion(consumer)))
    return Refusal{Reason::R31Constant};
  if (auto reason = in_place_conflict(g, producer, consumer); reason && holds(*reason)) return Refusal{*reason};
  return std::nullopt;
}

namespace {

bool has(const Graph& g, NodeId n, bool (*what)(const Graph&, NodeId)) {
  if (!g.is_fusion(n)) return what(g, n);
  for (NodeId m : g[g[n].called].nodes)
    if (!g[m].dead && what(g, m)) return true;
  return false;
}

// What reads `producer`, directly or not, in the consumer.
bool reached_has(const Graph& g, NodeId producer, NodeId consumer, bool (*what)(const Graph&, NodeId)) {
  if (!g.is_fusion(consumer)) return what(g, consumer);
  const int64_t at = g.operand_index(consumer, producer);
  if (at < 0) return false;
  std::vector<NodeId> work{g.fused_parameter(consumer, at)};
  std::set<NodeId> seen(work.begin(), work.end());
  while (!work.empty()) {
    const NodeId n = work.back();
    work.pop_back();
    if (what(g, n)) return true;
    for (NodeId u : g[n].users)
      if (seen.insert(u).second) work.push_back(u);
  }
  return false;
}

bool is_loop_of_its_own(const Graph& g, NodeId n) {
  if (g[n].op == OpKind::Reduce) return !is_fast_reduction(g, n);
  return g[n].op == OpKind::ReduceWindow && reads_several_times(g, n);
}

}  // namespace

bool creates_heavy_computation(const Graph& g, NodeId producer, NodeId consumer) {
  return has(g, producer, expensive_to_repeat) && reached_has(g, producer, consumer, reads_several_times);
}

bool creates_nested_loops(const Graph& g, NodeId producer, NodeId consumer) {
  return has(g, producer, is_loop_of_its_own) && reached_has(g, producer, consumer, is_loop_of_its_own);
}

std::optional<Refusal> budget_refusal(const Graph& g, NodeId n1, NodeId n2, const Device& device, bool absorbs) {
  const int64_t shared = shared_bytes(g, n1) + shared_bytes(g, n2);
  auto holds = [&](Reason r) { return g.rules.holds(r); };
  const int64_t budget = g.rules.of_2022() ? shared_bytes_of_2022 : device.shared_bytes_per_block;
  if (holds(Reason::R23SharedMemory) && shared > budget) return Refusal{Reason::R23SharedMemory, {shared, budget}};
  const int64_t reductions = reductions_in(g, n1) + reductions_in(g, n2);
  if (holds(Reason::R24Reductions) && reductions > most_reductions)
    return Refusal{Reason::R24Reductions, {reductions, most_reductions}};
  return parameter_refusal(g, n1, n2, absorbs);
}

std::optional<Refusal> parameter_refusal(const Graph& g, NodeId n1, NodeId n2, bool absorbs) {
  const int64_t outputs = subshape_count(*g[n1].shape) + subshape_count(*g[n2].shape);
  const auto size = [&](NodeId n) { return static_cast<int64_t>(g[n].operands.size()); };
  const int64_t most = g.rules.of_2022() ? most_parameters_of_2022 : most_parameters;
  if (!g.rules.holds(Reason::R22Operands) || size(n1) + size(n2) - 1 + outputs <= most) return std::nullopt;
  std::set<NodeId> operands(g[n1].operands.begin(), g[n1].operands.end());
  operands.insert(g[n2].operands.begin(), g[n2].operands.end());
  operands.erase(n1);
  operands.erase(n2);
  const auto count = static_cast<int64_t>(operands.size());
  if (absorbs && count <= size(n1)) return std::nullopt;  // no worse than before
  if (count + outputs > most) return Refusal{Reason::R22Operands, {count + outputs, most}};
  return std::nullopt;
}

std::optional<Refusal> scatter_refusal(const Graph& g, NodeId producer, NodeId consumer) {
  if (is_scatter_kernel(g, producer)) return Refusal{Reason::R08ScatterOutput};
  if (!is_scatter_kernel(g, consumer)) return std::nullopt;
  NodeId buffer = g[consumer].op == OpKind::Scatter ? g[consumer].operands[0] : NodeId();
  if (!buffer.valid()) {
    buffer = g[g.fused_root(consumer)].operands[0];
    if (g[buffer].op != OpKind::Parameter) return std::nullopt;
    buffer = g[consumer].operands[static_cast<size_t>(g[buffer].number)];
  }
  if (buffer == producer) return Refusal{Reason::R08ScatterBuffer};
  if (g.is_user_of(producer, buffer)) return Refusal{Reason::R08ReadsScatterBuffer};
  return std::nullopt;
}

std::optional<Refusal> several_outputs_producer_refusal(const Graph& g, NodeId producer) {
  auto holds = [&](Reason r) { return g.rules.holds(r); };
  if (holds(Reason::R06SeveralOutputs) && g.is_multi_output(producer)) return Refusal{Reason::R06SeveralOutputs};
  if (holds(Reason::R38UpdateInOutputs) && !in_place_pairs(g, producer).empty())
    return Refusal{Reason::R38UpdateInOutputs};
  if (holds(Reason::R07NotLoopFusible) && !is_loop_fusible_producer(g, producer))
    return Refusal{Reason::R07NotLoopFusible};
  if (holds(Reason::R11PhysicallyTransposing) && is_physically_transposing(g, producer))
    return Refusal{Reason::R11PhysicallyTransposing};
  return std::nullopt;
}

bool can_have_several_outputs(const Graph& g, NodeId n) {
  return is_fusible_op(g, n) && !is_custom_fusion(g, n) &&
         (g[n].kind == FusionKind::Loop || is_elementwise(g, n) || is_reduction_kernel(g, n) ||
          is_transpose_kernel(g, n));
}

FusionKind kind_of_fusion(const Graph& g, NodeId producer, NodeId consumer) {
  return is_input_fusible(g, consumer) || is_input_fusible(g, producer) ? FusionKind::Input : FusionKind::Loop;
}

bool only_read_by(const Graph& g, NodeId n, NodeId consumer) {
  for (NodeId u : g[n].users) {
    if (g[u].op == OpKind::GetTupleElement) {
      if (!only_read_by(g, u, consumer)) return false;  // tuples nest as deep as their types
      continue;
    }
    if (u != consumer && !g.is_root(u)) return false;
  }
  return true;
}

int64_t instruction_count(const Graph& g, NodeId n) {
  if (!g.is_fusion(n)) return 1;
  int64_t count = 0;
  for (NodeId m : g[g[n].called].nodes) count += !g[m].dead;
  return count;
}

}  // namespace eutectic::fusion::xla
