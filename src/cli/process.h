// The process's side of the tool: interruption, reproducers, reading and writing files.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace eutectic::cli {

// Ctrl-C asks for a stop; a second one ends the process at once.
void install_interrupt_handler();
bool interrupted();  // fits EvalOptions::cancelled

// An allocation that this machine, or this process' control group, cannot hold fails as std::bad_alloc; without the
// limit the kernel ends the process. Not under sanitizers, whose shadow memory counts.
void limit_memory();

// Reproducers: remembers the command line, and the input that is being worked on.
void remember_command_line(int argc, char** argv);
// Keeps the bytes alive: when a reproducer is written, whoever read them may be unwound. Null forgets.
void remember_input(std::string_view name, std::shared_ptr<const std::string> bytes);
// Writes eutectic-reproducer-<pid>.txt into the working directory and says so on stderr.
void write_reproducer(const std::string& message);

// Reads a file, or standard input for "-".
Result<std::string> read_file(const std::string& path);
// Writes a file ("-": standard output), all or nothing: a failed write leaves no half file behind.
Status write_file(const std::string& path, std::string_view bytes);
bool file_exists(const std::string& path);
// Whether a file that the user named may be written: it is new, standard output, none (""), or `force`. Else says so.
bool may_write(const std::string& path, bool force);

// Says that diagnostics without a file are of `path`, and adds the lines of the remembered input.
void add_places(Diagnostics& diagnostics, const std::string& path);
// The same, and prints them on stderr. Returns `code`.
int fail_at(Diagnostics diagnostics, const std::string& path, int code = 1);

// printf to stdout and stderr of a whole text.
void out(std::string_view text);
void err(std::string_view text);

}  // namespace eutectic::cli
