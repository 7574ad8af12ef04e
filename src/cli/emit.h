// Writing programs for print and convert.
#pragma once
#include <string>

#include "ir/module.h"

namespace eutectic::cli {

struct EmitOptions {
  std::string to = "hlo";  // hlo | stablehlo
  bool operand_shapes = false, no_metadata = false, no_layouts = false;
};
Result<std::string> emit(const Module& module, const EmitOptions& options);

}  // namespace eutectic::cli
