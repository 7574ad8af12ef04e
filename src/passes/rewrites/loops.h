// What rewrites of loops share.
#pragma once
#include <functional>
#include <vector>

#include "passes/draft.h"

namespace eutectic::rewrites {

// Whether a computation takes one flat tuple that only get-tuple-elements read; with `tuple_root`, also gives a tuple
// instruction.
bool is_flat(const Module& module, CompId comp, bool tuple_root);
// Both computations of a loop.
bool is_flat_loop(const Module& module, InstrId loop);

// The instructions of a flat computation in a draft, its parameter's elements being these values. Gives what the
// elements of its root are (of a root that is no tuple: that).
std::vector<Draft::Local> inlined(Draft& draft, CompId comp, std::span<const Draft::Local> elements);

// Copies a computation. A loop that only get-tuple-elements read is offered to `replace`, with what it starts from;
// what that gives stands for the elements of its result, if anything. Says whether any loop was replaced.
using ReplaceLoop =
    std::function<std::vector<Draft::Local>(Draft& draft, InstrId loop, std::span<const Draft::Local> init)>;
bool replace_loops(Module& module, CompId comp, const ReplaceLoop& replace);

}  // namespace eutectic::rewrites
