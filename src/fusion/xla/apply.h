// A scratch graph as a module: the program as XLA prints it after fusion, with a computation for each fusion. It
// computes what the graph's module does.
#pragma once
#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

// Names of the graph stay where they are unique; the rest get numbers behind. Computations that the graph does not
// hold (reducers, comparators ...) are copied, those that nothing calls are left out.
Module apply(const Graph& graph);

}  // namespace eutectic::fusion::xla
