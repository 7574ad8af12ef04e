// The command line's entry: parses flags once, runs one subcommand, maps failures to exit codes.
#include <signal.h>

#include <algorithm>
#include <exception>
#include <map>
#include <new>

#include "base/check.h"
#include "cli/command.h"
#include "cli/process.h"
#include "cli/suggest.h"

namespace eutectic::cli {
namespace {

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const Command& c : commands) names.emplace_back(c.name);
  return names;
}

int usage_error(const std::string& message, const std::string& command) {
  err(fmt::format("eutectic: {}\ntry: eutectic {}--help\n", message, command.empty() ? "" : command + " "));
  return exit_usage;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  std::string near = nearest(word, known);
  return near.empty() ? "" : fmt::format("; did you mean '{}'?", near);
}

// Options that `app` knows, by their long names.
std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

int parse_and_run(int argc, char** argv) {
  CLI::App app("Reads XLA programs (HLO text, StableHLO text and bytecode), checks and computes them.", "eutectic");
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("eutectic ") + EUTECTIC_VERSION);
  app.footer("'-' as a file reads standard input. Exit codes: 0, 1 (program or comparison), 2 (usage), 70 (our bug).");
  app.get_formatter()->column_width(34);
  std::map<CLI::App*, std::pair<std::string, Runner>> runners;
  for (const Command& c : commands) {
    CLI::App* sub = app.add_subcommand(std::string(c.name), std::string(c.summary));
    sub->get_formatter()->column_width(34);
    runners.emplace(sub, std::pair(std::string(c.name), c.add(*sub)));
  }
  std::string first = argc > 1 ? argv[1] : "";
  std::vector<std::string> names = command_names();
  if (!first.empty() && first[0] != '-' && std::find(names.begin(), names.end(), first) == names.end())
    return usage_error(fmt::format("unknown command '{}'{}", first, did_you_mean(first, names)), "");
  std::string command;
  for (const std::string& name : names)
    if (name == first) command = name;
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& parse_error) {
    for (const std::string& word : app.remaining(true)) {
      if (word.size() < 2 || word[0] != '-') continue;
      std::string flag = word.substr(0, word.find('='));
      const CLI::App* scope = command.empty() ? &app : app.get_subcommand(command);
      return usage_error(fmt::format("unknown option '{}'{}{}", flag, command.empty() ? "" : " for '" + command + "'",
                                     did_you_mean(flag, option_names(*scope))),
                         command);
    }
    if (first.empty()) {
      err(app.help());
      return exit_usage;
    }
    return usage_error(parse_error.what(), command);
  }
  CLI::App* chosen = app.get_subcommands().front();
  return runners.at(chosen).second();
}

int main(int argc, char** argv) {
  remember_command_line(argc, argv);
  set_check_hook(write_reproducer);
  install_interrupt_handler();
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
