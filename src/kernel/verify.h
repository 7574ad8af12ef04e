// The invariants of kernel.h, all violations at once, each with its statement's text: structure, definitions before
// uses, types and kinds, where statements may stand, pure functions, indices in bounds (by ranges.h; what cannot be
// bounded needs a mask or a clamp), memory stored before it is read, and iterations of a par that keep apart.
#pragma once
#include "base/result.h"
#include "kernel/kernel.h"

namespace eutectic::kernel {

struct VerifyOptions {
  // Iterations of a par must not store what another reads or stores. Where that can be neither proved nor refuted
  // (scatters to indices from memory), the maker of the kernel is trusted, unless this is set.
  bool strict_disjoint = false;
};

Status verify(const Kernel& kernel, const VerifyOptions& options = {});

}  // namespace eutectic::kernel
