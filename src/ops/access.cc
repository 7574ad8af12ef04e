#include "ops/access.h"

#include <algorithm>

namespace eutectic {

std::vector<IndexExpr> reindex(std::span<const IndexExpr> index, std::span<const int64_t> from,
                               std::span<const int64_t> to) {
  std::vector<IndexExpr> out(to.size(), IndexExpr::constant(0));
  if (std::ranges::find(to, 0) != to.end()) return out;
  // Groups [f0, f) of `from` and [t0, t) of `to` with equal products, as small as possible.
  size_t f = 0, t = 0;
  while (f < from.size() || t < to.size()) {
    const size_t f0 = f, t0 = t;
    int64_t pf = f < from.size() ? from[f++] : 1;
    int64_t pt = t < to.size() ? to[t++] : 1;
    while (pf != pt) {
      if (pf < pt && f < from.size())
        pf *= from[f++];
      else if (t < to.size())
        pt *= to[t++];
      else
        break;
    }
    IndexExpr linear = IndexExpr::constant(0);
    for (size_t i = f0; i < f; ++i)
      if (from[i] != 1) linear = linear * from[i] + index[i];
    int64_t stride = 1;
    bool outermost_left = true;
    size_t first = t0;
    while (first < t && to[first] == 1) ++first;
    for (size_t i = t; i-- > t0;) {
      if (to[i] == 1) continue;
      outermost_left = i == first;
      IndexExpr e = linear.floordiv(stride);
      out[i] = outermost_left ? e : e.mod(to[i]);
      stride *= to[i];
    }
  }
  return out;
}

AccessMap same_place(const OpView& op, AccessPair at, bool moved) {
  return moved ? AccessMap::identity(result_dims(op, at)) : AccessMap::nothing(result_dims(op, at));
}

std::optional<AccessMap> reads_nothing(const OpView& op, AccessPair at) { return same_place(op, at, false); }

std::optional<AccessMap> passes_on(const OpView& op, AccessPair at) {
  return same_place(op, at, at.operand == 0 && at.operand_leaf == at.result_leaf);
}

}  // namespace eutectic
