// XLA's horizontal fusion (2024): small kernels without common operands become one launch because one consumer reads
// them all.
#pragma once
#include "fusion/xla/graph.h"
#include "fusion/xla/log.h"
#include "fusion/xla/rules/device.h"

namespace eutectic::fusion::xla {

// Loops and elementwise ops of the entry: outputs of one shape side by side, others as pieces of one concatenation.
bool horizontal_loop_fusion(Graph& graph, Log& log);
// Reductions, in every computation.
bool horizontal_input_fusion(Graph& graph, Log& log, const Device& device);

}  // namespace eutectic::fusion::xla
