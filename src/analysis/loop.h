// A while loop as scalars: which carried values are invariant, counters, streams written row by row, or state; which
// dimensions are lanes; and, per lane and step, the graph that makes the next state. Fails with the verdict that keeps
// the loop from being one kernel.
#pragma once
#include <memory>

#include "analysis/scalarize.h"

namespace eutectic::analysis {

enum class CarryKind : uint8_t { Invariant, Counter, Stream, State };

// One scalar of the state, per lane (or one for all).
struct CarrySlot {
  uint32_t leaf = 0, part = 0;
  IndexList index;  // in the leaf; lane atoms and constants
  bool lane = false;
  bool late = false;  // depends on a reduction over lanes; no lane reads it
  NodeId carry, init, next;
};

// What an iteration stores into a streamed carried value.
struct StreamStore {
  uint32_t leaf = 0;
  AffineId index;  // linear, of lanes, the counter and constants; complex parts included
  NodeId value;
};

struct LoopLeaf {
  CarryKind kind = CarryKind::State;
  Shape shape;
  bool used = false;     // outside the loop
  bool covered = false;  // Stream: every element is written, so that the initial content does not matter
  bool shared = false;   // State that lanes read at other lanes (loads of state_array + leaf)
  AffineId counter;      // Counter: its value
  int64_t last = 0;      // Counter: its value after the loop
  InstrId update;        // Stream: the dynamic-update-slice
  uint32_t initial = 0;  // Stream that is not covered: its initial content is this source
};

struct LoopAnalysis {
  InstrId loop;
  int64_t trip_count = 0;
  // Valid: there is no trip count. A lane value of the carries: each lane goes on while it holds, and `next` is what it
  // then becomes; the program goes on while any lane does and leaves the others as they are. A uniform value: all go
  // on while it holds.
  NodeId condition;
  // Lanes read what others make in the same step (a reduction over the lanes), or made in the last one, or the
  // condition is uniform: all lanes do one step, or part of one, before any begins the next.
  bool in_phases = false;
  std::vector<int64_t> lane_extents;
  std::vector<LoopLeaf> leaves;
  std::vector<CarrySlot> slots;
  std::vector<StreamStore> stores;
  std::vector<StreamStore> finals;  // stored once, after the last step: functions of the final carries
  bool rows = false;  // steps are independent: nothing is carried, and what is stored are reductions over the lanes
  std::vector<Source> sources;  // arrays read, in the order of the kernel's inputs
  std::vector<explain::Verdict> verdicts;
  ScalarGraph graph;
};

struct LoopOptions {
  bool reciprocal = true;
  int64_t max_slots = 256;
};

// The verdict of the most promising attempt where none succeeds.
std::expected<std::unique_ptr<LoopAnalysis>, explain::Verdict> analyze_loop(const Module& module, InstrId loop,
                                                                            const LoopOptions& options = {});

// Whether an instruction outside a kernel is so cheap that the kernel computes its elements itself: data movement,
// constants, and a few arithmetic ops on such.
bool is_cheap(const Module& module, InstrId instr);

}  // namespace eutectic::analysis
