// Gathers. One window is a dynamic slice; other gathers get XLA's plain form: indices [N, K], windows of full rank
// after the first dimension of the result, index k for operand dimension k.
#include <algorithm>
#include <numeric>

#include "passes/emit.h"
#include "passes/xla/rule.h"

namespace eutectic::xla_passes {
namespace {

bool has(const Dims& list, int64_t d) { return std::ranges::find(list, d) != list.end(); }

struct Gather {
  const Site& s;
  const Attrs attrs;
  Local operand, indices;
  Dims offset, collapsed, map, sizes;
  int64_t vector_dim = 0;

  explicit Gather(const Site& site)
      : s(site),
        attrs(site.attrs()),
        operand(site.operand(0)),
        indices(site.operand(1)),
        offset(attrs.dims(AttrName::OffsetDims)),
        collapsed(attrs.dims(AttrName::CollapsedSliceDims)),
        map(attrs.dims(AttrName::StartIndexMap)),
        sizes(attrs.dims(AttrName::GatherSliceSizes)),
        vector_dim(attrs.integer(AttrName::IndexVectorDim)) {}

  const Shape& shape(Local v) const { return s.draft.shape(v); }

  // Indices get a vector dimension, and it becomes the last.
  void vectors_last() {
    Shape shape = Shape::array(this->shape(indices).type, this->shape(indices).dims);
    if (vector_dim == shape.rank()) {
      shape.dims.push_back(1);
      indices = s.add(OpKind::Reshape, shape, {indices});
    } else if (vector_dim + 1 != shape.rank()) {
      Dims permutation;
      for (int64_t d = 0; d < shape.rank(); ++d)
        if (d != vector_dim) permutation.push_back(d);
      permutation.push_back(vector_dim);
      Shape moved = shape;
      for (size_t d = 0; d < permutation.size(); ++d) moved.dims[d] = shape.dims[static_cast<size_t>(permutation[d])];
      indices = s.add(OpKind::Transpose, moved, {indices}, with(AttrName::Permutation, permutation));
    }
    vector_dim = this->shape(indices).rank() - 1;
  }

  // Batching dimensions are indexed by a counter.
  void index_batches() {
    const Dims of_operand = attrs.dims(AttrName::OperandBatchingDims),
               of_indices = attrs.dims(AttrName::StartIndicesBatchingDims);
    if (of_operand.empty()) return;
    Shape one = Shape::array(shape(indices).type, shape(indices).dims);
    one.dims.back() = 1;
    std::vector<Local> parts;
    for (int64_t d : of_indices) {
      const int64_t there = d > attrs.integer(AttrName::IndexVectorDim) ? d - 1 : d;
      parts.push_back(
          s.draft.add(OpKind::Iota, one, std::span<const Local>(), with(AttrName::IotaDimension, there), s.id));
    }
    parts.push_back(indices);
    Shape all = Shape::array(shape(indices).type, shape(indices).dims);
    all.dims.back() += static_cast<int64_t>(of_indices.size());
    indices = s.draft.add(OpKind::Concatenate, all, parts, with(AttrName::ConcatDimension, vector_dim), s.id);
    map.insert(map.begin(), of_operand.begin(), of_operand.end());
    collapsed.insert(collapsed.end(), of_operand.begin(), of_operand.end());
    std::ranges::sort(collapsed);
  }

  // From [batch..., windows of full rank] to the result that was asked for.
  Local to_result(Local windows, const Dims& batch) const {
    Dims dims = batch, kept;
    for (size_t d = 0; d < sizes.size(); ++d)
      if (!has(collapsed, static_cast<int64_t>(d))) kept.push_back(sizes[d]);
    dims.insert(dims.end(), kept.begin(), kept.end());
    const Shape wanted = s.shape();
    const Local flat = s.add(OpKind::Reshape, Shape::array(wanted.type, dims), {windows});
    // Dimension i of the result is the next of the window or of the batch.
    Dims permutation;
    auto in_batch = int64_t{0}, in_window = static_cast<int64_t>(batch.size());
    for (int64_t d = 0; d < wanted.rank(); ++d) permutation.push_back(has(offset, d) ? in_window++ : in_batch++);
    if (std::ranges::is_sorted(permutation)) return flat;
    return s.add(OpKind::Transpose, wanted, {flat}, with(AttrName::Permutation, permutation));
  }
};

}  // namespace

std::optional<Local> simplify_gather(const Site& s) {
  if (s.op() != OpKind::Gather) return std::nullopt;
  if (s.shape().element_count() == 0) return std::nullopt;
  Gather g(s);
  const int64_t rank = s.shape_of(0).rank();
  Dims all(static_cast<size_t>(rank)), identity(g.map.size());
  std::iota(all.begin(), all.end(), int64_t{1});
  std::iota(identity.begin(), identity.end(), int64_t{0});
  const bool plain = g.vector_dim == 1 && s.shape_of(1).rank() == 2 && g.offset == all && g.collapsed.empty() &&
                     g.map == identity && g.attrs.dims(AttrName::OperandBatchingDims).empty();
  if (plain && s.shape().dims[0] != 1) return std::nullopt;

  g.vectors_last();
  g.index_batches();
  const Dims index_dims = g.shape(g.indices).dims;
  const int64_t vectors = g.shape(g.indices).element_count() / std::max<int64_t>(1, index_dims.back());
  const Dims batch(index_dims.begin(), index_dims.end() - 1);
  const ElementType index_type = g.shape(g.indices).type, type = s.shape().type;
  if (vectors == 1) {
    const Shape scalar = Shape::scalar(index_type);
    const int64_t k = index_dims.back();
    const Local vector = s.add(OpKind::Reshape, Shape::array(index_type, {k}), {g.indices});
    std::vector<Local> operands{g.operand};
    for (int64_t d = 0; d < rank; ++d) {
      const auto at = std::ranges::find(g.map, d);
      if (at == g.map.end()) {
        operands.push_back(s.draft.constant(integer_literal(index_type, 0), s.id));
        continue;
      }
      const int64_t i = std::distance(g.map.begin(), at);
      Attrs attrs = with(AttrName::SliceStarts, Dims{i});
      attrs.set(AttrName::SliceLimits, Dims{i + 1});
      attrs.set(AttrName::SliceStrides, Dims{1});
      const Local part =
          k == 1 ? vector : s.add(OpKind::Slice, Shape::array(index_type, {1}), {vector}, std::move(attrs));
      operands.push_back(s.add(OpKind::Reshape, scalar, {part}));
    }
    const Local window = s.draft.add(OpKind::DynamicSlice, Shape::array(type, g.sizes), operands,
                                     with(AttrName::SliceSizes, g.sizes), s.id);
    return g.to_result(window, batch);
  }
  // The dimensions that have indices come first, in the order of the indices.
  Dims permutation = g.map;
  for (int64_t d = 0; d < rank; ++d)
    if (!has(g.map, d)) permutation.push_back(d);
  if (!std::ranges::is_sorted(permutation)) return std::nullopt;  // would move the operand
  const Local flat = s.add(OpKind::Reshape, Shape::array(index_type, {vectors, index_dims.back()}), {g.indices});
  Attrs attrs(g.attrs);
  attrs.set(AttrName::OffsetDims, all);
  attrs.erase(AttrName::CollapsedSliceDims);
  attrs.erase(AttrName::OperandBatchingDims);
  attrs.erase(AttrName::StartIndicesBatchingDims);
  Dims map(g.map.size());
  std::iota(map.begin(), map.end(), int64_t{0});
  attrs.set(AttrName::StartIndexMap, map);
  attrs.set(AttrName::IndexVectorDim, int64_t{1});
  Dims dims{vectors};
  dims.insert(dims.end(), g.sizes.begin(), g.sizes.end());
  const Local windows = s.add(OpKind::Gather, Shape::array(type, dims), {g.operand, flat}, std::move(attrs));
  return g.to_result(windows, batch);
}

}  // namespace eutectic::xla_passes
