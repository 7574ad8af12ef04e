// XLA's CpuInstructionFusion of 2026.
#pragma once
#include "fusion/xla/graph.h"
#include "fusion/xla/log.h"
#include "fusion/xla/why.h"

namespace eutectic::fusion::xla {

Status run_cpu_instruction_fusion(Graph& graph, Log& log);

std::vector<Refused> cpu_why(Graph& graph, NodeId producer, NodeId consumer);

}  // namespace eutectic::fusion::xla
