#include "optimize/optimize.h"

#include "passes/pipeline.h"

namespace eutectic::optimize {
namespace {

// Less time is what counts; at equal times, fewer launches.
bool pays(const Estimate& before, const Estimate& after) {
  if (after.time_us != before.time_us) return after.time_us < before.time_us;
  return after.launches < before.launches;
}

}  // namespace

Result<Optimized> optimize(const Module& module, const Options& options) {
  Optimized out;
  std::vector<Choice> choices = options.rewrites;
  if (choices.empty())
    for (const rewrites::Rewrite& r : rewrites::all_rewrites()) choices.push_back({&r});
  // Steps that were unrolled by hand stay so: rolling them up is not what the target needs.
  ASSIGN_OR_RETURN(Module work, run_pipeline(module, {.reroll = false}));
  ASSIGN_OR_RETURN(out.before, estimate(module, options.target));
  out.after = out.before;
  int64_t fuel = options.fuel;
  for (const Choice& choice : choices) {
    Step step;
    step.rewrite = choice.rewrite;
    rewrites::Context context;
    context.fuel = fuel;
    context.factor = choice.factor;
    Module candidate = work;
    ASSIGN_OR_RETURN(step.changed, choice.rewrite->run(candidate, context));
    step.verdicts = std::move(context.verdicts);
    if (step.changed) {
      ASSIGN_OR_RETURN(candidate, rewrites::cleaned(candidate));
      step.before = out.after;
      ASSIGN_OR_RETURN(step.after, estimate(candidate, options.target));
      step.kept = options.forced || pays(step.before, step.after);
    }
    if (step.kept) {
      work = std::move(candidate);
      fuel = context.fuel;
      out.after = step.after;
      out.changed = true;
    }
    out.steps.push_back(std::move(step));
  }
  out.module = out.changed ? std::move(work) : module;
  return out;
}

}  // namespace eutectic::optimize
