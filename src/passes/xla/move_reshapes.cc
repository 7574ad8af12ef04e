// Sinks reshapes and transpositions below element-wise ops, if all that the op reads can be read in the shape from
// before, and nobody else needs the reshaped values.
#include <algorithm>
#include <set>

#include "analysis/call_order.h"
#include "ops/op_def.h"
#include "passes/draft.h"
#include "passes/xla/movement.h"
#include "passes/xla/passes.h"

namespace eutectic::xla_passes {
namespace {

using Local = Draft::Local;

bool is_rearrange(const Module& m, InstrId id) { return m[id].op == OpKind::Reshape || m[id].op == OpKind::Transpose; }

bool equivalent(const Module& m, InstrId a, InstrId b) {
  if (m[a].op != m[b].op || m.shape(a).dims != m.shape(b).dims) return false;
  if (m[a].op == OpKind::Transpose)
    return m.attrs(a).dims(AttrName::Permutation) == m.attrs(b).dims(AttrName::Permutation);
  return m.shape(m.operand(a, 0)).dims == m.shape(m.operand(b, 0)).dims;
}

Dims inverse(const Dims& permutation) {
  Dims out(permutation.size());
  for (size_t i = 0; i < permutation.size(); ++i) out[static_cast<size_t>(permutation[i])] = static_cast<int64_t>(i);
  return out;
}

// Whether `id` can as well be made in the shape from before `rearrange`.
bool trivially_rearranged(const Module& m, InstrId id, InstrId rearrange) {
  if (m[rearrange].op == OpKind::Reshape && m.shape(rearrange).dims == m.shape(m.operand(rearrange, 0)).dims)
    return true;
  if (m[id].op == OpKind::Constant) return true;
  if (m[id].op != OpKind::Broadcast) return false;
  const Dims& dims = m.attrs(id).dims(AttrName::BroadcastDimensions);
  if (!std::ranges::is_sorted(dims)) return false;
  if (m[rearrange].op == OpKind::Reshape) {
    const Dims& of = m.shape(m.operand(id, 0)).dims;
    if (std::ranges::count_if(of, [](int64_t n) { return n != 1; }) <= 1) return true;
    return unmodified_dims(m.shape(rearrange).dims, m.shape(m.operand(rearrange, 0)).dims, dims).has_value();
  }
  // Where the dimensions are before the transposition.
  const Dims& permutation = m.attrs(rearrange).dims(AttrName::Permutation);
  Dims there;
  for (int64_t d : dims) there.push_back(permutation[static_cast<size_t>(d)]);
  return std::ranges::is_sorted(there);
}

std::optional<InstrId> rearrange_of(const Module& m, InstrId id) {
  for (InstrId o : m.operands(id))
    if (is_rearrange(m, o) && !trivially_rearranged(m, m.operand(o, 0), o)) return o;
  return std::nullopt;
}

bool is_candidate(const Module& m, InstrId id) {
  if (!op_def(m[id].op).traits.elementwise || !m.shape(id).is_array()) return false;
  for (InstrId o : m.operands(id))
    if (m.shape(o).dims != m.shape(id).dims) return false;
  const auto rearrange = rearrange_of(m, id);
  if (!rearrange) return false;
  return std::ranges::all_of(m.operands(id), [&](InstrId o) {
    return is_rearrange(m, o) ? equivalent(m, o, *rearrange) : trivially_rearranged(m, o, *rearrange);
  });
}

bool move_in(Module& m, CompId comp_id) {
  const Computation comp = m[comp_id];
  std::set<InstrId> candidates;
  for (InstrId id : instrs_of(comp))
    if (is_candidate(m, id)) candidates.insert(id);
  if (candidates.empty()) return false;
  std::vector<std::vector<InstrId>> users(comp.end.value - comp.begin.value);
  for (InstrId id : instrs_of(comp))
    for (InstrId o : m.operands(id)) users[o.value - comp.begin.value].push_back(id);
  for (bool removed = true; removed;) {
    removed = false;
    for (InstrId id : instrs_of(comp)) {
      if (!is_rearrange(m, id)) continue;
      const std::vector<InstrId>& of = users[id.value - comp.begin.value];
      const bool outside =
          id == comp.root || std::ranges::any_of(of, [&](InstrId u) { return !candidates.contains(u); });
      if (outside)
        for (InstrId u : of) removed |= candidates.erase(u) > 0;
    }
  }
  if (candidates.empty()) return false;
  Draft draft(m);
  Copier copier(draft, comp_id);
  for (InstrId id : instrs_of(comp)) {
    if (!candidates.contains(id)) {
      copier.copy(id);
      continue;
    }
    const InstrId rearrange = *rearrange_of(m, id);
    const Dims before = m.shape(m.operand(rearrange, 0)).dims;
    std::vector<Local> operands;
    for (InstrId o : m.operands(id)) {
      if (is_rearrange(m, o) && equivalent(m, o, rearrange)) {
        operands.push_back(copier.at(m.operand(o, 0)));
        continue;
      }
      const Shape shape = Shape::array(m.shape(o).type, before);
      Attrs attrs;
      if (m[rearrange].op == OpKind::Transpose)
        attrs.set(AttrName::Permutation, inverse(m.attrs(rearrange).dims(AttrName::Permutation)));
      operands.push_back(draft.add(m[rearrange].op, shape, {copier.at(o)}, std::move(attrs), o));
    }
    const Local value = draft.add(m[id].op, Shape::array(m.shape(id).type, before), operands, Attrs(m.attrs(id)), id);
    Attrs attrs = m[rearrange].op == OpKind::Transpose ? Attrs(m.attrs(rearrange)) : Attrs();
    copier.set(id, draft.add(m[rearrange].op, Shape(m.shape(id)), {value}, std::move(attrs), id));
  }
  draft.finish(comp_id, copier.at(comp.root));
  return true;
}

}  // namespace

Result<bool> move_reshapes(Module& module, Target) {
  bool changed = false;
  for (CompId comp : callee_order(module)) changed |= move_in(module, comp);
  return changed;
}

}  // namespace eutectic::xla_passes
