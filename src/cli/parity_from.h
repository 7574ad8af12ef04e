// eutectic parity --from unoptimized: programs straight from JAX, through XLA's passes as we have them and a strategy.
#pragma once
#include <string>
#include <vector>

#include "fusion/xla/strategy.h"

namespace eutectic::cli {

// Compares the module before fusion op by op, and the launches outside loops and per iteration with XLA's final ones.
// Gives the exit code.
int run_parity_from(const fusion::xla::Strategy& strategy, const std::vector<std::string>& folders, bool json,
                    bool show);

}  // namespace eutectic::cli
