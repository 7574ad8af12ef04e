// slice, dynamic-slice, dynamic-update-slice: boxes of an array.
#include <algorithm>

#include "ops/access.h"
#include "ops/data/rules.h"
#include "ops/data/strided_copy.h"
#include "ops/evaluator.h"

namespace eutectic {
namespace {

Result<Shape> slice_shape(const OpView& op) {
  const Shape& x = op.operand_shape(0);
  const Dims& starts = op.attrs().dims(AttrName::SliceStarts);
  const Dims& limits = op.attrs().dims(AttrName::SliceLimits);
  const Dims& strides = op.attrs().dims(AttrName::SliceStrides);
  const size_t rank = x.dims.size();
  if (starts.size() != rank || limits.size() != rank || strides.size() != rank)
    return fail("starts, limits and strides must have {} entries for {}, not {}, {}, {} (C2)", rank, to_hlo(x, false),
                starts.size(), limits.size(), strides.size());
  Shape out = Shape::array(x.type, {});
  for (size_t d = 0; d < rank; ++d) {
    if (starts[d] < 0 || starts[d] > limits[d])
      return fail("slice [{}:{}] of dimension {} must have 0 <= start <= limit (C3)", starts[d], limits[d], d);
    if (limits[d] > x.dims[d])
      return fail("slice limit {} is past the end of dimension {} ({}) (C3)", limits[d], d, x.dims[d]);
    if (strides[d] <= 0) return fail("slice stride {} of dimension {} must be positive (C4)", strides[d], d);
    const int64_t n = limits[d] - starts[d];
    out.dims.push_back(n / strides[d] + (n % strides[d] != 0));
  }
  return out;
}

Result<Literal> evaluate_slice(EvalContext& context) {
  const Shape& shape = context.op.shape();
  Literal& x = context.operands[0];
  const Attrs& attrs = context.op.attrs();
  if (shape.dims == x.dims()) return std::move(x);
  Literal out = Literal::uninitialized(logical(shape));
  if (out.element_count() == 0) return out;
  std::vector<int64_t> strides = row_major_strides(x.dims());
  int64_t offset = 0;
  for (size_t d = 0; d < strides.size(); ++d) {
    offset += attrs.dims(AttrName::SliceStarts)[d] * strides[d];
    strides[d] *= shape.dims[d] > 1 ? attrs.dims(AttrName::SliceStrides)[d] : 1;
  }
  const int bytes = info(shape.type).storage_bytes;
  copy_box(out.mutable_bytes(), row_major_strides(shape.dims), x.bytes() + offset * bytes, strides, shape.dims, bytes);
  return out;
}

std::optional<AccessMap> slice_access(const OpView& op, AccessPair) {
  std::vector<IndexExpr> index = all_dims(op.shape().dims.size());
  for (size_t d = 0; d < index.size(); ++d) {
    const int64_t stride = op.shape().dims[d] > 1 ? op.attrs().dims(AttrName::SliceStrides)[d] : 1;
    index[d] = index[d] * stride + IndexExpr::constant(op.attrs().dims(AttrName::SliceStarts)[d]);
  }
  return AccessMap::single(op.shape().dims, std::move(index));
}

// Scalar start indices from operand `first` on: integers, all of one type.
Status check_starts(const OpView& op, size_t first, int64_t rank, std::string_view label) {
  if (op.operand_count() != first + static_cast<size_t>(rank))
    return fail("{} start indices are needed, one per dimension, not {} ({})", rank,
                op.operand_count() - std::min(first, op.operand_count()), label);
  for (size_t i = first; i < op.operand_count(); ++i) {
    RETURN_IF_ERROR(check_scalar_integer(op.operand_shape(i), fmt::format("start index {}", i - first)));
    if (op.operand_shape(i).type != op.operand_shape(first).type)
      return fail("start indices must have one type, not {} and {} ({})", to_hlo(op.operand_shape(first)),
                  to_hlo(op.operand_shape(i)), label);
  }
  return {};
}

// The start of dimension d, clamped as the ops do, so that the box lies inside.
int64_t clamped_start(const Literal& start, int64_t extent, int64_t size) {
  const int64_t highest = extent - size;
  if (start.type() == ElementType::U64) {
    const uint64_t v = start.data<uint64_t>()[0];
    return v > static_cast<uint64_t>(highest) ? highest : static_cast<int64_t>(v);
  }
  return std::clamp<int64_t>(start.as_int(), 0, highest);
}

Result<Shape> dynamic_slice_shape(const OpView& op) {
  const Shape& x = op.operand_shape(0);
  const Dims& sizes = op.attrs().dims(AttrName::SliceSizes);
  if (static_cast<int64_t>(sizes.size()) != x.rank())
    return fail("slice sizes {} must have {} entries for {} (C2)", list(sizes), x.rank(), to_hlo(x, false));
  RETURN_IF_ERROR(check_starts(op, 1, x.rank(), "C2, C3"));
  for (size_t d = 0; d < sizes.size(); ++d)
    if (sizes[d] < 0 || sizes[d] > x.dims[d])
      return fail("slice size {} is not in [0, {}] in dimension {} (C4)", sizes[d], x.dims[d], d);
  return Shape::array(x.type, sizes);
}

Result<Literal> evaluate_dynamic_slice(EvalContext& context) {
  const Shape& shape = context.op.shape();
  Literal& x = context.operands[0];
  if (shape.dims == x.dims()) return std::move(x);
  Literal out = Literal::uninitialized(logical(shape));
  const std::vector<int64_t> strides = row_major_strides(x.dims());
  int64_t offset = 0;
  for (size_t d = 0; d < strides.size(); ++d)
    offset += strides[d] * clamped_start(context.operands[d + 1], x.dims()[d], shape.dims[d]);
  const int bytes = info(shape.type).storage_bytes;
  copy_box(out.mutable_bytes(), row_major_strides(shape.dims), x.bytes() + offset * bytes, strides, shape.dims, bytes);
  return out;
}

std::vector<RuntimeValue> start_values(const OpView& op, size_t first, std::span<const int64_t> extents,
                                       std::span<const int64_t> sizes) {
  std::vector<RuntimeValue> out;
  for (size_t d = 0; d < extents.size(); ++d)
    out.push_back({static_cast<int64_t>(first + d), {}, 0, extents[d] - sizes[d]});
  (void)op;
  return out;
}

std::optional<AccessMap> dynamic_slice_access(const OpView& op, AccessPair at) {
  const size_t n = at.operand;
  const Shape& out = op.shape();
  if (n > 0) return AccessMap::single(out.dims, {});
  std::vector<IndexExpr> index = all_dims(out.dims.size());
  for (size_t d = 0; d < index.size(); ++d) index[d] = index[d] + IndexExpr::runtime(static_cast<int64_t>(d));
  AccessMap map = AccessMap::single(out.dims, std::move(index));
  map.runtimes = start_values(op, 1, op.operand_shape(0).dims, out.dims);
  return map;
}

Result<Shape> dynamic_update_slice_shape(const OpView& op) {
  const Shape& x = op.operand_shape(0);
  const Shape& update = op.operand_shape(1);
  if (update.type != x.type)
    return fail("the update's element type must be the operand's: {} into {} (C2)", to_hlo(update, false),
                to_hlo(x, false));
  if (update.rank() != x.rank())
    return fail("the update {} must have the operand's rank {} (C3)", to_hlo(update, false), x.rank());
  RETURN_IF_ERROR(check_starts(op, 2, x.rank(), "C4, C5"));
  for (size_t d = 0; d < x.dims.size(); ++d)
    if (update.dims[d] > x.dims[d])
      return fail("the update is larger ({}) than the operand ({}) in dimension {} (C6)", update.dims[d], x.dims[d], d);
  return logical(x);
}

Result<Literal> evaluate_dynamic_update_slice(EvalContext& context) {
  Literal& x = context.operands[0];
  Literal& update = context.operands[1];
  if (update.dims() == x.dims()) return std::move(update);
  if (update.element_count() == 0) return std::move(x);
  const std::vector<int64_t> strides = row_major_strides(x.dims());
  int64_t offset = 0;
  for (size_t d = 0; d < strides.size(); ++d)
    offset += strides[d] * clamped_start(context.operands[d + 2], x.dims()[d], update.dims()[d]);
  const int bytes = info(x.type()).storage_bytes;
  copy_box(x.mutable_bytes() + offset * bytes, strides, update.bytes(), row_major_strides(update.dims()), update.dims(),
           bytes);
  return std::move(x);
}

std::optional<AccessMap> dynamic_update_slice_access(const OpView& op, AccessPair at) {
  const size_t n = at.operand;
  const std::vector<int64_t>& extents = op.shape().dims;
  const std::vector<int64_t>& sizes = op.operand_shape(1).dims;
  if (n > 1) return AccessMap::single(extents, {});
  AccessMap map;
  map.output_dims = extents;
  map.runtimes = start_values(op, 2, extents, sizes);
  std::vector<IndexExpr> inside = all_dims(extents.size());  // position within the update
  for (size_t d = 0; d < inside.size(); ++d) inside[d] = inside[d] + IndexExpr::runtime(static_cast<int64_t>(d)) * -1;
  std::vector<IndexConstraint> where;
  for (size_t d = 0; d < extents.size(); ++d) {
    // The operand is read where dimensions before d are inside the box and d is below or above it.
    if (n == 0)
      for (auto [low, high] : {std::pair{-extents[d], int64_t{-1}}, std::pair{sizes[d], extents[d]}}) {
        AccessPiece piece{where, all_dims(extents.size())};
        piece.where.push_back({inside[d], low, high, 1});
        map.pieces.push_back(std::move(piece));
      }
    where.push_back({inside[d], 0, sizes[d] - 1, 1});
  }
  if (n == 1) map.pieces.push_back({where, inside});
  return map;
}

}  // namespace

const OpDef op_def_Slice = {
    .kind = OpKind::Slice,
    .min_operands = 1,
    .max_operands = 1,
    .attrs = {{AttrName::SliceStarts, true}, {AttrName::SliceLimits, true}, {AttrName::SliceStrides, true}},
    .shape = slice_shape,
    .access = slice_access,
    .evaluate = evaluate_slice,
    .summary = "A box of the operand at fixed bounds, with strides."};
const OpDef op_def_DynamicSlice = {.kind = OpKind::DynamicSlice,
                                   .min_operands = 1,
                                   .max_operands = -1,
                                   .attrs = {{AttrName::SliceSizes, true}},
                                   .shape = dynamic_slice_shape,
                                   .access = dynamic_slice_access,
                                   .evaluate = evaluate_dynamic_slice,
                                   .summary = "A box of fixed size at a run-time position, clamped into the operand."};
const OpDef op_def_DynamicUpdateSlice = {
    .kind = OpKind::DynamicUpdateSlice,
    .min_operands = 2,
    .max_operands = -1,
    .attrs = {},
    .shape = dynamic_update_slice_shape,
    .access = dynamic_update_slice_access,
    .evaluate = evaluate_dynamic_update_slice,
    .summary = "The operand with a box at a run-time position replaced, clamped into it."};

}  // namespace eutectic
