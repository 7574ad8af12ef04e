// eutectic parity --from unoptimized|before-fusion|fused: launches as XLA's final ones, from programs straight from JAX
// (through XLA's passes as we have them), from the stage before fusion, or from XLA's own kernels (our copies alone).
#pragma once
#include <string>
#include <vector>

#include "fusion/xla/rules/device.h"
#include "fusion/xla/strategy.h"

namespace eutectic::cli {

// Gives the exit code. From unoptimized programs the module before fusion is compared too, op by op.
int run_parity_from(const fusion::xla::Strategy& strategy, const fusion::xla::Device& device, std::string_view from,
                    const std::vector<std::string>& folders, bool json, bool show);

}  // namespace eutectic::cli
