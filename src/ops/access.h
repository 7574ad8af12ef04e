// Access maps and index expressions that several ops share.
#pragma once
#include <span>
#include <vector>

#include "ops/op_def.h"

namespace eutectic {

// The multi-index into an array of extents `to` of the element at multi-index `index` of an array of extents
// `from`, both row-major over the same elements. Extents that line up stay apart, so that only dimensions
// that are really split or joined get floordiv and mod.
std::vector<IndexExpr> reindex(std::span<const IndexExpr> index, std::span<const int64_t> from,
                               std::span<const int64_t> to);

inline std::vector<IndexExpr> all_dims(size_t rank) {
  std::vector<IndexExpr> out;
  for (size_t d = 0; d < rank; ++d) out.push_back(IndexExpr::dim(static_cast<int64_t>(d)));
  return out;
}

// Ops whose result depends on no operand element: sources, and ops on tokens or on shapes.
std::optional<AccessMap> reads_nothing(const OpView& op, AccessPair at);
// Ops whose result is their operand 0, leaf for leaf.
std::optional<AccessMap> passes_on(const OpView& op, AccessPair at);
// The element in the same place if `moved`, else nothing.
AccessMap same_place(const OpView& op, AccessPair at, bool moved);

inline const std::vector<int64_t>& result_dims(const OpView& op, AccessPair at) {
  return leaf_shape(op.shape(), at.result_leaf).dims;
}

}  // namespace eutectic
