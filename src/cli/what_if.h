// The counterfactuals of eutectic explain: each change is planned again, and what that gives is set beside the plan.
#pragma once
#include <nlohmann/json.hpp>

#include "cli/plan_xla.h"

namespace eutectic::cli {

// `start`: the program as the plan had it; `report` is of that plan. One entry for each rule that could be lifted, for
// the rules that refuse a boundary together (the dearest of such sets), and for each change of the program.
Result<nlohmann::ordered_json> what_if(const Module& program, const Prepared& start,
                                       const fusion::xla::Strategy& strategy, const XlaSetup& setup,
                                       const XlaPlan& plan, const fusion::xla::Report& report);

// The same for reading: changes without effect are named in one line.
void print_what_if(const nlohmann::ordered_json& changes);

}  // namespace eutectic::cli
