// What reroll.cc finds and builds: a computation that repeats a segment of instructions K times, as if a
// loop had been unrolled.
#pragma once
#include <optional>
#include <vector>

#include "analysis/effects.h"
#include "passes/classes.h"

namespace eutectic {

// How the instructions of an orbit get one operand, in every repetition t.
struct RepeatedOperand {
  enum class Kind : uint8_t {
    Invariant,  // `value`, from outside
    Same,       // what `orbit` has in repetition t
    Previous,   // what `orbit` had in repetition t - 1, at first `value` from outside
    Affine,     // an integer constant, start + delta * t
    Table,      // a scalar constant, `constants[t]`
  };
  Kind kind = Kind::Invariant;
  InstrId value;
  uint32_t orbit = 0;
  int64_t start = 0, delta = 0;
  std::vector<InstrId> constants;  // of Affine and Table
};

// One instruction of the segment: what stands for it in each repetition. The last ones may be missing, where
// their values were not needed and have been removed.
struct Orbit {
  std::vector<InstrId> members;
  std::vector<RepeatedOperand> operands;
  // slice: starts in repetition 0 and what they grow by.
  std::vector<int64_t> slice_start, slice_delta;
};

struct Repetition {
  size_t count = 0;  // K
  std::vector<Orbit> orbits;
  size_t saved = 0;  // instructions that a loop needs less, called computations counted in full
};

struct RerollLimits {
  size_t min_count = 3;
  size_t min_saved = 128;  // below, straight-line code is the better form
};

// The repetition that covers most of the computation, if any pays.
std::optional<Repetition> find_repetition(const Module& module, CompId comp, const Effects& effects, Classes& classes,
                                          const RerollLimits& limits);

// Rerolls all computations.
Result<bool> reroll_with(Module& module, const RerollLimits& limits);

}  // namespace eutectic
