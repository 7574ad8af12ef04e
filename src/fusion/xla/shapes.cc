// See shapes.h.
#include "fusion/xla/shapes.h"

#include <algorithm>

namespace eutectic::fusion::xla {
namespace {

// Elements between neighbours of each dimension in memory.
std::vector<int64_t> strides_in_memory(const Shape& s) {
  std::vector<int64_t> strides(s.dims.size(), 0);
  int64_t stride = 1;
  for (int64_t d : minor_to_major_of(s)) {
    strides[static_cast<size_t>(d)] = stride;
    stride *= s.dims[static_cast<size_t>(d)];
  }
  return strides;
}

std::vector<int64_t> row_major(const std::vector<int64_t>& dims) {
  std::vector<int64_t> strides(dims.size(), 1);
  for (size_t i = dims.size(); i-- > 1;) strides[i - 1] = strides[i] * dims[i];
  return strides;
}

// The element one step along each dimension of `from` must lie where the reshape puts it in `to`. With the same test
// the other way round this suffices: reshapes are linear between places where both shapes wrap.
bool units_keep_place(const Shape& from, const Shape& to) {
  const std::vector<int64_t> from_rows = row_major(from.dims), to_rows = row_major(to.dims);
  const std::vector<int64_t> from_memory = strides_in_memory(from), to_memory = strides_in_memory(to);
  for (size_t d = 0; d < from.dims.size(); ++d) {
    if (from.dims[d] <= 1) continue;
    int64_t rest = from_rows[d], place = 0;
    for (size_t i = 0; i < to.dims.size(); ++i) {
      place += rest / to_rows[i] % to.dims[i] * to_memory[i];
    }
    if (place != from_memory[d]) return false;
  }
  return true;
}

}  // namespace

int64_t bits_of(ElementType type) { return type == ElementType::Pred ? 8 : info(type).bits; }
int64_t bytes_of(ElementType type) { return (bits_of(type) + 7) / 8; }

int64_t bytes_of(const Shape& shape) {
  if (shape.is_tuple()) return 8 * static_cast<int64_t>(shape.elements.size());
  if (!shape.is_array()) return 0;
  const int64_t count = shape.element_count();
  const int64_t bits = bits_of(shape.type);
  return bits < 8 ? (count * bits + 7) / 8 : count * (bits / 8);
}

int64_t array_bytes(const Shape& shape) {
  if (!shape.is_tuple()) return bytes_of(shape);
  int64_t sum = 0;
  for (const Shape& e : shape.elements) sum += array_bytes(e);  // as deep as the type
  return sum;
}

int64_t elements_of(const Shape& shape) {
  if (shape.is_tuple()) {
    int64_t sum = 0;
    for (const Shape& s : shape.elements) sum += elements_of(s);
    return sum;
  }
  return shape.is_array() ? shape.element_count() : 0;
}

int64_t subshape_count(const Shape& shape) {
  int64_t count = 1;
  for (const Shape& s : shape.elements) count += subshape_count(s);
  return count;
}

bool same_with_layout(const Shape& a, const Shape& b, bool ignore_type) {
  if (a.is_tuple() || b.is_tuple()) {
    if (!a.is_tuple() || !b.is_tuple() || a.elements.size() != b.elements.size()) return false;
    for (size_t i = 0; i < a.elements.size(); ++i)
      if (!same_with_layout(a.elements[i], b.elements[i], ignore_type)) return false;
    return true;
  }
  return (ignore_type || a.type == b.type) && a.dims == b.dims && minor_to_major_of(a) == minor_to_major_of(b);
}

bool reshape_is_bitcast(const Shape& from, const Shape& to) {
  if (!from.is_array() || !to.is_array() || from.element_count() != to.element_count()) return false;
  if (from.element_count() == 0) return true;
  return units_keep_place(from, to) && units_keep_place(to, from);
}

bool transpose_is_bitcast(const Shape& from, const Shape& to, const std::vector<int64_t>& permutation) {
  const std::vector<int64_t> from_order = minor_to_major_of(from), to_order = minor_to_major_of(to);
  if (from_order.size() != to_order.size() || permutation.size() != to_order.size()) return false;
  for (size_t i = 0; i < to_order.size(); ++i)
    if (permutation[static_cast<size_t>(to_order[i])] != from_order[i]) return false;
  return true;
}

std::optional<std::vector<int64_t>> bitcast_permutation(const Shape& from, const Shape& to) {
  if (from.dims.size() != to.dims.size()) return std::nullopt;
  const std::vector<int64_t> from_order = minor_to_major_of(from), to_order = minor_to_major_of(to);
  std::vector<int64_t> permutation(to.dims.size());
  for (size_t i = 0; i < to_order.size(); ++i) permutation[static_cast<size_t>(to_order[i])] = from_order[i];
  for (size_t i = 0; i < permutation.size(); ++i)
    if (from.dims[static_cast<size_t>(permutation[i])] != to.dims[i]) return std::nullopt;
  return permutation;
}

bool is_reshape_or_transpose_bitcast(const Shape& a, const Shape& b) {
  if (!a.is_array() || !b.is_array()) return same_with_layout(a, b, true);
  return same_with_layout(a, b, true) || reshape_is_bitcast(a, b) || bitcast_permutation(a, b).has_value();
}

bool consecutive_in_memory(const Shape& shape, const std::vector<int64_t>& dims) {
  if (dims.empty()) return true;
  const std::vector<int64_t> order = minor_to_major_of(shape);
  size_t low = order.size(), high = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    if (std::find(dims.begin(), dims.end(), order[i]) == dims.end()) continue;
    low = std::min(low, i);
    high = std::max(high, i);
  }
  return high - low + 1 == dims.size();
}

std::array<int64_t, 3> partition_by_middle(const Shape& shape, const std::vector<int64_t>& middle) {
  std::array<int64_t, 3> parts{1, 1, 1};
  size_t part = 2;
  for (int64_t d : minor_to_major_of(shape)) {
    const bool inside = std::find(middle.begin(), middle.end(), d) != middle.end();
    if (part == 2 && inside) part = 1;
    if (part == 1 && !inside) part = 0;
    parts[part] *= shape.dims[static_cast<size_t>(d)];
  }
  return parts;
}

std::vector<int64_t> inverse(const std::vector<int64_t>& permutation) {
  std::vector<int64_t> out(permutation.size());
  for (size_t i = 0; i < permutation.size(); ++i) out[static_cast<size_t>(permutation[i])] = static_cast<int64_t>(i);
  return out;
}

}  // namespace eutectic::fusion::xla
