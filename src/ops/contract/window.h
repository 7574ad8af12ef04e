// Geometry of windows: reduce-window, select-and-scatter and convolution.
#pragma once
#include "ops/contract/common.h"

namespace eutectic::contract {

// Number of window positions along a dimension, after checking the fields. Never overflows.
Result<int64_t> window_extent(const OpView& op, int64_t extent, const WindowDim& window);

// The element that window position `out` reads at offset `k`, or -1 for padding and dilation holes.
inline int64_t window_source(const WindowDim& w, int64_t extent, int64_t out, int64_t k) {
  int64_t at = out * w.stride + k * w.rhs_dilate - w.pad_low;
  if (at < 0) return -1;
  if (w.lhs_dilate > 1) {
    if (at % w.lhs_dilate) return -1;
    at /= w.lhs_dilate;
  }
  return at < extent ? at : -1;
}

inline bool is_trivial(const WindowDim& w) {
  return w.size == 1 && w.stride == 1 && w.pad_low == 0 && w.pad_high == 0 && w.lhs_dilate == 1;
}

// Adds the read of one input dimension to a piece: out * stride + k * dilation - pad, where that is inside.
void add_window_index(AccessPiece& piece, size_t position, const IndexExpr& out, int64_t out_extent, const IndexExpr& k,
                      const WindowDim& window, int64_t extent);

}  // namespace eutectic::contract
