// Reading and writing programs. read_program detects the format by content.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ir/module.h"

namespace eutectic {

// Fills in the line that each place names, for the caret.
void add_source_lines(Diagnostics& diagnostics, std::string_view text);

enum class ProgramFormat : uint8_t { HloText, StablehloText, StablehloBytecode, HloProto };
std::string_view to_string(ProgramFormat format);
ProgramFormat detect_format(std::string_view bytes);

// `file` is used in diagnostics only. The module is structurally sound (verify_structure holds); op rules
// are checked by ops/verify.h.
Result<Module> read_program(std::string_view bytes, std::string_view file);
// A file whose functions each run by themselves, as the test files of StableHLO's interpreter: several public
// functions of which none is @main. `visit` gets the place and name of each that has no arguments, and reads it by
// calling `read`. Any other file is one program without a name.
struct ProgramName {
  Place place;
  std::string name;  // "@add_test"
};
using ProgramVisitor = std::function<void(const ProgramName& name, const std::function<Result<Module>()>& read)>;
Status each_program(std::string_view bytes, std::string_view file, const ProgramVisitor& visit);
Result<Module> read_hlo_text(std::string_view text, std::string_view file);
Result<Module> read_stablehlo_text(std::string_view text, std::string_view file);
Result<Module> read_stablehlo_bytecode(std::string_view bytes, std::string_view file);
// XLA's HloModuleProto, or the HloProto or HloSnapshot around one.
Result<Module> read_hlo_proto(std::string_view bytes, std::string_view file);
bool is_hlo_proto(std::string_view bytes);

struct HloWriteOptions {
  bool operand_shapes = false;  // add(f32[2]{0} %a, ...) instead of add(%a, ...)
  bool metadata = true;         // op names and source locations
  bool layouts = true;
};
// HLO text that read_hlo_text reads back to the same module, and that XLA's parser accepts.
std::string write_hlo_text(const Module& module, const HloWriteOptions& options = {});
// StableHLO text; fails with `unsupported` for ops StableHLO cannot say (bitcast with layouts, fusion ...).
Result<std::string> write_stablehlo_text(const Module& module);
// The same as a portable artifact, which StableHLO 1.0 and later read; fails for what VHLO cannot say as well.
Result<std::string> write_stablehlo_bytecode(const Module& module);
// A serialized HloModuleProto. Fails with `unsupported` for attributes that it has no place for.
Result<std::string> write_hlo_proto(const Module& module);

}  // namespace eutectic
