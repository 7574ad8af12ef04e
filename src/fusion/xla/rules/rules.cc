// See rules.h.
#include "fusion/xla/rules/rules.h"

#include "fusion/xla/cleanup.h"
#include "fusion/xla/rules/fusion_merger.h"
#include "fusion/xla/rules/gpu_instruction_fusion.h"
#include "fusion/xla/rules/horizontal_fusion.h"
#include "fusion/xla/rules/multi_output_fusion.h"
#include "fusion/xla/rules/variadic_splitter.h"

namespace eutectic::fusion::xla {
namespace {

void clean_up(Graph& g) {
  merge_equal_in_fusions(g);
  remove_dead(g);
}

}  // namespace

Status run_rules_fusion(Graph& g, Log& log) {
  const Device& device = g.device();
  split_variadic_ops(g);
  gpu_instruction_fusion(g, log, device, false);
  gpu_instruction_fusion(g, log, device, true);
  RETURN_IF_ERROR(g.checked());
  fusion_merger(g, log, device);
  RETURN_IF_ERROR(g.checked());
  clean_up(g);
  multi_output_fusion(g, log, device);
  clean_up(g);
  return {};
}

Status run_rules_horizontal(Graph& g, Log& log) {
  horizontal_loop_fusion(g, log);
  horizontal_input_fusion(g, log, g.device());
  clean_up(g);
  return {};
}

std::vector<Refused> rules_why(Graph& g, NodeId producer, NodeId consumer) {
  std::vector<Refused> all;
  auto add = [&](std::string_view pass, std::vector<explain::Verdict> verdicts) {
    for (explain::Verdict& v : verdicts) all.push_back({pass, std::move(v)});
  };
  if (g.is_fusion(producer))
    add("fusion merger", fusion_merger_refusals(g, producer, consumer, g.device()));
  else
    add("instruction fusion", gpu_instruction_fusion_refusals(g, producer, consumer, g.device()));
  // With one user the earlier passes have decided.
  if (g[producer].users.size() > 1 || g.is_multi_output(consumer))
    add("multi-output fusion", multi_output_refusals(g, producer, consumer, g.device()));
  return all;
}

std::vector<Refused> rules_why_siblings(Graph& g, NodeId n1, NodeId n2, NodeId value) {
  std::vector<Refused> all;
  for (explain::Verdict& v : sibling_refusals(g, n1, n2, value, g.device()))
    all.push_back({"multi-output fusion", std::move(v)});
  return all;
}

}  // namespace eutectic::fusion::xla
