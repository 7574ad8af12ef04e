// XLA's GPU MultiOutputFusion (2024): kernels that read the same value, or a value and its reader, become one kernel
// with several outputs.
#pragma once
#include "fusion/xla/graph.h"
#include "fusion/xla/log.h"
#include "fusion/xla/rules/device.h"

namespace eutectic::fusion::xla {

bool multi_output_fusion(Graph& graph, Log& log, const Device& device);

}  // namespace eutectic::fusion::xla
