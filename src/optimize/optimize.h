// A program rewritten for a target: which rewrites were tried, what each did and where, what the target was estimated
// to make of the program before and after, and whether it was kept.
#pragma once
#include <string>
#include <vector>

#include "optimize/estimate.h"
#include "passes/rewrites/rewrite.h"

namespace eutectic::optimize {

struct Choice {
  const rewrites::Rewrite* rewrite;
  int64_t factor = 0;
};

struct Options {
  Target target = Target::XlaGpu;
  std::vector<Choice> rewrites;  // in this order; empty: all that choose for themselves, in theirs
  bool forced = false;           // kept whatever the estimate says
  int64_t fuel = -1;             // places that may be rewritten in all; -1: any number
};

struct Step {
  const rewrites::Rewrite* rewrite = nullptr;
  std::vector<rewrites::Verdict> verdicts;
  bool changed = false, kept = false;
  Estimate before, after;  // where it changed something
};

struct Optimized {
  Module module;  // the given one if nothing was kept
  bool changed = false;
  std::vector<Step> steps;
  Estimate before, after;
};

Result<Optimized> optimize(const Module& module, const Options& options);

}  // namespace eutectic::optimize
