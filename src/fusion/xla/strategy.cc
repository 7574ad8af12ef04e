// See strategy.h.
#include "fusion/xla/strategy.h"

#include <vector>

#include "fusion/xla/cpu_instruction_fusion.h"
#include "fusion/xla/rules/rules.h"

namespace eutectic::fusion::xla {
namespace {

Status run_none(Graph&, Log&) { return {}; }

const std::vector<Strategy>& table() {
  static const std::vector<Strategy> strategies{
      {"none", "xla-priority-h100", {{"before-fusion", "after-all-fusion", run_none}}},
      {"xla-rules",
       "xla-rules-h100",
       {{"before-fusion", "before-horizontal-fusion", run_rules_fusion},
        {"before-horizontal-fusion", "after-all-fusion", run_rules_horizontal}}},
      {"xla-cpu", "xla-cpu", {{"before-fusion", "after-fusion", run_cpu_instruction_fusion}}},
  };
  return strategies;
}

}  // namespace

const Strategy* find_strategy(std::string_view name) {
  for (const Strategy& s : table())
    if (s.name == name) return &s;
  return nullptr;
}

std::vector<std::string_view> strategy_names() {
  std::vector<std::string_view> names;
  for (const Strategy& s : table()) names.push_back(s.name);
  return names;
}

}  // namespace eutectic::fusion::xla
