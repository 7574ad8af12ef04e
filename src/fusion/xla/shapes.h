// Questions about shapes with their layouts, as XLA's rules ask them.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "array/shape.h"

namespace eutectic::fusion::xla {

int64_t bits_of(ElementType type);   // pred: 8
int64_t bytes_of(ElementType type);  // at least one
// As XLA's GPU compiler counts memory: sub-byte types packed, a tuple is its table of pointers, a token nothing.
int64_t bytes_of(const Shape& shape);
int64_t array_bytes(const Shape& shape);     // the same, but of a tuple what its arrays have
int64_t elements_of(const Shape& shape);     // of an array; tuples: the sum
int64_t subshape_count(const Shape& shape);  // tuples and their elements, all levels
bool same_with_layout(const Shape& a, const Shape& b, bool ignore_type);

bool reshape_is_bitcast(const Shape& from, const Shape& to);
// `permutation[i]` is the operand's dimension that becomes dimension i.
bool transpose_is_bitcast(const Shape& from, const Shape& to, const std::vector<int64_t>& permutation);
// Either of the two, whichever permutation; element types are ignored.
bool is_reshape_or_transpose_bitcast(const Shape& a, const Shape& b);
// The permutation that makes `to` a transposition of `from` over the same bytes.
std::optional<std::vector<int64_t>> bitcast_permutation(const Shape& from, const Shape& to);
// Whether the dimensions stand side by side in memory (in any order).
bool consecutive_in_memory(const Shape& shape, const std::vector<int64_t>& dims);
// Extents before, within and after `middle` (side by side in memory), major to minor.
std::array<int64_t, 3> partition_by_middle(const Shape& shape, const std::vector<int64_t>& middle);
std::vector<int64_t> inverse(const std::vector<int64_t>& permutation);

}  // namespace eutectic::fusion::xla
