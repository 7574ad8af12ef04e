// scatter: combines windows of the updates into the inputs at the places that index vectors name. A window
// that does not lie wholly inside is skipped, as XLA does. Windows apply in row-major order of the indices.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "ops/access.h"
#include "ops/contract/body.h"
#include "ops/data/indexing.h"
#include "ops/data/rules.h"
#include "ops/data/strided_copy.h"
#include "ops/evaluator.h"

namespace eutectic {
namespace {

// Whether the combiner returns the updates: then windows are only copied.
bool is_assignment(const Module& module, CompId comp, size_t n) {
  const Computation& c = module[comp];
  auto is_update = [&](InstrId id, size_t i) {
    return module[id].op == OpKind::Parameter &&
           module.attrs(id).integer(AttrName::ParameterNumber) == static_cast<int64_t>(n + i);
  };
  if (n == 1 && is_update(c.root, 0)) return true;
  if (module[c.root].op != OpKind::Tuple || module[c.root].operand_count != n) return false;
  for (size_t i = 0; i < n; ++i)
    if (!is_update(module.operand(c.root, i), i)) return false;
  return true;
}

Result<Shape> scatter_shape(const OpView& op) {
  if (op.operand_count() % 2 == 0)
    return fail("scatter takes N inputs, the indices and N updates, not {} operands (C5)", op.operand_count());
  const size_t n = op.operand_count() / 2;
  const Shape& x = op.operand_shape(0);
  const Shape& indices = op.operand_shape(n);
  const Shape& first_update = op.operand_shape(n + 1);
  const Indexing ix = Indexing::of_scatter(op.attrs());
  for (size_t i = 0; i < n; ++i) {
    if (op.operand_shape(i).dims != x.dims)
      return fail("input {} is {}, input 0 {}: their dimensions must be equal (C1)", i,
                  to_hlo(op.operand_shape(i), false), to_hlo(x, false));
    if (op.operand_shape(n + 1 + i).dims != first_update.dims)
      return fail("update {} is {}, update 0 {}: their dimensions must be equal (C3)", i,
                  to_hlo(op.operand_shape(n + 1 + i), false), to_hlo(first_update, false));
    if (op.operand_shape(i).type != op.operand_shape(n + 1 + i).type)
      return fail("update {} is {}, input {} is {}: their element types must be equal (C6)", i,
                  to_hlo(op.operand_shape(n + 1 + i), false), i, to_hlo(op.operand_shape(i), false));
  }
  RETURN_IF_ERROR(check_indexing(ix, x, indices, first_update.rank(), true));
  const Dims batch = ix.batch_sizes(indices), window = ix.window_dims(x.rank());
  size_t b = 0, w = 0;
  for (size_t d = 0; d < first_update.dims.size(); ++d) {
    if (contains(ix.offset_dims, static_cast<int64_t>(d))) {
      const int64_t limit = x.dims[static_cast<size_t>(window[w++])];
      if (first_update.dims[d] > limit)
        return fail("the window's dimension {} ({}) is larger than the input's ({}) (C4)", w - 1, first_update.dims[d],
                    limit);
    } else if (first_update.dims[d] != batch[b++]) {
      return fail("dimension {} of the updates ({}) must be that of the index vectors ({}) (C4)", d,
                  first_update.dims[d], batch[b - 1]);
    }
  }
  const Comps& comps = op.attrs().comps(AttrName::ToApply);
  if (comps.size() != 1) return fail("to_apply must name one computation");
  std::vector<Shape> results;
  const Computation& comp = op.module[comps[0]];
  if (comp.parameters.size() != 2 * n)
    return fail("the combiner must take {} scalars, not {} (C23)", 2 * n, comp.parameters.size());
  for (size_t p = 0; p < 2 * n; ++p)
    if (const Shape want = Shape::scalar(op.operand_shape(p % n).type);
        !same_logical(op.module.shape(comp.parameters[p]), want))
      return fail("the combiner's parameter {} must be {}, not {} (C23)", p, to_hlo(want),
                  to_hlo(op.module.shape(comp.parameters[p]), false));
  for (size_t i = 0; i < n; ++i) results.push_back(Shape::scalar(op.operand_shape(i).type));
  const Shape& got = op.module.result_shape(comps[0]);
  if (const Shape tuple = Shape::tuple(results);
      !same_logical(got, tuple) && !(n == 1 && same_logical(got, results[0])))
    return fail("the combiner must return {}, not {} (C23)", to_hlo(n == 1 ? results[0] : tuple), to_hlo(got, false));
  for (size_t i = 0; i < n; ++i) results[i] = logical(op.operand_shape(i));
  return n == 1 ? results[0] : Shape::tuple(std::move(results));
}

Result<Literal> evaluate_scatter(EvalContext& context) {
  const size_t n = context.operands.size() / 2;
  const Indexing ix = Indexing::of_scatter(context.op.attrs());
  const CompId comp = context.op.attrs().comps(AttrName::ToApply)[0];
  const Dims extents = context.operands[0].dims();
  const Literal indices = std::move(context.operands[n]);
  const Dims update_dims = context.operands[n + 1].dims();
  const Dims x_strides = row_major_strides(extents), u_strides = row_major_strides(update_dims);
  const Dims batch = ix.batch_sizes(indices.shape()),
             batch_dims = ix.batch_dims(static_cast<int64_t>(update_dims.size()));
  const Dims window = ix.window_dims(static_cast<int64_t>(extents.size()));
  Dims sizes(extents.size(), 1), box, to, from;
  for (size_t i = 0; i < window.size(); ++i) {
    const size_t d = static_cast<size_t>(window[i]), u = static_cast<size_t>(ix.offset_dims[i]);
    sizes[d] = update_dims[u];
    box.push_back(update_dims[u]);
    to.push_back(x_strides[d]);
    from.push_back(u_strides[u]);
  }
  int64_t window_count = 1;
  for (int64_t s : box) window_count *= s;
  Dims batching_at;
  for (int64_t d : ix.indices_batching) batching_at.push_back(d - (d > ix.index_vector_dim ? 1 : 0));
  auto finish = [&]() -> Literal {
    if (n == 1) return std::move(context.operands[0]);
    context.operands.resize(n);
    return Literal::tuple(std::move(context.operands));
  };
  if (context.operands[n + 1].element_count() == 0 || context.operands[0].element_count() == 0) return finish();

  const bool assign = is_assignment(context.op.module, comp, n);
  std::optional<contract::Body> body;
  if (!assign) {
    std::vector<ElementType> types;
    for (size_t i = 0; i < 2 * n; ++i) types.push_back(context.operands[i % n].type());
    ASSIGN_OR_RETURN(body, contract::Body::make(context.op, comp, context.evaluator, types, std::span(types).first(n)));
  }
  std::vector<std::byte*> inputs(n), outs(n);
  std::vector<const std::byte*> updates(n), ins(2 * n);
  std::vector<int> bytes(n);
  std::vector<std::vector<std::byte>> scratch;  // dense windows of the inputs, then of the updates
  for (size_t i = 0; i < n; ++i) {
    inputs[i] = context.operands[i].mutable_bytes();
    updates[i] = context.operands[n + 1 + i].bytes();
    bytes[i] = info(context.operands[i].type()).storage_bytes;
  }
  const bool dense_updates = [&] {  // windows of the updates need no packing
    int64_t expected = 1;
    for (size_t i = box.size(); i-- > 0;) {
      if (box[i] != 1 && from[i] != expected) return false;
      expected *= box[i];
    }
    return true;
  }();
  if (!assign && window_count > 1)
    for (size_t k = 0; k < 2 * n; ++k) scratch.emplace_back(static_cast<size_t>(window_count * bytes[k % n]));
  const Dims dense = row_major_strides(box);

  const std::vector<int64_t> vectors = index_vectors(ix, indices);
  const size_t count = ix.start_index_map.size();
  const int64_t* vector = vectors.data();
  Dims at(batch.size(), 0);
  do {
    int64_t target = 0, source = 0;
    bool inside = true;
    for (size_t k = 0; k < count; ++k) {
      const size_t d = static_cast<size_t>(ix.start_index_map[k]);
      inside = inside && vector[k] >= 0 && vector[k] <= extents[d] - sizes[d];
      if (inside) target += vector[k] * x_strides[d];
    }
    vector += count;
    if (!inside) continue;
    for (size_t i = 0; i < batching_at.size(); ++i)
      target += at[static_cast<size_t>(batching_at[i])] * x_strides[static_cast<size_t>(ix.operand_batching[i])];
    for (size_t i = 0; i < at.size(); ++i) source += at[i] * u_strides[static_cast<size_t>(batch_dims[i])];
    if (assign) {
      for (size_t i = 0; i < n; ++i)
        copy_box(inputs[i] + target * bytes[i], to, updates[i] + source * bytes[i], from, box, bytes[i]);
      continue;
    }
    for (size_t i = 0; i < n; ++i) {
      std::byte* x = inputs[i] + target * bytes[i];
      const std::byte* u = updates[i] + source * bytes[i];
      if (window_count > 1) {
        copy_box(scratch[i].data(), dense, x, to, box, bytes[i]);
        if (!dense_updates) {
          copy_box(scratch[n + i].data(), dense, u, from, box, bytes[i]);
          u = scratch[n + i].data();
        }
        x = scratch[i].data();
      }
      ins[i] = outs[i] = x;
      ins[n + i] = u;
    }
    RETURN_IF_ERROR(body->run(ins, outs, static_cast<size_t>(window_count)));
    if (window_count > 1)
      for (size_t i = 0; i < n; ++i)
        copy_box(inputs[i] + target * bytes[i], to, scratch[i].data(), dense, box, bytes[i]);
  } while (next_index(at, batch));
  return finish();
}

// An element of the input may be written by any window: ranges go over the index vectors. Start indices are taken as
// one before or after the last that fits where they are beyond; such windows are not written.
std::optional<AccessMap> scatter_access(const OpView& op, AccessPair pair) {
  const size_t n = op.operand_count() / 2;
  const Shape& x = op.operand_shape(0);
  const Shape& indices = op.operand_shape(n);
  const Shape& updates = op.operand_shape(n + 1);
  if (pair.operand < n) return AccessMap::identity(x.dims);
  const Indexing ix = Indexing::of_scatter(op.attrs());
  const Dims batch_dims = ix.batch_dims(updates.rank());
  const bool has_vector = ix.index_vector_dim < indices.rank();
  AccessMap map;
  map.output_dims = x.dims;
  std::vector<IndexExpr> batch(batch_dims.size());
  std::vector<bool> known(batch.size(), false);
  for (size_t i = 0; i < ix.operand_batching.size(); ++i) {
    const size_t b = static_cast<size_t>(ix.indices_batching[i] - (ix.indices_batching[i] > ix.index_vector_dim));
    batch[b] = IndexExpr::dim(ix.operand_batching[i]);
    known[b] = true;
  }
  auto add_range = [&](int64_t extent) {
    map.ranges.push_back(extent);
    return IndexExpr::range(static_cast<int64_t>(map.ranges.size()) - 1);
  };
  for (size_t b = 0; b < batch.size(); ++b)
    if (!known[b]) batch[b] = add_range(updates.dims[static_cast<size_t>(batch_dims[b])]);
  auto index_at = [&](IndexExpr k) {
    std::vector<IndexExpr> at = batch;
    if (has_vector) at.insert(at.begin() + static_cast<ptrdiff_t>(ix.index_vector_dim), std::move(k));
    return at;
  };
  if (pair.operand == n) {
    IndexExpr k = has_vector ? add_range(indices.dims[static_cast<size_t>(ix.index_vector_dim)]) : IndexExpr();
    map.pieces.push_back({{}, index_at(std::move(k))});
    return map;
  }
  AccessPiece piece;
  piece.index.resize(updates.dims.size());
  for (size_t b = 0; b < batch.size(); ++b) piece.index[static_cast<size_t>(batch_dims[b])] = batch[b];
  Dims sizes(x.dims.size(), 1);
  const Dims window = ix.window_dims(x.rank());
  for (size_t i = 0; i < window.size(); ++i)
    sizes[static_cast<size_t>(window[i])] = updates.dims[static_cast<size_t>(ix.offset_dims[i])];
  std::vector<IndexExpr> offset = all_dims(x.dims.size());  // position in the window
  for (size_t k = 0; k < ix.start_index_map.size(); ++k) {
    const size_t d = static_cast<size_t>(ix.start_index_map[k]);
    const IndexExpr start = IndexExpr::runtime(static_cast<int64_t>(k));
    const int64_t last = x.dims[d] - sizes[d];
    map.runtimes.push_back(
        {static_cast<int64_t>(n), index_at(IndexExpr::constant(static_cast<int64_t>(k))), -1, last + 1});
    piece.where.push_back({start, 0, last, 1});
    offset[d] = offset[d] + start * -1;
  }
  for (size_t d = 0; d < x.dims.size(); ++d)
    if (!contains(ix.operand_batching, static_cast<int64_t>(d))) piece.where.push_back({offset[d], 0, sizes[d] - 1, 1});
  for (size_t i = 0; i < window.size(); ++i)
    piece.index[static_cast<size_t>(ix.offset_dims[i])] = offset[static_cast<size_t>(window[i])];
  map.pieces.push_back(std::move(piece));
  return map;
}

}  // namespace

const OpDef op_def_Scatter = {
    .kind = OpKind::Scatter,
    .min_operands = 3,
    .max_operands = -1,
    .attrs = {{AttrName::UpdateWindowDims},
              {AttrName::InsertedWindowDims},
              {AttrName::ScatterDimsToOperandDims},
              {AttrName::InputBatchingDims},
              {AttrName::ScatterIndicesBatchingDims},
              {AttrName::IndexVectorDim, true},
              {AttrName::IndicesAreSorted},
              {AttrName::UniqueIndices},
              {AttrName::ToApply, true}},
    .shape = scatter_shape,
    .access = scatter_access,
    .evaluate = evaluate_scatter,
    .summary = "Combines update windows into the inputs at indexed places; skips those outside."};

}  // namespace eutectic
