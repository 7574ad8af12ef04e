// Values of one computation as scalars over common lanes: the element-wise counterpart of loop.h. The result is a
// LoopAnalysis of one step without state: what is stored, from which arrays.
#pragma once
#include "analysis/loop.h"

namespace eutectic::analysis {

// `roots`: values of the lanes' shape, or scalars that reduce over all lanes. `memory`: whether a value is read from
// memory instead of being computed here.
std::expected<std::unique_ptr<LoopAnalysis>, explain::Verdict> analyze_elementwise(
    const Module& module, const std::vector<InstrId>& roots, const std::vector<int64_t>& lanes,
    const std::function<bool(InstrId)>& memory, const LoopOptions& options = {});

}  // namespace eutectic::analysis
