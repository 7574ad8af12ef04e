// Inlining. Callees first, so that each copied callee is itself free of calls; then loops and conditionals
// that share computations get copies of their own.
#include <fmt/format.h>

#include "analysis/call_order.h"
#include "passes/draft.h"
#include "passes/passes.h"

namespace eutectic {
namespace {

using Local = Draft::Local;

// A tree of calls grows exponentially with its depth. Beyond this, calls stay.
constexpr size_t instr_limit = 2'000'000;

std::optional<CompId> callee_of(const Module& module, InstrId id) {
  AttrName name;
  switch (module[id].op) {
    case OpKind::Call:
      name = AttrName::ToApply;
      break;
    case OpKind::Fusion:
    case OpKind::AsyncStart:
      name = AttrName::Calls;
      break;
    default:
      return std::nullopt;
  }
  const Comps& comps = module.attrs(id).comps(name);
  if (comps.size() != 1) return std::nullopt;
  return comps[0];
}

// async-start's result when its computation runs on the spot: ((operands...), result), (operand, result) or
// the result alone. Null for the forms with context values.
std::optional<Local> started(Draft& draft, InstrId id, std::span<const Local> operands, Local result) {
  const Shape stated = draft.module().shape(id);
  if (same_logical(stated, draft.shape(result))) return result;
  if (!stated.is_tuple() || stated.elements.size() != 2) return std::nullopt;
  if (!same_logical(stated.elements[1], draft.shape(result))) return std::nullopt;
  if (operands.size() == 1 && same_logical(stated.elements[0], draft.shape(operands[0])))
    return draft.tuple(std::initializer_list<Local>{operands[0], result}, id);
  const Local all = draft.tuple(operands, id);
  if (!same_logical(stated.elements[0], draft.shape(all))) return std::nullopt;
  return draft.tuple(std::initializer_list<Local>{all, result}, id);
}

// Whether an async-start can run on the spot: no user but updates and one done in the same computation, and
// no context values.
bool may_run_now(const Module& module, InstrId id, const std::vector<std::vector<InstrId>>& users, uint32_t base) {
  std::vector<InstrId> work{id};
  if (const Shape& s = module.shape(id); s.is_tuple() && s.elements.size() > 2) return false;
  while (!work.empty()) {
    const InstrId at = work.back();
    work.pop_back();
    if (module[module[at].parent].root == at) return false;
    for (InstrId user : users[at.value - base]) {
      if (module[user].op == OpKind::AsyncUpdate)
        work.push_back(user);
      else if (module[user].op != OpKind::AsyncDone)
        return false;
    }
  }
  return true;
}

void inline_into(Module& module, CompId comp_id) {
  const Computation comp = module[comp_id];
  const uint32_t base = comp.begin.value;
  bool async = false;
  for (InstrId id : instrs_of(comp)) async |= module[id].op == OpKind::AsyncStart;
  std::vector<std::vector<InstrId>> users;
  if (async) {
    users.resize(comp.end.value - base);
    for (InstrId id : instrs_of(comp))
      for (InstrId o : module.operands(id)) users[o.value - base].push_back(id);
  }
  Draft draft(module);
  Copier copier(draft, comp_id);
  std::vector<Local> done_value(async ? comp.end.value - base : 0);  // what async-done of it returns
  for (InstrId id : instrs_of(comp)) {
    const OpKind op = module[id].op;
    if (async && (op == OpKind::AsyncUpdate || op == OpKind::AsyncDone)) {
      const InstrId start = module.operand(id, 0);
      if (const Local value = done_value[start.value - base]; value.valid()) {
        copier.set(id, op == OpKind::AsyncDone ? value : copier.at(start));
        if (op == OpKind::AsyncUpdate) done_value[id.value - base] = value;
        continue;
      }
    }
    const std::optional<CompId> callee_id = callee_of(module, id);
    if (!callee_id || (op == OpKind::AsyncStart && !may_run_now(module, id, users, base))) {
      copier.copy(id);
      continue;
    }
    const Computation callee = module[*callee_id];
    Copier inner(draft, *callee_id);
    const std::vector<Local> operands(copier.operands(id).begin(), copier.operands(id).end());
    for (size_t p = 0; p < operands.size(); ++p) inner.set(callee.parameters[p], operands[p]);
    for (InstrId i : instrs_of(callee))
      if (module[i].op != OpKind::Parameter) inner.copy(i);
    Local result = inner.at(callee.root);
    if (op == OpKind::AsyncStart) {
      done_value[id.value - base] = result;
      const std::optional<Local> all = started(draft, id, operands, result);
      CHECK(all.has_value(), "form of async-start {}", module.name(id));
      result = *all;
    }
    copier.set(id, result);
  }
  draft.finish(comp_id, copier.at(comp.root));
}

bool owns_computations(OpKind op) { return op == OpKind::While || op == OpKind::Conditional; }

// A copy of a computation; the computations that it calls are shared with the original.
CompId clone(Module& module, CompId comp_id) {
  const Computation comp = module[comp_id];
  const CompId out = module.add_computation(fmt::format("{}.{}", module.name(comp_id), module.comp_count()));
  Draft draft(module);
  Copier copier(draft, comp_id);
  for (InstrId id : instrs_of(comp)) copier.copy(id);
  draft.finish(out, copier.at(comp.root));
  module.mutable_comp(out).execution_thread = comp.execution_thread;
  return out;
}

// Callers first: a computation's copy shares its callees, which are then met again.
bool give_own_computations(Module& module) {
  bool changed = false;
  std::vector<uint8_t> taken(module.comp_count(), 0);
  std::vector<CompId> work{module.entry};
  std::vector<CompId> order = callee_order(module);
  taken[module.entry.index()] = 1;
  // Computations that something other than a loop or conditional calls keep their callers.
  for (CompId comp : order)
    for (InstrId id : instrs_of(module[comp]))
      if (!owns_computations(module[id].op))
        for (CompId callee : module.callees(id))
          if (!taken[callee.index()]) {
            taken[callee.index()] = 1;
            work.push_back(callee);
          }
  while (!work.empty()) {
    const Computation comp = module[work.back()];
    work.pop_back();
    for (InstrId id : instrs_of(comp)) {
      if (!owns_computations(module[id].op)) continue;
      Attrs attrs = module.attrs(id);
      bool cloned = false;
      for (auto& [name, value] : attrs.mutable_entries()) {
        Comps* comps = std::get_if<Comps>(&value);
        if (!comps) continue;
        for (CompId& callee : *comps) {
          if (taken[callee.index()]) {
            if (module.instr_count() > 2 * instr_limit) continue;
            callee = clone(module, callee);
            taken.resize(module.comp_count(), 0);
            cloned = true;
          }
          taken[callee.index()] = 1;
          work.push_back(callee);
        }
      }
      if (!cloned) continue;
      module.set_attrs(id, module.add_attrs(std::move(attrs)));
      changed = true;
    }
  }
  return changed;
}

}  // namespace

Result<bool> inline_calls(Module& module) {
  bool changed = false;
  std::vector<size_t> size(module.comp_count(), 0);  // after inlining
  size_t total = 0;
  for (CompId comp : callee_order(module)) {
    size_t n = 0;
    bool calls = false;
    for (InstrId id : instrs_of(module[comp])) {
      ++n;
      if (const std::optional<CompId> callee = callee_of(module, id)) {
        n += size[callee->index()];
        calls = true;
      }
    }
    if (calls && total + n <= instr_limit) {
      inline_into(module, comp);
      changed = true;
      total += n;
    }
    const Computation& now = module[comp];
    size[comp.index()] = now.end.value - now.begin.value;
  }
  return give_own_computations(module) || changed;
}

}  // namespace eutectic
