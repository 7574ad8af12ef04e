// See model.h.
#include "fusion/xla/priority/model.h"

#include <algorithm>
#include <cmath>

#include "fusion/xla/priority/triton.h"
#include "fusion/xla/rules/heroes.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

// Of a kernel that Triton makes, or has made so far: a block for each tile.
std::optional<KernelForm> tiled_form(const View& view, NodeId fusion, const Device& device) {
  const Graph& g = view.graph();
  if (!is_triton_fusion(g, fusion)) return std::nullopt;
  const auto blocks = block_tiles_of(g, fusion);
  if (!blocks) return std::nullopt;
  KernelForm f{Emitter::Loop, {1, blocks->warps * device.threads_per_warp}, true};
  const Dims& dims = g[view.roots()[0]].shape->dims;
  for (size_t d = 0; d < std::min(dims.size(), blocks->tile.size()); ++d)
    f.launch.blocks *= (dims[d] + blocks->tile[d] - 1) / blocks->tile[d];
  return f;
}

KernelForm form_of(const View& view, const Device& device) {
  const Emission kernel = emission_of(view);
  return {kernel.emitter, launch_of(kernel, device), true};
}

}  // namespace

const KernelForm& Model::form(NodeId n) {
  auto it = forms_.find(n);
  if (it != forms_.end()) return it->second;
  const View view(g_, n);
  KernelForm f = tiled_form(view, n, d_).value_or(form_of(view, d_));
  f.whole_transactions = reads_whole(n, f.emitter);
  return forms_.emplace(n, f).first->second;
}

const KernelForm& Model::form(NodeId producer, NodeId consumer) {
  std::optional<KernelForm>& f = pairs_[producer][consumer].form;
  if (f) return *f;
  const View view(g_, producer, consumer);
  f = tiled_form(view, consumer, d_);
  if (!f) f = tiled_form(view, producer, d_);
  if (!f) f = form_of(view, d_);
  f->whole_transactions =
      reads_whole(producer, f->emitter) && reads_whole(consumer, f->emitter) &&
      !(f->emitter == Emitter::Reduction && is_reduction_kernel(g_, producer) && is_reduction_kernel(g_, consumer));
  return *f;
}

const KernelTime& Model::alone(NodeId n) {
  if (auto it = alone_.find(n); it != alone_.end()) return it->second;
  const KernelForm& f = form(n);
  KernelTime t;
  t.flops = static_cast<int64_t>(cost_.flops(n));
  t.written = static_cast<int64_t>(cost_.output_bytes(n));
  t.write = timing_.write(t.written);
  t.reads = 0;
  for (NodeId o : g_[n].operands) *t.reads += read(f, o, bytes_read(n, o));
  t.compute = timing_.computing(t.flops, f.launch);
  t.memory = *t.reads + t.write;
  t.all = Timing::overlapped(t.compute, t.memory);
  return alone_.emplace(n, t).first->second;
}

bool Model::reads_whole(NodeId n, Emitter emitter) {
  if (emitter == Emitter::Transpose) return true;
  const auto [it, is_new] = whole_.try_emplace(n, true);
  if (is_new) it->second = reads_whole_transactions(g_, n, emitter);
  return it->second;
}

int64_t Model::bytes_read(NodeId n, NodeId operand) {
  const int64_t at = g_.operand_index(n, operand);
  return at < 0 ? int64_t{0} : static_cast<int64_t>(cost_.operand_bytes(n, static_cast<size_t>(at)));
}

Ticks Model::read(const KernelForm& form, NodeId operand, int64_t bytes) const {
  const Shape& shape = *g_[operand].shape;
  return timing_.read(form.launch.blocks, std::min(bytes_of(shape), bytes), bytes,
                      timing_.rate_of(shape, form.whole_transactions));
}

// Bytes of an operand that the two read together: what both read at the same element counts once.
int64_t Model::shared_bytes(NodeId producer, NodeId consumer, NodeId operand) {
  const int64_t by_producer = bytes_read(producer, operand), by_consumer = bytes_read(consumer, operand);
  const int64_t at = g_.operand_index(producer, operand);
  const float common = at < 0 ? 0.0f : cost_.common_use(producer, static_cast<size_t>(at), consumer);
  return std::llround(static_cast<float>(by_producer) * cost_.use_of(consumer, producer)) + by_consumer -
         std::llround(static_cast<float>(bytes_of(*g_[operand].shape)) * common);
}

Ticks Model::reads(NodeId producer, NodeId consumer) {
  const KernelForm &f = form(producer, consumer), &alone_form = form(consumer);
  const std::optional<Ticks> of_consumer = alone(consumer).reads;
  Ticks sum = 0;
  if (!of_consumer || f.launch.blocks != alone_form.launch.blocks ||
      f.whole_transactions != alone_form.whole_transactions) {
    for (NodeId o : View(g_, producer, consumer).parameters()) sum += read(f, o, shared_bytes(producer, consumer, o));
    return sum;
  }
  // What the consumer reads alone it reads here too, but for the producer and what that reads too.
  sum = *of_consumer;
  const std::vector<NodeId>&theirs = g_[producer].operands, &own = g_[consumer].operands;
  for (NodeId o : own) {
    const bool is_output = o == producer || (g_[o].op == OpKind::GetTupleElement && g_[o].operands[0] == producer);
    if (!is_output && std::ranges::find(theirs, o) == theirs.end()) continue;
    sum -= read(f, o, bytes_read(consumer, o));
    if (!is_output) sum += read(f, o, shared_bytes(producer, consumer, o));
  }
  for (auto o = theirs.begin(); o != theirs.end(); ++o)
    if (std::find(theirs.begin(), o, *o) == o && std::ranges::find(own, *o) == own.end())
      sum += read(f, *o, shared_bytes(producer, consumer, *o));
  return sum;
}

Ticks Model::estimate(NodeId producer, NodeId consumer, Ticks more_writes) {
  float used = 0;
  for (size_t i = 0; i < g_[consumer].operands.size(); ++i) {
    const NodeId o = g_[consumer].operands[i];
    if (o == producer || (g_[o].op == OpKind::GetTupleElement && g_[o].operands[0] == producer))
      used += cost_.utilization(consumer, i);
  }
  const KernelTime p = alone(producer), c = alone(consumer);
  const KernelForm f = form(producer, consumer);
  const auto flops = static_cast<int64_t>(static_cast<float>(p.flops) * used + static_cast<float>(c.flops));
  return Timing::overlapped(timing_.computing(flops, f.launch), reads(producer, consumer) + c.write + more_writes);
}

Ticks Model::together(NodeId producer, NodeId consumer) {
  std::optional<Ticks>& time = pairs_[producer][consumer].time;
  if (time) return *time;
  const Ticks t = estimate(producer, consumer, 0);
  return *(pairs_[producer][consumer].time = t);
}

std::optional<Ticks> Model::known_together(NodeId producer, NodeId consumer) const {
  const auto it = pairs_.find(producer);
  if (it == pairs_.end()) return std::nullopt;
  const auto at = it->second.find(consumer);
  return at == it->second.end() ? std::nullopt : at->second.time;
}

Ticks Model::together_with_output(NodeId producer, NodeId consumer) {
  return estimate(producer, consumer, alone(producer).write);
}

void Model::forget(NodeId n) {
  cost_.forget(n);
  forms_.erase(n);
  whole_.erase(n);
  alone_.erase(n);
  pairs_.erase(n);
  for (NodeId o : g_[n].operands) {
    if (g_[o].op == OpKind::GetTupleElement) o = g_[o].operands[0];
    if (auto it = pairs_.find(o); it != pairs_.end()) it->second.erase(n);
  }
}

}  // namespace eutectic::fusion::xla
