// How many launches a program takes, outside loops and per iteration: fusions, copies, library and custom calls, sorts;
// called computations count where they are called, conditions and branches do not.
#pragma once
#include <string>
#include <vector>

#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

struct Launches {
  int64_t outside = 0;
  std::vector<std::pair<std::string, int64_t>> loops;  // body and launches per iteration, callees first
  int64_t in_loops() const {
    int64_t n = 0;
    for (const auto& [name, count] : loops) n += count;
    return n;
  }
};

Launches count_launches(const Graph& graph);

}  // namespace eutectic::fusion::xla
