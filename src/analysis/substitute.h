// A graph's value with one node put in another's place.
#pragma once
#include "analysis/scalar_graph.h"

namespace eutectic::analysis {

// `root` with `to` for `from`, simplified where that decides a select. Index forms that hold nodes are left as they
// are.
NodeId substitute(ScalarGraph& graph, NodeId root, NodeId from, NodeId to);

}  // namespace eutectic::analysis
