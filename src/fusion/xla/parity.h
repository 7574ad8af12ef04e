// How far our end state is XLA's: kernels with the same canonical text, computation by computation.
#pragma once
#include <string>
#include <vector>

#include "fusion/xla/canonical.h"

namespace eutectic::fusion::xla {

struct ComputationParity {
  std::string name;
  int64_t matched = 0, ours = 0, xla = 0;
  std::vector<Kernel> only_ours, only_xla;
};

struct Parity {
  std::vector<ComputationParity> computations;
  int64_t matched = 0, ours = 0, xla = 0;
  bool exact() const { return matched == ours && matched == xla; }
};

// Computations are paired by name, the rest in order; equal instructions within a kernel count once on both sides.
Parity compare_kernels(const Graph& ours, const Graph& theirs);

}  // namespace eutectic::fusion::xla
