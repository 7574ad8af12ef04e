// Parses the command line with CLI11 and runs one subcommand.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <type_traits>

#include "base/suggest.h"
#include "cli/command.h"
#include "cli/process.h"

namespace eutectic::cli {
namespace {

CLI::App* app_of(void* app) { return static_cast<CLI::App*>(app); }
CLI::Option* option_of(void* option) { return static_cast<CLI::Option*>(option); }

constexpr double largest = std::numeric_limits<double>::max();

std::string in_words(const Check& check) {
  if (check.high < largest) return fmt::format("{} to {}", check.low, check.high);
  return check.low > 0 ? "above 0" : fmt::format("{} or more", check.low);
}

// What is wrong with a number as it was typed; "" if nothing.
std::string outside(const Check& check, const std::string& text) {
  double value = 0;
  if (!CLI::detail::lexical_cast(text, value)) return fmt::format("'{}' is not a number", text);
  if (!std::isfinite(value)) return fmt::format("must be a finite number, not {}", text);
  return value >= check.low && value <= check.high ? "" : fmt::format("must be {}, not {}", in_words(check), text);
}

}  // namespace

Check IsMember(std::initializer_list<std::string_view> names) { return {{names.begin(), names.end()}}; }
Check IsMember(std::initializer_list<int> numbers) {
  Check check;
  for (int n : numbers) check.members.push_back(std::to_string(n));
  return check;
}
Check Range(double low, double high) { return {{}, low, high}; }
const Check PositiveNumber = Range(std::numeric_limits<double>::min(), largest);
const Check NonNegativeNumber = Range(0, largest);

Option* Option::required() {
  option_of(option_)->required();
  return this;
}
Option* Option::check(const Check& check) {
  if (!check.members.empty())
    option_of(option_)->check(CLI::IsMember(check.members));
  else
    option_of(option_)->check(
        CLI::Validator([check](const std::string& text) { return outside(check, text); }, in_words(check)));
  return this;
}
Option* Option::capture_default_str() {
  option_of(option_)->capture_default_str();
  return this;
}
Option* Option::excludes(Option* other) {
  option_of(option_)->excludes(option_of(other->option_));
  return this;
}
size_t Option::count() const { return option_of(option_)->count(); }

App::App(void* app) : app_(app) {}
App::~App() = default;

Option* App::keep(void* option) {
  options_.push_back(std::make_unique<Option>());
  options_.back()->option_ = option;
  return options_.back().get();
}
template <class T>
Option* App::add_option(const std::string& names, T& value, const std::string& help) {
  CLI::Option* option = app_of(app_)->add_option(names, value, help);
  if constexpr (std::is_unsigned_v<T>)  // the library would wrap -1 around
    option->check(CLI::Validator(
        [](const std::string& text) {
          return text.starts_with('-') ? fmt::format("must be a whole number of 0 or more, not {}", text) : "";
        },
        ""));
  return keep(option);
}
Option* App::add_flag(const std::string& names, bool& value, const std::string& help) {
  return keep(app_of(app_)->add_flag(names, value, help));
}
template Option* App::add_option(const std::string&, std::string&, const std::string&);
template Option* App::add_option(const std::string&, std::vector<std::string>&, const std::string&);
template Option* App::add_option(const std::string&, double&, const std::string&);
template Option* App::add_option(const std::string&, int&, const std::string&);
template Option* App::add_option(const std::string&, unsigned&, const std::string&);
template Option* App::add_option(const std::string&, int64_t&, const std::string&);
template Option* App::add_option(const std::string&, uint64_t&, const std::string&);

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

}  // namespace

int parse_and_run(int argc, char** argv) {
  CLI::App app("Reads XLA programs (HLO text, StableHLO text and bytecode), checks and computes them.", "eutectic");
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("eutectic ") + EUTECTIC_VERSION);
  app.footer("'-' as a file reads standard input. Exit codes: 0, 1 (program or comparison), 2 (usage), 70 (our bug).");
  app.get_formatter()->column_width(34);
  std::map<CLI::App*, Runner> runners;
  std::vector<std::unique_ptr<App>> flags;
  for (const Command& c : commands) {
    CLI::App* sub = app.add_subcommand(std::string(c.name), std::string(c.summary));
    sub->get_formatter()->column_width(34);
    flags.push_back(std::make_unique<App>(sub));
    runners.emplace(sub, c.add(*flags.back()));
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
  return runners.at(chosen)();
}

}  // namespace eutectic::cli
