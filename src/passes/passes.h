// The passes, each in the file of its name. A pass changes computations by appending their new version and
// making it the definition (draft.h); ids of computations stay, instructions that no computation contains
// any more stay behind. compact() drops those. A pass keeps what the entry computes bit for bit, its
// interface, and side effects; it may fail with `unsupported`. It says whether it changed anything.
#pragma once
#include <functional>

#include "ir/module.h"

namespace eutectic {

// Puts the callee's instructions in the place of every call, composite, fusion and asynchronous wrapper.
// While loops and conditionals then have computations of their own.
Result<bool> inline_calls(Module& module);
// Loops and conditionals carry one flat tuple of arrays and tokens (also of one element, or none); a
// get-tuple-element of a tuple is the element. Aggregates remain at the entry's interface and at ops that
// return several results.
Result<bool> flatten_tuples(Module& module);
// Drops instructions that nobody reads and that have no effect.
Result<bool> remove_dead_code(Module& module);
// One instruction for equal pure ones of a computation; one computation for equal combiners.
Result<bool> merge_equal(Module& module);
// Loops carry only what they need: dead values, equal values and constants leave the tuple; what a loop
// leaves unchanged is read from before it. Conditionals likewise. Needs flat tuples.
Result<bool> simplify_loops(Module& module);
// What simplify_loops and move_invariant_code do to a loop.
struct LoopChange {
  enum Kind : uint8_t {
    Removed,   // it runs so many steps: none or one
    Narrowed,  // it carries fewer elements: so many, instead of so many
    ReadNow,   // so many of its results are what it starts from
    Moved,     // so many instructions run before it, which makes it carry so many values more
    Stays,     // so many invariant instructions do not, since carrying their values takes so many bytes, their operands
               // so many: no change
  } kind;
  std::vector<int64_t> numbers;
};
// Asked before each change, in the module as it is then; told of `Stays`.
using LoopFilter = std::function<bool(const Module&, InstrId loop, const LoopChange&)>;
Result<bool> simplify_loops_with(Module& module, const LoopFilter& filter);
Result<bool> move_invariant_code_with(Module& module, const LoopFilter& filter);
// Algebra, shapes and constants (simplify.h).
Result<bool> simplify(Module& module);
// What optimization barriers pass on takes their place.
Result<bool> remove_barriers(Module& module);
// What a loop computes from invariants alone is computed before it.
Result<bool> move_invariant_code(Module& module);
// Straight-line code that repeats a step K times becomes a loop (reroll.h).
Result<bool> reroll(Module& module);
// Nested counted loops that walk over one sequence become one loop.
Result<bool> merge_loops(Module& module);
// Ops that HLO has not (erf-inv, lgamma, square ...) become ops that it has: what is written for XLA to read.
Result<bool> expand_special(Module& module);
// A new module without what is unreachable, instruction names unique.
Module compact(const Module& module);

}  // namespace eutectic
