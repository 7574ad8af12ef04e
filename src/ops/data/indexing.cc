#include "ops/data/indexing.h"

#include <algorithm>

#include "ops/data/rules.h"

namespace eutectic {

Indexing Indexing::of_gather(const Attrs& attrs) {
  return {attrs.dims(AttrName::OffsetDims),
          attrs.dims(AttrName::CollapsedSliceDims),
          attrs.dims(AttrName::StartIndexMap),
          attrs.dims(AttrName::OperandBatchingDims),
          attrs.dims(AttrName::StartIndicesBatchingDims),
          attrs.integer(AttrName::IndexVectorDim)};
}

Indexing Indexing::of_scatter(const Attrs& attrs) {
  return {attrs.dims(AttrName::UpdateWindowDims),           attrs.dims(AttrName::InsertedWindowDims),
          attrs.dims(AttrName::ScatterDimsToOperandDims),   attrs.dims(AttrName::InputBatchingDims),
          attrs.dims(AttrName::ScatterIndicesBatchingDims), attrs.integer(AttrName::IndexVectorDim)};
}

Dims Indexing::window_dims(int64_t operand_rank) const {
  Dims out;
  for (int64_t d = 0; d < operand_rank; ++d)
    if (!contains(collapsed, d) && !contains(operand_batching, d)) out.push_back(d);
  return out;
}

Dims Indexing::batch_dims(int64_t windows_rank) const {
  Dims out;
  for (int64_t d = 0; d < windows_rank; ++d)
    if (!contains(offset_dims, d)) out.push_back(d);
  return out;
}

Dims Indexing::batch_sizes(const Shape& indices) const {
  Dims out;
  for (int64_t d = 0; d < indices.rank(); ++d)
    if (d != index_vector_dim) out.push_back(indices.dims[static_cast<size_t>(d)]);
  return out;
}

Status check_indexing(const Indexing& ix, const Shape& operand, const Shape& indices, int64_t windows_rank,
                      bool scatter) {
  const std::string_view offsets = scatter ? "update_window_dims (C7, C8)" : "offset_dims (C4, C5)";
  const std::string_view collapsed = scatter ? "inserted_window_dims (C9-C11)" : "collapsed_slice_dims (C6-C8)";
  const std::string_view map = scatter ? "scatter_dims_to_operand_dims (C20, C21)" : "start_index_map (C18, C19)";
  const std::string_view batching =
      scatter ? "input_batching_dims (C9, C12, C13)" : "operand_batching_dims (C6, C10, C11)";
  const std::string_view indices_batching =
      scatter ? "scatter_indices_batching_dims (C14, C15)" : "start_indices_batching_dims (C13, C14)";
  if (!is_integer(indices.type)) return fail("the indices must be integers, not {}", to_hlo(indices, false));
  if (ix.index_vector_dim < 0 || ix.index_vector_dim > indices.rank())
    return fail("index_vector_dim {} is not in [0, {}] ({})", ix.index_vector_dim, indices.rank(),
                scatter ? "C22" : "C2");
  RETURN_IF_ERROR(check_dims(offsets, ix.offset_dims, windows_rank, true));
  RETURN_IF_ERROR(check_dims(collapsed, ix.collapsed, operand.rank(), true));
  RETURN_IF_ERROR(check_dims(batching, ix.operand_batching, operand.rank(), true));
  RETURN_IF_ERROR(check_dims(map, ix.start_index_map, operand.rank()));
  RETURN_IF_ERROR(check_dims(indices_batching, ix.indices_batching, indices.rank()));
  for (int64_t d : ix.operand_batching) {
    if (contains(ix.collapsed, d)) return fail("dimension {} is in both {} and {}", d, collapsed, batching);
    if (contains(ix.start_index_map, d)) return fail("dimension {} is in both {} and {}", d, map, batching);
  }
  if (contains(ix.indices_batching, ix.index_vector_dim))
    return fail("index_vector_dim {} is in {} ({})", ix.index_vector_dim, indices_batching, scatter ? "C16" : "C15");
  if (ix.operand_batching.size() != ix.indices_batching.size())
    return fail("{} and {} must have one length ({})", batching, indices_batching, scatter ? "C17" : "C16");
  for (size_t i = 0; i < ix.operand_batching.size(); ++i) {
    const int64_t a = operand.dims[static_cast<size_t>(ix.operand_batching[i])];
    const int64_t b = indices.dims[static_cast<size_t>(ix.indices_batching[i])];
    if (a != b)
      return fail("batching dimension {} has {} elements in the operand and {} in the indices ({})", i, a, b,
                  scatter ? "C18" : "C17");
  }
  const int64_t vector =
      ix.index_vector_dim < indices.rank() ? indices.dims[static_cast<size_t>(ix.index_vector_dim)] : 1;
  if (static_cast<int64_t>(ix.start_index_map.size()) != vector)
    return fail("{} must have {} entries, the length of an index vector ({})", map, vector, scatter ? "C19" : "C3");
  const size_t windows = ix.offset_dims.size() + ix.collapsed.size() + ix.operand_batching.size();
  if (static_cast<int64_t>(windows) != operand.rank())
    return fail("{}, {} and {} must have {} entries together, the operand's rank ({})", offsets, collapsed, batching,
                operand.rank(), scatter ? "C2" : "C1");
  const int64_t batch_rank = indices.rank() - (ix.index_vector_dim < indices.rank() ? 1 : 0);
  if (windows_rank != batch_rank + static_cast<int64_t>(ix.offset_dims.size()))
    return fail("the rank {} must be that of the index vectors ({}) plus that of the windows ({}) ({})", windows_rank,
                batch_rank, ix.offset_dims.size(), scatter ? "C4" : "C22");
  return {};
}

std::vector<int64_t> index_vectors(const Indexing& ix, const Literal& indices) {
  std::vector<int64_t> out(static_cast<size_t>(indices.element_count()));
  const size_t v = static_cast<size_t>(ix.index_vector_dim);
  int64_t inner = 1, outer = 1, count = 1;
  for (size_t d = 0; d < indices.dims().size(); ++d)
    if (d == v)
      count = indices.dims()[d];
    else
      (d < v ? outer : inner) *= indices.dims()[d];
  dispatch(indices.type(), [&]<class T>() {
    if constexpr (std::is_integral_v<T> || requires(T t) { t.value; }) {
      const T* p = indices.data<T>().data();
      for (int64_t o = 0; o < outer; ++o)
        for (int64_t k = 0; k < count; ++k)
          for (int64_t i = 0; i < inner; ++i, ++p) {
            int64_t value;
            if constexpr (std::is_same_v<T, uint64_t>)
              value = *p > static_cast<uint64_t>(INT64_MAX) ? INT64_MAX : static_cast<int64_t>(*p);
            else
              value = static_cast<int64_t>(*p);
            out[static_cast<size_t>((o * inner + i) * count + k)] = value;
          }
    }
  });
  return out;
}

}  // namespace eutectic
