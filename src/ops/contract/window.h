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

// Calls fn(k, source) for each offset k of window position `out` that reads an element, in ascending order. Takes
// time in what the window and the input have in common, however large the window is beyond it.
template <class Fn>
void for_each_hit(const WindowDim& w, int64_t extent, int64_t out, Fn&& fn) {
  const int64_t begin = out * w.stride - w.pad_low, end = (extent - 1) * w.lhs_dilate;  // of k = 0; the last element
  if (extent == 0 || begin > end) return;
  const int64_t first = begin >= 0 ? 0 : (w.rhs_dilate - 1 - begin) / w.rhs_dilate;
  const int64_t last = std::min(w.size - 1, (end - begin) / w.rhs_dilate);
  if (last - first < extent) {
    for (int64_t k = first; k <= last; ++k)
      if (const int64_t source = window_source(w, extent, out, k); source >= 0) fn(k, source);
    return;
  }
  // More offsets than elements: holes between the elements are passed over.
  for (int64_t source = 0; source < extent; ++source) {
    const int64_t distance = source * w.lhs_dilate - begin;
    if (distance < 0 || distance % w.rhs_dilate) continue;
    if (const int64_t k = distance / w.rhs_dilate; k < w.size) fn(k, source);
  }
}

// The hits of every window position along one dimension would fill memory: these are those of the position asked
// for last.
struct WindowHits {
  int64_t out = -1;
  std::vector<std::pair<int64_t, int64_t>> hits;  // offset, element

  void move_to(const WindowDim& w, int64_t extent, int64_t position) {
    if (position == out) return;
    out = position;
    hits.clear();
    for_each_hit(w, extent, position, [&](int64_t k, int64_t source) { hits.push_back({k, source}); });
  }
};

// Calls fn(offset in the window, element) with linear positions for each element that the window at `position`
// reads, in row-major order of the window. fn returns a Status.
template <class Fn>
Status for_each_window_element(const Window& window, std::span<const int64_t> extents,
                               std::span<const int64_t> element_strides, std::span<const int64_t> offset_strides,
                               std::span<const int64_t> position, std::vector<WindowHits>& scratch, Fn&& fn) {
  const size_t rank = window.size();
  scratch.resize(rank);
  std::vector<int64_t> counts(rank), index(rank, 0);
  for (size_t d = 0; d < rank; ++d) {
    scratch[d].move_to(window[d], extents[d], position[d]);
    counts[d] = static_cast<int64_t>(scratch[d].hits.size());
    if (counts[d] == 0) return {};
  }
  do {
    int64_t offset = 0, element = 0;
    for (size_t d = 0; d < rank; ++d) {
      const auto& [k, source] = scratch[d].hits[static_cast<size_t>(index[d])];
      offset += k * offset_strides[d];
      element += source * element_strides[d];
    }
    RETURN_IF_ERROR(fn(offset, element));
  } while (next_index(index, counts));
  return {};
}

// Whether windows are so large that going through all their offsets is more work than through all elements.
inline bool exceeds_input(const Window& window, std::span<const int64_t> extents) {
  int64_t left = product(extents);
  for (const WindowDim& w : window) left /= w.size;
  return left == 0;
}

inline bool is_trivial(const WindowDim& w) {
  return w.size == 1 && w.stride == 1 && w.pad_low == 0 && w.pad_high == 0 && w.lhs_dilate == 1;
}

// Adds the read of one input dimension to a piece: out * stride + k * dilation - pad, where that is inside.
void add_window_index(AccessPiece& piece, size_t position, const IndexExpr& out, int64_t out_extent, const IndexExpr& k,
                      const WindowDim& window, int64_t extent);

}  // namespace eutectic::contract
