// eutectic bench: how long a program takes to compile and to run. Timed is what a caller from JAX waits for: inputs in
// memory, results allocated inside the call, their memory used again by the next call as XLA does.
#include <algorithm>
#include <chrono>
#include <memory>

#include "cli/command.h"
#include "cli/compiling.h"
#include "cli/inputs.h"
#include "cli/process.h"

namespace eutectic::cli {
namespace {

struct Options {
  std::string program;
  InputOptions inputs;
  CompileFlags flags;
  int repeat = 10;
  bool json = false;
};

using Clock = std::chrono::steady_clock;
double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

int run(const Options& o) {
  int code = exit_ok;
  auto start = Clock::now();
  auto program = load_program(o.program, code);
  if (!program) return code;
  compiler::CompileRecord record;
  record.phase_ms.emplace_back("read", ms_since(start));
  auto leaves = read_inputs(o.inputs, *program, code);
  if (!leaves) return code;
  auto executable = compiler::compile(std::move(program->module), o.flags.options(), &record);
  if (!executable) return fail_at(executable.error(), o.program);

  std::vector<runtime::Buffer> arguments;
  for (Literal& leaf : *leaves) arguments.push_back(leaf.take_buffer());
  runtime::RunOptions run_options;
  run_options.cancelled = interrupted;
  std::vector<double> times;
  runtime::RunStats stats;
  for (int i = 0; i <= o.repeat; ++i) {
    stats = {};
    start = Clock::now();
    auto results = (*executable)->run_leaves(arguments, run_options, &stats);
    const double ms = ms_since(start);
    if (interrupted()) {
      err("eutectic: interrupted\n");
      return exit_interrupted;
    }
    if (!results) return fail_at(results.error(), o.program);
    if (i > 0) times.push_back(ms);  // the first warms up
  }
  std::vector<double> sorted = times;
  std::ranges::sort(sorted);
  const size_t n = sorted.size();
  const double best = sorted[0], median = n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  int64_t hits = 0;
  for (const compiler::KernelRecord& k : record.kernels) hits += k.memory_hit || k.disk_hit;

  if (o.json) {
    nlohmann::ordered_json compile;
    for (const auto& [phase, ms] : record.phase_ms) compile[phase] = ms;
    compile["total"] = record.total_ms();
    out(nlohmann::ordered_json{{"program", o.program},
                               {"threads", o.flags.threads},
                               {"numbers", o.flags.numbers},
                               {"strategy", o.flags.strategy},
                               {"compile_ms", compile},
                               {"cached_kernels", hits},
                               {"run_ms", {{"best", best}, {"median", median}, {"all", times}}},
                               {"kernels", record.kernels.size()},
                               {"launches", stats.launches},
                               {"host_ops", stats.host_ops},
                               {"bytes", stats.launch_bytes},
                               {"peak_bytes", stats.peak_bytes}}
            .dump(1) +
        "\n");
    return exit_ok;
  }
  std::string phases;
  for (const auto& [phase, ms] : record.phase_ms)
    phases += fmt::format("{}{} {:.3g}", phases.empty() ? "" : ", ", phase, ms);
  out(fmt::format("{}: compiled in {:.3g} ms ({}{})\n", o.program, record.total_ms(), phases,
                  hits ? fmt::format("; {} of {} kernels cached", hits, record.kernels.size()) : ""));
  out(fmt::format("{} kernels, {} launches and {} host ops per run, {:.4g} MB read and written, {:.4g} MB at most\n",
                  record.kernels.size(), stats.launches, stats.host_ops, static_cast<double>(stats.launch_bytes) / 1e6,
                  static_cast<double>(stats.peak_bytes) / 1e6));
  out(fmt::format("best {:.4g} ms, median {:.4g} ms of {} runs\n", best, median, n));
  return exit_ok;
}

}  // namespace

Runner add_bench(App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("program", o->program, "Program in any format; - is standard input")->required();
  o->inputs.add(app);
  o->flags.add(app, true);
  app.add_option("--repeat", o->repeat, "Timed runs")->check(Range(1, 1000000))->capture_default_str();
  app.add_flag("--json", o->json, "The report as JSON");
  return [o] { return run(*o); };
}

}  // namespace eutectic::cli
