// See device.h.
#include "fusion/xla/rules/device.h"

#include <map>
#include <utility>

namespace eutectic::fusion::xla {

const Device& h100() {
  static const Device device{.name = "h100",
                             .cores = 132,
                             .fpus_per_core = 128,
                             .threads_per_core = 2048,
                             .shared_bytes_per_block = 49152,
                             .l2_bytes = 52428800,
                             .bandwidth = 3352320000000,
                             .clock_ghz = 1.98f};
  return device;
}

int64_t cycles_per_element(const Device&, OpKind op, ElementType type) {
  static const std::map<std::pair<OpKind, ElementType>, int64_t> table{
#define CYCLES(op, type, cycles) {{OpKind::op, ElementType::type}, cycles},
#include "fusion/xla/rules/h100_cycles.def"
#undef CYCLES
  };
  auto it = table.find({op, type});
  return it == table.end() ? 3 : it->second;
}

}  // namespace eutectic::fusion::xla
