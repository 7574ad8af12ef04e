// XLA's GPU MultiOutputFusion (2024): kernels that read the same value, or a value and its reader, become one kernel
// with several outputs.
#pragma once
#include "fusion/xla/graph.h"
#include "fusion/xla/log.h"
#include "fusion/xla/rules/device.h"

namespace eutectic::fusion::xla {

bool multi_output_fusion(Graph& graph, Log& log, const Device& device);

// Every rule that keeps the producer from becoming another output of its consumer; two readers of `value` from
// becoming one kernel.
std::vector<explain::Verdict> multi_output_refusals(Graph& g, NodeId producer, NodeId consumer, const Device& device);
std::vector<explain::Verdict> sibling_refusals(Graph& g, NodeId n1, NodeId n2, NodeId value, const Device& device);

}  // namespace eutectic::fusion::xla
