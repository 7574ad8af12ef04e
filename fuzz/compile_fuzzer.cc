// Programs on the way to machine code: whatever reads and verifies goes through the passes, the plan and lowering.
// compile_record checks every kernel with kernel::verify, so that one that it refuses ends the process. The passes must
// leave a module that verifies.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/check.h"
#include "compiler/compile.h"
#include "format/format.h"
#include "ops/verify.h"
#include "program_mutator.h"

namespace {

// libFuzzer keeps the input of a process that aborts, not of one that exits.
void stop(const std::string&) { std::abort(); }

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  return eutectic::fuzz::mutate_program(data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace eutectic;
  set_check_hook(stop);
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  auto module = read_program(bytes, "fuzz");
  if (!module || !verify(*module)) return 0;
  compiler::CompileOptions options;
  options.machine_code = false;
  compiler::CompileRecord record;
  if (auto status = compiler::compile_record(std::move(*module), options, record); !status) return 0;
  if (auto valid = verify(*record.module); !valid) {
    std::fprintf(stderr, "after the passes: %s", render(valid.error()).c_str());
    std::abort();
  }
  return 0;
}
