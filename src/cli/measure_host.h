// Measures this machine for the cost model: how fast its threads move memory and compute elementwise ops.
#pragma once
#include "base/result.h"
#include "fusion/xla/rules/device.h"

namespace eutectic::cli {

// Takes some seconds, all threads busy at times. Fails where kernels cannot be compiled, or when interrupted.
Result<fusion::xla::Device> measure_host();

}  // namespace eutectic::cli
