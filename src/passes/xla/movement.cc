// Rules for ops that move elements.
#include "passes/xla/movement.h"

#include <algorithm>
#include <numeric>

#include "passes/xla/rule.h"

namespace eutectic::xla_passes {

std::optional<Dims> unmodified_dims(const Dims& from, const Dims& to, const Dims& wanted) {
  Dims out;
  for (int64_t d : wanted) {
    const auto index = static_cast<size_t>(d);
    const int64_t before = std::accumulate(from.begin(), from.begin() + d, int64_t{1}, std::multiplies<>());
    int64_t there = 1;
    std::optional<int64_t> found;
    for (size_t j = 0; j < to.size() && there <= before; there *= to[j], ++j)
      if (there == before && to[j] == from[index]) {
        found = static_cast<int64_t>(j);
        if (from[index] != 1) break;
      }
    if (!found || from[index] == 1) return std::nullopt;
    out.push_back(*found);
  }
  return out;
}

std::optional<Dims> inserted_ones(const Dims& from, const Dims& to) {
  Dims at;
  size_t i = 0;
  for (size_t j = 0; j < to.size(); ++j) {
    if (i < from.size() && from[i] == to[j])
      ++i;
    else if (to[j] == 1)
      at.push_back(static_cast<int64_t>(j));
    else
      return std::nullopt;
  }
  if (i != from.size()) return std::nullopt;
  return at;
}

namespace {

Attrs slice_attrs(Dims starts, Dims limits, Dims strides) {
  Attrs attrs = with(AttrName::SliceStarts, std::move(starts));
  attrs.set(AttrName::SliceLimits, std::move(limits));
  attrs.set(AttrName::SliceStrides, std::move(strides));
  return attrs;
}

bool is_unstrided(const Attrs& attrs) {
  return std::ranges::all_of(attrs.dims(AttrName::SliceStrides), [](int64_t s) { return s == 1; });
}

// The same scalar everywhere stays that, wherever its elements go.
std::optional<Local> moved_splat(const Site& s) {
  const Local a = s.operand(0);
  if (s.draft.op(a) != OpKind::Broadcast || !s.draft.shape(s.draft.operand(a, 0)).dims.empty()) return std::nullopt;
  const Local scalar = s.draft.operand(a, 0);
  if (s.shape().dims.empty()) return scalar;
  return s.make(OpKind::Broadcast, {scalar}, with(AttrName::BroadcastDimensions, Dims{}));
}

std::optional<Local> reshape(const Site& s) {
  const Local a = s.operand(0);
  if (s.has_shape(a) || same_logical(s.shape_of(0), s.shape())) return a;
  if (s.op_of(0) == OpKind::Reshape) return s.make(OpKind::Reshape, {s.draft.operand(a, 0)});
  if (s.op_of(0) == OpKind::Broadcast) {
    if (auto splat = moved_splat(s)) return splat;
    const Local x = s.draft.operand(a, 0);
    const Dims from = s.shape_of(0).dims, dims = s.draft.attrs(a).dims(AttrName::BroadcastDimensions);
    if (auto there = unmodified_dims(from, s.shape().dims, dims))
      return s.make(OpKind::Broadcast, {x}, with(AttrName::BroadcastDimensions, *there));
  }
  // Only ones come or go: a counter stays a counter.
  if (s.op_of(0) == OpKind::Iota) {
    const Dims wanted{s.draft.attrs(a).integer(AttrName::IotaDimension)};
    if (auto there = unmodified_dims(s.shape_of(0).dims, s.shape().dims, wanted))
      return s.draft.add(OpKind::Iota, Shape(s.shape()), std::span<const Local>(),
                         with(AttrName::IotaDimension, there->front()), s.id);
  }
  return std::nullopt;
}

// Whether a transposition of such an array moves no element: only dimensions of one change places.
bool is_still(const Dims& dims, const Dims& permutation) {
  int64_t last = -1;
  for (int64_t d : permutation) {
    if (dims[static_cast<size_t>(d)] == 1) continue;
    if (d < last) return false;
    last = d;
  }
  return true;
}

// On GPUs layout assignment makes a transposition free and writes what it reads in that order at once: rows that are
// put together and then transposed are columns put together.
std::optional<Local> transposed_concatenate(const Site& s, const Dims& permutation) {
  const Local a = s.operand(0);
  if (s.target == Target::Cpu2026 || s.op_of(0) != OpKind::Concatenate || s.users(a) != 1) return std::nullopt;
  const size_t count = s.draft.operands(a).size();
  for (size_t i = 0; i < count; ++i)
    if (!is_still(s.draft.shape(s.draft.operand(a, i)).dims, permutation)) return std::nullopt;
  std::vector<Local> pieces;
  for (size_t i = 0; i < count; ++i) {
    const Local piece = s.draft.operand(a, i);
    const Shape from = s.draft.shape(piece);
    Dims dims;
    for (int64_t d : permutation) dims.push_back(from.dims[static_cast<size_t>(d)]);
    pieces.push_back(s.add(OpKind::Reshape, Shape::array(from.type, std::move(dims)), {piece}));
  }
  const int64_t d = s.draft.attrs(a).integer(AttrName::ConcatDimension);
  const int64_t there = std::distance(permutation.begin(), std::ranges::find(permutation, d));
  return s.draft.add(OpKind::Concatenate, Shape(s.shape()), pieces, with(AttrName::ConcatDimension, there), s.id);
}

std::optional<Local> transpose(const Site& s) {
  const Local a = s.operand(0);
  const Dims permutation = s.attrs().dims(AttrName::Permutation);
  if (std::ranges::is_sorted(permutation)) return a;
  if (s.op_of(0) == OpKind::Transpose) {
    const Dims inner = s.draft.attrs(a).dims(AttrName::Permutation);
    Dims both;
    for (int64_t d : permutation) both.push_back(inner[static_cast<size_t>(d)]);
    return s.make(OpKind::Transpose, {s.draft.operand(a, 0)}, with(AttrName::Permutation, both));
  }
  if (auto splat = moved_splat(s)) return splat;
  if (is_still(s.shape_of(0).dims, permutation)) return s.make(OpKind::Reshape, {a});
  if (auto columns = transposed_concatenate(s, permutation)) return columns;
  if (s.op_of(0) == OpKind::Broadcast) {
    const Dims dims = s.draft.attrs(a).dims(AttrName::BroadcastDimensions);
    Dims there;
    for (int64_t d : dims) there.push_back(std::distance(permutation.begin(), std::ranges::find(permutation, d)));
    if (std::ranges::is_sorted(dims) && std::ranges::is_sorted(there))
      return s.make(OpKind::Broadcast, {s.draft.operand(a, 0)}, with(AttrName::BroadcastDimensions, there));
  }
  if (s.op_of(0) == OpKind::Iota) {
    const int64_t d = s.draft.attrs(a).integer(AttrName::IotaDimension);
    const int64_t there = std::distance(permutation.begin(), std::ranges::find(permutation, d));
    return s.draft.add(OpKind::Iota, Shape(s.shape()), std::span<const Local>(), with(AttrName::IotaDimension, there),
                       s.id);
  }
  return std::nullopt;
}

std::optional<Local> broadcast(const Site& s) {
  const Local a = s.operand(0);
  const Dims dims = s.attrs().dims(AttrName::BroadcastDimensions);
  const bool sorted = std::ranges::is_sorted(dims);
  if (s.shape().element_count() == s.shape_of(0).element_count()) {
    if (sorted) return same_logical(s.shape_of(0), s.shape()) ? a : s.make(OpKind::Reshape, {a});
    if (s.shape().rank() == s.shape_of(0).rank()) {
      Dims permutation(dims.size());
      for (size_t i = 0; i < dims.size(); ++i) permutation[static_cast<size_t>(dims[i])] = static_cast<int64_t>(i);
      return s.make(OpKind::Transpose, {a}, with(AttrName::Permutation, permutation));
    }
  }
  if (s.op_of(0) == OpKind::Reshape) {
    const Local x = s.draft.operand(a, 0);
    if (auto ones = inserted_ones(s.draft.shape(x).dims, s.shape_of(0).dims)) {
      Dims kept = dims;
      for (auto it = ones->rbegin(); it != ones->rend(); ++it) kept.erase(kept.begin() + *it);
      return s.make(OpKind::Broadcast, {x}, with(AttrName::BroadcastDimensions, kept));
    }
  }
  if (s.op_of(0) == OpKind::Broadcast) {
    Dims both;
    for (int64_t d : s.draft.attrs(a).dims(AttrName::BroadcastDimensions)) both.push_back(dims[static_cast<size_t>(d)]);
    return s.make(OpKind::Broadcast, {s.draft.operand(a, 0)}, with(AttrName::BroadcastDimensions, both));
  }
  return std::nullopt;
}

std::optional<Local> slice(const Site& s) {
  const Local a = s.operand(0);
  if (same_logical(s.shape_of(0), s.shape())) return a;
  const Dims starts = s.attrs().dims(AttrName::SliceStarts), limits = s.attrs().dims(AttrName::SliceLimits),
             strides = s.attrs().dims(AttrName::SliceStrides);
  if (auto splat = moved_splat(s)) return splat;
  if (s.op_of(0) == OpKind::Slice && is_unstrided(s.attrs()) && is_unstrided(s.draft.attrs(a))) {
    Dims from = starts, to = limits;
    for (size_t d = 0; d < from.size(); ++d) {
      from[d] += s.draft.attrs(a).dims(AttrName::SliceStarts)[d];
      to[d] += s.draft.attrs(a).dims(AttrName::SliceStarts)[d];
    }
    return s.make(OpKind::Slice, {s.draft.operand(a, 0)}, slice_attrs(from, to, strides));
  }
  if (s.op_of(0) == OpKind::Concatenate && is_unstrided(s.attrs())) {
    // Only the parts that are read.
    const auto dim = static_cast<size_t>(s.draft.attrs(a).integer(AttrName::ConcatDimension));
    const std::vector<Local> parts(s.draft.operands(a).begin(), s.draft.operands(a).end());
    std::vector<Local> read;
    int64_t at = 0, first = 0, extent = 0;
    for (Local part : parts) {
      const int64_t end = at + s.draft.shape(part).dims[dim];
      if (end > starts[dim] && at < limits[dim]) {
        if (read.empty()) first = at;
        read.push_back(part);
        extent += end - at;
      }
      at = end;
    }
    if (!read.empty() && read.size() < parts.size()) {
      Dims from = starts, to = limits;
      from[dim] -= first;
      to[dim] -= first;
      Local source = read[0];
      if (read.size() > 1) {
        Shape shape = Shape::array(s.shape().type, s.shape_of(0).dims);
        shape.dims[dim] = extent;
        source = s.draft.add(OpKind::Concatenate, shape, read, Attrs(s.draft.attrs(a)), s.id);
      }
      if (s.draft.shape(source).dims == s.shape().dims) return source;
      return s.make(OpKind::Slice, {source}, slice_attrs(from, to, strides));
    }
  }
  if (s.op_of(0) == OpKind::Pad) {
    // Nothing of the padding is read, or nothing else.
    const Local x = s.draft.operand(a, 0);
    const Padding& padding = s.draft.attrs(a).padding(AttrName::Padding);
    bool inside = true;
    Dims from = starts, to = limits;
    for (size_t d = 0; d < padding.size(); ++d) {
      from[d] -= padding[d].low;
      to[d] -= padding[d].low;
      inside &= padding[d].interior == 0 && from[d] >= 0 && to[d] <= s.draft.shape(x).dims[d];
    }
    if (inside) return s.make(OpKind::Slice, {x}, slice_attrs(from, to, strides));
  }
  if (!s.physical && s.op_of(0) == OpKind::Reshape && is_unstrided(s.attrs())) {
    // The first rows of a reshape are the first rows of what is reshaped.
    bool rows = !starts.empty() && starts[0] == 0;
    for (size_t d = 1; d < starts.size(); ++d) rows &= starts[d] == 0 && limits[d] == s.shape_of(0).dims[d];
    const Local x = s.draft.operand(a, 0);
    Dims to = s.draft.shape(x).dims;
    int64_t elements = s.shape().element_count();
    for (size_t i = to.size(); rows && i-- > 0;) {
      if (elements >= to[i]) {
        rows = elements % to[i] == 0;
        elements /= to[i];
      } else {
        to[i] = elements;
        elements = 1;
      }
    }
    if (rows) {
      const Local part = s.add(OpKind::Slice, Shape::array(s.shape().type, to), {x},
                               slice_attrs(Dims(to.size(), 0), to, Dims(to.size(), 1)));
      return s.make(OpKind::Reshape, {part});
    }
  }
  return std::nullopt;
}

std::optional<Local> concatenate(const Site& s) {
  if (s.operands.size() == 1) return s.operand(0);
  const auto dim = static_cast<size_t>(s.attrs().integer(AttrName::ConcatDimension));
  std::vector<Local> parts;
  for (Local o : s.operands)
    if (s.draft.shape(o).dims[dim] != 0) parts.push_back(o);
  if (parts.empty()) return s.operand(0);
  if (!s.physical) {
    std::vector<Local> flat;
    for (Local o : parts) {
      if (s.draft.op(o) == OpKind::Concatenate && s.users(o) == 1 &&
          s.draft.attrs(o).integer(AttrName::ConcatDimension) == static_cast<int64_t>(dim))
        flat.insert(flat.end(), s.draft.operands(o).begin(), s.draft.operands(o).end());
      else
        flat.push_back(o);
    }
    parts = std::move(flat);
  }
  // Slices of one array that follow each other.
  std::vector<Local> merged;
  for (size_t i = 0; i < parts.size();) {
    size_t j = i + 1;
    if (s.draft.op(parts[i]) == OpKind::Slice && is_unstrided(s.draft.attrs(parts[i]))) {
      const Local x = s.draft.operand(parts[i], 0);
      const Dims starts = s.draft.attrs(parts[i]).dims(AttrName::SliceStarts);
      Dims limits = s.draft.attrs(parts[i]).dims(AttrName::SliceLimits);
      for (; j < parts.size(); ++j) {
        if (s.draft.op(parts[j]) != OpKind::Slice || s.draft.operand(parts[j], 0) != x ||
            !is_unstrided(s.draft.attrs(parts[j])))
          break;
        const Dims next = s.draft.attrs(parts[j]).dims(AttrName::SliceStarts);
        bool follows = next[dim] == limits[dim];
        for (size_t d = 0; d < next.size(); ++d) follows &= d == dim || next[d] == starts[d];
        if (!follows) break;
        limits[dim] = s.draft.attrs(parts[j]).dims(AttrName::SliceLimits)[dim];
      }
      if (j > i + 1) {
        Shape shape = Shape::array(s.shape().type, s.draft.shape(parts[i]).dims);
        shape.dims[dim] = limits[dim] - starts[dim];
        merged.push_back(s.add(OpKind::Slice, shape, {x}, slice_attrs(starts, limits, Dims(starts.size(), 1))));
        i = j;
        continue;
      }
    }
    merged.push_back(parts[i]);
    i = j;
  }
  if (merged.size() == 1) return merged[0];
  if (merged.size() < s.operands.size())
    return s.draft.add(OpKind::Concatenate, Shape(s.shape()), merged, Attrs(s.attrs()), s.id);
  auto splat = [&](Local v) {
    return s.draft.op(v) == OpKind::Broadcast && s.draft.shape(s.draft.operand(v, 0)).dims.empty();
  };
  if (merged.size() == 2 && (splat(merged[0]) || splat(merged[1]))) {
    const bool low = splat(merged[0]);
    Padding padding(s.shape().dims.size());
    (low ? padding[dim].low : padding[dim].high) = s.draft.shape(merged[low ? 0 : 1]).dims[dim];
    return s.make(OpKind::Pad, {merged[low ? 1 : 0], s.draft.operand(merged[low ? 0 : 1], 0)},
                  with(AttrName::Padding, padding));
  }
  if (std::ranges::all_of(merged, [&](Local v) { return v == merged[0]; }) && s.draft.shape(merged[0]).dims[dim] == 1) {
    Shape shape = Shape::array(s.shape().type, s.shape().dims);
    shape.dims.erase(shape.dims.begin() + static_cast<ptrdiff_t>(dim));
    Dims dims;
    for (size_t d = 0; d < s.shape().dims.size(); ++d)
      if (d != dim) dims.push_back(static_cast<int64_t>(d));
    return s.make(OpKind::Broadcast, {s.add(OpKind::Reshape, shape, {merged[0]})},
                  with(AttrName::BroadcastDimensions, dims));
  }
  return std::nullopt;
}

// Start indices of dimensions that are read or written whole do not matter.
std::optional<Local> with_zero_starts(const Site& s, size_t first, const Dims& whole, const Dims& part) {
  std::vector<Local> operands(s.operands.begin(), s.operands.end());
  bool changed = false;
  for (size_t d = 0; d < whole.size(); ++d) {
    const Local index = operands[first + d];
    if (whole[d] != part[d]) continue;
    const Literal* value = repeated_constant(s.draft, index);
    if (value && value->as_int() == 0) continue;
    operands[first + d] = s.draft.constant(Literal::zeros(Shape::scalar(s.draft.shape(index).type)), s.id);
    changed = true;
  }
  if (!changed) return std::nullopt;
  return s.draft.add(s.op(), Shape(s.shape()), operands, Attrs(s.attrs()), s.id);
}

std::optional<Local> dynamic_slice(const Site& s) {
  const Local a = s.operand(0);
  if (same_logical(s.shape_of(0), s.shape())) return a;
  if (auto splat = moved_splat(s)) return splat;
  const Dims whole = s.shape_of(0).dims, part = s.shape().dims;
  if (auto better = with_zero_starts(s, 1, whole, part)) return better;
  Dims starts, limits;
  for (size_t d = 0; d < part.size(); ++d) {
    const Literal* value = repeated_constant(s.draft, s.operand(d + 1));
    if (!value || (value->type() == ElementType::U64 && value->as_int() < 0)) return std::nullopt;
    starts.push_back(std::clamp<int64_t>(value->as_int(), 0, whole[d] - part[d]));
    limits.push_back(starts.back() + part[d]);
  }
  return s.make(OpKind::Slice, {a}, slice_attrs(starts, limits, Dims(part.size(), 1)));
}

std::optional<Local> dynamic_update_slice(const Site& s) {
  if (same_logical(s.shape_of(1), s.shape())) return s.operand(1);
  return with_zero_starts(s, 2, s.shape().dims, s.shape_of(1).dims);
}

std::optional<Local> reverse(const Site& s) {
  Dims kept;
  for (int64_t d : s.attrs().dims(AttrName::Dimensions))
    if (s.shape().dims[static_cast<size_t>(d)] > 1) kept.push_back(d);
  if (kept.empty()) return s.operand(0);
  if (auto splat = moved_splat(s)) return splat;
  if (s.op_of(0) == OpKind::Reverse && s.draft.attrs(s.operand(0)).dims(AttrName::Dimensions) == kept)
    return s.draft.operand(s.operand(0), 0);
  return std::nullopt;
}

std::optional<Local> pad(const Site& s) {
  const Padding& padding = s.attrs().padding(AttrName::Padding);
  if (std::ranges::all_of(padding, [](const PaddingDim& p) { return p == PaddingDim{}; })) return s.operand(0);
  if (s.shape_of(0).element_count() == 0)
    return s.make(OpKind::Broadcast, {s.operand(1)}, with(AttrName::BroadcastDimensions, Dims{}));
  // Padding below zero is a slice of the rest.
  bool negative = false;
  Padding rest = padding;
  Shape shape = Shape::array(s.shape().type, s.shape().dims);
  Dims starts, limits;
  for (size_t d = 0; d < padding.size(); ++d) {
    starts.push_back(std::max<int64_t>(0, -padding[d].low));
    rest[d].low = std::max<int64_t>(0, padding[d].low);
    rest[d].high = std::max<int64_t>(0, padding[d].high);
    negative |= padding[d].low < 0 || padding[d].high < 0;
    const int64_t n = s.shape_of(0).dims[d];
    shape.dims[d] = rest[d].low + rest[d].high + (n == 0 ? 0 : n + (n - 1) * padding[d].interior);
    limits.push_back(starts.back() + s.shape().dims[d]);
  }
  if (!negative) return std::nullopt;
  const Local wide = s.add(OpKind::Pad, shape, {s.operand(0), s.operand(1)}, with(AttrName::Padding, rest));
  return s.make(OpKind::Slice, {wide}, slice_attrs(starts, limits, Dims(starts.size(), 1)));
}

}  // namespace

// A repeated counter counts. Last of all: operations on it are done before it is repeated.
std::optional<Local> repeat_counters(const Site& s) {
  if (s.op() != OpKind::Broadcast || s.op_of(0) != OpKind::Iota) return std::nullopt;
  const Dims& dims = s.attrs().dims(AttrName::BroadcastDimensions);
  const auto counted = static_cast<size_t>(s.draft.attrs(s.operand(0)).integer(AttrName::IotaDimension));
  return s.draft.add(OpKind::Iota, Shape(s.shape()), std::span<const Local>(),
                     with(AttrName::IotaDimension, dims[counted]), s.id);
}

std::optional<Local> simplify_movement(const Site& s) {
  if (!s.shape().is_array() && s.op() != OpKind::GetTupleElement) return std::nullopt;
  switch (s.op()) {
    case OpKind::Reshape:
      return reshape(s);
    case OpKind::Transpose:
      return transpose(s);
    case OpKind::Broadcast:
      return broadcast(s);
    case OpKind::Slice:
      return slice(s);
    case OpKind::Concatenate:
      return concatenate(s);
    case OpKind::DynamicSlice:
      return dynamic_slice(s);
    case OpKind::DynamicUpdateSlice:
      return dynamic_update_slice(s);
    case OpKind::Reverse:
      return reverse(s);
    case OpKind::Pad:
      return pad(s);
    case OpKind::Copy:
      return s.operand(0);
    case OpKind::GetTupleElement:
      if (s.op_of(0) == OpKind::Tuple)
        return s.draft.operand(s.operand(0), static_cast<size_t>(s.attrs().integer(AttrName::Index)));
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace eutectic::xla_passes
