// What gather and scatter share: an index array whose vectors say where windows begin in an array, with
// batching dimensions. Scatter's names map as: update_window_dims = offset_dims, inserted_window_dims =
// collapsed_slice_dims, scatter_dims_to_operand_dims = start_index_map, input_batching_dims =
// operand_batching_dims, scatter_indices_batching_dims = start_indices_batching_dims.
#pragma once
#include <vector>

#include "ops/op_def.h"

namespace eutectic {

struct Indexing {
  Dims offset_dims, collapsed, start_index_map, operand_batching, indices_batching;
  int64_t index_vector_dim = 0;

  static Indexing of_gather(const Attrs& attrs);
  static Indexing of_scatter(const Attrs& attrs);

  // Dimensions of the operand that a window spans (neither collapsed nor batching), ascending.
  Dims window_dims(int64_t operand_rank) const;
  // Dimensions of the windows' array (gather's result, scatter's updates) that are not offset dims.
  Dims batch_dims(int64_t windows_rank) const;
  // The indices' shape without the index vector.
  Dims batch_sizes(const Shape& indices) const;
};

// The rules that gather and scatter share, with the labels of gather (`scatter`: of scatter).
Status check_indexing(const Indexing& ix, const Shape& operand, const Shape& indices, int64_t windows_rank,
                      bool scatter);

// All index vectors: position b * map.size() + k holds the value for operand dimension start_index_map[k] of
// batch point b (row-major over batch_sizes). Unsigned values beyond int64 become INT64_MAX.
std::vector<int64_t> index_vectors(const Indexing& ix, const Literal& indices);

}  // namespace eutectic
