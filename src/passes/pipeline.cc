#include "passes/pipeline.h"

#include <fmt/format.h>

#include <chrono>

#include "analysis/call_order.h"
#include "ops/verify.h"
#include "passes/passes.h"
#include "passes/simplify.h"

namespace eutectic {
namespace {

struct Pass {
  std::string_view name;
  Result<bool> (*run)(Module&);
  bool PipelineOptions::* wanted = nullptr;  // null: always
};

constexpr Pass passes[] = {
    {"reroll", reroll, &PipelineOptions::reroll},  // before inlining, where a step may be a single call
    {"inline-calls", inline_calls},
    {"flatten-tuples", flatten_tuples},
    {"merge-equal", merge_equal},
    {"dead-code", remove_dead_code},
    {"reroll", reroll, &PipelineOptions::reroll},  // before algebra, which treats the first step otherwise
    {"remove-barriers", remove_barriers, &PipelineOptions::remove_barriers},
    {"simplify", simplify, &PipelineOptions::simplify},
    {"simplify-loops", simplify_loops, &PipelineOptions::loops},
    {"merge-equal", merge_equal},
    {"dead-code", remove_dead_code},
    {"merge-loops", merge_loops, &PipelineOptions::reroll},
    {"simplify", simplify, &PipelineOptions::simplify},
    {"move-invariant-code", move_invariant_code, &PipelineOptions::simplify},
    {"dead-code", remove_dead_code},
    {"simplify-loops", simplify_loops, &PipelineOptions::loops},
    {"merge-equal", merge_equal},
    {"dead-code", remove_dead_code},
};

size_t reachable_instrs(const Module& module) {
  size_t n = 0;
  for (CompId c : callee_order(module)) n += module[c].end.value - module[c].begin.value;
  return n;
}

}  // namespace

Result<Module> run_pipeline(const Module& module, const PipelineOptions& options, PassLog* log) {
  Module work = module;
  int64_t fuel = options.fuel;
  for (const Pass& pass : passes) {
    if (pass.wanted && !(options.*pass.wanted)) continue;
    if (pass.run == move_invariant_code && !options.loops) continue;
    const auto start = std::chrono::steady_clock::now();
    ASSIGN_OR_RETURN(const bool changed, pass.run == simplify ? simplify_with(work, fuel) : pass.run(work));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    if (log) log->entries.push_back({std::string(pass.name), changed, reachable_instrs(work), took.count()});
    if (!options.verify_each) continue;
    if (Status status = verify(compact(work)); !status) {
      for (Diagnostic& d : status.error()) d.message += fmt::format(" (after the pass {})", pass.name);
      return std::unexpected(std::move(status).error());
    }
  }
  Module out = compact(work);
  RETURN_IF_ERROR(verify(out));
  return out;
}

}  // namespace eutectic
