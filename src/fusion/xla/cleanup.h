// What XLA runs between its fusion passes.
#pragma once
#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

// Within each fusion's body equal instructions become one (layouts count), constants too. Says whether anything
// changed.
bool merge_equal_in_fusions(Graph& graph);
// Removes instructions without users or effects, in control-flow computations and in bodies of fusions.
bool remove_dead(Graph& graph);

}  // namespace eutectic::fusion::xla
