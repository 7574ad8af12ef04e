// Turns generic MLIR into a Module with HLO's meaning and spelling conventions. All errors of a program
// that can be found in one pass are reported together.
#pragma once
#include "format/mlir/ast.h"
#include "ir/module.h"

namespace eutectic::stablehlo {

Result<Module> import_program(const mlir::Program& program);

// A key of an attribute dictionary, quoted if it is not a plain name.
std::string key_text(std::string_view key);

}  // namespace eutectic::stablehlo
