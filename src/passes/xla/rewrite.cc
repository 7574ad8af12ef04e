// Drives the rules over a module. See rule.h.
#include "analysis/call_order.h"
#include "passes/xla/rule.h"

namespace eutectic::xla_passes {
namespace {

bool rewrite_computation(Module& module, CompId comp_id, std::span<const Rule> rules, Target target, bool physical) {
  const Computation comp = module[comp_id];
  std::vector<uint32_t> users(comp.end.value - comp.begin.value, 0);
  for (InstrId id : instrs_of(comp)) {
    // Distinct users: an instruction that reads a value twice counts once.
    const std::span<const InstrId> operands = module.operands(id);
    for (size_t i = 0; i < operands.size(); ++i)
      if (std::ranges::find(operands.first(i), operands[i]) == operands.begin() + static_cast<ptrdiff_t>(i))
        ++users[operands[i].value - comp.begin.value];
  }
  ++users[comp.root.value - comp.begin.value];
  Draft draft(module);
  Copier copier(draft, comp_id);
  Uses uses;
  bool changed = false;
  std::vector<Local> operands;
  for (InstrId id : instrs_of(comp)) {
    const std::span<const Local> given = copier.operands(id);
    operands.assign(given.begin(), given.end());
    const uint32_t here = users[id.value - comp.begin.value];
    std::optional<Local> better;
    if (here > 0 && module[id].op != OpKind::Parameter &&
        module.attrs(id).text(AttrName::ControlPredecessors).empty()) {
      const Site site{{draft, id, operands}, uses, target, physical};
      for (const Rule rule : rules)
        if ((better = rule(site))) break;
    }
    if (better) {
      changed = true;
      copier.set(id, *better);
      const bool old = std::ranges::find(operands, *better) != operands.end();
      uses.set(*better, old ? uses.of(*better) - 1 + here : here);
    } else {
      const Local copy = draft.copy(id, operands);
      copier.set(id, copy);
      uses.set(copy, here);
    }
  }
  if (changed) draft.finish(comp_id, copier.at(comp.root));
  return changed;
}

}  // namespace

Result<bool> rewrite(Module& module, std::span<const Rule> rules, Target target, bool physical) {
  bool changed = false;
  for (CompId comp : callee_order(module)) changed |= rewrite_computation(module, comp, rules, target, physical);
  return changed;
}

}  // namespace eutectic::xla_passes
