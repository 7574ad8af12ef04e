// Rules for ops that move elements: chains become one op, and what changes nothing goes. Layouts belong to
// the result's shape, which a rule never changes; bitcasts read them, so that no rule looks through one.
#include <algorithm>

#include "passes/emit.h"
#include "passes/simplify.h"

namespace eutectic {
namespace {

using Local = Draft::Local;

Attrs with(AttrName name, AttrValue value) {
  Attrs out;
  out.set(name, std::move(value));
  return out;
}

// The same scalar everywhere stays that, wherever its elements go.
std::optional<Local> moved_splat(const Candidate& c) {
  const std::optional<Local> scalar = repeated_scalar(c.draft, c.operand(0));
  if (!scalar || c.draft.shape(c.operand(0)).dims.empty()) return std::nullopt;
  if (c.shape().dims.empty()) return c.has_shape(*scalar) ? std::optional(*scalar) : std::nullopt;
  return c.make(OpKind::Broadcast, {*scalar}, with(AttrName::BroadcastDimensions, Dims{}));
}

std::optional<Local> reshape(const Candidate& c) {
  const Local a = c.operand(0);
  if (c.has_shape(a)) return a;
  if (c.draft.op(a) == OpKind::Reshape) {
    const Local inner = c.draft.operand(a, 0);
    return c.has_shape(inner) ? inner : c.make(OpKind::Reshape, {inner});
  }
  return moved_splat(c);
}

std::optional<Local> transpose(const Candidate& c) {
  const Local a = c.operand(0);
  const Dims permutation = c.attrs().dims(AttrName::Permutation);
  if (std::ranges::is_sorted(permutation) && c.has_shape(a)) return a;
  if (c.draft.op(a) == OpKind::Transpose) {
    const Dims inner = c.draft.attrs(a).dims(AttrName::Permutation);
    Dims both;
    for (int64_t d : permutation) both.push_back(inner[static_cast<size_t>(d)]);
    const Local source = c.draft.operand(a, 0);
    if (std::ranges::is_sorted(both) && c.has_shape(source)) return source;
    return c.make(OpKind::Transpose, {source}, with(AttrName::Permutation, both));
  }
  return moved_splat(c);
}

std::optional<Local> broadcast(const Candidate& c) {
  const Local a = c.operand(0);
  const Dims dims = c.attrs().dims(AttrName::BroadcastDimensions);
  if (c.has_shape(a) && std::ranges::is_sorted(dims)) return a;
  if (c.draft.op(a) != OpKind::Broadcast) return std::nullopt;
  Dims both;
  for (int64_t d : c.draft.attrs(a).dims(AttrName::BroadcastDimensions)) both.push_back(dims[static_cast<size_t>(d)]);
  return c.make(OpKind::Broadcast, {c.draft.operand(a, 0)}, with(AttrName::BroadcastDimensions, both));
}

Local make_slice(const Candidate& c, Local x, Dims starts, Dims limits, Dims strides) {
  Attrs attrs = with(AttrName::SliceStarts, std::move(starts));
  attrs.set(AttrName::SliceLimits, std::move(limits));
  attrs.set(AttrName::SliceStrides, std::move(strides));
  return c.make(OpKind::Slice, {x}, std::move(attrs));
}

std::optional<Local> slice(const Candidate& c) {
  const Local a = c.operand(0);
  if (c.has_shape(a)) return a;  // the same extents: all of it
  const Dims starts = c.attrs().dims(AttrName::SliceStarts), limits = c.attrs().dims(AttrName::SliceLimits),
             strides = c.attrs().dims(AttrName::SliceStrides);
  if (c.draft.op(a) == OpKind::Slice) {
    const Attrs inner = c.draft.attrs(a);
    Dims s = starts, l = limits, t = strides;
    for (size_t d = 0; d < s.size(); ++d) {
      const int64_t start = inner.dims(AttrName::SliceStarts)[d], stride = inner.dims(AttrName::SliceStrides)[d];
      s[d] = start + starts[d] * stride;
      t[d] = strides[d] * stride;
      const int64_t n = c.shape().dims[d];
      l[d] = n == 0 ? s[d] : s[d] + (n - 1) * t[d] + 1;
    }
    return make_slice(c, c.draft.operand(a, 0), s, l, t);
  }
  if (c.draft.op(a) == OpKind::Concatenate) {
    const size_t dim = static_cast<size_t>(c.draft.attrs(a).integer(AttrName::ConcatDimension));
    int64_t first = 0;
    for (size_t j = 0; j < c.draft.operands(a).size(); ++j) {
      const Local part = c.draft.operand(a, j);
      const int64_t end = first + c.draft.shape(part).dims[dim];
      if (starts[dim] >= first && limits[dim] <= end && limits[dim] > starts[dim]) {
        if (c.has_shape(part)) return part;
        Dims s = starts, l = limits;
        s[dim] -= first;
        l[dim] -= first;
        return make_slice(c, part, s, l, strides);
      }
      first = end;
    }
  }
  return moved_splat(c);
}

std::optional<Local> concatenate(const Candidate& c) {
  if (c.operands.size() == 1) return c.has_shape(c.operand(0)) ? std::optional(c.operand(0)) : std::nullopt;
  const size_t dim = static_cast<size_t>(c.attrs().integer(AttrName::ConcatDimension));
  // Flattened, without empty parts.
  std::vector<Local> parts;
  for (Local o : c.operands) {
    if (c.draft.op(o) == OpKind::Concatenate &&
        c.draft.attrs(o).integer(AttrName::ConcatDimension) == static_cast<int64_t>(dim)) {
      const std::span<const Local> inner = c.draft.operands(o);
      parts.insert(parts.end(), inner.begin(), inner.end());
    } else if (c.draft.shape(o).dims[dim] != 0) {
      parts.push_back(o);
    }
  }
  if (parts.empty()) return std::nullopt;
  if (parts.size() == 1) return c.has_shape(parts[0]) ? std::optional(parts[0]) : std::nullopt;
  // Slices of one array that follow each other.
  const Local first = parts[0];
  if (c.draft.op(first) == OpKind::Slice) {
    const Local x = c.draft.operand(first, 0);
    const Attrs attrs = c.draft.attrs(first);
    Dims starts = attrs.dims(AttrName::SliceStarts), limits = attrs.dims(AttrName::SliceLimits),
         strides = attrs.dims(AttrName::SliceStrides);
    bool whole = std::ranges::all_of(strides, [](int64_t s) { return s == 1; });
    for (size_t j = 1; whole && j < parts.size(); ++j) {
      if (c.draft.op(parts[j]) != OpKind::Slice || c.draft.operand(parts[j], 0) != x) {
        whole = false;
        break;
      }
      const Attrs& next = c.draft.attrs(parts[j]);
      for (size_t d = 0; d < starts.size(); ++d) {
        whole &= next.dims(AttrName::SliceStrides)[d] == 1;
        whole &= next.dims(AttrName::SliceStarts)[d] == (d == dim ? limits[d] : starts[d]);
        if (d != dim) whole &= next.dims(AttrName::SliceLimits)[d] == limits[d];
      }
      limits[dim] = next.dims(AttrName::SliceLimits)[dim];
    }
    if (whole) return c.has_shape(x) ? x : make_slice(c, x, starts, limits, strides);
  }
  if (parts.size() == c.operands.size()) return std::nullopt;
  return c.draft.add(OpKind::Concatenate, Shape(c.shape()), parts, Attrs(c.attrs()), c.id);
}

std::optional<Local> dynamic_slice(const Candidate& c) {
  const Local a = c.operand(0);
  if (c.has_shape(a)) return a;
  if (std::optional<Local> splat = moved_splat(c)) return splat;
  Dims starts, limits;
  const Dims& extents = c.draft.shape(a).dims;
  const Dims& sizes = c.shape().dims;
  for (size_t d = 0; d < sizes.size(); ++d) {
    int64_t start = 0;
    if (extents[d] != sizes[d]) {
      const Literal* value = repeated_constant(c.draft, c.operand(d + 1));
      if (!value || (value->type() == ElementType::U64 && value->as_int() < 0)) return std::nullopt;
      start = std::clamp<int64_t>(value->as_int(), 0, extents[d] - sizes[d]);
    }
    starts.push_back(start);
    limits.push_back(start + sizes[d]);
  }
  return make_slice(c, a, starts, limits, Dims(sizes.size(), 1));
}

}  // namespace

std::optional<Local> simplify_shape(const Candidate& c) {
  switch (c.op()) {
    case OpKind::Reshape:
      return reshape(c);
    case OpKind::Transpose:
      return transpose(c);
    case OpKind::Broadcast:
      return broadcast(c);
    case OpKind::Slice:
      return slice(c);
    case OpKind::Concatenate:
      return concatenate(c);
    case OpKind::DynamicSlice:
      return dynamic_slice(c);
    case OpKind::DynamicUpdateSlice:
      if (c.has_shape(c.operand(1))) return c.operand(1);  // all of it
      return std::nullopt;
    case OpKind::Reverse:
      if (std::ranges::all_of(c.attrs().dims(AttrName::Dimensions),
                              [&](int64_t d) { return c.shape().dims[static_cast<size_t>(d)] <= 1; }) &&
          c.has_shape(c.operand(0)))
        return c.operand(0);
      return moved_splat(c);
    case OpKind::Pad:
      if (c.has_shape(c.operand(0)) && std::ranges::all_of(c.attrs().padding(AttrName::Padding),
                                                           [](const PaddingDim& p) { return p == PaddingDim{}; }))
        return c.operand(0);
      return std::nullopt;
    case OpKind::Copy:
      return c.has_shape(c.operand(0)) ? std::optional(c.operand(0)) : std::nullopt;
    case OpKind::GetDimensionSize: {
      const Dims& dims = c.attrs().dims(AttrName::Dimensions);
      if (dims.size() != 1 || c.shape().type != ElementType::S32) return std::nullopt;
      const int64_t extent = c.draft.shape(c.operand(0)).dims[static_cast<size_t>(dims[0])];
      return c.draft.constant(integer_literal(ElementType::S32, extent), c.id);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace eutectic
