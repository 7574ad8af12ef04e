// See strategy.h.
#include "fusion/xla/strategy.h"

#include <vector>

#include "fusion/xla/copies.h"
#include "fusion/xla/cpu_instruction_fusion.h"
#include "fusion/xla/priority/priority_fusion.h"
#include "fusion/xla/rules/horizontal_fusion.h"
#include "fusion/xla/rules/rules.h"

namespace eutectic::fusion::xla {
namespace {

Status run_none(Graph&, Log&) { return {}; }

Status copies_of_rules(Graph& g, Log& log) {
  insert_copies(g, Sharing::Gpu);
  horizontal_loop_fusion(g, log);  // copies become one kernel
  return {};
}

Status copies_of_priority(Graph& g, Log&) {
  insert_copies(g, Sharing::Gpu);
  fuse_copies(g);
  return {};
}

Status copies_of_none(Graph&, Log&) { return {}; }

Status copies_of_cpu(Graph& g, Log&) {
  insert_copies(g, Sharing::Cpu);
  return {};
}

const std::vector<Strategy>& table() {
  static const std::vector<Strategy> strategies{
      {"none", "xla-priority-h100", {{"before-fusion", "after-all-fusion", run_none}}, nullptr, copies_of_priority},
      // Of a program that is fused already: by XLA, or by hand.
      {"import",
       "xla-rules-h100",
       {{"after-all-fusion", "after-all-fusion", run_none}},
       nullptr,
       copies_of_none,
       rules_why,
       rules_why_siblings},
      {"xla-rules",
       "xla-rules-h100",
       {{"before-fusion", "before-horizontal-fusion", run_rules_fusion},
        {"before-horizontal-fusion", "after-all-fusion", run_rules_horizontal}},
       nullptr,
       copies_of_rules,
       rules_why,
       rules_why_siblings},
      {"xla-priority",
       "xla-priority-h100",
       {{"before-fusion", "after-all-fusion", run_priority_fusion}},
       fuse_before_priority_fusion,
       copies_of_priority,
       priority_why},
      {"xla-cpu",
       "xla-cpu",
       {{"before-fusion", "after-fusion", run_cpu_instruction_fusion}},
       nullptr,
       copies_of_cpu,
       cpu_why},
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
