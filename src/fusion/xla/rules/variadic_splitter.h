// XLA's VariadicOpSplitter: a concatenation of more than 128 operands becomes a tree of concatenations.
#pragma once
#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

bool split_variadic_ops(Graph& graph);

}  // namespace eutectic::fusion::xla
