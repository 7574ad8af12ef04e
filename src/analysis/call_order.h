// The call graph in order.
#pragma once
#include <vector>

#include "ir/module.h"

namespace eutectic {

// The computations that the entry reaches, each after all that it calls; the entry is last.
std::vector<CompId> callee_order(const Module& module);

}  // namespace eutectic
