// How many launches a program takes, outside loops and per iteration: fusions, copies, library and custom calls, sorts.
// Called computations count where they are called, of a conditional's branches the one with the most; conditions of
// loops do not (a known trip count needs none).
#pragma once
#include <map>
#include <optional>
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

// How often a loop runs: as its own constants have it, or as XLA wrote it down before it fused the condition.
std::optional<int64_t> known_steps(const Module& module, InstrId loop);

// For each conditional, the branch with the most launches, loops in it included (one of unknown count counts once).
std::map<NodeId, CompId> largest_branches(const Graph& graph);

}  // namespace eutectic::fusion::xla
