// Changes of a program that are tried on the scratch graph before a strategy plans it, to see what they would be worth.
// After `drop_custom_calls` and `random_ahead` the graph is good for planning and counting only.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

// Custom calls in loops become values that are there already, as random numbers drawn before the loop are; what only
// they needed goes too. Gives how many there were.
int64_t drop_custom_calls(Graph& graph);

// In each computation: a slice of a concatenation, perhaps behind elementwise ops that only slices read, becomes what
// it would read, piece by piece. XLA's simplifier does it for slices that read the concatenation itself. Gives how many
// slices went.
int64_t forward_slices(Graph& graph);

// Loops carry the pieces of an array that each step stacks anew, where every reader in the loop takes parts of single
// pieces; the array is stacked once, after the loop. Slices are forwarded before and after. Gives how many
// concatenations and slices went.
int64_t scalarise_concatenates(Graph& graph);

// Values in loops that come of random bits, and hang on nothing but counters and keys, become values that are there
// already; keys are not drawn on. Gives how many such values the loops read.
int64_t random_ahead(Graph& graph);

// Bodies of innermost loops that do the same, instruction by instruction, as one that comes before: that one, by the
// computation.
std::map<CompId, CompId> equal_loop_bodies(const Graph& graph);
// Strategies leave these bodies as they are: their plans are known.
void set_aside(Graph& graph, const std::map<CompId, CompId>& bodies);

// Another parameter of a control computation with the shape of a value of it: the value as computed before.
NodeId ready_value(Graph& graph, BodyId body, NodeId value);

}  // namespace eutectic::fusion::xla
