// Changes of a program that are tried on the scratch graph before a strategy plans it, to see what they would be worth.
// After `drop_custom_calls` the graph is good for planning and counting only.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

// Custom calls in loops become values that are there already, as random numbers drawn before the loop are; what only
// they needed goes too. Gives how many there were.
int64_t drop_custom_calls(Graph& graph);

// Each innermost loop's body `k` times after one another in one step. Loops of other forms than a tuple's are left
// alone; gives how many were unrolled.
int64_t unroll(Graph& graph, int64_t k);

// In each computation: a slice of a concatenation, perhaps behind elementwise ops that only slices read, becomes what
// it would read, piece by piece. XLA's simplifier does it for slices that read the concatenation itself. Gives how many
// slices went.
int64_t forward_slices(Graph& graph);

}  // namespace eutectic::fusion::xla
