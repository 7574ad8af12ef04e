// Loop-invariant code motion: pure instructions of a loop's body whose operands the body leaves unchanged
// move before the loop, and their values are carried. Only where that carries no more bytes than the
// operands have (a broadcast stays), or work that is worth carrying for: reductions, products, sorts.
#include <algorithm>

#include "analysis/call_order.h"
#include "analysis/effects.h"
#include "passes/draft.h"
#include "passes/emit.h"
#include "passes/passes.h"

namespace eutectic {
namespace {

using Local = Draft::Local;

bool never_moves(OpKind op) {
  // Loops and calls of unknown length would run though the loop might not run at all. A barrier says that what stands
  // behind it is computed here.
  return op == OpKind::While || op == OpKind::Conditional || op == OpKind::CustomCall ||
         op == OpKind::OptimizationBarrier;
}

struct Plan {
  std::vector<InstrId> moved;    // of the body, in order
  std::vector<InstrId> carried;  // those that stay in the body read
  // Invariant instructions that stay, since their values are larger than what they are made of; what they take.
  int64_t staying = 0, bytes_of_values = 0, bytes_of_operands = 0;
};

// What is invariant in the body of a loop.
Plan plan(const Module& module, const Effects& effects, InstrId loop) {
  Plan out;
  const Computation& body = module[module.attrs(loop).comps(AttrName::Body)[0]];
  const uint32_t base = body.begin.value;
  enum : uint8_t { Varies, Constant, Element, Moved };
  std::vector<uint8_t> kind(body.end.value - base, Varies);
  for (InstrId id : instrs_of(body)) {
    uint8_t& k = kind[id.value - base];
    const OpKind op = module[id].op;
    if (op == OpKind::GetTupleElement && module.operand(id, 0) == body.parameters[0]) {
      if (module.operand(body.root, static_cast<size_t>(module.attrs(id).integer(AttrName::Index))) == id) k = Element;
      continue;
    }
    if (op == OpKind::Parameter || id == body.root || !module.shape(id).is_array() || !effects.is_pure(id)) continue;
    if (never_moves(op)) continue;
    bool constant = true, invariant = true;
    int64_t bytes = 0;
    for (InstrId o : module.operands(id)) {
      const uint8_t of = kind[o.value - base];
      constant &= of == Constant;
      invariant &= of != Varies;
      if (of != Constant) bytes += module.shape(o).size_bytes();
    }
    if (constant) {
      k = Constant;  // stays: it costs nothing to build again
    } else if (invariant && module.shape(id).size_bytes() <= bytes) {
      k = Moved;
      out.moved.push_back(id);
    } else if (invariant) {
      ++out.staying;
      out.bytes_of_values += module.shape(id).size_bytes();
      out.bytes_of_operands += bytes;
    }
  }
  std::vector<uint8_t> read(kind.size(), 0);
  for (InstrId id : instrs_of(body))
    if (kind[id.value - base] != Moved)
      for (InstrId o : module.operands(id)) read[o.value - base] = 1;
  for (InstrId id : out.moved)
    if (read[id.value - base]) out.carried.push_back(id);
  // Movement alone (slices, reshapes) is cheaper done in place than carried.
  auto is_work = [&](InstrId id) {
    switch (module[id].op) {
      case OpKind::Slice:
      case OpKind::Reshape:
      case OpKind::Transpose:
      case OpKind::Broadcast:
      case OpKind::Reverse:
      case OpKind::Bitcast:
      case OpKind::Copy:
        return false;
      default:
        return true;
    }
  };
  if (std::ranges::none_of(out.moved, is_work)) {
    out.moved.clear();
    out.carried.clear();
  }
  return out;
}

bool is_flat(const Module& module, InstrId loop) {
  for (AttrName name : {AttrName::Body, AttrName::Condition}) {
    const Computation& c = module[module.attrs(loop).comps(name)[0]];
    if (c.parameters.size() != 1 || !module.shape(c.parameters[0]).is_tuple()) return false;
    for (InstrId id : instrs_of(c))
      for (InstrId o : module.operands(id))
        if (o == c.parameters[0] && module[id].op != OpKind::GetTupleElement) return false;
  }
  return module[module[module.attrs(loop).comps(AttrName::Body)[0]].root].op == OpKind::Tuple;
}

// The computation with a wider parameter; `body`: what is carried is read from it and passed on.
void widen(Module& module, CompId comp_id, const Shape& shape, const std::vector<InstrId>& carried, size_t first,
           bool body) {
  const Computation comp = module[comp_id];
  Draft draft(module);
  Copier copier(draft, comp_id);
  const Local p = draft.parameter(0, shape, comp.parameters[0]);
  copier.set(comp.parameters[0], p);
  std::vector<Local> extra;
  for (size_t i = 0; body && i < carried.size(); ++i) {
    extra.push_back(draft.get_tuple_element(p, static_cast<int64_t>(first + i), carried[i]));
    copier.set(carried[i], extra.back());
  }
  for (InstrId id : instrs_of(comp)) {
    if (copier.has(id)) continue;
    if (body && id == comp.root) {
      std::vector<Local> parts(copier.operands(id).begin(), copier.operands(id).end());
      parts.insert(parts.end(), extra.begin(), extra.end());
      copier.set(id, draft.tuple(parts, id));
    } else {
      copier.copy(id);
    }
  }
  draft.finish(comp_id, copier.at(comp.root));
}

}  // namespace

Result<bool> move_invariant_code(Module& module) { return move_invariant_code_with(module, nullptr); }

Result<bool> move_invariant_code_with(Module& module, const LoopFilter& filter) {
  bool changed = false;
  const Effects effects(module);
  std::vector<uint32_t> callers(module.comp_count(), 0);
  const std::vector<CompId> order = callee_order(module);
  for (CompId comp : order)
    for (InstrId id : instrs_of(module[comp]))
      for (CompId callee : module.callees(id)) ++callers[callee.index()];
  // Inner loops first: what leaves one may leave the next.
  for (CompId comp_id : order) {
    const Computation comp = module[comp_id];
    Draft draft(module);
    Copier copier(draft, comp_id);
    bool here = false;
    for (InstrId id : instrs_of(comp)) {
      const bool loop = module[id].op == OpKind::While && id != comp.root && is_flat(module, id) &&
                        callers[module.attrs(id).comps(AttrName::Body)[0].index()] == 1 &&
                        callers[module.attrs(id).comps(AttrName::Condition)[0].index()] == 1;
      Plan p;
      if (loop) p = plan(module, effects, id);
      // Whoever reads the loop's tuple in one piece would see the wider one.
      if (!p.carried.empty())
        for (InstrId user : instrs_of(comp))
          if (module[user].op != OpKind::GetTupleElement && std::ranges::count(module.operands(user), id))
            p.carried.clear();
      const Local operand = p.carried.empty() ? Local() : copier.at(module.operand(id, 0));
      if (filter && p.staying > 0)
        filter(module, id, {LoopChange::Stays, {p.staying, p.bytes_of_values, p.bytes_of_operands}});
      auto size = [](const std::vector<InstrId>& list) { return static_cast<int64_t>(list.size()); };
      if (p.carried.empty() || draft.op(operand) != OpKind::Tuple ||
          (filter && !filter(module, id, {LoopChange::Moved, {size(p.moved), size(p.carried)}}))) {
        copier.copy(id);
        continue;
      }
      here = changed = true;
      const CompId body_id = module.attrs(id).comps(AttrName::Body)[0];
      const CompId condition_id = module.attrs(id).comps(AttrName::Condition)[0];
      const Computation body = module[body_id];
      std::vector<Local> state(draft.operands(operand).begin(), draft.operands(operand).end());
      const size_t first = state.size();
      Copier inside(draft, body_id);
      // Constants come along as they are needed; they stand before what moves.
      std::vector<uint8_t> needed(body.end.value - body.begin.value, 0);
      for (InstrId m : p.moved) needed[m.value - body.begin.value] = 1;
      for (size_t i = needed.size(); i-- > 0;)
        if (needed[i])
          for (InstrId o : module.operands(InstrId(body.begin.value + i))) needed[o.value - body.begin.value] = 1;
      for (InstrId i : instrs_of(body)) {
        if (!needed[i.value - body.begin.value] || module[i].op == OpKind::Parameter) continue;
        if (module[i].op == OpKind::GetTupleElement && module.operand(i, 0) == body.parameters[0])
          inside.set(i, state[static_cast<size_t>(module.attrs(i).integer(AttrName::Index))]);
        else
          inside.copy(i);
      }
      for (InstrId c : p.carried) state.push_back(inside.at(c));
      const Local initial = draft.tuple(state, module.operand(id, 0));
      const Shape shape = draft.shape(initial);
      widen(module, body_id, shape, p.carried, first, true);
      widen(module, condition_id, shape, {}, first, false);
      copier.set(id, draft.add(OpKind::While, shape, {initial}, Attrs(module.attrs(id)), id));
    }
    if (here) draft.finish(comp_id, copier.at(comp.root));
  }
  return changed;
}

}  // namespace eutectic
