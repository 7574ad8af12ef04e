// eutectic parity --from unoptimized|before-fusion|fused: launches as XLA's final ones, from programs straight from JAX
// (through XLA's passes as we have them), from the stage before fusion, or from XLA's own kernels (our copies alone).
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fusion/xla/canonical.h"
#include "fusion/xla/rules/device.h"
#include "fusion/xla/strategy.h"

namespace eutectic::cli {

struct ParityOutput {
  bool json = false, show = false, strict = false;
};

// [{"kernel", "text"}]
nlohmann::ordered_json kernels_json(const fusion::xla::Graph& graph, const std::vector<fusion::xla::Kernel>& kernels);

// The exit code: `worst` of the programs, or that of no program compared or, where that counts, of a difference.
int parity_code(int worst, int64_t compared, bool differs);

// Gives the exit code. From unoptimized programs the module before fusion is compared too, op by op.
int run_parity_from(const fusion::xla::Strategy& strategy, const fusion::xla::Device& device,
                    fusion::xla::RulesYear year, std::string_view from, const std::vector<std::string>& folders,
                    const ParityOutput& o);

}  // namespace eutectic::cli
