#include "cli/inputs.h"

#include <algorithm>
#include <new>

#include "cli/process.h"
#include "cli/values.h"
#include "format/npz/npz.h"

namespace eutectic::cli {
namespace {

// What to pass, for a program that is run without.
std::string missing_inputs(const Program& program, const std::vector<Shape>& parameters) {
  std::string text = fmt::format("eutectic: {} takes {} input{}; pass --inputs FILE.npz with\n", program.path,
                                 parameters.size(), parameters.size() == 1 ? "" : "s");
  for (size_t i = 0; i < parameters.size(); ++i)
    text += fmt::format("  arg{:<4} {}\n", i, to_hlo(parameters[i], false));
  return text + "or --random-inputs SEED for made-up values\n";
}

Result<std::vector<Literal>> read_file_inputs(const std::string& bytes, const std::string& path,
                                              const std::vector<Shape>& parameters) {
  std::vector<Literal> leaves;
  ASSIGN_OR_RETURN(NpzFile file, NpzFile::open(bytes, path));
  std::vector<std::string> names = file.names();
  bool single = names.size() == 1 && names[0].empty();
  Diagnostics wrong;
  Place place;
  place.file = path;
  if (single && parameters.size() != 1)
    return error(fmt::format("one array, but the program takes {} inputs", parameters.size()), place,
                 "pass a .npz with arg0, arg1, ...");
  for (const std::string& name : names) {
    const bool numbered = name.starts_with("arg") && name.size() > 3 && name.size() < 12 &&
                          std::ranges::all_of(name.substr(3), [](char c) { return c >= '0' && c <= '9'; });
    const bool result = name.starts_with("out");  // a file may hold inputs and what is expected
    if (!single && !result &&
        (!numbered || name != fmt::format("arg{}", std::stoul(name.substr(3))) ||
         std::stoul(name.substr(3)) >= parameters.size()))
      return error(fmt::format("array '{}' is no input; the program takes {}", name, parameters.size()), place,
                   "inputs are named arg0, arg1, ...");
  }
  for (size_t i = 0; i < parameters.size(); ++i) {
    auto value = file.read(single ? "" : fmt::format("arg{}", i), parameters[i]);
    if (value)
      leaves.push_back(std::move(*value));
    else
      wrong.insert(wrong.end(), value.error().begin(), value.error().end());
  }
  if (!wrong.empty()) return std::unexpected(std::move(wrong));
  return leaves;
}

}  // namespace

void InputOptions::add(App& app) {
  auto* inputs = app.add_option("--inputs", file, "npz with arg0, arg1, ... (bf16 as uint16, f8 as uint8 bits)");
  random_option = app.add_option("--random-inputs", seed, "Made-up inputs from this seed")->excludes(inputs);
}

std::optional<std::vector<Literal>> read_inputs(const InputOptions& options, const Program& program, int& code) {
  const std::vector<Shape> parameters = flatten(program.module.parameter_shapes(program.module.entry));
  if (!parameters.empty() && options.file.empty() && options.random_option->count() == 0) {
    err(missing_inputs(program, parameters));
    code = exit_usage;
    return std::nullopt;
  }
  if (!options.file.empty()) {
    auto bytes = read_file(options.file);
    if (!bytes) {
      err(render(bytes.error()));
      code = exit_usage;
      return std::nullopt;
    }
    auto leaves = read_file_inputs(*bytes, options.file, parameters);
    if (leaves) return std::move(*leaves);
    err(render(leaves.error()));
    code = exit_failed;
    return std::nullopt;
  }
  std::vector<Literal> leaves;
  uint64_t state = options.seed;
  try {
    for (const Shape& shape : parameters) leaves.push_back(random_literal(shape, state));
  } catch (const std::bad_alloc&) {
    err(fmt::format("{}: error: the inputs do not fit in memory\n  hint: use smaller shapes\n", program.path));
    code = exit_failed;
    return std::nullopt;
  }
  return leaves;
}

std::vector<Literal> arguments_of(const Module& module, std::vector<Literal> leaves) {
  std::vector<Literal> arguments;
  size_t next = 0;
  for (const Shape& shape : module.parameter_shapes(module.entry)) arguments.push_back(unflatten(shape, leaves, next));
  return arguments;
}

}  // namespace eutectic::cli
