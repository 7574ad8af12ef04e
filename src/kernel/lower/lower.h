// From a group of a plan to a kernel. The kernel's Param buffers are, in order: `in<k>` for the group's inputs, then
// the outputs: `out<k>` for root k (for a loop: for carried leaf k of the while), or `inout<k>_<i>` where output k
// starts with the content of input i.
#pragma once
#include "fusion/plan.h"
#include "kernel/kernel.h"

namespace eutectic::kernel {

struct LowerOptions {
  bool contract = true;    // numbers xla: multiply-add as fma
  bool reciprocal = true;  // numbers xla: x / s as x * (1 / s)
  // Schedule; never changes a result. 0: chosen.
  int64_t tile = 0;
  int interleave = 0;
  enum class State : uint8_t { Choose, Registers, Tile } state = State::Choose;
};

Result<Kernel> lower(const Module& module, const fusion::Group& group, const LowerOptions& options = {});

}  // namespace eutectic::kernel
