// XLA's estimates of 2024 for a producer fused into its consumers, and apart from them.
#pragma once
#include <vector>

#include "fusion/xla/log.h"
#include "fusion/xla/rules/cost.h"

namespace eutectic::fusion::xla {

struct RunTimes {
  Ticks fused = 0, unfused = 0;
};

// `keeps_output`: the producer's result is written all the same, as another output of its consumer.
RunTimes estimate(const Graph& g, const Device& device, Cost& cost, NodeId producer,
                  const std::vector<NodeId>& consumers, bool keeps_output);

// One kernel by itself, without its launch.
struct TimeAlone {
  Ticks compute = 0, memory = 0, total = 0;
};
TimeAlone kernel_time(const Graph& g, const Device& device, Cost& cost, NodeId n);

}  // namespace eutectic::fusion::xla
