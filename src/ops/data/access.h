// Index expressions that several data ops share.
#pragma once
#include <span>
#include <vector>

#include "index/access_map.h"

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

}  // namespace eutectic
