// Random loop programs as JAX makes them (scans, loops, maps over lanes), for tests: a module from a seed.
#pragma once
#include <cstdint>
#include <vector>

#include "array/literal.h"
#include "ir/module.h"

namespace eutectic::compiler {

struct RandomLoopOptions {
  // Only ops whose result is one value (no float sums, no functions that are approximated): results must be equal to
  // the bit where numbers are strict.
  bool exact = true;
};

Module random_loop(uint64_t seed, const RandomLoopOptions& options = {});
std::vector<Literal> random_loop_inputs(const Module& module, uint64_t seed);

}  // namespace eutectic::compiler
