// XLA's GpuInstructionFusion in its last version (2024), run without and with duplication.
#pragma once
#include "fusion/xla/graph.h"
#include "fusion/xla/log.h"
#include "fusion/xla/rules/device.h"

namespace eutectic::fusion::xla {

// Says whether anything was fused.
bool gpu_instruction_fusion(Graph& graph, Log& log, const Device& device, bool may_duplicate);

}  // namespace eutectic::fusion::xla
