// A device as XLA's cost model sees it, and its profile as text: devices/*.device are compiled in, others are read from
// files. A profile has one "key value" or "cycles OP TYPE N" on each line; # starts a comment.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "array/element_type.h"
#include "base/result.h"
#include "ir/op_kind.h"

namespace eutectic::fusion::xla {

struct Device {
  std::string name;
  bool host = false;  // a CPU: cores are threads, fpus_per_core the lanes that one computes at a time
  int capability_major = 0, capability_minor = 0;
  int64_t cores = 0, fpus_per_core = 0, threads_per_core = 0;
  int64_t shared_bytes_per_block = 0, l2_bytes = 0, registers_per_block = 65536;
  int64_t bandwidth = 0;  // bytes per second
  float clock_ghz = 0;
  // Clock cycles that an elementwise op takes per element.
  std::map<std::pair<OpKind, ElementType>, int64_t> cycles;
  int64_t cycles_otherwise = 3;
  // The same for all NVIDIA devices in XLA's model.
  int64_t threads_per_warp = 32, l1_bytes_per_core = 2048, dram_transaction_bytes = 64, bytes_per_clock = 32;
};

const Device& h100();  // the default
// Of those compiled in. nullptr: there is none of that name.
const Device* find_device(std::string_view name);
std::vector<std::string_view> device_names();

// `file` is for diagnostics, all of which come at once.
Result<Device> parse_device(std::string_view text, std::string_view file);
std::string to_text(const Device& device);

int64_t cycles_per_element(const Device& device, OpKind op, ElementType type);

// Names and texts that were compiled in.
const std::vector<std::pair<std::string_view, std::string_view>>& device_texts();

}  // namespace eutectic::fusion::xla
