// See strategy.h.
#include "fusion/xla/strategy.h"

#include <vector>

#include "fusion/xla/copies.h"
#include "fusion/xla/cpu_instruction_fusion.h"
#include "fusion/xla/rules/horizontal_fusion.h"
#include "fusion/xla/rules/rules.h"

namespace eutectic::fusion::xla {
namespace {

Status run_none(Graph&, Log&) { return {}; }

template <Sharing S>
Status add_copies(Graph& g, Log& log) {
  insert_copies(g, S);
  if (S == Sharing::Gpu2024) horizontal_loop_fusion(g, log);  // copies become one kernel
  return {};
}

const std::vector<Strategy>& table() {
  static const std::vector<Strategy> strategies{
      {"none", "xla-priority-h100", {{"before-fusion", "after-all-fusion", run_none}}, add_copies<Sharing::Gpu2026>},
      {"xla-rules",
       "xla-rules-h100",
       {{"before-fusion", "before-horizontal-fusion", run_rules_fusion},
        {"before-horizontal-fusion", "after-all-fusion", run_rules_horizontal}},
       add_copies<Sharing::Gpu2024>},
      {"xla-cpu",
       "xla-cpu",
       {{"before-fusion", "after-fusion", run_cpu_instruction_fusion}},
       add_copies<Sharing::Cpu2026>},
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
