// Index expressions of tiles: which element of an operand a kernel's element reads, over dimensions of its result and
// over ranges (of reductions). Sums of multiples of dimensions, ranges, quotients and remainders, always simplified.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace eutectic::fusion::xla {

struct TileIndex;

struct TileTerm {
  enum class Kind : uint8_t { Dim, Range, Quotient, Remainder };
  Kind kind = Kind::Dim;
  int64_t coefficient = 1;
  int64_t id = 0;                          // of a dimension or range
  int64_t divisor = 1;                     // of a quotient or remainder
  std::shared_ptr<const TileIndex> inner;  // what is divided
};

struct TileIndex {
  int64_t constant = 0;
  std::vector<TileTerm> terms;  // in order, each atom once

  static TileIndex of_constant(int64_t value) { return {value, {}}; }
  static TileIndex of_dim(int64_t id) { return {0, {{.kind = TileTerm::Kind::Dim, .id = id, .inner = nullptr}}}; }
  static TileIndex of_range(int64_t id) { return {0, {{.kind = TileTerm::Kind::Range, .id = id, .inner = nullptr}}}; }
};

bool operator==(const TileIndex& a, const TileIndex& b);

// Extents of the dimensions and ranges that indices are over.
struct TileSpace {
  std::vector<int64_t> dims, ranges;
};

TileIndex sum(const TileIndex& a, const TileIndex& b);
TileIndex scaled(const TileIndex& a, int64_t factor);
TileIndex quotient(const TileIndex& a, int64_t divisor, const TileSpace& space);
TileIndex remainder(const TileIndex& a, int64_t divisor, const TileSpace& space);
// Dimensions replaced by `dims`, ranges moved on by `first_range`.
TileIndex substituted(const TileIndex& a, std::span<const TileIndex> dims, int64_t first_range, const TileSpace& space);
// How deep quotients and remainders stand in each other.
int depth(const TileIndex& a);

// The operand's indices of a reshape, over the result's dimensions.
std::vector<TileIndex> reshape_indices(const std::vector<int64_t>& from, const std::vector<int64_t>& to);

// How the indices of a tile lie: how many there are, and how far apart. `holds` is false where the tile is no strided
// range for these sizes.
struct SizeAndStride {
  int64_t size = 1, stride = 0;
  bool holds = true;
};
// nullopt: an index of this form is none whatever the sizes. `tile` has the tile's extent in each dimension.
std::optional<SizeAndStride> size_and_stride(const TileIndex& a, std::span<const int64_t> tile, const TileSpace& space);

}  // namespace eutectic::fusion::xla
