// Copies that XLA inserts after fusion because a loop updates what it carries in place, and copies that in-place ops
// and results need. They are launches too.
#pragma once
#include <cstdint>

#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

// Whose buffer sharing: how a kernel may overwrite what it reads.
enum class Sharing : uint8_t { Gpu, Cpu };

// Reads of a carried value are put before the write of its next value (as control predecessors) where no cycle forbids
// it; a copy remains where the two overlap. Initial values are copied if somebody else still reads them.
void insert_copies(Graph& graph, Sharing sharing);

// Copies of the entry join the kernel whose value they copy, if that is element-wise throughout (2026).
void fuse_copies(Graph& graph);

// Whether the fusion or op may write that output (-1: its only one) over the operand.
bool may_share_buffer(const Graph& graph, NodeId user, size_t operand, int64_t output, Sharing sharing);

}  // namespace eutectic::fusion::xla
