#include "ops/contract/window.h"

namespace eutectic::contract {

Result<int64_t> window_extent(const OpView& op, int64_t extent, const WindowDim& w) {
  constexpr int64_t limit = int64_t{1} << 31;
  if (w.size < 1 || w.stride < 1 || w.lhs_dilate < 1 || w.rhs_dilate < 1)
    return op_error(op, fmt::format("window size {}, stride {} and dilations {} and {} must be at least 1", w.size,
                                    w.stride, w.lhs_dilate, w.rhs_dilate));
  if (w.size > limit || w.stride > limit || w.lhs_dilate > limit || w.rhs_dilate > limit || w.pad_low > limit ||
      w.pad_low < -limit || w.pad_high > limit || w.pad_high < -limit || extent >= limit)
    return op_unsupported(op, "a window field or dimension beyond 2^31");
  int64_t base = extent == 0 ? 0 : (extent - 1) * w.lhs_dilate + 1;
  int64_t padded = w.pad_low + base + w.pad_high, window = (w.size - 1) * w.rhs_dilate + 1;
  if (padded <= 0 || window > padded) return 0;
  return (padded - window) / w.stride + 1;
}

void add_window_index(AccessPiece& piece, size_t position, const IndexExpr& out, int64_t out_extent, const IndexExpr& k,
                      const WindowDim& w, int64_t extent) {
  IndexExpr at = out * w.stride + k * w.rhs_dilate + IndexExpr::constant(-w.pad_low);
  int64_t last = (extent - 1) * w.lhs_dilate;
  int64_t high = (out_extent - 1) * w.stride + (w.size - 1) * w.rhs_dilate - w.pad_low;
  if (w.pad_low > 0 || high > last || w.lhs_dilate > 1) piece.where.push_back({at, 0, last, w.lhs_dilate});
  piece.index[position] = w.lhs_dilate > 1 ? at.floordiv(w.lhs_dilate) : at;
}

}  // namespace eutectic::contract
