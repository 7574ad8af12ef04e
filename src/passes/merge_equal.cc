// Common subexpressions, by hashing (op, shape, attributes, operands). Floating-point operands are not
// reordered: which NaN comes out may depend on their order.
#include <algorithm>

#include "analysis/call_order.h"
#include "analysis/effects.h"
#include "ops/op_def.h"
#include "passes/classes.h"
#include "passes/draft.h"
#include "passes/passes.h"

namespace eutectic {
namespace {

using Local = Draft::Local;

class Merger {
 public:
  Merger(Module& module, const Effects& effects, Classes& classes)
      : module_(module), effects_(effects), classes_(classes) {}

  bool run(CompId comp_id) {
    const Computation comp = module_[comp_id];
    Draft draft(module_);
    Copier copier(draft, comp_id);
    std::unordered_multimap<size_t, Local> table;
    table.reserve(comp.end.value - comp.begin.value);
    std::vector<Local> operands;
    bool changed = false;
    for (InstrId id : instrs_of(comp)) {
      const Instr instr = module_[id];
      const std::span<const Local> given = copier.operands(id);
      operands.assign(given.begin(), given.end());
      if (instr.op == OpKind::Parameter || !effects_.is_pure(id)) {
        copier.set(id, copy(draft, id, operands, changed));
        continue;
      }
      // Operands of the copy keep their order: rerolling compares it.
      const bool either = operands.size() == 2 && op_def(instr.op).traits.commutative &&
                          !is_float(module_.shape(id).type) && !is_complex(module_.shape(id).type);
      const uint32_t attrs = classes_.of(instr.attrs);
      size_t h = static_cast<size_t>(instr.op);
      mix_hash(h, instr.shape.value);
      mix_hash(h, attrs);
      if (either) {
        mix_hash(h, std::min(operands[0], operands[1]).value);
        mix_hash(h, std::max(operands[0], operands[1]).value);
      } else {
        for (Local o : operands) mix_hash(h, o.value);
      }
      Local found;
      for (auto [it, last] = table.equal_range(h); it != last && !found.valid(); ++it) {
        const Instr& other = draft[it->second];
        if (other.op != instr.op || other.shape != instr.shape || classes_.of(other.attrs) != attrs) continue;
        const std::span<const Local> theirs = draft.operands(it->second);
        if (std::ranges::equal(theirs, operands) || (either && theirs[0] == operands[1] && theirs[1] == operands[0]))
          found = it->second;
      }
      if (found.valid()) {
        changed = true;
      } else {
        found = copy(draft, id, operands, changed);
        table.emplace(h, found);
      }
      copier.set(id, found);
    }
    if (changed) draft.finish(comp_id, copier.at(comp.root));
    return changed;
  }

 private:
  // Calls of combiners go to the first computation of their class.
  Local copy(Draft& draft, InstrId id, std::span<const Local> operands, bool& changed) {
    const OpKind op = module_[id].op;
    if (op == OpKind::While || op == OpKind::Conditional) return draft.copy(id, operands);
    bool other = false;
    for (const auto& [name, value] : module_.attrs(id).entries())
      if (const Comps* comps = std::get_if<Comps>(&value))
        for (CompId c : *comps) other |= classes_.representative(c) != c;
    if (!other) return draft.copy(id, operands);
    changed = true;
    Attrs attrs = module_.attrs(id);
    for (auto& [name, value] : attrs.mutable_entries())
      if (Comps* comps = std::get_if<Comps>(&value))
        for (CompId& c : *comps) c = classes_.representative(c);
    return draft.copy(id, operands, std::move(attrs));
  }

  Module& module_;
  const Effects& effects_;
  Classes& classes_;
};

}  // namespace

Result<bool> merge_equal(Module& module) {
  bool changed = false;
  const std::vector<CompId> order = callee_order(module);
  const Effects effects(module);
  // Computations are compared as they are before this pass.
  Classes classes(module);
  for (CompId comp : order) changed |= Merger(module, effects, classes).run(comp);
  return changed;
}

}  // namespace eutectic
