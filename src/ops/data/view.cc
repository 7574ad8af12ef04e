// reshape, bitcast, broadcast, transpose, reverse: the same elements seen under other dimensions.
#include <algorithm>

#include "ops/access.h"
#include "ops/data/rules.h"
#include "ops/data/strided_copy.h"
#include "ops/evaluator.h"

namespace eutectic {
namespace {

int storage_bytes(ElementType type) { return info(type).storage_bytes; }

Result<Shape> reshape_shape(const OpView& op) {
  const Shape& x = op.operand_shape(0);
  const Shape& stated = op.shape();
  RETURN_IF_ERROR(check_sizes(stated));
  if (stated.type != x.type)
    return fail("reshape cannot change element type {} to {} (C1)", to_hlo(x, false), to_hlo(stated, false));
  if (stated.element_count() != x.element_count())
    return fail("{} has {} elements, the operand {} has {} (C2)", to_hlo(stated, false), stated.element_count(),
                to_hlo(x, false), x.element_count());
  return logical(stated);
}

Result<Literal> evaluate_reshape(EvalContext& context) {
  return context.operands[0].with_shape(logical(context.op.shape()));
}

std::optional<AccessMap> reshape_access(const OpView& op, AccessPair) {
  const Shape& out = op.shape();
  return AccessMap::single(out.dims, reindex(all_dims(out.dims.size()), out.dims, op.operand_shape(0).dims));
}

Result<Shape> bitcast_shape(const OpView& op) {
  const Shape& x = op.operand_shape(0);
  const Shape& stated = op.shape();
  RETURN_IF_ERROR(check_sizes(stated));
  if (!stated.is_array() || stated.size_bytes() != x.size_bytes())
    return fail("{} has {} bytes, the operand {} has {}", to_hlo(stated, false), stated.size_bytes(), to_hlo(x, false),
                x.size_bytes());
  return logical(stated);
}

// Extents from the slowest to the fastest dimension in memory, and which logical dimension each is.
struct Physical {
  std::vector<int64_t> order, dims;
  explicit Physical(const Shape& shape) : order(minor_to_major_of(shape)) {
    std::ranges::reverse(order);
    for (int64_t d : order) dims.push_back(shape.dims[static_cast<size_t>(d)]);
  }
  std::vector<int64_t> pick(std::span<const int64_t> by_dim) const {
    std::vector<int64_t> out;
    for (int64_t d : order) out.push_back(by_dim[static_cast<size_t>(d)]);
    return out;
  }
};

bool is_tiled(const Shape& shape) { return shape.layout && shape.layout->suffix.find("T(") != std::string::npos; }

Result<Literal> evaluate_bitcast(EvalContext& context) {
  const Shape& from = context.op.operand_shape(0);
  const Shape& to = context.op.shape();
  Literal& x = context.operands[0];
  if (is_row_major(from) && is_row_major(to)) return x.with_shape(logical(to));
  if (is_tiled(from) || is_tiled(to))
    return unsupported("bitcast between tiled layouts", {}, "use programs compiled for CPU or GPU");
  if (from.element_count() == 0 || to.element_count() == 0) return x.with_shape(logical(to));
  Literal memory = x;
  if (!is_row_major(from)) {
    const Physical p(from);
    memory = Literal::uninitialized(Shape::array(from.type, p.dims));
    copy_box(memory.mutable_bytes(), row_major_strides(p.dims), x.bytes(), p.pick(row_major_strides(from.dims)), p.dims,
             storage_bytes(from.type));
  }
  if (is_row_major(to)) return memory.with_shape(logical(to));
  const Physical p(to);
  Literal out = Literal::uninitialized(logical(to));
  copy_box(out.mutable_bytes(), p.pick(row_major_strides(to.dims)), memory.bytes(), row_major_strides(p.dims), p.dims,
           storage_bytes(to.type));
  return out;
}

std::optional<AccessMap> bitcast_access(const OpView& op, AccessPair) {
  const Shape& from = op.operand_shape(0);
  const Shape& to = op.shape();
  if (storage_bytes(from.type) != storage_bytes(to.type) || is_tiled(from) || is_tiled(to)) return std::nullopt;
  const Physical pf(from), pt(to);
  std::vector<IndexExpr> at;
  for (int64_t d : pt.order) at.push_back(IndexExpr::dim(d));
  const std::vector<IndexExpr> moved = reindex(at, pt.dims, pf.dims);
  std::vector<IndexExpr> index(from.dims.size());
  for (size_t i = 0; i < moved.size(); ++i) index[static_cast<size_t>(pf.order[i])] = moved[i];
  return AccessMap::single(to.dims, std::move(index));
}

Result<Shape> broadcast_shape(const OpView& op) {
  const Shape& x = op.operand_shape(0);
  const Shape& stated = op.shape();
  const Dims& dims = op.attrs().dims(AttrName::BroadcastDimensions);
  RETURN_IF_ERROR(check_sizes(stated));
  if (stated.type != x.type)
    return fail("broadcast cannot change element type {} to {} (C1)", to_hlo(x, false), to_hlo(stated, false));
  if (static_cast<int64_t>(dims.size()) != x.rank())
    return fail("dimensions {} must name {} result dimensions, one per dimension of {} (C2)", list(dims), x.rank(),
                to_hlo(x, false));
  RETURN_IF_ERROR(check_dims("dimensions (C3, C4)", dims, stated.rank()));
  for (size_t i = 0; i < dims.size(); ++i)
    if (x.dims[i] != stated.dims[static_cast<size_t>(dims[i])])
      return fail("operand dimension {} ({}) must be equal to result dimension {} ({}) (C5)", i, x.dims[i], dims[i],
                  stated.dims[static_cast<size_t>(dims[i])]);
  return logical(stated);
}

Result<Literal> evaluate_broadcast(EvalContext& context) {
  const Shape& shape = context.op.shape();
  Literal& x = context.operands[0];
  const Dims& dims = context.op.attrs().dims(AttrName::BroadcastDimensions);
  if (dims.size() == shape.dims.size() && std::ranges::is_sorted(dims)) return x.with_shape(logical(shape));
  Literal out = Literal::uninitialized(logical(shape));
  if (dims.empty()) {
    fill_elements(out.mutable_bytes(), x.bytes(), out.element_count(), storage_bytes(shape.type));
    return out;
  }
  std::vector<int64_t> strides(shape.dims.size(), 0);
  const std::vector<int64_t> source = row_major_strides(x.dims());
  for (size_t i = 0; i < dims.size(); ++i) strides[static_cast<size_t>(dims[i])] = source[i];
  copy_box(out.mutable_bytes(), row_major_strides(shape.dims), x.bytes(), strides, shape.dims,
           storage_bytes(shape.type));
  return out;
}

std::optional<AccessMap> broadcast_access(const OpView& op, AccessPair) {
  std::vector<IndexExpr> index;
  for (int64_t d : op.attrs().dims(AttrName::BroadcastDimensions)) index.push_back(IndexExpr::dim(d));
  return AccessMap::single(op.shape().dims, std::move(index));
}

Result<Shape> transpose_shape(const OpView& op) {
  const Shape& x = op.operand_shape(0);
  const Dims& permutation = op.attrs().dims(AttrName::Permutation);
  if (static_cast<int64_t>(permutation.size()) != x.rank())
    return fail("permutation {} must have {} entries for {} (C2)", list(permutation), x.rank(), to_hlo(x, false));
  RETURN_IF_ERROR(check_dims("permutation (C2)", permutation, x.rank()));
  Shape out = Shape::array(x.type, {});
  for (int64_t d : permutation) out.dims.push_back(x.dims[static_cast<size_t>(d)]);
  return out;
}

Result<Literal> evaluate_transpose(EvalContext& context) {
  const Shape& shape = context.op.shape();
  Literal& x = context.operands[0];
  const Dims& permutation = context.op.attrs().dims(AttrName::Permutation);
  // Only dimensions of extent 1 change places: the elements keep their order.
  int64_t last = -1;
  bool in_order = true;
  for (int64_t d : permutation) {
    if (x.dims()[static_cast<size_t>(d)] == 1) continue;
    in_order = in_order && d > last;
    last = d;
  }
  if (in_order) return x.with_shape(logical(shape));
  Literal out = Literal::uninitialized(logical(shape));
  std::vector<int64_t> strides;
  const std::vector<int64_t> source = row_major_strides(x.dims());
  for (int64_t d : permutation) strides.push_back(source[static_cast<size_t>(d)]);
  copy_box(out.mutable_bytes(), row_major_strides(shape.dims), x.bytes(), strides, shape.dims,
           storage_bytes(shape.type));
  return out;
}

std::optional<AccessMap> transpose_access(const OpView& op, AccessPair) {
  const Dims& permutation = op.attrs().dims(AttrName::Permutation);
  std::vector<IndexExpr> index(permutation.size());
  for (size_t i = 0; i < permutation.size(); ++i)
    index[static_cast<size_t>(permutation[i])] = IndexExpr::dim(static_cast<int64_t>(i));
  return AccessMap::single(op.shape().dims, std::move(index));
}

Result<Shape> reverse_shape(const OpView& op) {
  const Shape& x = op.operand_shape(0);
  RETURN_IF_ERROR(check_dims("dimensions (C2, C3)", op.attrs().dims(AttrName::Dimensions), x.rank()));
  return logical(x);
}

Result<Literal> evaluate_reverse(EvalContext& context) {
  const Shape& shape = context.op.shape();
  const Literal& x = context.operands[0];
  Literal out = Literal::uninitialized(logical(shape));
  if (out.element_count() == 0) return out;
  const std::vector<int64_t> strides = row_major_strides(shape.dims);
  std::vector<int64_t> source = strides;
  int64_t offset = 0;
  for (int64_t d : context.op.attrs().dims(AttrName::Dimensions)) {
    const size_t i = static_cast<size_t>(d);
    offset += (shape.dims[i] - 1) * strides[i];
    source[i] = -strides[i];
  }
  const int bytes = storage_bytes(shape.type);
  copy_box(out.mutable_bytes(), strides, x.bytes() + offset * bytes, source, shape.dims, bytes);
  return out;
}

std::optional<AccessMap> reverse_access(const OpView& op, AccessPair) {
  std::vector<IndexExpr> index = all_dims(op.shape().dims.size());
  for (int64_t d : op.attrs().dims(AttrName::Dimensions)) {
    IndexExpr& e = index[static_cast<size_t>(d)];
    e = e * -1 + IndexExpr::constant(op.shape().dims[static_cast<size_t>(d)] - 1);
  }
  return AccessMap::single(op.shape().dims, std::move(index));
}

}  // namespace

const OpDef op_def_Reshape = {.kind = OpKind::Reshape,
                              .min_operands = 1,
                              .max_operands = 1,
                              .attrs = {},
                              .shape = reshape_shape,
                              .access = reshape_access,
                              .evaluate = evaluate_reshape,
                              .summary = "The elements in row-major order under other dimensions."};
const OpDef op_def_Bitcast = {.kind = OpKind::Bitcast,
                              .min_operands = 1,
                              .max_operands = 1,
                              .attrs = {},
                              .shape = bitcast_shape,
                              .access = bitcast_access,
                              .opaque = "elements of another width, or a tiled layout",
                              .evaluate = evaluate_bitcast,
                              .summary = "The operand's memory read under another shape and layout."};
const OpDef op_def_Broadcast = {.kind = OpKind::Broadcast,
                                .min_operands = 1,
                                .max_operands = 1,
                                .attrs = {{AttrName::BroadcastDimensions, true}},
                                .shape = broadcast_shape,
                                .access = broadcast_access,
                                .evaluate = evaluate_broadcast,
                                .summary = "Repeats the operand along new dimensions."};
const OpDef op_def_Transpose = {.kind = OpKind::Transpose,
                                .min_operands = 1,
                                .max_operands = 1,
                                .attrs = {{AttrName::Permutation, true}},
                                .shape = transpose_shape,
                                .access = transpose_access,
                                .evaluate = evaluate_transpose,
                                .summary = "Permutes dimensions."};
const OpDef op_def_Reverse = {.kind = OpKind::Reverse,
                              .min_operands = 1,
                              .max_operands = 1,
                              .attrs = {{AttrName::Dimensions, true}},
                              .shape = reverse_shape,
                              .access = reverse_access,
                              .evaluate = evaluate_reverse,
                              .summary = "Reverses the order along some dimensions."};

}  // namespace eutectic
