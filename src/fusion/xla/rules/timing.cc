// See timing.h.
#include "fusion/xla/rules/timing.h"

#include <algorithm>
#include <cmath>

#include "fusion/xla/rules/fusible.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

constexpr float l2_speedup = 2.5f, l1_speedup = 8;
constexpr double overlap = 0.95, ticks_per_second = 1e6 * ticks_per_us;

}  // namespace

Ticks Timing::seconds(double s) { return static_cast<Ticks>(std::round(s * ticks_per_second)); }

Ticks Timing::overlapped(Ticks compute, Ticks memory) {
  return compute + memory - static_cast<Ticks>(std::round(static_cast<double>(std::min(compute, memory)) * overlap));
}

Ticks Timing::write(int64_t bytes) const {
  return seconds(1.0f * static_cast<float>(bytes) / static_cast<float>(d_.bandwidth));
}

Ticks Timing::write_at(int64_t bytes, double rate) const {
  const auto bandwidth = static_cast<int64_t>(rate * static_cast<double>(d_.bandwidth));
  return seconds(static_cast<double>(bytes) / static_cast<double>(bandwidth));
}

Ticks Timing::computing(int64_t flops, const Launch& launch) const {
  const int64_t units = std::min(launch.blocks, d_.cores) * std::min(launch.threads, d_.fpus_per_core);
  // Per nanosecond; XLA drops the fraction: in 2024 of the rate of one unit, in 2026 of all.
  const int64_t rate = era_ == Era::Rules2024 ? static_cast<int64_t>(d_.clock_ghz * 2) * units
                                              : static_cast<int64_t>(static_cast<float>(units) * (d_.clock_ghz * 2));
  const float ns = 1.0f * static_cast<float>(flops) / static_cast<float>(rate);
  return static_cast<Ticks>(std::round(static_cast<double>(ns) * 4));
}

// Few blocks cannot ask for more than a transaction per clock each.
float Timing::limited(float bandwidth, int64_t blocks) const {
  return std::min(bandwidth,
                  static_cast<float>(blocks) * (d_.clock_ghz * 1.0e9f * static_cast<float>(d_.bytes_per_clock)));
}

float Timing::cached(int64_t net) const {
  float bandwidth = static_cast<float>(d_.bandwidth);
  if (net >= d_.l2_bytes) return bandwidth;
  bandwidth *= l2_speedup;
  if (net < d_.l1_bytes_per_core * d_.cores) bandwidth *= l1_speedup;
  return bandwidth;
}

Ticks Timing::read_cached(int64_t blocks, int64_t net, int64_t total) const {
  return seconds(static_cast<float>(total) / limited(cached(net), blocks));
}

Ticks Timing::read(int64_t blocks, int64_t net, int64_t total, double rate) const {
  const auto slow = static_cast<float>(static_cast<double>(static_cast<float>(d_.bandwidth)) * rate);
  const int64_t first = std::min(net, total);
  float rest = cached(net);
  if (net >= d_.l2_bytes) rest = static_cast<float>(static_cast<double>(rest) * rate);
  return seconds(static_cast<float>(first) / limited(slow, blocks)) +
         seconds(static_cast<float>(total - first) / limited(rest, blocks));
}

double Timing::rate_of(const Shape& shape, bool coalesced) const {
  const int64_t element = shape.is_array() ? bytes_of(shape.type) : 4;
  return coalesced ? 1.0 : static_cast<double>(element) / static_cast<double>(d_.dram_transaction_bytes);
}

bool reads_whole_transactions(const Graph& g, NodeId n, Emitter emitter) {
  if (emitter == Emitter::Transpose) return true;
  auto made_in_place = [&](NodeId m) {  // a broadcast or iota, perhaps converted
    while (true) {
      if (g[m].op == OpKind::Broadcast || g[m].op == OpKind::Iota) return true;
      if (g[m].operands.size() != 1 || (g[m].op != OpKind::Bitcast && !is_elementwise(g, m))) return false;
      m = g[m].operands[0];
    }
  };
  auto bad = [&](NodeId m) { return transposes_minor_dimension(g, m) && !made_in_place(g[m].operands[0]); };
  if (!g.is_fusion(n)) return !bad(n);
  for (NodeId m : g[g[n].called].nodes)
    if (!g[m].dead && bad(m)) return false;
  return true;
}

}  // namespace eutectic::fusion::xla
