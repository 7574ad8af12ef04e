// Reads the text form of kernels (docs/kernel.md). What is read is well typed op by op, its names are in scope and
// lists have the right lengths; everything else is for verify().
#pragma once
#include <string_view>

#include "base/result.h"
#include "kernel/kernel.h"

namespace eutectic::kernel {

Result<Kernel> parse_kernel(std::string_view text, std::string_view file);

}  // namespace eutectic::kernel
