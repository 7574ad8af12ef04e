// The keys that a loop carries from step to step, for all steps, without the rest of the loop.
#pragma once
#include <span>
#include <vector>

#include "analysis/trip_count.h"
#include "passes/draft.h"

namespace eutectic::rewrites {

struct KeyChain {
  // By carried element, of keys only: its values at the beginning of every step, over a new first dimension; its value
  // after the last step.
  std::vector<Draft::Local> stacks, last;
};

// The keys are the elements k of the flat counted `loop` with is_key[k]; their next values come from keys, the counter
// and invariants alone, through ops that Batch can make. `init`: what the loop starts from, in `draft`. `on_cpu`: calls
// cost little and straight-line code much time to compile, so that each key is made in a step of its own.
KeyChain key_chain(Draft& draft, InstrId loop, const TripCount& count, const std::vector<uint8_t>& is_key,
                   std::span<const Draft::Local> init, bool on_cpu);

}  // namespace eutectic::rewrites
