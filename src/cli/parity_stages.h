// What both forms of eutectic parity read: stages of a compilation, and our passes in front of a strategy.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"
#include "fusion/xla/strategy.h"
#include "ir/module.h"

namespace eutectic::cli {

// The stage of a folder that ends in `suffix` ("3-after-fusion.hlo"); the last one if there are several, or "".
std::string last_stage(const std::filesystem::path& folder, std::string_view suffix);

// XLA's passes before fusion, of the version that the strategy is of.
Result<Module> passes_for(const fusion::xla::Strategy& strategy, const Module& module);

}  // namespace eutectic::cli
