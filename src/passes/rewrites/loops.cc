#include "passes/rewrites/loops.h"

#include "analysis/trip_count.h"

namespace eutectic::rewrites {

using Local = Draft::Local;

bool is_flat(const Module& module, CompId comp, bool tuple_root) {
  const Computation& c = module[comp];
  if (c.parameters.size() != 1 || !module.shape(c.parameters[0]).is_tuple() || c.root == c.parameters[0]) return false;
  if (tuple_root && module[c.root].op != OpKind::Tuple) return false;
  for (InstrId id : instrs_of(c))
    for (InstrId o : module.operands(id))
      if (o == c.parameters[0] && module[id].op != OpKind::GetTupleElement) return false;
  return true;
}

bool is_flat_loop(const Module& module, InstrId loop) {
  if (module[loop].op != OpKind::While || !module.shape(loop).is_tuple()) return false;
  const Attrs& attrs = module.attrs(loop);
  return is_flat(module, attrs.comps(AttrName::Body)[0], true) &&
         is_flat(module, attrs.comps(AttrName::Condition)[0], false);
}

int64_t element_of(const Module& module, CompId comp, InstrId id) {
  if (module[id].op != OpKind::GetTupleElement || module.operand(id, 0) != module[comp].parameters[0]) return -1;
  return module.attrs(id).integer(AttrName::Index);
}

std::optional<CounterIndex> index_of_counter(const Module& module, CompId body, InstrId index, int64_t counter) {
  constexpr int64_t most = int64_t{1} << 31;  // of each constant: nothing overflows in a few steps
  CounterIndex out;
  for (int steps = 0; steps < 8; ++steps) {
    if (element_of(module, body, index) == counter) return out;
    const OpKind op = module[index].op;
    if (!is_integer(module.shape(index).type) || info(module.shape(index).type).bits < 32) return std::nullopt;
    if (op == OpKind::Copy || (op == OpKind::Convert && is_integer(module.shape(module.operand(index, 0)).type))) {
      index = module.operand(index, 0);
      continue;
    }
    if (op != OpKind::Add && op != OpKind::Subtract) return std::nullopt;
    const InstrId a = module.operand(index, 0), b = module.operand(index, 1);
    const std::optional<int64_t> x = integer_constant(module, a), y = integer_constant(module, b);
    if (x.has_value() == y.has_value()) return std::nullopt;
    const int64_t c = x ? *x : *y;
    if (c < -most || c > most) return std::nullopt;
    if (op == OpKind::Add || x) {
      out.offset += out.scale * c;
      if (op == OpKind::Subtract) out.scale = -out.scale;
    } else {
      out.offset -= out.scale * c;
    }
    index = x ? b : a;
  }
  return std::nullopt;
}

std::vector<Local> inlined(Draft& draft, CompId comp_id, std::span<const Local> elements) {
  const Module& module = draft.module();
  const Computation comp = module[comp_id];
  Copier copier(draft, comp_id);
  const bool tuple = module[comp.root].op == OpKind::Tuple;
  for (InstrId id : instrs_of(comp)) {
    if (module[id].op == OpKind::Parameter || (tuple && id == comp.root)) continue;
    if (module[id].op == OpKind::GetTupleElement && module.operand(id, 0) == comp.parameters[0])
      copier.set(id, elements[static_cast<size_t>(module.attrs(id).integer(AttrName::Index))]);
    else
      copier.copy(id);
  }
  if (!tuple) return {copier.at(comp.root)};
  const std::span<const Local> parts = copier.operands(comp.root);
  return {parts.begin(), parts.end()};
}

bool replace_loops(Module& module, CompId comp_id, const ReplaceLoop& replace) {
  const Computation comp = module[comp_id];
  std::vector<uint8_t> whole(comp.end.value - comp.begin.value, 0);
  bool loops = false;
  for (InstrId id : instrs_of(comp)) {
    loops |= module[id].op == OpKind::While;
    if (module[id].op == OpKind::GetTupleElement) continue;
    for (InstrId o : module.operands(id)) whole[o.value - comp.begin.value] = 1;
  }
  if (!loops) return false;
  whole[comp.root.value - comp.begin.value] = 1;
  Draft draft(module);
  Copier copier(draft, comp_id);
  std::vector<std::vector<Local>> results(whole.size());
  bool changed = false;
  for (InstrId id : instrs_of(comp)) {
    if (module[id].op == OpKind::GetTupleElement)
      if (const auto& parts = results[module.operand(id, 0).value - comp.begin.value]; !parts.empty()) {
        copier.set(id, parts[static_cast<size_t>(module.attrs(id).integer(AttrName::Index))]);
        continue;
      }
    if (module[id].op == OpKind::While && !whole[id.value - comp.begin.value] && is_flat_loop(module, id)) {
      const Local operand = copier.at(module.operand(id, 0));
      if (draft.op(operand) == OpKind::Tuple) {
        const std::vector<Local> init(draft.operands(operand).begin(), draft.operands(operand).end());
        results[id.value - comp.begin.value] = replace(draft, id, init);
        if (!results[id.value - comp.begin.value].empty()) {
          changed = true;
          continue;
        }
      }
    }
    copier.copy(id);
  }
  if (changed) draft.finish(comp_id, copier.at(comp.root));
  return changed;
}

}  // namespace eutectic::rewrites
