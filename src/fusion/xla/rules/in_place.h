// Buffers that an instruction or fusion writes in place, and who may read them in the same kernel.
#pragma once
#include <optional>
#include <vector>

#include "explain/verdict.h"
#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

struct InPlacePair {
  size_t operand = 0;
  int64_t output = -1;  // element of the result, -1: the result is no tuple
};
std::vector<InPlacePair> in_place_pairs(const Graph& g, NodeId n);
// Why the producer cannot be computed in the consumer's kernel, given what the consumer writes in place.
std::optional<explain::Reason> in_place_conflict(const Graph& g, NodeId producer, NodeId consumer);

}  // namespace eutectic::fusion::xla
