// gather: a window of the operand per index vector. Start indices are clamped so that the window is inside.
#include <algorithm>
#include <cstring>

#include "ops/access.h"
#include "ops/data/indexing.h"
#include "ops/data/rules.h"
#include "ops/data/strided_copy.h"
#include "ops/evaluator.h"

namespace eutectic {
namespace {

Result<Shape> gather_shape(const OpView& op) {
  const Shape& x = op.operand_shape(0);
  const Shape& indices = op.operand_shape(1);
  const Indexing ix = Indexing::of_gather(op.attrs());
  const Dims& sizes = op.attrs().dims(AttrName::GatherSliceSizes);
  const int64_t batch_rank =
      indices.rank() - (ix.index_vector_dim >= 0 && ix.index_vector_dim < indices.rank() ? 1 : 0);
  RETURN_IF_ERROR(check_indexing(ix, x, indices, batch_rank + static_cast<int64_t>(ix.offset_dims.size()), false));
  if (static_cast<int64_t>(sizes.size()) != x.rank())
    return fail("slice_sizes {} must have {} entries (C20)", list(sizes), x.rank());
  for (size_t d = 0; d < sizes.size(); ++d)
    if (sizes[d] < 0 || sizes[d] > x.dims[d])
      return fail("slice size {} is not in [0, {}] in dimension {} (C21)", sizes[d], x.dims[d], d);
  for (const Dims* dims : {&ix.collapsed, &ix.operand_batching})
    for (int64_t d : *dims)
      if (sizes[static_cast<size_t>(d)] > 1)
        return fail("slice size {} of collapsed or batching dimension {} must be 0 or 1 (C9, C12)",
                    sizes[static_cast<size_t>(d)], d);
  const Dims batch = ix.batch_sizes(indices), window = ix.window_dims(x.rank());
  Shape out = Shape::array(x.type, Dims(batch.size() + window.size()));
  size_t b = 0, w = 0;
  for (size_t d = 0; d < out.dims.size(); ++d)
    out.dims[d] =
        contains(ix.offset_dims, static_cast<int64_t>(d)) ? sizes[static_cast<size_t>(window[w++])] : batch[b++];
  return checked(std::move(out));
}

Result<Literal> evaluate_gather(EvalContext& context) {
  const Shape& shape = context.op.shape();
  const Literal& x = context.operands[0];
  const Literal& indices = context.operands[1];
  const Indexing ix = Indexing::of_gather(context.op.attrs());
  const Dims& sizes = context.op.attrs().dims(AttrName::GatherSliceSizes);
  Literal out = Literal::uninitialized(logical(shape));
  if (out.element_count() == 0) return out;
  const int bytes = info(shape.type).storage_bytes;
  const Dims x_strides = row_major_strides(x.dims()), out_strides = row_major_strides(shape.dims);
  const Dims batch = ix.batch_sizes(indices.shape()), batch_dims = ix.batch_dims(shape.rank());
  Dims box, from, to;
  bool single = true;
  const Dims window = ix.window_dims(x.shape().rank());
  for (size_t i = 0; i < window.size(); ++i) {
    const size_t d = static_cast<size_t>(window[i]);
    box.push_back(sizes[d]);
    from.push_back(x_strides[d]);
    to.push_back(out_strides[static_cast<size_t>(ix.offset_dims[i])]);
    single = single && sizes[d] == 1;
  }
  // Where batching dimension i stands among the batch dimensions.
  Dims batching_at;
  for (int64_t d : ix.indices_batching) batching_at.push_back(d - (d > ix.index_vector_dim ? 1 : 0));
  const std::vector<int64_t> vectors = index_vectors(ix, indices);
  const size_t count = ix.start_index_map.size();
  std::byte* result = out.mutable_bytes();
  Dims at(batch.size(), 0);
  const int64_t* vector = vectors.data();
  do {
    int64_t source = 0, target = 0;
    for (size_t k = 0; k < count; ++k) {
      const size_t d = static_cast<size_t>(ix.start_index_map[k]);
      source += std::clamp<int64_t>(vector[k], 0, x.dims()[d] - sizes[d]) * x_strides[d];
    }
    for (size_t i = 0; i < batching_at.size(); ++i)
      source += at[static_cast<size_t>(batching_at[i])] * x_strides[static_cast<size_t>(ix.operand_batching[i])];
    for (size_t i = 0; i < at.size(); ++i) target += at[i] * out_strides[static_cast<size_t>(batch_dims[i])];
    if (single)
      std::memcpy(result + target * bytes, x.bytes() + source * bytes, static_cast<size_t>(bytes));
    else
      copy_box(result + target * bytes, to, x.bytes() + source * bytes, from, box, bytes);
    vector += count;
  } while (next_index(at, batch));
  return out;
}

std::optional<AccessMap> gather_access(const OpView& op, AccessPair pair) {
  const size_t n = pair.operand;
  const Shape& out = op.shape();
  const Shape& x = op.operand_shape(0);
  const Shape& indices = op.operand_shape(1);
  const Indexing ix = Indexing::of_gather(op.attrs());
  const Dims& sizes = op.attrs().dims(AttrName::GatherSliceSizes);
  const Dims batch_dims = ix.batch_dims(out.rank());
  const bool has_vector = ix.index_vector_dim < indices.rank();
  // Position in the indices of component `k` of the output point's index vector.
  auto index_at = [&](IndexExpr k) {
    std::vector<IndexExpr> at;
    for (int64_t d : batch_dims) at.push_back(IndexExpr::dim(d));
    if (has_vector) at.insert(at.begin() + static_cast<ptrdiff_t>(ix.index_vector_dim), std::move(k));
    return at;
  };
  if (n == 1) {
    if (!has_vector) return AccessMap::single(out.dims, index_at(IndexExpr()));
    return AccessMap::single(out.dims, index_at(IndexExpr::range(0)),
                             {indices.dims[static_cast<size_t>(ix.index_vector_dim)]});
  }
  std::vector<IndexExpr> index(x.dims.size());
  const Dims window = ix.window_dims(x.rank());
  for (size_t i = 0; i < window.size(); ++i) index[static_cast<size_t>(window[i])] = IndexExpr::dim(ix.offset_dims[i]);
  for (size_t i = 0; i < ix.operand_batching.size(); ++i) {
    const int64_t d = ix.indices_batching[i] - (ix.indices_batching[i] > ix.index_vector_dim ? 1 : 0);
    index[static_cast<size_t>(ix.operand_batching[i])] = IndexExpr::dim(batch_dims[static_cast<size_t>(d)]);
  }
  AccessMap map;
  map.output_dims = out.dims;
  for (size_t k = 0; k < ix.start_index_map.size(); ++k) {
    const size_t d = static_cast<size_t>(ix.start_index_map[k]);
    index[d] = index[d] + IndexExpr::runtime(static_cast<int64_t>(k));
    map.runtimes.push_back({1, index_at(IndexExpr::constant(static_cast<int64_t>(k))), 0, x.dims[d] - sizes[d]});
  }
  map.pieces.push_back({{}, std::move(index)});
  return map;
}

}  // namespace

const OpDef op_def_Gather = {.kind = OpKind::Gather,
                             .min_operands = 2,
                             .max_operands = 2,
                             .attrs = {{AttrName::OffsetDims},
                                       {AttrName::CollapsedSliceDims},
                                       {AttrName::StartIndexMap},
                                       {AttrName::OperandBatchingDims},
                                       {AttrName::StartIndicesBatchingDims},
                                       {AttrName::IndexVectorDim, true},
                                       {AttrName::GatherSliceSizes, true},
                                       {AttrName::IndicesAreSorted}},
                             .shape = gather_shape,
                             .access = gather_access,
                             .evaluate = evaluate_gather,
                             .summary = "A window of the operand per index vector, clamped into the operand."};

}  // namespace eutectic
