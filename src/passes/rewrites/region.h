// Regions of arrays, and how reshapes move them.
#pragma once
#include <compare>
#include <optional>

#include "array/shape.h"
#include "ir/attrs.h"

namespace eutectic::rewrites {

// The elements [start, limit) of each dimension.
struct Region {
  Dims start, limit;
  auto operator<=>(const Region&) const = default;

  static Region whole(const Dims& dims) { return {Dims(dims.size(), 0), dims}; }
  int64_t extent(size_t d) const { return limit[d] - start[d]; }
  bool narrows(size_t d, const Dims& dims) const { return extent(d) != dims[d]; }
  bool is_whole(const Dims& dims) const;
};

// What a part of an array is held as: dimensions of which one element of several is left are dropped.
struct PartDims {
  Dims dims;
  Dims kept;  // the array's dimensions that are left
  // The position of an array's dimension among those left; -1: dropped.
  int64_t position(size_t d) const;
};
PartDims part_dims(const Dims& dims, const Region& region);

// The region of `from` that holds the elements of a region of `to`, in the same order, where `to` is a reshape of
// `from`; nothing if they are not one region there.
std::optional<Region> through_reshape(const Dims& from, const Dims& to, const Region& region);

// Where a cut of dimension `d` of `from` before element `at` is in its reshape `to`: (dimension, element).
std::optional<std::pair<size_t, int64_t>> cut_through_reshape(const Dims& from, const Dims& to, size_t d, int64_t at);

}  // namespace eutectic::rewrites
