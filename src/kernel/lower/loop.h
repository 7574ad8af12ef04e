// A loop as one kernel: parallel over tiles of lanes, serial over time. State lives in registers (lanes outside, time
// inside) or in local tiles (time outside, lanes inside), which streams of inputs, stored rows, reductions over lanes
// and uniform carried values need.
#pragma once
#include <memory>

#include "analysis/loop.h"
#include "kernel/lower/lower.h"

namespace eutectic::kernel {

std::expected<Kernel, explain::Verdict> lower_loop(const Module& module, analysis::LoopAnalysis& loop,
                                                   std::string_view name, const LowerOptions& options);

}  // namespace eutectic::kernel
