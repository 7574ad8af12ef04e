// What a kernel computes, as a text that does not depend on names, on the order of parameters and outputs, or on work
// done twice: two kernels are the same if and only if their texts are. Parity is measured with it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

struct Kernel {
  NodeId node;  // a fusion, or a bare op that is launched by itself
  uint64_t hash = 0;
  std::string text;  // one line per value
};

// Whether the instruction by itself is a launch: not parameters, constants, tuples, bitcasts, control flow ...
bool is_launch(OpKind op);
// What one computation launches, in post-order.
std::vector<NodeId> launches_of(const Graph& graph, BodyId body);
std::vector<Kernel> kernels_of(const Graph& graph, BodyId body);
Kernel kernel_of(const Graph& graph, NodeId node);

// "f32[33,129]{1,0}": always with the layout.
std::string canonical_shape(const Shape& shape);
// Attributes that change values, with called computations written out.
std::string canonical_attrs(const Module& module, const Attrs& attrs);

}  // namespace eutectic::fusion::xla
