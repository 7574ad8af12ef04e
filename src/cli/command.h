// The list of subcommands and what they share: exit codes and how one is added.
// A subcommand is one file with one `add_<name>` and one line in commands[].
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <string_view>

namespace eutectic::cli {

enum ExitCode : int {
  exit_ok = 0,
  exit_failed = 1,     // the program is wrong or unsupported, or a comparison failed
  exit_usage = 2,      // bad flags, unreadable files
  exit_internal = 70,  // our bug; a reproducer was written
  exit_interrupted = 130,
};

// Runs the command after parsing; gives the exit code.
using Runner = std::function<int()>;

struct Command {
  std::string_view name, summary;
  Runner (*add)(CLI::App& app);  // declares options
};

Runner add_verify(CLI::App& app);
Runner add_print(CLI::App& app);
Runner add_convert(CLI::App& app);
Runner add_run(CLI::App& app);
Runner add_bench(CLI::App& app);
Runner add_plan(CLI::App& app);
Runner add_explain(CLI::App& app);
Runner add_kernel(CLI::App& app);
Runner add_llvm(CLI::App& app);
Runner add_asm(CLI::App& app);
Runner add_check(CLI::App& app);
Runner add_ops(CLI::App& app);
Runner add_version(CLI::App& app);

inline constexpr Command commands[] = {
    {"verify", "Check programs: syntax, structure and every op's rules", add_verify},
    {"print", "Print a program as HLO or StableHLO text", add_print},
    {"convert", "Write a program in another format", add_convert},
    {"run", "Run a program and show, save or compare its results", add_run},
    {"bench", "Time a program: compiling it, and running it", add_bench},
    {"plan", "Show what becomes one kernel", add_plan},
    {"explain", "Say why each part is or is not a kernel", add_explain},
    {"kernel", "Print a program's kernels", add_kernel},
    {"llvm", "Print a program's kernels as LLVM IR", add_llvm},
    {"asm", "Print a program's kernels as assembly", add_asm},
    {"check", "Run check programs (main without arguments, check.expect_* inside)", add_check},
    {"ops", "List the ops and which parts each has", add_ops},
    {"version", "Print the version", add_version},
};

}  // namespace eutectic::cli
