// Turns generic MLIR into a Module with HLO's meaning and spelling conventions. All errors of a program
// that can be found in one pass are reported together.
#pragma once
#include "format/mlir/ast.h"
#include "ir/module.h"

namespace eutectic::stablehlo {

// `entry` is the function to run; without it that is @main or the only public function.
Result<Module> import_program(const mlir::Program& program, const mlir::Operation* entry = nullptr);

// The public functions without arguments of a program that has several public functions and no @main: as the
// test files of StableHLO's interpreter, each runs by itself.
std::vector<const mlir::Operation*> separate_functions(const mlir::Program& program);

// A key of an attribute dictionary, quoted if it is not a plain name.
std::string key_text(std::string_view key);

}  // namespace eutectic::stablehlo
