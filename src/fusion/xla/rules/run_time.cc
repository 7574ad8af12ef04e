// See run_time.h.
#include "fusion/xla/rules/run_time.h"

#include <algorithm>
#include <cmath>

#include "fusion/xla/rules/emitter.h"
#include "fusion/xla/rules/timing.h"
#include "fusion/xla/shapes.h"

namespace eutectic::fusion::xla {
namespace {

class Model {
 public:
  Model(const Graph& g, const Device& d, Cost& cost) : g_(g), d_(d), timing_(d, g.era()), cost_(cost) {}

  RunTimes estimate(NodeId producer, const std::vector<NodeId>& consumers, bool keeps_output) {
    const auto count = static_cast<Ticks>(consumers.size());
    const auto written = static_cast<int64_t>(cost_.output_bytes(producer));
    const auto flops = static_cast<int64_t>(cost_.flops(producer));
    RunTimes t{launch_time * count, launch_time * (count + 1) + alone(producer, flops, written)};
    for (NodeId consumer : consumers) {
      const float used = cost_.use_of(consumer, producer);
      const auto total = std::llround(static_cast<float>(written) * used);
      t.unfused += timing_.read_cached(launch_of(emission_of(View(g_, consumer)), d_).blocks,
                                       std::min<int64_t>(written, total), total);
      const Launch launch = launch_of(emission_of(View(g_, producer, consumer)), d_);
      const Ticks compute = timing_.computing(static_cast<int64_t>(static_cast<float>(flops) * used), launch);
      t.fused += Timing::overlapped(compute, inputs(producer, consumer, used, launch.blocks));
    }
    if (keeps_output) t.fused += timing_.write(written);
    return t;
  }

  TimeAlone kernel(NodeId n) {
    return time_of(n, static_cast<int64_t>(cost_.flops(n)), static_cast<int64_t>(cost_.output_bytes(n)));
  }

 private:
  Ticks alone(NodeId n, int64_t flops, int64_t written) { return time_of(n, flops, written).total; }

  TimeAlone time_of(NodeId n, int64_t flops, int64_t written) {
    const Emission kernel = emission_of(View(g_, n));
    const Launch launch = launch_of(kernel, d_);
    const bool coalesced = reads_whole_transactions(g_, n, kernel.emitter);
    Ticks reads = 0;
    for (NodeId o : g_[n].operands) {
      const Shape& shape = *g_[o].shape;
      const auto total = static_cast<int64_t>(cost_.operand_bytes(n, static_cast<size_t>(g_.operand_index(n, o))));
      reads += timing_.read(launch.blocks, std::min(bytes_of(shape), total), total, timing_.rate_of(shape, coalesced));
    }
    const Ticks compute = timing_.computing(flops, launch), memory = reads + timing_.write(written);
    return {compute, memory, Timing::overlapped(compute, memory)};
  }

  // Reading the producer's operands from within the consumer.
  Ticks inputs(NodeId producer, NodeId consumer, float used, int64_t blocks) {
    Ticks sum = 0;
    for (size_t i = 0; i < g_[producer].operands.size(); ++i) {
      const auto bytes = static_cast<int64_t>(cost_.operand_bytes(producer, i));
      const float own = cost_.utilization(producer, i);
      const auto net = std::llround(static_cast<float>(bytes) / std::max(own, 1.0f));
      const float total = static_cast<float>(bytes) * (used - cost_.common_use(producer, i, consumer));
      sum += timing_.read_cached(blocks, net, static_cast<int64_t>(total));
    }
    return sum;
  }

  const Graph& g_;
  const Device& d_;
  const Timing timing_;
  Cost& cost_;
};

}  // namespace

RunTimes estimate(const Graph& g, const Device& device, Cost& cost, NodeId producer,
                  const std::vector<NodeId>& consumers, bool keeps_output) {
  return Model(g, device, cost).estimate(producer, consumers, keeps_output);
}

TimeAlone kernel_time(const Graph& g, const Device& device, Cost& cost, NodeId n) {
  return Model(g, device, cost).kernel(n);
}

}  // namespace eutectic::fusion::xla
