// See transpose.h.
#include "fusion/xla/priority/transpose.h"

#include <algorithm>

#include "fusion/xla/shapes.h"

namespace eutectic::fusion::xla {
namespace {

constexpr int64_t tiled_side = 16, small_tiled_side = 8, small_tile_elements = 8192;
constexpr int64_t banks = 32, bank_bits = 32, tile_threads = 128, widest_kept_bits = 64, vector_bytes = 4;

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

// Tiles of the result, major to minor, for elements narrower than a bank: several go into one word.
struct PackedTiles {
  Dims dims, tile;
};

std::optional<PackedTiles> packed_tiles(const Graph& g, NodeId n) {
  const int64_t bits = bits_of(g[n].shape->type);
  if (bits >= bank_bits) return std::nullopt;
  Dims p = g[n].attrs->dims(AttrName::Permutation), out = g[n].shape->dims;
  // Brought to [... T1 ... A T2 B]: T1 and T2 change places, A stays before and B after them.
  if (p.back() != static_cast<int64_t>(p.size()) - 1) {
    p.push_back(static_cast<int64_t>(p.size()));
    out.push_back(1);
  }
  const auto rank = static_cast<int64_t>(p.size());
  int64_t t1 = -1;
  for (int64_t i = rank - 1; i >= 0 && t1 < 0; --i)
    if (p[static_cast<size_t>(i)] != i) t1 = i;
  if (t1 < 0 || rank < 3) return std::nullopt;
  if (p[static_cast<size_t>(rank - 3)] != rank - 3) {
    out.insert(out.begin() + t1, 1);
    for (int64_t& d : p)
      if (d > rank - 3) ++d;
    p.insert(p.begin() + t1, t1);
  }
  const size_t size = p.size();
  const Dims inv = inverse(p);
  auto input = [&](size_t i) { return out[static_cast<size_t>(inv[i])]; };
  const int64_t dim_t1 = input(size - 2), dim_t2 = input(static_cast<size_t>(p[size - 2])), dim_a = input(size - 3);
  const int64_t vector = bank_bits / bits, side = banks * vector;
  const int64_t tile_t1 = std::min(dim_t1, side), tile_a = std::min(dim_a, side / std::max<int64_t>(tile_t1, 1)),
                tile_t2 = std::min(dim_t2, side);
  const int64_t rows = tile_t2, columns = tile_a * tile_t1;
  if (rows < 10 * vector || columns < 10 * vector) return std::nullopt;
  if (input(size - 1) != 1 || rows % vector != 0 || columns % vector != 0 || dim_t2 % tile_t2 % vector != 0)
    return std::nullopt;
  PackedTiles found{out, Dims(size, 1)};
  found.tile[static_cast<size_t>(inv[size - 2])] = tile_t1;
  found.tile[size - 2] = tile_t2;
  found.tile[size - 3] = tile_a;
  return found;
}

bool is_normalized(const Dims& permutation) {
  for (size_t i = 0; i + 1 < permutation.size(); ++i)
    if (permutation[i] + 1 == permutation[i + 1]) return false;
  return true;
}

bool keeps_minor(const TiledTranspose& t) { return t.permutation.back() == static_cast<int64_t>(t.dims.size()) - 1; }

}  // namespace

std::optional<TiledTranspose> tiled_transpose_2026(const Graph& g, NodeId n) {
  TiledTranspose found{n, g[n].shape->dims, g[n].attrs->dims(AttrName::Permutation), 0};
  const Dims& from = g[g[n].operands[0]].shape->dims;
  const size_t rank = found.dims.size();
  if (rank < 2) return std::nullopt;
  const int64_t bits = bits_of(g[n].shape->type);
  if (is_normalized(found.permutation) && packed_tiles(g, n)) {
    found.shared_bytes = banks * (bank_bits / 8) * banks * (bank_bits / bits);
    return found;
  }
  const int64_t minor = found.dims.back();
  if (keeps_minor(found)) {
    const int64_t smaller = std::min(from[rank - 2], found.dims[rank - 2]);
    if (bits * minor > widest_kept_bits || bits * minor * smaller < 8 * tiled_side) return std::nullopt;
    found.shared_bytes = ceil_div(banks * (banks + 1) * bits * minor, 8);
    return found;
  }
  const int64_t a = from.back();
  const bool large = (a >= tiled_side && minor >= tiled_side) ||
                     (a >= small_tiled_side && minor >= small_tiled_side && a * minor >= small_tile_elements);
  if (!large || bits == 4) return std::nullopt;
  found.shared_bytes = ceil_div(banks * (banks + 1) * bits, 8);
  return found;
}

Launch transpose_launch_2026(const Emission& k, const Device& device) {
  const Graph& g = k.view.graph();
  const TiledTranspose& t = *k.transpose;
  Launch launch{1, tile_threads};
  if (const auto packed = packed_tiles(g, t.node)) {
    for (size_t i = 0; i < packed->dims.size(); ++i) launch.blocks *= ceil_div(packed->dims[i], packed->tile[i]);
    return launch;
  }
  const Dims inv = inverse(t.permutation);
  const size_t rank = t.dims.size();
  Dims input(rank);
  for (size_t i = 0; i < rank; ++i) input[i] = t.dims[static_cast<size_t>(inv[i])];
  int64_t shared = 0, widest = 1;
  for (NodeId hero : k.heroes) {
    if (!tiled_transpose(g, hero)) continue;
    int64_t size = bytes_of(g[hero].shape->type);
    if (keeps_minor(t)) size *= input.back();
    widest = std::max(widest, size);
    shared += banks * (banks + 1) * size;
  }
  auto blocks = [&](int64_t vector) {
    Dims tile(rank, 1);
    if (keeps_minor(t)) {
      tile[rank - 1] = input.back();
      tile[rank - 2] = banks;
      tile[static_cast<size_t>(t.permutation[rank - 2])] = banks;
    } else {
      tile[rank - 1] = banks * vector;
      tile[static_cast<size_t>(t.permutation.back())] = banks * vector;
    }
    int64_t count = 1;
    for (size_t i = 0; i < rank; ++i) count *= ceil_div(input[i], tile[i]);
    return count;
  };
  launch.blocks = blocks(1);
  if (keeps_minor(t)) return launch;
  const int64_t swapped = input[static_cast<size_t>(t.permutation.back())];
  for (int64_t vector = vector_bytes / widest; vector > 1; vector /= 2) {
    const int64_t per_thread = vector * vector;
    if (launch.blocks * tile_threads < per_thread * device.cores * device.threads_per_core) continue;
    if (shared * per_thread > device.shared_bytes_per_block) continue;
    if (input.back() % vector != 0 || swapped % vector != 0) continue;
    launch.blocks = blocks(vector);
    break;
  }
  return launch;
}

}  // namespace eutectic::fusion::xla
