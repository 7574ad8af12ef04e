// What rewrites of loops share.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "passes/draft.h"

namespace eutectic::rewrites {

// Whether a computation takes one flat tuple that only get-tuple-elements read; with `tuple_root`, also gives a tuple
// instruction.
bool is_flat(const Module& module, CompId comp, bool tuple_root);
// Both computations of a loop.
bool is_flat_loop(const Module& module, InstrId loop);

// An index of a flat loop's body as scale * counter + offset, where it is that.
struct CounterIndex {
  int64_t scale = 1, offset = 0;
};
std::optional<CounterIndex> index_of_counter(const Module& module, CompId body, InstrId index, int64_t counter);

// The element of a flat computation's parameter that an instruction is, or -1.
int64_t element_of(const Module& module, CompId comp, InstrId id);

// The instructions of a flat computation in a draft, its parameter's elements being these values. Gives what the
// elements of its root are (of a root that is no tuple: that).
std::vector<Draft::Local> inlined(Draft& draft, CompId comp, std::span<const Draft::Local> elements);

// Copies a computation. A loop that only get-tuple-elements read is offered to `replace`, with what it starts from;
// what that gives stands for the elements of its result, if anything. Says whether any loop was replaced.
using ReplaceLoop =
    std::function<std::vector<Draft::Local>(Draft& draft, InstrId loop, std::span<const Draft::Local> init)>;
bool replace_loops(Module& module, CompId comp, const ReplaceLoop& replace);

}  // namespace eutectic::rewrites
