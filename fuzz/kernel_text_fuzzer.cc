// Kernel text: whatever reads must print, and the print must be a fixed point. What verifies must run without a stray
// access (its loops are cut short, and large memory is left alone).
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "kernel/interpreter.h"
#include "kernel/parse.h"
#include "kernel/random_kernel.h"
#include "kernel/text.h"
#include "kernel/verify.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace eutectic;
  auto kernel = kernel::parse_kernel(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz");
  if (!kernel) return 0;
  const std::string printed = kernel::to_text(*kernel);
  auto again = kernel::parse_kernel(printed, "printed");
  if (!again || kernel::to_text(*again) != printed) std::abort();
  if (!kernel::verify(*kernel)) return 0;
  int64_t elements = 0;
  for (const kernel::Buffer& b : kernel->buffers) elements += b.size > (1 << 20) ? 1 << 20 : b.size;
  if (elements >= 1 << 20) return 0;
  kernel::KernelMemory memory = kernel::random_memory(*kernel, 1);
  auto ran = kernel::interpret(*kernel, kernel::pointers(memory), {.max_steps = 20000});
  if (!ran && ran.error()[0].message.find("steps") == std::string::npos) {
    std::fprintf(stderr, "%s", render(ran.error()).c_str());
    // A masked access may be outside where its mask is wrong; no other may.
    if (ran.error()[0].message.find(" if ") == std::string::npos) std::abort();
  }
  return 0;
}
