// Properties of single instructions that XLA's rules ask for.
#pragma once
#include <string_view>

#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

bool has_side_effect(const Graph& g, NodeId n);
// Output element from the same element of every operand; for a fusion, all inside are.
bool is_elementwise(const Graph& g, NodeId n);
// The same with respect to one operand: also the buffer of a dynamic-update-slice.
bool is_elementwise_on(const Graph& g, NodeId n, size_t operand);
bool is_elementwise_op(OpKind op);
// Elements are put elsewhere and stay what they are: any loop can read them there.
bool moves_data(OpKind op);
// The base test of every fusion pass: not control flow, no effects, random numbers with one user only.
bool is_fusible_op(const Graph& g, NodeId n);
// Random numbers that each user would draw anew.
bool would_be_drawn_twice(const Graph& g, NodeId n);
// A bitcast whose element width stays.
bool is_fusible_bitcast(const Graph& g, NodeId n);
bool is_custom_fusion(const Graph& g, NodeId n);
// "kind" of the fusion's backend configuration: "__triton", "__triton_gemm", "__custom_fusion" ..., or "".
std::string_view backend_kind(const Graph& g, NodeId n);
// A fusion that XLA gave to Triton and that may still grow.
bool is_triton_fusion(const Graph& g, NodeId n);
// What heroes are looked for behind: elementwise (not a copy that changes the layout), bitcasts and what is one, with
// one to `operands` operands.
bool is_intermediate(const Graph& g, NodeId n, size_t operands);
// XLA's is_effectively_scalar: an array of one element.
bool is_effective_scalar(const Shape& shape);

}  // namespace eutectic::fusion::xla
