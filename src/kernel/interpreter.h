// Runs a kernel by its meaning (kernel.h, reduce.h): one worker, every lane alone in ascending order, every op by the
// table of scalar_op.def. Compiled code is compared with this. A kernel must have passed verify().
#pragma once
#include <span>

#include "base/result.h"
#include "kernel/kernel.h"

namespace eutectic::kernel {

struct InterpretOptions {
  // Reading a Local or Worker element that nothing has stored is an error; else it gives a poison pattern.
  bool refuse_undefined = false;
  // Ends with a diagnostic after about so many statements; 0: never.
  int64_t max_steps = 0;
};

// `params`: the memory of each Param buffer, in buffer order, laid out as in array/element_type.h. Every access is
// checked against its buffer's size; one outside is our bug, reported with the statement's text.
Status interpret(const Kernel& kernel, std::span<void* const> params, InterpretOptions options = {});

}  // namespace eutectic::kernel
