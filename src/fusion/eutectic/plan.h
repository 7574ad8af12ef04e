// Strategy `eutectic`: each while that can be is one kernel; element-wise values between become kernels over their
// elements; the rest are host ops. A while that cannot be one kernel runs step by step over plans of its computations.
#pragma once
#include "fusion/plan.h"

namespace eutectic::fusion {

struct PlanOptions {
  bool reciprocal = true;         // relaxation, as in kernel/lower
  int64_t smallest_kernel = 512;  // elements; less is not worth a kernel's compile time
};

Result<Plan> plan_eutectic(const Module& module, CompId computation, const PlanOptions& options = {});

}  // namespace eutectic::fusion
