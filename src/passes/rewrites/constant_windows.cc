// Gathers and scatters of one window at a constant place (`x[:, 2]`, `x.at[:, 2].set(v)`) are slices and updates.
#include <algorithm>

#include "analysis/call_order.h"
#include "passes/draft.h"
#include "passes/emit.h"
#include "passes/rewrites/forwarder.h"
#include "passes/simplify.h"

namespace eutectic::rewrites {
namespace {

using Local = Draft::Local;

bool has(const Dims& list, size_t d) { return std::ranges::find(list, static_cast<int64_t>(d)) != list.end(); }

// Where the only window of a gather or scatter begins in each dimension of its operand, if that is constant.
std::optional<Dims> window_start(const Draft& draft, Local indices, const Dims& map, size_t rank) {
  const Literal* given = nullptr;
  if (draft.op(indices) == OpKind::Constant)
    given = &draft.attrs(indices).value();
  else if (map.size() == 1)
    given = repeated_constant(draft, indices);
  const auto n = static_cast<int64_t>(map.size());
  if (!given || draft.shape(indices).element_count() != n || given->element_count() < n || !is_integer(given->type()) ||
      given->type() == ElementType::U64)
    return std::nullopt;
  Dims start(rank, 0);
  for (int64_t i = 0; i < n; ++i) start[static_cast<size_t>(map[static_cast<size_t>(i)])] = given->as_int(i);
  return start;
}

std::optional<Local> gather(Draft& draft, InstrId id, std::span<const Local> operands) {
  const Attrs attrs = draft.module().attrs(id);
  const Local operand = operands[0];
  const Dims dims = draft.shape(operand).dims, size = attrs.dims(AttrName::GatherSliceSizes);
  if (!attrs.dims(AttrName::OperandBatchingDims).empty()) return std::nullopt;
  std::optional<Dims> start = window_start(draft, operands[1], attrs.dims(AttrName::StartIndexMap), dims.size());
  const Shape shape = draft.module().shape(id);
  const Shape window = Shape::array(shape.type, size);
  if (!start || window.element_count() != shape.element_count()) return std::nullopt;
  Dims limit;
  for (size_t d = 0; d < dims.size(); ++d) {
    (*start)[d] = std::clamp<int64_t>((*start)[d], 0, dims[d] - size[d]);
    limit.push_back((*start)[d] + size[d]);
  }
  Attrs slice;
  slice.set(AttrName::SliceStarts, *start);
  slice.set(AttrName::SliceLimits, limit);
  slice.set(AttrName::SliceStrides, Dims(dims.size(), 1));
  const Local part = draft.add(OpKind::Slice, window, {operand}, std::move(slice), id);
  return draft.shape(part) == shape ? part : draft.add(OpKind::Reshape, shape, {part}, {}, id);
}

std::optional<Local> scatter(Draft& draft, InstrId id, std::span<const Local> operands) {
  Module& module = draft.module();
  const Attrs attrs = module.attrs(id);
  if (operands.size() != 3 || !attrs.dims(AttrName::InputBatchingDims).empty()) return std::nullopt;
  const Computation& combiner = module[attrs.comps(AttrName::ToApply)[0]];
  if (combiner.parameters.size() != 2 || combiner.root != combiner.parameters[1]) return std::nullopt;
  const Shape shape = module.shape(id);
  const Dims update_window = attrs.dims(AttrName::UpdateWindowDims),
             inserted = attrs.dims(AttrName::InsertedWindowDims);
  const std::optional<Dims> start =
      window_start(draft, operands[1], attrs.dims(AttrName::ScatterDimsToOperandDims), shape.dims.size());
  if (!start) return std::nullopt;
  Dims window;
  size_t next = 0;
  for (size_t d = 0; d < shape.dims.size(); ++d) {
    window.push_back(has(inserted, d) ? 1
                                      : draft.shape(operands[2]).dims[static_cast<size_t>(update_window.at(next++))]);
    // A window that is not inside changes nothing.
    if ((*start)[d] < 0 || (*start)[d] + window[d] > shape.dims[d]) return std::nullopt;
  }
  const Shape update = Shape::array(shape.type, window);
  if (update.element_count() != draft.shape(operands[2]).element_count()) return std::nullopt;
  std::vector<Local> list{operands[0], operands[2]};
  if (draft.shape(operands[2]).dims != window) list[1] = draft.add(OpKind::Reshape, update, {operands[2]}, {}, id);
  for (int64_t at : *start) list.push_back(draft.constant(integer_literal(ElementType::S32, at), id));
  return draft.add(OpKind::DynamicUpdateSlice, shape, list, {}, id);
}

}  // namespace

bool constant_windows(Module& module) {
  bool changed = false;
  for (CompId comp_id : callee_order(module)) {
    const Computation comp = module[comp_id];
    bool any = false;
    for (InstrId id : instrs_of(comp)) any |= module[id].op == OpKind::Gather || module[id].op == OpKind::Scatter;
    if (!any) continue;
    Draft draft(module);
    Copier copier(draft, comp_id);
    bool here = false;
    for (InstrId id : instrs_of(comp)) {
      const std::vector<Local> operands(copier.operands(id).begin(), copier.operands(id).end());
      std::optional<Local> better;
      if (module[id].op == OpKind::Gather) better = gather(draft, id, operands);
      if (module[id].op == OpKind::Scatter) better = scatter(draft, id, operands);
      here |= better.has_value();
      copier.set(id, better ? *better : draft.copy(id, operands));
    }
    if (here) draft.finish(comp_id, copier.at(comp.root));
    changed |= here;
  }
  return changed;
}

}  // namespace eutectic::rewrites
