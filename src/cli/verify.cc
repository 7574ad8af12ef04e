// eutectic verify: reads programs and checks every rule; one line per good program, diagnostics for others.
#include <algorithm>
#include <memory>

#include "cli/command.h"
#include "cli/describe.h"
#include "cli/load.h"
#include "cli/process.h"

namespace eutectic::cli {
namespace {

struct Options {
  std::vector<std::string> files;
  bool describe = false, json = false, quiet = false, round_trip = false;
};

// Writes HLO text, reads it back and writes it again; "" if both texts are the same.
std::string round_trip_difference(const Module& m, const std::string& path) {
  std::string first = write_hlo_text(m);
  auto again = read_hlo_text(first, path + " (as written)");
  if (!again) return "what was written does not read back:\n" + render(again.error());
  std::string second = write_hlo_text(*again);
  if (first == second) return "";
  size_t line = 1, begin = 0;
  for (size_t i = 0; i < std::min(first.size(), second.size()) && first[i] == second[i]; ++i) {
    if (first[i] != '\n') continue;
    ++line;
    begin = i + 1;
  }
  auto line_at = [&](const std::string& text) { return text.substr(begin, text.find('\n', begin) - begin); };
  return fmt::format("line {} of the written text is written differently after reading it:\n  {}\n  {}\n", line,
                     line_at(first), line_at(second));
}

int run(const Options& o) {
  int worst = exit_ok;
  for (const std::string& path : o.files) {
    if (interrupted()) return exit_interrupted;
    int code = exit_ok;
    auto program = load_program(path, code);
    worst = std::max(worst, code);
    if (!program) {
      if (o.json) out(nlohmann::ordered_json{{"file", path}, {"ok", false}}.dump() + "\n");
      continue;
    }
    const Module& m = program->module;
    if (o.round_trip) {
      std::string difference = round_trip_difference(m, path);
      if (!difference.empty()) {
        err(fmt::format("{}: {}", path, difference));
        worst = std::max<int>(worst, exit_failed);
        continue;
      }
    }
    if (o.json) {
      nlohmann::ordered_json j{
          {"file", path}, {"ok", true}, {"format", to_string(program->format)}, {"bytes", program->size_bytes}};
      j.update(to_json(describe(m), m));
      out(j.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
    } else if (!o.quiet) {
      out(fmt::format("{}: ok ({}, {} computations, {} instructions)\n", path, to_string(program->format),
                      m.comp_count(), m.instr_count()));
      if (o.describe) out(to_text(describe(m), m));
    }
    remember_input("", nullptr);
  }
  return worst;
}

}  // namespace

Runner add_verify(App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("files", o->files, "Programs in any format; - is standard input")->required();
  app.add_flag("--describe", o->describe, "Say what each program is: loops, random numbers, parameters, results");
  app.add_flag("--round-trip", o->round_trip, "Also write HLO text, read it back and write it again: both must agree");
  app.add_flag("--json", o->json, "One JSON object per program and line");
  app.add_flag("--quiet", o->quiet, "Say nothing of good programs");
  return [o] { return run(*o); };
}

}  // namespace eutectic::cli
