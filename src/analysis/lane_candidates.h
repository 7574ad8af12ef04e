// Which dimensions of a loop's state may be its lanes.
#pragma once
#include <cstdint>
#include <vector>

#include "analysis/loop.h"

namespace eutectic::analysis {

struct LaneAxes {
  enum class Split : uint8_t { None, Blocked, Interleaved };
  std::vector<int64_t> extents;
  // Whether a dimension may hold several values of every lane: x0 x1 ... y0 y1 ... or x0 y0 x1 y1 ...
  Split split = Split::None;
};

// Sets of axes worth trying, the most promising first. `a`: a loop whose leaves are classified.
std::vector<LaneAxes> lane_candidates(const Module& module, const LoopAnalysis& a);

}  // namespace eutectic::analysis
