// What XLA of 2026 knows of kernels that it gives to Triton: which ops Triton has, and the time of a kernel made of
// tiles, with the best size of tiles.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fusion/xla/priority/model.h"
#include "fusion/xla/rules/fusible.h"
#include "fusion/xla/rules/view.h"

namespace eutectic::fusion::xla {

// How a Triton kernel is cut: the tile of its result that one block computes.
struct BlockTiles {
  std::vector<int64_t> tile;
  int64_t warps = 1;
};

struct TiledTime {
  KernelTime time;
  BlockTiles blocks;
};

// An op or a type that Triton has no code for. `detail` says which.
struct TritonRefusal {
  Refusal refusal;
  std::string detail;
};
std::optional<TritonRefusal> triton_op_refusal(const Graph& g, NodeId n);

// From and to the fusion's backend configuration.
std::optional<BlockTiles> block_tiles_of(const Graph& g, NodeId fusion);
std::string backend_config_of(const BlockTiles& blocks);

// The time of a Triton fusion with the tiles that it has; nullopt if they do not fit it.
std::optional<KernelTime> tiled_time(const Graph& g, const Device& device, NodeId fusion, const BlockTiles& blocks);
// A fusion as a Triton kernel, with the tiles that take least time.
std::variant<TritonRefusal, TiledTime> best_tiled_time(const Graph& g, const Device& device, NodeId fusion);
// Both in one kernel, with the tiles that take least time.
std::variant<TritonRefusal, TiledTime> best_tiled_time(const Graph& g, const Device& device, NodeId producer,
                                                       NodeId consumer);

}  // namespace eutectic::fusion::xla
