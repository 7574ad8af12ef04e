// MLIR text of any content: parsing and importing end with a program or a diagnostic. What parses is
// also printed, and what is a program goes on as in the tool.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "format/format.h"
#include "format/mlir/ast.h"
#include "go_on.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto program = eutectic::mlir::parse_text(text, "fuzz.mlir");
  if (!program) {
    CHECK(!program.error().empty());
    return 0;
  }
  for (const auto& [name, value] : program->module.attributes) eutectic::mlir::to_string(value);
  for (const auto& type : program->values) eutectic::mlir::to_string(type);
  const auto module = eutectic::read_stablehlo_text(text, "fuzz.mlir");
  if (!module) CHECK(!module.error().empty());
  if (module) eutectic::fuzz::go_on(*module);
  return 0;
}
