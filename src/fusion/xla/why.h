// Asking rules without short cut: not the first that refuses, but all.
#pragma once
#include <vector>

#include "base/check.h"
#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

// `ask` gives the first refusal under the rules that hold: each is lifted in turn until none is left.
template <class Refused, class Ask>
std::vector<Refused> without_short_cut(Graph& g, const Ask& ask) {
  const RuleSet before = g.rules;
  std::vector<Refused> all;
  while (auto refusal = ask()) {
    CHECK(g.rules.holds(refusal->reason), "the rule {} refuses though it is lifted",
          explain::info(refusal->reason).text);
    g.rules.lift(refusal->reason);
    all.push_back(std::move(*refusal));
  }
  g.rules = before;
  return all;
}

// A rule that keeps two kernels apart, and the pass that asks it.
struct Refused {
  std::string_view pass;
  explain::Verdict verdict;
};

}  // namespace eutectic::fusion::xla
