// What layout assignment leaves behind where all layouts are row-major: a reshape costs nothing and is a bitcast.
#include "analysis/call_order.h"
#include "passes/draft.h"
#include "passes/xla/passes.h"

namespace eutectic::xla_passes {

Result<bool> reshapes_to_bitcasts(Module& module, Target) {
  bool changed = false;
  for (CompId comp_id : callee_order(module)) {
    const Computation comp = module[comp_id];
    Draft draft(module);
    Copier copier(draft, comp_id);
    bool here = false;
    for (InstrId id : instrs_of(comp)) {
      const Shape shape = module.shape(id);
      // A bitcast keeps the order in memory, a reshape that of the indices.
      if (module[id].op != OpKind::Reshape || !is_row_major(shape) ||
          !is_row_major(module.shape(module.operand(id, 0)))) {
        copier.copy(id);
        continue;
      }
      copier.set(id, draft.add(OpKind::Bitcast, shape, copier.operands(id), {}, id));
      here = true;
    }
    if (here) draft.finish(comp_id, copier.at(comp.root));
    changed |= here;
  }
  return changed;
}

}  // namespace eutectic::xla_passes
