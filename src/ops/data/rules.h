// Small helpers of the data and control ops' shape rules. Messages name what is wrong; the verifier and the
// evaluator add the instruction's name and place.
#pragma once
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "ops/op_def.h"

namespace eutectic {

template <class... Args>
std::unexpected<Diagnostics> fail(fmt::format_string<Args...> format, Args&&... args) {
  return error(fmt::format(format, std::forward<Args>(args)...));
}

inline std::string list(std::span<const int64_t> values) { return fmt::format("{{{}}}", fmt::join(values, ",")); }

// The shape without layouts, tuple elements included.
inline Shape logical(const Shape& shape) {
  Shape out{shape.type, shape.dims, std::nullopt, {}};
  for (const Shape& e : shape.elements) out.elements.push_back(logical(e));
  return out;
}

// Each in [0, rank), no two equal; ascending if `sorted`.
inline Status check_dims(std::string_view what, std::span<const int64_t> dims, int64_t rank, bool sorted = false) {
  std::vector<bool> seen(static_cast<size_t>(rank), false);
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t d = dims[i];
    if (d < 0 || d >= rank) return fail("{} {} has a dimension that is not in [0, {})", what, list(dims), rank);
    if (seen[static_cast<size_t>(d)]) return fail("{} {} names dimension {} twice", what, list(dims), d);
    if (sorted && i && dims[i - 1] > d) return fail("{} {} is not in ascending order", what, list(dims));
    seen[static_cast<size_t>(d)] = true;
  }
  return {};
}

inline bool contains(std::span<const int64_t> values, int64_t value) {
  for (int64_t v : values)
    if (v == value) return true;
  return false;
}

inline Status check_scalar_integer(const Shape& shape, std::string_view what) {
  if (!shape.is_array() || !shape.dims.empty() || !is_integer(shape.type))
    return fail("{} must be an integer scalar, not {}", what, to_hlo(shape, false));
  return {};
}

// A result shape whose sizes are in range.
inline Result<Shape> checked(Shape shape) {
  RETURN_IF_ERROR(check_sizes(shape));
  return shape;
}

}  // namespace eutectic
