// XLA's rule-based fusion pipelines, as the last version that had them (late 2024) runs them: each to a fixed point.
#pragma once
#include "base/result.h"
#include "fusion/xla/graph.h"
#include "fusion/xla/log.h"

namespace eutectic::fusion::xla {

Status run_rules_fusion(Graph& graph, Log& log);      // instruction, merger, multi-output
Status run_rules_horizontal(Graph& graph, Log& log);  // loops, reductions

}  // namespace eutectic::fusion::xla
