// forward-slices: a slice of an array that was put together reads the parts, through ops that only move or map elements
// (parts.h); a reduction over a few parts combines them.
#include "analysis/call_order.h"
#include "passes/rewrites/forwarder.h"

namespace eutectic::rewrites {

Result<bool> forward_slices(Module& module, Context& context) {
  constant_windows(module);
  bool changed = false;
  for (CompId comp_id : callee_order(module)) {
    const Computation comp = module[comp_id];
    Forwarder forwarder(module, comp_id);
    for (InstrId id : instrs_of(comp)) forwarder.visit(id, &context);
    if (!forwarder.changed) continue;
    forwarder.draft.finish(comp_id, forwarder.copier.at(comp.root));
    changed = true;
  }
  return changed;
}

}  // namespace eutectic::rewrites
