// XLA's rule-based fusion pipelines, as the last version that had them (late 2024) runs them: each once. Its source
// asks for a fixed point, but returns the pipeline by value as its base class, and the repetition is lost.
#pragma once
#include "base/result.h"
#include "fusion/xla/graph.h"
#include "fusion/xla/log.h"
#include "fusion/xla/why.h"

namespace eutectic::fusion::xla {

Status run_rules_fusion(Graph& graph, Log& log);      // instruction, merger, multi-output
Status run_rules_horizontal(Graph& graph, Log& log);  // loops, reductions

// Every rule of every pass that keeps a value's kernel and one that reads it apart. Both are fusible ops.
std::vector<Refused> rules_why(Graph& graph, NodeId producer, NodeId consumer);
// The same of two kernels that read one value.
std::vector<Refused> rules_why_siblings(Graph& graph, NodeId n1, NodeId n2, NodeId value);

}  // namespace eutectic::fusion::xla
