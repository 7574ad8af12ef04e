// Which ops XLA repeats without a second thought, and which operands an op reads more than once.
#pragma once
#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

// XLA's list of ops that are never computed twice (section "expensive list", base); with `cpu_2026`, its CPU
// compiler's.
bool is_expensive(const Graph& g, NodeId n, bool cpu_2026);
// Whether an op (no fusion) may read an element of its operand several times.
bool reads_again(const Graph& g, NodeId n, size_t operand);
// Ops whose code makes blocks of its own, so that values computed before are not known after it.
bool splits_code(OpKind op);
// Readers of a value, those inside fusions counted one by one.
int64_t real_users(const Graph& g, NodeId n);

}  // namespace eutectic::fusion::xla
