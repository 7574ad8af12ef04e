// Blocks and threads of a kernel, as XLA's emitters of 2026 choose them; and the parts that both eras share.
#pragma once
#include "fusion/xla/rules/emitter.h"

namespace eutectic::fusion::xla {

Launch launch_2026(const Emission& kernel, const Device& device);

// Of rules/launch.cc. Elements of `shape` that one thread of a plain loop computes.
int64_t unroll_factor(const Emission& kernel, const Shape& shape, const Device& device);
Launch loop_launch(const Shape& shape, int64_t unroll);
// Outputs that share no input but constants and scalars are computed by blocks of their own.
int64_t independent_groups(const Emission& kernel);
// The updates of a kernel that only writes windows of buffers in place; empty if it is not one.
std::vector<NodeId> in_place_updates(const Emission& kernel);

}  // namespace eutectic::fusion::xla
