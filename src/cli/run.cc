// eutectic run: evaluates a program on given or made-up inputs; shows, saves and compares the results.
#include <algorithm>
#include <chrono>
#include <memory>

#include "cli/command.h"
#include "cli/compare.h"
#include "cli/describe.h"
#include "cli/load.h"
#include "cli/process.h"
#include "cli/values.h"
#include "format/npz/npz.h"
#include "ops/evaluator.h"

namespace eutectic::cli {
namespace {

struct Options {
  std::string program, inputs, output, expect, signature, engine = "reference";
  uint64_t seed = 0;
  double rtol = 0, atol = 0;
  bool json = false, quiet = false, describe = false;
  CLI::Option* random_option = nullptr;
};

int fail(const Diagnostics& diagnostics, int code) {
  err(render(diagnostics));
  return code;
}

// What to pass, for a program that is run without.
std::string missing_inputs(const Program& program, const std::vector<Shape>& parameters) {
  std::string text = fmt::format("eutectic: {} takes {} input{}; pass --inputs FILE.npz with\n", program.path,
                                 parameters.size(), parameters.size() == 1 ? "" : "s");
  for (size_t i = 0; i < parameters.size(); ++i)
    text += fmt::format("  arg{:<4} {}\n", i, to_hlo(parameters[i], false));
  return text + "or --random-inputs SEED for made-up values\n";
}

Result<std::vector<Literal>> make_inputs(const Options& o, const std::vector<Shape>& parameters) {
  std::vector<Literal> leaves;
  if (!o.inputs.empty()) {
    ASSIGN_OR_RETURN(std::string bytes, read_file(o.inputs));
    ASSIGN_OR_RETURN(NpzFile file, NpzFile::open(bytes, o.inputs));
    std::vector<std::string> names = file.names();
    bool single = names.size() == 1 && names[0].empty();
    Diagnostics wrong;
    for (size_t i = 0; i < parameters.size(); ++i) {
      auto value = file.read(single ? "" : fmt::format("arg{}", i), parameters[i]);
      if (value)
        leaves.push_back(std::move(*value));
      else
        wrong.insert(wrong.end(), value.error().begin(), value.error().end());
    }
    if (!wrong.empty()) return std::unexpected(std::move(wrong));
    return leaves;
  }
  uint64_t state = o.seed;
  for (const Shape& shape : parameters) leaves.push_back(random_literal(shape, state));
  return leaves;
}

// Compares all outputs with an npz of out0, out1, ...; false if any differs.
Result<bool> compare_all(const Options& o, const std::vector<Literal>& results, nlohmann::ordered_json& report) {
  ASSIGN_OR_RETURN(std::string bytes, read_file(o.expect));
  ASSIGN_OR_RETURN(NpzFile file, NpzFile::open(bytes, o.expect));
  std::vector<Tolerance> tolerances(results.size(), Tolerance{o.rtol, o.atol});
  if (!o.signature.empty()) {
    ASSIGN_OR_RETURN(std::string json, read_file(o.signature));
    ASSIGN_OR_RETURN(tolerances, read_signature(json, o.signature));
    if (tolerances.size() != results.size()) {
      Place place;
      place.file = o.signature;
      return error(
          fmt::format("it has {} tolerances, but the program has {} results", tolerances.size(), results.size()),
          place);
    }
  }
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

int run(const Options& o) {
  if (!o.signature.empty() && o.expect.empty()) {
    err("eutectic: --signature says how exactly to compare; --expect FILE.npz says with what\n");
    return exit_usage;
  }
  if (!o.output.empty() && o.output != "-" && (o.output == o.program || o.output == o.inputs || o.output == o.expect)) {
    err(fmt::format("eutectic: --output '{}' is one of the files that are read\n", o.output));
    return exit_usage;
  }
  int code = exit_ok;
  auto program = load_program(o.program, code);
  if (!program) return code;
  const Module& m = program->module;
  std::vector<Shape> parameter_shapes = m.parameter_shapes(m.entry);
  std::vector<Shape> parameters = flatten(parameter_shapes);
  if (!parameters.empty() && o.inputs.empty() && o.random_option->count() == 0) {
    err(missing_inputs(*program, parameters));
    return exit_usage;
  }
  auto leaves = make_inputs(o, parameters);
  if (!leaves) return fail(leaves.error(), exit_failed);

  bool people = !o.json && !o.quiet;
  nlohmann::ordered_json report{{"program", o.program}, {"format", to_string(program->format)}, {"engine", o.engine}};
  if (people) {
    out(fmt::format("{}: {}, {} instructions\n", o.program, describe(program->format), m.instr_count()));
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
  std::vector<Literal> arguments;
  size_t next = 0;
  for (const Shape& shape : parameter_shapes) arguments.push_back(unflatten(shape, *leaves, next));
  leaves->clear();  // the evaluator may then reuse their buffers

  auto start = std::chrono::steady_clock::now();
  EvalOptions eval_options;
  eval_options.cancelled = interrupted;
  Evaluator evaluator(m, eval_options);
  auto value = evaluator.run(std::move(arguments));
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (interrupted()) {
    err("eutectic: interrupted\n");
    return exit_interrupted;
  }
  if (!value) {
    Diagnostics diagnostics = std::move(value).error();
    for (Diagnostic& d : diagnostics)
      if (d.place.file.empty()) d.place.file = o.program;
    return fail(diagnostics, exit_failed);
  }
  std::vector<Literal> results = flatten(*value);
  bool ok = true;
  for (const std::string& failure : evaluator.check_failures()) {
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
    out(fmt::format("evaluated in {:.3g} s\n", seconds));
  }
  if (o.json) {
    report["outputs"] = nlohmann::ordered_json::array();
    for (size_t i = 0; i < results.size(); ++i)
      report["outputs"].push_back({{"name", fmt::format("out{}", i)},
                                   {"type", to_hlo(results[i].shape(), false)},
                                   {"summary", summary_json(results[i])}});
    report["seconds"] = seconds;
  }
  if (!o.output.empty()) {
    std::vector<std::pair<std::string, Literal>> arrays;
    for (size_t i = 0; i < results.size(); ++i) arrays.emplace_back(fmt::format("out{}", i), results[i]);
    if (auto status = write_file(o.output, write_npz(arrays)); !status) return fail(status.error(), exit_usage);
  }
  if (!o.expect.empty()) {
    nlohmann::ordered_json comparison;
    auto same = compare_all(o, results, comparison);
    if (!same) return fail(same.error(), exit_failed);
    ok = ok && *same;
    if (o.json) report["comparison"] = std::move(comparison);
  }
  if (o.json) {
    report["ok"] = ok;
    out(report.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  }
  return ok ? exit_ok : exit_failed;
}

}  // namespace

Runner add_run(CLI::App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("program", o->program, "Program in any format; - is standard input")->required();
  auto* inputs = app.add_option("--inputs", o->inputs, "npz with arg0, arg1, ... (bf16 as uint16, f8 as uint8 bits)");
  o->random_option = app.add_option("--random-inputs", o->seed, "Made-up inputs from this seed")->excludes(inputs);
  app.add_option("--output", o->output, "Write the results as npz: out0, out1, ...");
  app.add_option("--expect", o->expect, "npz with the right out0, out1, ...; exit code 1 if they differ");
  auto* signature = app.add_option("--signature", o->signature, "JSON with the allowed differences of each output");
  app.add_option("--rtol", o->rtol, "Allowed relative difference")->check(CLI::NonNegativeNumber)->excludes(signature);
  app.add_option("--atol", o->atol, "Allowed absolute difference")->check(CLI::NonNegativeNumber)->excludes(signature);
  app.add_option("--engine", o->engine, "What computes")->check(CLI::IsMember({"reference"}))->capture_default_str();
  app.add_flag("--describe", o->describe, "Say what the program is first");
  app.add_flag("--json", o->json, "The report as JSON");
  app.add_flag("--quiet", o->quiet, "Say nothing but failures");
  return [o] { return run(*o); };
}

}  // namespace eutectic::cli
