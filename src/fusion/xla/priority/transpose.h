// Which transpositions XLA of 2026 takes through tiles of shared memory, and how many blocks that makes.
#pragma once
#include <optional>

#include "fusion/xla/rules/emitter.h"

namespace eutectic::fusion::xla {

std::optional<TiledTranspose> tiled_transpose_2026(const Graph& g, NodeId n);
Launch transpose_launch_2026(const Emission& kernel, const Device& device);

}  // namespace eutectic::fusion::xla
