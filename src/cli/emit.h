// Writing programs for print, convert and opt.
#pragma once
#include <string>
#include <string_view>

#include "ir/module.h"

namespace eutectic::cli {

struct EmitOptions {
  std::string to = "hlo";  // hlo | stablehlo | bytecode | proto
  bool operand_shapes = false, no_metadata = false, no_layouts = false, own_ops = false;
};
// The format that a file's suffix names; "" if none, and what to say then.
std::string format_of(std::string_view path);
std::string unnamed_format(std::string_view path);

Result<std::string> emit(const Module& module, const EmitOptions& options);

}  // namespace eutectic::cli
