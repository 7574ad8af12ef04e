#include "cli/compiling.h"

#include "cli/process.h"

namespace eutectic::cli {

void CompileFlags::add(App& app, bool runs, std::vector<std::string> more_strategies) {
  more_strategies.insert(more_strategies.begin(), {"eutectic", "none"});
  numbers_option_ =
      app.add_option("--numbers", numbers, "xla: multiply-add as one operation and x / s as x * (1 / s), as XLA does")
          ->check(IsMember({"xla", "strict"}))
          ->capture_default_str();
  strategy_option_ = app.add_option("--strategy", strategy, "eutectic, or none: every op alone, by the evaluator")
                         ->check(Check{std::move(more_strategies)})
                         ->capture_default_str();
  if (!runs) return;
  app.add_option("--threads", threads, "Threads at most; 0: one per core")->check(Range(0, 1024));
  app.add_flag("--no-cache", no_cache, "Compile anew, whatever the cache holds");
}

compiler::CompileOptions CompileFlags::options() const {
  compiler::CompileOptions o;
  o.threads = threads;
  o.numbers = numbers == "strict" ? compiler::Numbers::Strict : compiler::Numbers::Xla;
  o.strategy = strategy == "none" ? compiler::Strategy::None : compiler::Strategy::Eutectic;
  o.cache = !no_cache;
  return o;
}

std::unique_ptr<compiler::CompileRecord> record_of(const std::string& path, const CompileFlags& flags, int& code) {
  auto program = load_program(path, code);
  if (!program) return nullptr;
  auto record = std::make_unique<compiler::CompileRecord>();
  if (auto status = compiler::compile_record(std::move(program->module), flags.options(), *record); !status) {
    code = fail_at(status.error(), path);
    return nullptr;
  }
  return record;
}

std::optional<std::pair<size_t, size_t>> kernels_asked(const compiler::CompileRecord& record, int number, int& code) {
  const size_t count = record.kernels.size(), n = static_cast<size_t>(number);
  if (number < 0 && count) return std::pair{size_t{0}, count};
  if (number >= 0 && n < count) return std::pair{n, n + 1};
  if (count == 0)
    err("eutectic: the program has no kernel; 'eutectic explain' says why\n");
  else
    err(fmt::format("eutectic: there is no kernel {}; the program has kernels 0 to {}\n", number, count - 1));
  code = exit_failed;
  return std::nullopt;
}

}  // namespace eutectic::cli
