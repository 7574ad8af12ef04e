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
  const Device& device = h100();
  split_variadic_ops(g);
  gpu_instruction_fusion(g, log, device, false);
  gpu_instruction_fusion(g, log, device, true);
  fusion_merger(g, log, device);
  clean_up(g);
  multi_output_fusion(g, log, device);
  clean_up(g);
  return {};
}

Status run_rules_horizontal(Graph& g, Log& log) {
  horizontal_loop_fusion(g, log);
  horizontal_input_fusion(g, log, h100());
  clean_up(g);
  return {};
}

}  // namespace eutectic::fusion::xla
