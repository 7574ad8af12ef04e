// Loading programs for subcommands: bytes, module and format, with diagnostics printed.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "cli/command.h"
#include "format/format.h"

namespace eutectic::cli {

struct Program {
  std::string path;
  size_t size_bytes = 0;  // of the file
  ProgramFormat format = ProgramFormat::HloText;
  Module module;
};

// Reads and verifies; prints what is wrong and gives the exit code in `code` otherwise.
std::unique_ptr<Program> load_program(const std::string& path, int& code, bool with_rules = true);

// The leaves of a list of shapes, in JAX's flattened order; tokens hold no values and are left out.
std::vector<Shape> flatten(const std::vector<Shape>& shapes);
// The same for a value.
std::vector<Literal> flatten(const Literal& value);
// The inverse for arguments: takes leaves from `leaves` starting at `next`.
Literal unflatten(const Shape& shape, std::vector<Literal>& leaves, size_t& next);

}  // namespace eutectic::cli
