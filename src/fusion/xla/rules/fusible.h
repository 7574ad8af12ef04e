// What XLA's rule-based GPU passes may fuse at all, and how large a kernel may grow.
#pragma once
#include <optional>

#include "explain/verdict.h"
#include "fusion/xla/graph.h"
#include "fusion/xla/rules/device.h"

namespace eutectic::fusion::xla {

struct Refusal {
  explain::Reason reason{};
  std::vector<int64_t> numbers{};
};

bool is_loop_fusible_producer(const Graph& g, NodeId n);
bool is_input_fusible(const Graph& g, NodeId n);
bool is_physically_transposing(const Graph& g, NodeId n);
// Its slowest-varying neighbours become neighbours: reads of whole warps fall apart.
bool transposes_minor_dimension(const Graph& g, NodeId n);

// Rules that hold for every producer computed in its consumer's kernel.
std::optional<Refusal> producer_consumer_refusal(const Graph& g, NodeId producer, NodeId consumer);
// A reduction or window of more than 10 inputs would be computed again for every element that is read again.
bool creates_heavy_computation(const Graph& g, NodeId producer, NodeId consumer);
// The same of 2022: a loop for each element of the producer inside one for each of the consumer.
bool creates_nested_loops(const Graph& g, NodeId producer, NodeId consumer);
// Parameters, shared memory, reductions of one kernel. `absorbs`: the second is a producer of the first that goes away.
std::optional<Refusal> budget_refusal(const Graph& g, NodeId n1, NodeId n2, const Device& device, bool absorbs);

// The part of it about parameters alone.
std::optional<Refusal> parameter_refusal(const Graph& g, NodeId n1, NodeId n2, bool absorbs);
// What a scatter's kernel may not compute beside it.
std::optional<Refusal> scatter_refusal(const Graph& g, NodeId producer, NodeId consumer);

std::optional<Refusal> several_outputs_producer_refusal(const Graph& g, NodeId producer);
bool can_have_several_outputs(const Graph& g, NodeId n);
FusionKind kind_of_fusion(const Graph& g, NodeId producer, NodeId consumer);

// Whether everything that reads it is `consumer` or the computation's root.
bool only_read_by(const Graph& g, NodeId n, NodeId consumer);
int64_t instruction_count(const Graph& g, NodeId n);

}  // namespace eutectic::fusion::xla
