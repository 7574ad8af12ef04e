// Which ops XLA repeats without a second thought, and which operands an op reads more than once.
#pragma once
#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

// XLA's list of ops that are never computed twice (section "expensive list", base); with `cpu_2026`, its CPU
// compiler's.
bool is_expensive(const Graph& g, NodeId n, bool cpu_2026);
// Whether `consumer`, perhaps a fusion, may read an element of its operand several times.
bool reuses_operand(const Graph& g, NodeId consumer, size_t operand);
// Ops whose code makes blocks of its own, so that values computed before are not known after it.
bool splits_code(OpKind op);
// Readers of a value, those inside fusions counted one by one.
int64_t real_users(const Graph& g, NodeId n);
// How often the code of `producer` would be written out in the fusion `consumer`: the distinct indices that reach it.
int64_t emitted_copies(const Graph& g, NodeId producer, NodeId consumer);

}  // namespace eutectic::fusion::xla
