// XLA's FusionMerger (2024): a loop fusion goes into all its users, or into none.
#pragma once
#include "fusion/xla/graph.h"
#include "fusion/xla/log.h"
#include "fusion/xla/rules/device.h"

namespace eutectic::fusion::xla {

bool fusion_merger(Graph& graph, Log& log, const Device& device);

// Every rule that keeps the fusion from being merged into this user, all users being asked.
std::vector<explain::Verdict> fusion_merger_refusals(Graph& g, NodeId fusion, NodeId user, const Device& device);

}  // namespace eutectic::fusion::xla
