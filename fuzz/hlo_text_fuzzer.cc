// HLO text: whatever reads must print, and the print must be a fixed point. Programs go on as in the tool.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "format/format.h"
#include "go_on.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace eutectic;
  auto module = read_hlo_text(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz");
  if (!module) return 0;
  const std::string printed = write_hlo_text(*module);
  auto again = read_hlo_text(printed, "printed");
  if (!again) std::abort();
  if (write_hlo_text(*again) != printed) std::abort();
  fuzz::go_on(*module);
  return 0;
}
