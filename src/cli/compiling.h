// What the subcommands that compile share: flags, compiling with diagnostics printed, and one kernel by number.
#pragma once
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "backend/cpu/compile.h"
#include "cli/flags.h"
#include "cli/load.h"
#include "compiler/compile.h"

namespace eutectic::cli {

struct CompileFlags {
  std::string numbers = "xla", strategy = "eutectic";
  int threads = 0;
  bool no_cache = false;
  // `more_strategies`: names that the subcommand itself answers for.
  void add(App& app, bool runs, std::vector<std::string> more_strategies = {});
  bool gives_numbers() const { return numbers_option_->count() > 0; }
  bool gives_strategy() const { return strategy_option_->count() > 0; }
  compiler::CompileOptions options() const;

 private:
  const Option *numbers_option_ = nullptr, *strategy_option_ = nullptr;
};

// Passes, plan and kernels of a program's file; nullptr: printed, and `code` set.
std::unique_ptr<compiler::CompileRecord> record_of(const std::string& path, const CompileFlags& flags, int& code);

// The kernels that were asked for, first to last (excluded): the one of this number, or all of them for -1. Nothing,
// with a message that says which there are and `code` set, if it is not there.
std::optional<std::pair<size_t, size_t>> kernels_asked(const compiler::CompileRecord& record, int number, int& code);

}  // namespace eutectic::cli
