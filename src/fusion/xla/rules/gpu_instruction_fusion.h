// XLA's GpuInstructionFusion in its last version (2024), run without and with duplication.
#pragma once
#include "fusion/xla/graph.h"
#include "fusion/xla/log.h"
#include "fusion/xla/rules/device.h"

namespace eutectic::fusion::xla {

// Says whether anything was fused.
bool gpu_instruction_fusion(Graph& graph, Log& log, const Device& device, bool may_duplicate);

bool is_expensive_on_gpu(const Graph& g, NodeId n);
// Every rule of the second run, which may duplicate, that keeps the producer out of the consumer's kernel.
std::vector<explain::Verdict> gpu_instruction_fusion_refusals(Graph& g, NodeId producer, NodeId consumer,
                                                              const Device& device);

}  // namespace eutectic::fusion::xla
