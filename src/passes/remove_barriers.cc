// Optimization barriers have done their work when fusion begins, but for XLA for GPUs.
#include "analysis/call_order.h"
#include "passes/draft.h"
#include "passes/passes.h"

namespace eutectic {

Result<bool> remove_barriers(Module& module) {
  bool changed = false;
  for (CompId comp_id : callee_order(module)) {
    const Computation comp = module[comp_id];
    Draft draft(module);
    Copier copier(draft, comp_id);
    bool here = false;
    for (InstrId id : instrs_of(comp)) {
      if (module[id].op == OpKind::OptimizationBarrier) {
        copier.set(id, copier.at(module.operand(id, 0)));
        here = true;
        continue;
      }
      if (module[id].op == OpKind::GetTupleElement) {
        const Draft::Local tuple = copier.at(module.operand(id, 0));
        if (draft.op(tuple) == OpKind::Tuple) {
          copier.set(id, draft.operand(tuple, static_cast<size_t>(module.attrs(id).integer(AttrName::Index))));
          continue;
        }
      }
      copier.copy(id);
    }
    if (here) draft.finish(comp_id, copier.at(comp.root));
    changed |= here;
  }
  return changed;
}

}  // namespace eutectic
