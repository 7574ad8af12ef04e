// Which code XLA would emit for a kernel, and with how many threads: its cost model counts them.
#pragma once
#include "fusion/xla/rules/device.h"
#include "fusion/xla/rules/view.h"

namespace eutectic::fusion::xla {

enum class Emitter : uint8_t { Loop, InputSlices, Reduction, Transpose, Scatter, Concatenate, Custom };

struct Launch {
  int64_t blocks = 1, threads = 1;
};

Emitter emitter_of(const View& view);
Launch launch_of(const View& view, const Device& device);

}  // namespace eutectic::fusion::xla
