// A GPU as XLA's cost model sees it.
#pragma once
#include <cstdint>
#include <string_view>

#include "array/element_type.h"
#include "ir/op_kind.h"

namespace eutectic::fusion::xla {

struct Device {
  std::string_view name;
  int64_t cores = 0, fpus_per_core = 0, threads_per_core = 0;
  int64_t shared_bytes_per_block = 0, l2_bytes = 0, registers_per_block = 65536;
  int64_t bandwidth = 0;  // bytes per second
  float clock_ghz = 0;
  // The same for all NVIDIA devices in XLA's model.
  int64_t threads_per_warp = 32, l1_bytes_per_core = 2048, dram_transaction_bytes = 64, bytes_per_clock = 32;
};

const Device& h100();
// Clock cycles that an elementwise op takes per element.
int64_t cycles_per_element(const Device& device, OpKind op, ElementType type);

}  // namespace eutectic::fusion::xla
