// The list of subcommands and what they share: exit codes and how one is added.
// A subcommand is one file with one `add_<name>` and one line in commands[].
#pragma once
#include <functional>
#include <string_view>

#include "cli/flags.h"

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
  Runner (*add)(App& app);  // declares options
};

Runner add_verify(App& app);
Runner add_print(App& app);
Runner add_convert(App& app);
Runner add_opt(App& app);
Runner add_run(App& app);
Runner add_bench(App& app);
Runner add_plan(App& app);
Runner add_explain(App& app);
Runner add_report(App& app);
Runner add_diff(App& app);
Runner add_parity(App& app);
Runner add_kernel(App& app);
Runner add_llvm(App& app);
Runner add_asm(App& app);
Runner add_ptx(App& app);
Runner add_check(App& app);
Runner add_device(App& app);
Runner add_ops(App& app);
Runner add_version(App& app);

// Parses the command line and runs the subcommand that it names.
int parse_and_run(int argc, char** argv);

inline constexpr Command commands[] = {
    {"verify", "Check programs: syntax, structure and every op's rules", add_verify},
    {"print", "Print a program as HLO or StableHLO text", add_print},
    {"convert", "Write a program in another format", add_convert},
    {"opt", "Rewrite a program so that XLA makes fewer kernels of it", add_opt},
    {"run", "Run a program and show, save or compare its results", add_run},
    {"bench", "Time a program: compiling it, and running it", add_bench},
    {"plan", "Show what becomes one kernel", add_plan},
    {"explain", "Say why each part is or is not a kernel", add_explain},
    {"report", "Write a page that shows what becomes one kernel, and why", add_report},
    {"diff", "Compare two plans: kernels, and where they part", add_diff},
    {"parity", "Compare our fusion decisions with XLA's own", add_parity},
    {"kernel", "Print a program's kernels", add_kernel},
    {"llvm", "Print a program's kernels as LLVM IR", add_llvm},
    {"asm", "Print a program's kernels as assembly", add_asm},
    {"ptx", "Print a program's kernels as PTX for NVIDIA GPUs", add_ptx},
    {"check", "Run check programs (main without arguments, check.expect_* inside)", add_check},
    {"device", "List, print or measure the devices of the cost model", add_device},
    {"ops", "List the ops and which parts each has", add_ops},
    {"version", "Print the version", add_version},
};

}  // namespace eutectic::cli
