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

constexpr int most_rounds = 25;  // XLA's limit

bool clean_up(Graph& g) {
  bool changed = merge_equal_in_fusions(g);
  changed = remove_dead(g) || changed;
  return changed;
}

}  // namespace

Status run_rules_fusion(Graph& g, Log& log) {
  const Device& device = h100();
  for (int round = 0; round < most_rounds; ++round) {
    bool changed = split_variadic_ops(g);
    changed = gpu_instruction_fusion(g, log, device, false) || changed;
    changed = gpu_instruction_fusion(g, log, device, true) || changed;
    changed = fusion_merger(g, log, device) || changed;
    changed = clean_up(g) || changed;
    changed = multi_output_fusion(g, log, device) || changed;
    changed = clean_up(g) || changed;
    if (!changed) break;
  }
  return {};
}

Status run_rules_horizontal(Graph& g, Log& log) {
  const Device& device = h100();
  for (int round = 0; round < most_rounds; ++round) {
    bool changed = horizontal_loop_fusion(g, log);
    changed = horizontal_input_fusion(g, log, device) || changed;
    changed = clean_up(g) || changed;
    if (!changed) break;
  }
  return {};
}

}  // namespace eutectic::fusion::xla
