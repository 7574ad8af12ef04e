// See run_time.h.
#include "fusion/xla/rules/run_time.h"

#include <algorithm>
#include <cmath>

#include "fusion/xla/rules/emitter.h"
#include "fusion/xla/rules/fusible.h"
#include "fusion/xla/rules/heroes.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

constexpr float l2_speedup = 2.5f, l1_speedup = 8;
constexpr double overlap = 0.95;  // of computing and memory access
constexpr Ticks launch_time = ticks_per_us;
constexpr double ticks_per_second = 4e9;

class Model {
 public:
  Model(const Graph& g, const Device& d, Cost& cost) : g_(g), d_(d), cost_(cost) {}

  RunTimes estimate(NodeId producer, const std::vector<NodeId>& consumers, bool keeps_output) {
    const auto count = static_cast<Ticks>(consumers.size());
    const auto written = static_cast<int64_t>(cost_.output_bytes(producer));
    const auto flops = static_cast<int64_t>(cost_.flops(producer));
    RunTimes t{launch_time * count, launch_time * (count + 1) + alone(producer, flops, written)};
    for (NodeId consumer : consumers) {
      const float used = use_of(consumer, producer);
      const auto total = std::llround(static_cast<float>(written) * used);
      t.unfused +=
          read(launch_of(emission_of(View(g_, consumer)), d_).blocks, std::min<int64_t>(written, total), total);
      const Launch launch = launch_of(emission_of(View(g_, producer, consumer)), d_);
      const Ticks compute = computing(static_cast<int64_t>(static_cast<float>(flops) * used), launch);
      t.fused += overlapped(compute, inputs(producer, consumer, used, launch.blocks));
    }
    if (keeps_output) t.fused += write(written);
    return t;
  }

 private:
  static Ticks seconds(float s) { return static_cast<Ticks>(std::round(static_cast<double>(s) * ticks_per_second)); }

  static Ticks overlapped(Ticks compute, Ticks memory) {
    return compute + memory - static_cast<Ticks>(std::round(static_cast<double>(std::min(compute, memory)) * overlap));
  }

  Ticks write(int64_t bytes) const {
    return seconds(1.0f * static_cast<float>(bytes) / static_cast<float>(d_.bandwidth));
  }

  Ticks computing(int64_t flops, const Launch& launch) const {
    const int64_t units = std::min(launch.blocks, d_.cores) * std::min(launch.threads, d_.fpus_per_core);
    const auto per_unit = static_cast<int64_t>(d_.clock_ghz * 2);  // per nanosecond; XLA drops the fraction
    const float ns = 1.0f * static_cast<float>(flops) / static_cast<float>(per_unit * units);
    return static_cast<Ticks>(std::round(static_cast<double>(ns) * 4));
  }

  // Few blocks cannot ask for more than a transaction per clock each.
  float limited(float bandwidth, int64_t blocks) const {
    return std::min(bandwidth,
                    static_cast<float>(blocks) * (d_.clock_ghz * 1.0e9f * static_cast<float>(d_.bytes_per_clock)));
  }

  float cached(int64_t net, float otherwise) const {
    float bandwidth = static_cast<float>(d_.bandwidth);
    if (net >= d_.l2_bytes) return bandwidth * otherwise;
    bandwidth *= l2_speedup;
    if (net < d_.l1_bytes_per_core * d_.cores) bandwidth *= l1_speedup;
    return bandwidth;
  }

  Ticks read(int64_t blocks, int64_t net, int64_t total) const {
    return seconds(static_cast<float>(total) / limited(cached(net, 1), blocks));
  }

  Ticks read_first_from_memory(int64_t blocks, int64_t net, int64_t total, double rate) const {
    const auto slow = static_cast<float>(static_cast<double>(static_cast<float>(d_.bandwidth)) * rate);
    const int64_t first = std::min(net, total);
    float rest = cached(net, 1);
    if (net >= d_.l2_bytes) rest = static_cast<float>(static_cast<double>(rest) * rate);
    return seconds(static_cast<float>(first) / limited(slow, blocks)) +
           seconds(static_cast<float>(total - first) / limited(rest, blocks));
  }

  // Transposing the fastest dimension wastes most of each transaction, except in the emitter made for it.
  bool reads_whole_transactions(NodeId n, Emitter emitter) const {
    if (emitter == Emitter::Transpose) return true;
    auto made_in_place = [&](NodeId m) {  // a broadcast or iota, perhaps converted
      while (true) {
        if (g_[m].op == OpKind::Broadcast || g_[m].op == OpKind::Iota) return true;
        if (g_[m].operands.size() != 1 || (g_[m].op != OpKind::Bitcast && !is_elementwise(g_, m))) return false;
        m = g_[m].operands[0];
      }
    };
    auto bad = [&](NodeId m) { return transposes_minor_dimension(g_, m) && !made_in_place(g_[m].operands[0]); };
    if (!g_.is_fusion(n)) return !bad(n);
    for (NodeId m : g_[g_[n].called].nodes)
      if (!g_[m].dead && bad(m)) return false;
    return true;
  }

  Ticks alone(NodeId n, int64_t flops, int64_t written) {
    const Emission kernel = emission_of(View(g_, n));
    const Launch launch = launch_of(kernel, d_);
    const bool coalesced = reads_whole_transactions(n, kernel.emitter);
    Ticks reads = 0;
    for (NodeId o : g_[n].operands) {
      const Shape& shape = *g_[o].shape;
      const auto total = static_cast<int64_t>(cost_.operand_bytes(n, static_cast<size_t>(g_.operand_index(n, o))));
      const int64_t element = shape.is_array() ? bytes_of(shape.type) : 4;
      const double rate =
          coalesced ? 1.0 : static_cast<double>(element) / static_cast<double>(d_.dram_transaction_bytes);
      reads += read_first_from_memory(launch.blocks, std::min(bytes_of(shape), total), total, rate);
    }
    return overlapped(computing(flops, launch), reads + write(written));
  }

  // How often the consumer reads each element of the producer.
  float use_of(NodeId consumer, NodeId producer) {
    const int64_t at = g_.operand_index(consumer, producer);
    return at < 0 ? 0.0f : cost_.utilization(consumer, static_cast<size_t>(at));
  }

  // The share of reads of the producer's operand that the consumer makes at the same element anyway.
  float common_use(NodeId producer, size_t operand, NodeId consumer) {
    const NodeId value = g_[producer].operands[operand];
    const int64_t theirs = g_.operand_index(consumer, value);
    if (theirs < 0) return 0;
    bool same_element = is_elementwise(g_, producer);
    if (!same_element && g_.is_fusion(producer)) {
      const NodeId p = g_.fused_parameter(producer, static_cast<int64_t>(operand));
      same_element = cost_.common_utilization(producer, p, g_.fused_root(producer)) == 1.0f;
    }
    if (!same_element) return 0;
    if (g_.is_fusion(consumer))
      return cost_.common_utilization(consumer, g_.fused_parameter(consumer, theirs),
                                      g_.fused_parameter(consumer, g_.operand_index(consumer, producer)));
    return is_elementwise(g_, consumer) ? 1.0f : 0.0f;
  }

  // Reading the producer's operands from within the consumer.
  Ticks inputs(NodeId producer, NodeId consumer, float used, int64_t blocks) {
    Ticks sum = 0;
    for (size_t i = 0; i < g_[producer].operands.size(); ++i) {
      const auto bytes = static_cast<int64_t>(cost_.operand_bytes(producer, i));
      const float own = cost_.utilization(producer, i);
      const auto net = std::llround(static_cast<float>(bytes) / std::max(own, 1.0f));
      const float total = static_cast<float>(bytes) * (used - common_use(producer, i, consumer));
      sum += read(blocks, net, static_cast<int64_t>(total));
    }
    return sum;
  }

  const Graph& g_;
  const Device& d_;
  Cost& cost_;
};

}  // namespace

RunTimes estimate(const Graph& g, const Device& device, Cost& cost, NodeId producer,
                  const std::vector<NodeId>& consumers, bool keeps_output) {
  return Model(g, device, cost).estimate(producer, consumers, keeps_output);
}

}  // namespace eutectic::fusion::xla
