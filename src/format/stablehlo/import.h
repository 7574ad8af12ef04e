// Turns generic MLIR into a Module with HLO's meaning and spelling conventions. All errors of a program
// that can be found in one pass are reported together.
#pragma once
#include "format/mlir/ast.h"
#include "ir/module.h"

namespace eutectic::stablehlo {

Result<Module> import_program(const mlir::Program& program);

}  // namespace eutectic::stablehlo
