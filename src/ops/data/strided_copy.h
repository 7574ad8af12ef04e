// Moves boxes of elements between strided arrays, whatever the element type: the inner loop of the data ops.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace eutectic {

// dst[sum i*dst_strides] = src[sum i*src_strides] for all i in the box `dims`. Strides are in elements and
// may be negative; source strides may be 0. The arrays do not overlap.
void copy_box(std::byte* dst, std::span<const int64_t> dst_strides, const std::byte* src,
              std::span<const int64_t> src_strides, std::span<const int64_t> dims, int element_bytes);

// n copies of one element.
void fill_elements(std::byte* dst, const std::byte* element, int64_t n, int element_bytes);

}  // namespace eutectic
