// eutectic verify: reads programs and checks every rule; one line per good program, diagnostics for others.
#include <memory>

#include "cli/command.h"
#include "cli/describe.h"
#include "cli/load.h"
#include "cli/process.h"

namespace eutectic::cli {
namespace {

struct Options {
  std::vector<std::string> files;
  bool describe = false, json = false, quiet = false;
};

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
    if (o.json) {
      nlohmann::ordered_json j{{"file", path}, {"ok", true}, {"format", to_string(program->format)},
                               {"bytes", program->bytes.size()}};
      j.update(to_json(describe(m), m));
      out(j.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
    } else if (!o.quiet) {
      out(fmt::format("{}: ok ({}, {} computations, {} instructions)\n", path, describe(program->format),
                      m.comp_count(), m.instr_count()));
      if (o.describe) out(to_text(describe(m), m));
    }
    remember_input("", "");
  }
  return worst;
}

}  // namespace

Runner add_verify(CLI::App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("files", o->files, "Programs in any format; - is standard input")->required();
  app.add_flag("--describe", o->describe, "Say what each program is: loops, random numbers, parameters, results");
  app.add_flag("--json", o->json, "One JSON object per program and line");
  app.add_flag("--quiet", o->quiet, "Say nothing of good programs");
  return [o] { return run(*o); };
}

}  // namespace eutectic::cli
