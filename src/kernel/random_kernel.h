// Random valid kernels and memory for them, to compare compiled code with the interpreter. A seed always gives the
// same kernel on every machine. No result depends on the sign or payload of a NaN: compare NaNs as equal
// (first_difference does).
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "kernel/kernel.h"

namespace eutectic::kernel {

struct RandomKernelOptions {
  int64_t max_lanes = 300;  // elements of a phase
  int max_statements = 40;  // of a body of lanes, about
  int max_phases = 3;
  int max_depth = 3;         // of loops and arms in a body of lanes
  bool narrow_types = true;  // s8 .. u16, f16, bf16
  bool wide_types = true;    // f64, u64 as values (s64 is always there, for indices)
  bool float_rem = true;
  bool functions = true;
  bool whiles = true;
  bool whens = true;
  bool gathers = true;
  bool masked = true;  // loads and stores with masks
  bool reductions = true;
  bool fixpoints = true;
  bool worker = true;      // Worker buffers between phases
  bool outer_loop = true;  // pars inside a root-level for
};

Kernel random_kernel(uint64_t seed, const RandomKernelOptions& options = {});

// Memory of each Param, in buffer order.
using KernelMemory = std::vector<std::vector<std::byte>>;
KernelMemory random_memory(const Kernel& kernel, uint64_t seed);
std::vector<void*> pointers(KernelMemory& memory);

// Where two memories of a kernel first differ ("%out0[17]: 1.5 and 2.5"), or "". All NaNs are the same.
std::string first_difference(const Kernel& kernel, const KernelMemory& a, const KernelMemory& b);

}  // namespace eutectic::kernel
