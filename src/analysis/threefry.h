// Finds Threefry-2x32 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011) in a scalar graph, however
// the program spelled it: twenty rounds of add, rotate and xor, with a key added after every fourth.
#pragma once
#include <vector>

#include "analysis/scalar_graph.h"

namespace eutectic::analysis {

struct Threefry {
  NodeId x0, x1;            // the counter, with the key added once
  NodeId key0, key1, key2;  // key2 = key0 ^ key1 ^ 0x1bd11bda
  NodeId y0, y1;            // before the key is added for the last time
};

// All that are complete: what is partly known (a constant counter under a constant key) has been folded.
std::vector<Threefry> find_threefry(ScalarGraph& graph);

inline constexpr int threefry_rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};

}  // namespace eutectic::analysis
