// XLA's passes, each in the file of its name. They follow the rules of passes/passes.h.
#pragma once
#include "passes/xla/pipeline.h"

namespace eutectic::xla_passes {

using Pass = Result<bool> (*)(Module&, Target);

// The algebraic simplifier and constant folding, to a fixed point.
Result<bool> simplify(Module& module, Target target);
// Element-wise ops on reshaped (or transposed) values: done before it.
Result<bool> move_reshapes(Module& module, Target target);
Result<bool> reshapes_to_bitcasts(Module& module, Target target);

}  // namespace eutectic::xla_passes
