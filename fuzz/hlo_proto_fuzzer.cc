// Any bytes as a protocol buffer of XLA: reading ends with a program or with diagnostics, never otherwise. Programs go
// on as in the tool, and are written and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "format/format.h"
#include "go_on.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace eutectic;
  const auto module = read_hlo_proto(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz");
  if (!module) {
    if (module.error().empty() || module.error().front().message.empty()) std::abort();
    return 0;
  }
  fuzz::go_on(*module);
  if (const auto again = write_hlo_proto(*module); again && !read_hlo_proto(*again, "fuzz")) std::abort();
  return 0;
}
