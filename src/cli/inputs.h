// Inputs of a program for subcommands: from an npz file or made up from a seed.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "cli/flags.h"
#include "cli/load.h"

namespace eutectic::cli {

struct InputOptions {
  std::string file;
  uint64_t seed = 0;
  Option* random_option = nullptr;
  void add(App& app);
};

// One literal per leaf of the entry's parameters; prints what is wrong and gives the exit code otherwise.
std::optional<std::vector<Literal>> read_inputs(const InputOptions& options, const Program& program, int& code);
// The entry's arguments from leaves.
std::vector<Literal> arguments_of(const Module& module, std::vector<Literal> leaves);

}  // namespace eutectic::cli
