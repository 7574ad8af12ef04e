// Any bytes as an .npz or .npy: directory, headers, and every array read under shapes a program might ask for.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "format/npz/npz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace eutectic;
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  auto file = NpzFile::open(bytes, "fuzz.npz");
  if (!file) return 0;
  size_t count = 0;
  for (const std::string& name : file->names()) {
    if (++count > 16) break;
    auto header = file->header(name);
    if (!header) continue;
    // The header's own shape, where it is small: a program would not ask for a hostile one.
    int64_t elements = 1;
    for (int64_t d : header->dims) elements = d > 4096 ? 1 << 20 : elements * d;
    if (elements > 1 << 16) continue;
    for (int t = 0; t < element_type_count; ++t) {
      auto type = static_cast<ElementType>(t);
      if (is_array_type(type)) (void)file->read(name, Shape::array(type, header->dims));
    }
  }
  return 0;
}
