// Adjacent dimensions are merged where both sides allow it; what remains runs as loops over a copy, a fill,
// a strided row or a small transposed tile.
#include "ops/data/strided_copy.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace eutectic {
namespace {

struct Axis {
  int64_t n, dst, src;
};

struct alignas(8) Wide {
  uint64_t low, high;
};

template <class T>
void copy_rows(T* dst, const T* src, const Axis* axes, size_t count) {
  // Innermost axis by hand, the rest as an odometer.
  const Axis inner = axes[count - 1];
  // A second axis along which the source is dense, to walk in tiles when the inner one is not.
  size_t dense = count;
  if (inner.src != 1 && inner.src != 0 && inner.n >= 4)
    for (size_t a = 0; a + 1 < count; ++a)
      if (axes[a].src == 1 && axes[a].n >= 4) dense = a;
  std::vector<int64_t> index(count, 0);
  while (true) {
    if (dense != count) {
      constexpr int64_t tile = 16;
      const Axis d = axes[dense];
      for (int64_t i0 = 0; i0 < inner.n; i0 += tile)
        for (int64_t j0 = 0; j0 < d.n; j0 += tile) {
          const int64_t i1 = std::min(i0 + tile, inner.n), j1 = std::min(j0 + tile, d.n);
          for (int64_t j = j0; j < j1; ++j)
            for (int64_t i = i0; i < i1; ++i) dst[i * inner.dst + j * d.dst] = src[i * inner.src + j];
        }
    } else if (inner.dst == 1 && inner.src == 1) {
      if (inner.n <= 8)
        for (int64_t i = 0; i < inner.n; ++i) dst[i] = src[i];
      else
        std::memcpy(dst, src, static_cast<size_t>(inner.n) * sizeof(T));
    } else if (inner.dst == 1 && inner.src == 0) {
      std::fill_n(dst, inner.n, *src);
    } else {
      for (int64_t i = 0; i < inner.n; ++i) dst[i * inner.dst] = src[i * inner.src];
    }
    size_t a = count - 1;
    while (true) {
      if (a == 0) return;
      --a;
      if (a == dense) continue;
      dst += axes[a].dst;
      src += axes[a].src;
      if (++index[a] < axes[a].n) break;
      dst -= axes[a].dst * axes[a].n;
      src -= axes[a].src * axes[a].n;
      index[a] = 0;
    }
  }
}

}  // namespace

void copy_box(std::byte* dst, std::span<const int64_t> dst_strides, const std::byte* src,
              std::span<const int64_t> src_strides, std::span<const int64_t> dims, int element_bytes) {
  std::vector<Axis> axes;
  axes.reserve(dims.size() + 1);
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] == 0) return;
    if (dims[d] == 1) continue;
    Axis axis{dims[d], dst_strides[d], src_strides[d]};
    if (!axes.empty() && axes.back().dst == axis.dst * axis.n && axes.back().src == axis.src * axis.n)
      axes.back() = {axes.back().n * axis.n, axis.dst, axis.src};
    else
      axes.push_back(axis);
  }
  if (axes.empty()) {
    std::memcpy(dst, src, static_cast<size_t>(element_bytes));
    return;
  }
  auto run = [&]<class T>(T*) {
    copy_rows(reinterpret_cast<T*>(dst), reinterpret_cast<const T*>(src), axes.data(), axes.size());
  };
  switch (element_bytes) {
    case 1:
      return run(static_cast<uint8_t*>(nullptr));
    case 2:
      return run(static_cast<uint16_t*>(nullptr));
    case 4:
      return run(static_cast<uint32_t*>(nullptr));
    case 8:
      return run(static_cast<uint64_t*>(nullptr));
    default:
      return run(static_cast<Wide*>(nullptr));
  }
}

void fill_elements(std::byte* dst, const std::byte* element, int64_t n, int element_bytes) {
  const int64_t dims[] = {n}, one[] = {1}, none[] = {0};
  if (n > 0) copy_box(dst, one, element, none, dims, element_bytes);
}

}  // namespace eutectic
