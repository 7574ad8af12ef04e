// XLA's CpuInstructionFusion of 2026.
#pragma once
#include "fusion/xla/graph.h"
#include "fusion/xla/log.h"

namespace eutectic::fusion::xla {

Status run_cpu_instruction_fusion(Graph& graph, Log& log);

}  // namespace eutectic::fusion::xla
