// The relaxation `contract`: a multiplication whose only reader is an addition or subtraction becomes one fma, as
// XLA:CPU does. Decided on the whole graph, so that no schedule changes a bit.
#pragma once
#include <vector>

#include "analysis/scalar_graph.h"

namespace eutectic::analysis {

// Rewrites what the roots need; each root is replaced by its new node. Returns how many were contracted.
int64_t contract(ScalarGraph& graph, const std::vector<NodeId*>& roots);

// Nodes that the roots need, marked by id; operands and index forms are followed.
std::vector<bool> needed(const ScalarGraph& graph, const std::vector<NodeId>& roots);

}  // namespace eutectic::analysis
