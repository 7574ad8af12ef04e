// Scatters of one window: an update in place, if the window is inside the operand.
#include <algorithm>

#include "ops/op_def.h"
#include "passes/emit.h"
#include "passes/xla/rule.h"

namespace eutectic::xla_passes {
namespace {

bool has(const Dims& list, int64_t d) { return std::ranges::find(list, d) != list.end(); }

// The combiner's value of (old, update), if it is the update or one op of both.
std::optional<Local> combine(const Site& s, Local old, Local update) {
  const Computation comp = s.module()[s.attrs().comps(AttrName::ToApply)[0]];
  const InstrId root = comp.root;
  if (root == comp.parameters[1]) return update;
  const std::span<const InstrId> operands = s.module().operands(root);
  if (operands.size() != 2 || !op_def(s.module()[root].op).traits.elementwise) return std::nullopt;
  if (operands[0] == comp.parameters[0] && operands[1] == comp.parameters[1])
    return s.add(s.module()[root].op, Shape(s.draft.shape(old)), {old, update}, Attrs(s.module().attrs(root)));
  return std::nullopt;
}

// "and" of two truth values, as a computation.
CompId conjunction(Module& module) {
  const CompId comp = module.add_computation("and");
  Draft draft(module);
  const Shape pred = Shape::scalar(ElementType::Pred);
  const Local a = draft.parameter(0, pred), b = draft.parameter(1, pred);
  draft.finish(comp, draft.add(OpKind::And, pred, {a, b}));
  return comp;
}

}  // namespace

std::optional<Local> simplify_scatter(const Site& s) {
  if (s.op() != OpKind::Scatter || s.operands.size() != 3) return std::nullopt;
  const Attrs attrs(s.attrs());
  if (!attrs.dims(AttrName::InputBatchingDims).empty()) return std::nullopt;
  const Dims window_dims = attrs.dims(AttrName::UpdateWindowDims), inserted = attrs.dims(AttrName::InsertedWindowDims),
             map = attrs.dims(AttrName::ScatterDimsToOperandDims);
  const Local operand = s.operand(0), indices = s.operand(1), update = s.operand(2);
  const Dims whole = s.shape_of(0).dims, update_dims = s.shape_of(2).dims;
  const ElementType type = s.shape().type, index_type = s.shape_of(1).type;
  int64_t windows = 1;
  for (size_t d = 0; d < update_dims.size(); ++d)
    if (!has(window_dims, static_cast<int64_t>(d))) windows *= update_dims[d];
  if (windows != 1 || s.shape().element_count() == 0) return std::nullopt;

  const auto k = static_cast<int64_t>(map.size());
  const Local vector = s.add(OpKind::Reshape, Shape::array(index_type, {k}), {indices});
  Dims window, limits;
  std::vector<Local> starts, entries;
  size_t next = 0;
  for (size_t d = 0; d < whole.size(); ++d) {
    window.push_back(has(inserted, static_cast<int64_t>(d)) ? 1
                                                            : update_dims[static_cast<size_t>(window_dims[next++])]);
    limits.push_back(whole[d] - window[d]);
    const auto at = std::ranges::find(map, static_cast<int64_t>(d));
    if (at == map.end()) {
      starts.push_back(s.draft.constant(integer_literal(index_type, 0), s.id));
      entries.push_back(s.draft.constant(Literal::zeros(Shape::array(index_type, {1})), s.id));
      continue;
    }
    const int64_t i = std::distance(map.begin(), at);
    Attrs slice = with(AttrName::SliceStarts, Dims{i});
    slice.set(AttrName::SliceLimits, Dims{i + 1});
    slice.set(AttrName::SliceStrides, Dims{1});
    entries.push_back(k == 1 ? vector
                             : s.add(OpKind::Slice, Shape::array(index_type, {1}), {vector}, std::move(slice)));
    starts.push_back(s.add(OpKind::Reshape, Shape::scalar(index_type), {entries.back()}));
  }
  std::vector<Local> read{operand};
  read.insert(read.end(), starts.begin(), starts.end());
  const Shape window_shape = Shape::array(type, window);
  const Local old = s.draft.add(OpKind::DynamicSlice, window_shape, read, with(AttrName::SliceSizes, window), s.id);
  const Local given = s.add(OpKind::Reshape, window_shape, {update});
  const std::optional<Local> combined = combine(s, old, given);
  if (!combined) return std::nullopt;

  const auto rank = static_cast<int64_t>(whole.size());
  const Shape index_shape = Shape::array(index_type, {rank}), pred_shape = Shape::array(ElementType::Pred, {rank});
  const Local index =
      s.draft.add(OpKind::Concatenate, index_shape, entries, with(AttrName::ConcatDimension, int64_t{0}), s.id);
  Literal most = Literal::zeros(index_shape);
  for (int64_t d = 0; d < rank; ++d) {
    const Literal v = integer_literal(index_type, limits[static_cast<size_t>(d)]);
    const auto bytes = static_cast<size_t>(v.shape().size_bytes());
    std::copy_n(v.bytes(), bytes, most.mutable_bytes() + static_cast<size_t>(d) * bytes);
  }
  const Local zero = s.add(OpKind::Broadcast, index_shape, {s.draft.constant(integer_literal(index_type, 0), s.id)},
                           with(AttrName::BroadcastDimensions, Dims{}));
  const Local above = s.add(OpKind::Compare, pred_shape, {zero, index}, with(AttrName::Direction, std::string("LE")));
  const Local below = s.add(OpKind::Compare, pred_shape, {s.draft.constant(most, s.id), index},
                            with(AttrName::Direction, std::string("GE")));
  Attrs all = with(AttrName::Dimensions, Dims{0});
  all.set(AttrName::ToApply, Comps{conjunction(s.draft.module())});
  const Local inside = s.add(OpKind::Reduce, Shape::scalar(ElementType::Pred),
                             {s.add(OpKind::And, pred_shape, {above, below}),
                              s.draft.constant(Literal::scalar<bool>(ElementType::Pred, true), s.id)},
                             std::move(all));
  const Local mask = s.add(OpKind::Broadcast, Shape::array(ElementType::Pred, window), {inside},
                           with(AttrName::BroadcastDimensions, Dims{}));
  const Local written = s.add(OpKind::Select, window_shape, {mask, *combined, old});
  std::vector<Local> write{operand, written};
  write.insert(write.end(), starts.begin(), starts.end());
  return s.draft.add(OpKind::DynamicUpdateSlice, Shape(s.shape()), write, Attrs(), s.id);
}

}  // namespace eutectic::xla_passes
