// What XLA:CPU takes for a kernel: one nest of loops over its result, whose body computes what each element needs.
#pragma once
#include "fusion/xla/boundaries.h"
#include "fusion/xla/graph.h"

namespace eutectic::optimize {

// Of one run. `small_loop`: it stands in a loop that is compiled as one function.
double cpu_kernel_us(const fusion::xla::Graph& graph, const fusion::xla::KernelReport& kernel, bool small_loop);

// Whether XLA:CPU compiles a loop with what it calls as one function: its values are few bytes.
bool is_small_loop(const Shape& state);

// One step of a loop beside its kernels.
inline constexpr double cpu_step_us = 0.1;

}  // namespace eutectic::optimize
