// XLA's fusion of 2026 for sorts that carry an iota along (argsort): the iota is made in the sort's kernel.
#pragma once
#include "fusion/xla/graph.h"
#include "fusion/xla/log.h"

namespace eutectic::fusion::xla {

void sort_iota_fusion(Graph& graph, Log& log);

}  // namespace eutectic::fusion::xla
