// A kernel of a scratch graph as HLO text: its instruction, and for a fusion the computation that it runs.
#pragma once
#include <string>

#include "fusion/xla/graph.h"

namespace eutectic::report {

std::string kernel_text(const fusion::xla::Graph& graph, fusion::xla::NodeId kernel);

}  // namespace eutectic::report
