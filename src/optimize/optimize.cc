#include "optimize/optimize.h"

#include <algorithm>
#include <memory>

#include "analysis/call_order.h"
#include "passes/pipeline.h"

namespace eutectic::optimize {
namespace {

// Rewrites may pay only together: so many ways are followed at a time.
constexpr int64_t most_ways = 4;

struct Way {
  std::shared_ptr<const Module> module;
  Estimate estimate;
  std::vector<Step> steps;
  int64_t fuel = -1;
  size_t kept = 0;
  bool cleaned = false;
  double margin = 1;  // the gain that the rewrites it keeps must have to count as one

  double score() const { return estimate.time_us * margin; }
};

// Less time is what counts; at equal times, fewer launches, then fewer changes.
bool better(const Way& a, const Way& b) {
  if (a.score() != b.score()) return a.score() < b.score();
  if (a.estimate.launches != b.estimate.launches) return a.estimate.launches < b.estimate.launches;
  return a.kept < b.kept;
}

// XLA:CPU's times are rough: a rewrite has to be clearly better there. What stacked columns cost depends on layouts
// that XLA chooses.
double least_gain(const rewrites::Rewrite& rewrite, Target target) {
  if (target != Target::XlaCpu) return 1;
  return rewrite.run == rewrites::split_carried ? 1.3 : 1.03;
}

size_t instrs_of_all(const Module& module) {
  size_t n = 0;
  for (CompId c : callee_order(module)) n += module[c].end.value - module[c].begin.value;
  return n;
}

// The way with one rewrite more, but of one loop perhaps; the step says whether that changed anything. `loops`: of how
// many it could be.
Result<Way> taken(const Way& from, const Choice& choice, Estimator& estimator, int64_t skip, int64_t& loops) {
  const Target target = estimator.target();
  Way out = from;
  Step step;
  step.rewrite = choice.rewrite;
  rewrites::Context context;
  context.fuel = from.fuel;
  context.factor = choice.factor;
  context.skip = skip;
  context.on_cpu = target == Target::XlaCpu;
  auto module = std::make_shared<Module>(*from.module);
  ASSIGN_OR_RETURN(step.changed, choice.rewrite->run(*module, context));
  step.verdicts = std::move(context.verdicts);
  loops = context.loops;
  step.before = step.after = from.estimate;
  if (step.changed) {
    ASSIGN_OR_RETURN(*module, rewrites::cleaned(*module));
    ASSIGN_OR_RETURN(step.after, estimator(*module));
    out.module = std::move(module);
    out.estimate = step.after;
    out.fuel = context.fuel;
    out.margin *= least_gain(*choice.rewrite, target);
    step.kept = true;
    if (choice.rewrite->cleans)
      out.cleaned = true;
    else
      ++out.kept;
  }
  out.steps.push_back(std::move(step));
  return out;
}

// The ways that one more rewrite makes of a way, the way without it among them.
Result<std::vector<Way>> extended(const Way& way, const Choice& choice, const Options& options, Estimator& estimator) {
  std::vector<Way> next;
  int64_t loops = 0;
  ASSIGN_OR_RETURN(Way with, taken(way, choice, estimator, -1, loops));
  if (choice.rewrite->cleans) {
    // A clean-up needs no gain, only a program that is smaller and no worse; nothing else is tried without it then.
    Step& step = with.steps.back();
    const bool pays =
        with.score() < way.score() || (with.score() == way.score() && with.estimate.launches <= way.estimate.launches &&
                                       instrs_of_all(*with.module) < instrs_of_all(*way.module));
    if (!step.changed || (!pays && !options.forced)) {
      Way without = way;
      without.steps.push_back(std::move(step));
      without.steps.back().kept = false;
      with = std::move(without);
    }
    next.push_back(std::move(with));
    return next;
  }
  if (!options.forced && with.steps.back().changed) {
    Way without = way;
    without.steps.push_back(with.steps.back());
    without.steps.back().kept = false;
    next.push_back(std::move(without));
  }
  next.push_back(std::move(with));
  // What pays in one loop need not in another.
  if (options.forced || loops < 2 || loops > most_ways || choice.rewrite->takes_factor) return next;
  for (int64_t skip = 0, of = loops; skip < of; ++skip) {
    ASSIGN_OR_RETURN(Way but_one, taken(way, choice, estimator, skip, loops));
    if (but_one.steps.back().changed) next.push_back(std::move(but_one));
  }
  return next;
}

}  // namespace

Result<Optimized> optimize(const Module& module, const Options& options) {
  std::vector<Choice> choices = options.rewrites;
  if (choices.empty())
    for (const rewrites::Rewrite& r : rewrites::all_rewrites())
      // Calls cost XLA:CPU little, and long bodies much time to compile.
      if (options.target != Target::XlaCpu || !r.takes_factor) choices.push_back({&r});
  Optimized out;
  Estimator estimator(options.target);
  ASSIGN_OR_RETURN(out.before, estimator(module));
  // Steps that were unrolled by hand stay so: rolling them up is not what the target needs.
  // Clean-ups come first, and take loops as they were.
  const bool cleans = !choices.empty() && choices[0].rewrite->cleans;
  auto started = [&](bool loops) -> Result<std::shared_ptr<const Module>> {
    ASSIGN_OR_RETURN(Module made, run_pipeline(module, {.reroll = false, .loops = loops, .remove_barriers = false}));
    return std::make_shared<const Module>(std::move(made));
  };
  std::vector<Way> ways(1);
  ASSIGN_OR_RETURN(ways[0].module, started(!cleans));
  ways[0].estimate = out.before;
  ways[0].fuel = options.fuel;
  for (const Choice& choice : choices) {
    // Bodies of many steps take long to plan.
    if (choice.rewrite->takes_factor && ways.size() > 2) ways.resize(2);
    std::vector<Way> best;
    for (const Way& way : ways) {
      ASSIGN_OR_RETURN(std::vector<Way> next, extended(way, choice, options, estimator));
      for (Way& w : next) {
        best.insert(std::ranges::upper_bound(best, w, better), std::move(w));
        if (std::ssize(best) > most_ways) best.pop_back();
      }
    }
    ways = std::move(best);
    if (&choice == &choices.front() && cleans && !ways[0].steps.back().kept) {
      ASSIGN_OR_RETURN(ways[0].module, started(true));
    }
  }
  Way& best = ways.front();
  out.after = best.estimate;
  out.changed = best.kept > 0 || best.cleaned;
  out.module = out.changed ? *best.module : module;
  out.steps = std::move(best.steps);
  return out;
}

}  // namespace eutectic::optimize
