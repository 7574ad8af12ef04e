// Normalisations (softmax, layer norm ...) that XLA of 2026 gives to Triton among its passes before fusion: a diamond
// of a binary op that reads a value and, broadcast again, the same value reduced along its last dimension.
#pragma once
#include "fusion/xla/graph.h"
#include "fusion/xla/log.h"
#include "fusion/xla/rules/device.h"

namespace eutectic::fusion::xla {

// For a graph that XLA's passes would still change; a stage before fusion has these kernels already.
void fuse_normalizations(Graph& graph, Log& log, const Device& device);

}  // namespace eutectic::fusion::xla
