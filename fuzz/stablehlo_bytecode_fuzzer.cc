// Any bytes as MLIR bytecode: reading ends with a program or with one diagnostic, never otherwise. Programs go
// on as in the tool.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "format/mlir/ast.h"
#include "go_on.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace eutectic;
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  auto program = mlir::read_bytecode(bytes, "fuzz");
  if (!program && (program.error().size() != 1 || program.error().front().message.empty() ||
                   program.error().front().place.byte_offset < 0))
    std::abort();
  if (!program) return 0;
  if (auto module = read_stablehlo_bytecode(bytes, "fuzz")) fuzz::go_on(*module);
  return 0;
}
