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

// printf to stdout and stderr of a whole text.
void out(std::string_view text);
void err(std::string_view text);

}  // namespace eutectic::cli
