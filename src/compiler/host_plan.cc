#include "compiler/host_plan.h"

namespace eutectic::compiler {
namespace {

// Loops that nest deeper, and programs that would have more groups (computations that are shared count anew each
// time), are run by the evaluator as a whole.
constexpr int max_depth = 60;
constexpr int64_t max_groups = 1'000'000;

}  // namespace

fusion::Plan HostPlanner::plan(CompId computation, int depth) {
  const Computation& comp = module_[computation];
  const uint32_t base = comp.begin.value;
  std::vector<bool> live(comp.end.value - base, false);
  live[comp.root.value - base] = true;
  for (uint32_t i = comp.end.value; i-- > base;) {
    const InstrId id(i);
    if (!live[i - base] && effects_.has_effect(id)) live[i - base] = true;
    if (!live[i - base]) continue;
    for (InstrId o : module_.operands(id)) live[o.value - base] = true;
  }
  fusion::Plan out;
  out.computation = computation;
  for (InstrId id : instrs_of(comp))
    if (live[id.value - base] && module_[id].op != OpKind::Parameter) out.groups.push_back(group(id, depth));
  return out;
}

fusion::Group HostPlanner::group(InstrId instr, int depth) {
  ++groups_;
  fusion::Group out;
  out.instrs = out.roots = {instr};
  for (InstrId o : module_.operands(instr)) out.inputs.push_back(o);
  const OpKind op = module_[instr].op;
  if ((op == OpKind::While || op == OpKind::Conditional) && depth < max_depth && groups_ < max_groups) {
    out.kind = fusion::GroupKind::Control;
    for (CompId callee : module_.callees(instr)) out.plans.push_back(plan(callee, depth + 1));
  }
  return out;
}

}  // namespace eutectic::compiler
