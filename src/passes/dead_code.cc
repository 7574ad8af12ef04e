// Dead code: what neither the root nor an effect needs. Parameters stay: they are the interface.
#include "analysis/call_order.h"
#include "analysis/effects.h"
#include "passes/draft.h"
#include "passes/passes.h"

namespace eutectic {

Result<bool> remove_dead_code(Module& module) {
  const Effects effects(module);
  bool changed = false;
  for (CompId comp_id : callee_order(module)) {
    const Computation comp = module[comp_id];
    const uint32_t base = comp.begin.value;
    std::vector<uint8_t> live(comp.end.value - base, 0);
    size_t count = 0;
    live[comp.root.value - base] = 1;
    for (size_t i = live.size(); i-- > 0;) {
      const InstrId id(base + i);
      if (!live[i] && (module[id].op == OpKind::Parameter || effects.has_effect(id))) live[i] = 1;
      if (!live[i]) continue;
      ++count;
      for (InstrId o : module.operands(id)) live[o.value - base] = 1;
    }
    if (count == live.size()) continue;
    changed = true;
    Draft draft(module);
    Copier copier(draft, comp_id);
    for (InstrId id : instrs_of(comp))
      if (live[id.value - base]) copier.copy(id);
    draft.finish(comp_id, copier.at(comp.root));
  }
  return changed;
}

}  // namespace eutectic
