// The command line's entry: maps failures to exit codes.
#include <fmt/format.h>
#include <signal.h>

#include <cstdio>
#include <exception>
#include <new>

#include "base/check.h"
#include "cli/command.h"
#include "cli/process.h"

namespace eutectic::cli {
namespace {

int main(int argc, char** argv) {
  remember_command_line(argc, argv);
  set_check_hook(write_reproducer);
  install_interrupt_handler();
  limit_memory();
  signal(SIGPIPE, SIG_DFL);
  int code = exit_internal;
  try {
    code = parse_and_run(argc, argv);
  } catch (const std::bad_alloc&) {
    err("eutectic: out of memory\n");
    write_reproducer("out of memory");
  } catch (const std::exception& e) {
    err(fmt::format("eutectic: unexpected exception: {}\n", e.what()));
    write_reproducer(e.what());
  }
  if (std::fflush(stdout) != 0 && code == exit_ok) {
    err("eutectic: standard output cannot be written\n");
    code = exit_usage;
  }
  return code;
}

}  // namespace
}  // namespace eutectic::cli

int main(int argc, char** argv) { return eutectic::cli::main(argc, argv); }
