// XLA's priority fusion of 2026: the producer whose fusion into all its users saves most time goes first; constants of
// one element go last.
#pragma once
#include "base/result.h"
#include "fusion/xla/graph.h"
#include "fusion/xla/log.h"
#include "fusion/xla/rules/device.h"
#include "fusion/xla/why.h"

namespace eutectic::fusion::xla {

void priority_fusion(Graph& graph, Log& log, const Device& device);

// Every rule that keeps the producer out of its readers on the graph as it is, or that it would not pay.
std::vector<Refused> priority_why(Graph& graph, NodeId producer, NodeId consumer);

// Fuses within one body and gives the time that its instructions take then, each a kernel, without launches.
Ticks time_after_priority_fusion(Graph& graph, const Device& device, BodyId body);

// What XLA fuses among its passes before fusion: for programs that these passes have still to see.
Status fuse_before_priority_fusion(Graph& graph, Log& log);

// The strategy xla-priority: priority fusion, then fusions with several outputs.
Status run_priority_fusion(Graph& graph, Log& log);

}  // namespace eutectic::fusion::xla
