// The order in which XLA's formats want computations.
#pragma once
#include <vector>

#include "ir/module.h"

namespace eutectic::hlo {

// Every defined computation, callees before callers, otherwise in id order.
std::vector<CompId> callees_first(const Module& module);

}  // namespace eutectic::hlo
