// eutectic run: runs a program on given or made-up inputs, by the evaluator or compiled; shows, saves and compares the
// results.
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "cli/command.h"
#include "cli/compare.h"
#include "cli/compiling.h"
#include "cli/describe.h"
#include "cli/inputs.h"
#include "cli/load.h"
#include "cli/process.h"
#include "cli/values.h"
#include "format/npz/npz.h"
#include "ops/evaluator.h"

namespace eutectic::cli {
namespace {

struct Options {
  std::string program, output, expect, signature, engine = "reference";
  InputOptions inputs;
  CompileFlags flags;
  double rtol = 0, atol = 0;
  bool json = false, quiet = false, describe = false, force = false;
};

int fail(const Diagnostics& diagnostics, int code) {
  err(render(diagnostics));
  return code;
}

// What the results must be. Read before the program runs: a mistyped name must not cost the run.
struct Expected {
  std::string bytes, json;  // of --expect and --signature
  std::optional<NpzFile> file;
  std::vector<Tolerance> tolerances;
};

Status read_files(const Options& o, Expected& expected) {
  if (!o.expect.empty()) {
    ASSIGN_OR_RETURN(expected.bytes, read_file(o.expect));
  }
  if (!o.signature.empty()) {
    ASSIGN_OR_RETURN(expected.json, read_file(o.signature));
  }
  return {};
}

Status understand_files(const Options& o, size_t result_count, Expected& expected) {
  if (o.expect.empty()) return {};
  ASSIGN_OR_RETURN(expected.file, NpzFile::open(expected.bytes, o.expect));
  expected.tolerances.assign(result_count, Tolerance{o.rtol, o.atol});
  if (o.signature.empty()) return {};
  ASSIGN_OR_RETURN(expected.tolerances, read_signature(expected.json, o.signature));
  if (expected.tolerances.size() == result_count) return {};
  Place place;
  place.file = o.signature;
  return error(
      fmt::format("it has {} tolerances, but the program has {} results", expected.tolerances.size(), result_count),
      place);
}

// Compares all outputs with an npz of out0, out1, ...; false if any differs.
bool compare_all(const Options& o, const Expected& wanted, const std::vector<Literal>& results,
                 nlohmann::ordered_json& report) {
  const NpzFile& file = *wanted.file;
  const std::vector<Tolerance>& tolerances = wanted.tolerances;
  bool all = true;
  size_t expected = 0;
  while (file.has(fmt::format("out{}", expected))) ++expected;
  bool single = expected == 0 && file.names().size() == 1 && file.names()[0].empty();
  if (single) expected = 1;
  if (expected != results.size()) {
    all = false;
    if (!o.json) out(fmt::format("FAIL: the program has {} results, {} has {}\n", results.size(), o.expect, expected));
  }
  report = nlohmann::ordered_json::array();
  for (size_t i = 0; i < std::min(expected, results.size()); ++i) {
    std::string name = fmt::format("out{}", i);
    auto want = file.read(single ? "" : name, results[i].shape());
    if (!want) {
      all = false;
      if (o.json)
        report.push_back({{"name", name}, {"pass", false}, {"error", render(want.error())}});
      else
        out(fmt::format("{}: FAIL: {}", name, render(want.error())));
      continue;
    }
    Comparison c = compare(results[i], *want, tolerances[i]);
    all = all && c.pass();
    if (o.json) {
      nlohmann::ordered_json j{{"name", name}};
      j.update(to_json(c, results[i], *want, tolerances[i]));
      report.push_back(std::move(j));
    } else if (!o.quiet || !c.pass()) {
      out(fmt::format("{}: {}: {}\n", name, c.pass() ? "pass" : "FAIL", to_text(c, results[i], *want, tolerances[i])));
    }
  }
  return all;
}

struct Outcome {
  Result<Literal> value;
  std::vector<std::string> check_failures;
  double seconds = 0, compile_seconds = 0;
  int64_t kernels = 0, launches = 0, host_ops = 0;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Outcome run_reference(const Program& program, std::vector<Literal> leaves) {
  const Module& m = program.module;
  std::vector<Literal> arguments = arguments_of(m, std::move(leaves));
  auto start = std::chrono::steady_clock::now();
  EvalOptions options;
  options.cancelled = interrupted;
  Evaluator evaluator(m, options);
  Outcome outcome;
  outcome.value = evaluator.run(std::move(arguments));
  outcome.seconds = seconds_since(start);
  outcome.check_failures = evaluator.check_failures();
  return outcome;
}

Outcome run_compiled(const Options& o, const Program& program, std::vector<Literal> leaves) {
  std::vector<Literal> arguments = arguments_of(program.module, std::move(leaves));
  Outcome outcome;
  auto start = std::chrono::steady_clock::now();
  compiler::CompileRecord record;
  auto executable = compiler::compile(program.module, o.flags.options(), &record);
  if (!executable) {
    outcome.value = std::unexpected(executable.error());
    return outcome;
  }
  outcome.compile_seconds = seconds_since(start);
  start = std::chrono::steady_clock::now();
  runtime::RunStats stats;
  outcome.value = (*executable)->run(std::move(arguments), {.cancelled = interrupted}, &stats);
  outcome.seconds = seconds_since(start);
  outcome.check_failures = std::move(stats.check_failures);
  outcome.kernels = static_cast<int64_t>(record.kernels.size());
  outcome.launches = stats.launches;
  outcome.host_ops = stats.host_ops;
  return outcome;
}

int run(const Options& o) {
  if (!o.signature.empty() && o.expect.empty()) {
    err("eutectic: --signature says how exactly to compare; --expect FILE.npz says with what\n");
    return exit_usage;
  }
  if (!o.output.empty() && o.output != "-" &&
      (o.output == o.program || o.output == o.inputs.file || o.output == o.expect)) {
    err(fmt::format("eutectic: --output '{}' is one of the files that are read\n", o.output));
    return exit_usage;
  }
  if (!may_write(o.output, o.force)) return exit_usage;
  int code = exit_ok;
  auto program = load_program(o.program, code);
  if (!program) return code;
  const Module& m = program->module;
  std::vector<Shape> parameters = flatten(m.parameter_shapes(m.entry));
  Expected expected;
  if (auto status = read_files(o, expected); !status) return fail(status.error(), exit_usage);
  if (auto status = understand_files(o, flatten(std::vector<Shape>{m.result_shape(m.entry)}).size(), expected); !status)
    return fail(status.error(), exit_failed);
  auto leaves = read_inputs(o.inputs, *program, code);
  if (!leaves) return code;

  bool people = !o.json && !o.quiet;
  nlohmann::ordered_json report{{"program", o.program}, {"format", to_string(program->format)}, {"engine", o.engine}};
  if (people) {
    out(fmt::format("{}: {}, {} instructions\n", o.program, to_string(program->format), m.instr_count()));
    if (o.describe) out(to_text(describe(m), m));
    for (size_t i = 0; i < leaves->size(); ++i)
      out(fmt::format("  {:<6} {:<18} {}\n", fmt::format("arg{}", i), to_hlo(parameters[i], false),
                      summary_text((*leaves)[i])));
    std::fflush(stdout);
  }
  if (o.json) {
    report["inputs"] = nlohmann::ordered_json::array();
    for (size_t i = 0; i < leaves->size(); ++i)
      report["inputs"].push_back({{"name", fmt::format("arg{}", i)},
                                  {"type", to_hlo(parameters[i], false)},
                                  {"summary", summary_json((*leaves)[i])}});
    if (o.describe) report["description"] = to_json(describe(m), m);
  }
  Outcome outcome =
      o.engine == "cpu" ? run_compiled(o, *program, std::move(*leaves)) : run_reference(*program, std::move(*leaves));
  if (interrupted()) {
    err("eutectic: interrupted\n");
    return exit_interrupted;
  }
  if (!outcome.value) return fail_at(outcome.value.error(), o.program);
  std::vector<Literal> results = flatten(*outcome.value);
  bool ok = true;
  for (const std::string& failure : outcome.check_failures) {
    ok = false;
    if (o.json)
      report["check_failures"].push_back(failure);
    else
      out(fmt::format("check failed: {}\n", failure));
  }
  if (people) {
    for (size_t i = 0; i < results.size(); ++i)
      out(fmt::format("  {:<6} {:<18} {}\n", fmt::format("out{}", i), to_hlo(results[i].shape(), false),
                      summary_text(results[i])));
    if (o.engine == "cpu")
      out(fmt::format("compiled in {:.3g} s, run in {:.3g} s: {} kernels, {} launches, {} host ops\n",
                      outcome.compile_seconds, outcome.seconds, outcome.kernels, outcome.launches, outcome.host_ops));
    else
      out(fmt::format("evaluated in {:.3g} s\n", outcome.seconds));
  }
  if (o.json) {
    report["outputs"] = nlohmann::ordered_json::array();
    for (size_t i = 0; i < results.size(); ++i)
      report["outputs"].push_back({{"name", fmt::format("out{}", i)},
                                   {"type", to_hlo(results[i].shape(), false)},
                                   {"summary", summary_json(results[i])}});
    report["seconds"] = outcome.seconds;
    if (o.engine == "cpu") {
      report["compile_seconds"] = outcome.compile_seconds;
      report["kernels"] = outcome.kernels;
      report["launches"] = outcome.launches;
      report["host_ops"] = outcome.host_ops;
    }
  }
  if (!o.output.empty()) {
    std::vector<std::pair<std::string, Literal>> arrays;
    for (size_t i = 0; i < results.size(); ++i) arrays.emplace_back(fmt::format("out{}", i), results[i]);
    if (auto status = write_file(o.output, write_npz(arrays)); !status) return fail(status.error(), exit_usage);
  }
  if (!o.expect.empty()) {
    nlohmann::ordered_json comparison;
    ok = compare_all(o, expected, results, comparison) && ok;
    if (o.json) report["comparison"] = std::move(comparison);
  }
  if (o.json) {
    report["ok"] = ok;
    out(report.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  }
  return ok ? exit_ok : exit_failed;
}

}  // namespace

Runner add_run(App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("program", o->program, "Program in any format; - is standard input")->required();
  o->inputs.add(app);
  app.add_option("--output", o->output, "Write the results as npz: out0, out1, ...");
  app.add_flag("--force", o->force, "Overwrite an existing file");
  app.add_option("--expect", o->expect, "npz with the right out0, out1, ...; exit code 1 if they differ");
  auto* signature = app.add_option("--signature", o->signature, "JSON with the allowed differences of each output");
  app.add_option("--rtol", o->rtol, "Allowed relative difference")->check(NonNegativeNumber)->excludes(signature);
  app.add_option("--atol", o->atol, "Allowed absolute difference")->check(NonNegativeNumber)->excludes(signature);
  app.add_option("--engine", o->engine, "What computes: the evaluator, or compiled code")
      ->check(IsMember({"reference", "cpu"}))
      ->capture_default_str();
  o->flags.add(app, true);
  app.add_flag("--describe", o->describe, "Say what the program is first");
  app.add_flag("--json", o->json, "The report as JSON");
  app.add_flag("--quiet", o->quiet, "Say nothing but failures");
  return [o] { return run(*o); };
}

}  // namespace eutectic::cli
