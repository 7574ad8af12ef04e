// How long a kernel takes on one worker, estimated from its statements: decides whether several workers pay. Less for a
// kernel whose workers meet often: what they share between two meetings counts.
#pragma once
#include "kernel/kernel.h"

namespace eutectic::compiler {

int64_t estimate_work_ns(const kernel::Kernel& kernel);

}  // namespace eutectic::compiler
