// How long a kernel takes on one worker, estimated from its statements: decides whether several workers pay.
#pragma once
#include "kernel/kernel.h"

namespace eutectic::compiler {

int64_t estimate_work_ns(const kernel::Kernel& kernel);

}  // namespace eutectic::compiler
