#include "passes/rewrites/parts.h"

#include <algorithm>

#include "ops/op_def.h"
#include "passes/emit.h"
#include "passes/simplify.h"

namespace eutectic::rewrites {
namespace {

using Local = Draft::Local;

Attrs with(AttrName name, AttrValue value) {
  Attrs out;
  out.set(name, std::move(value));
  return out;
}

// Each element depends on the same element of the operands.
bool maps_elements(const Draft& draft, Local v) {
  const OpKind op = draft.op(v);
  if (op == OpKind::BitcastConvert) return draft.shape(draft.operand(v, 0)).dims == draft.shape(v).dims;
  return op_def(op).traits.elementwise && op != OpKind::Map && !draft.operands(v).empty() && draft.shape(v).is_array();
}

constexpr uint64_t bit(int64_t d) { return d < 64 ? uint64_t{1} << d : 0; }

bool grows_only(const Padding& padding) {
  return std::ranges::all_of(padding, [](const PaddingDim& p) { return p.low >= 0 && p.high >= 0 && p.interior == 0; });
}

}  // namespace

bool Parts::index_is_constant(const Draft& draft, Local id, size_t first_index, std::vector<int64_t>& starts) {
  const Dims& array = draft.shape(draft.operand(id, 0)).dims;
  const Dims& window = first_index == 1 ? draft.shape(id).dims : draft.shape(draft.operand(id, 1)).dims;
  starts.clear();
  for (size_t d = 0; d < array.size(); ++d) {
    int64_t start = 0;
    if (array[d] != window[d]) {
      const Literal* value = repeated_constant(draft, draft.operand(id, first_index + d));
      if (!value || (value->type() == ElementType::U64 && value->as_int() < 0)) return false;
      start = std::clamp<int64_t>(value->as_int(), 0, array[d] - window[d]);
    }
    starts.push_back(start);
  }
  return true;
}

uint64_t Parts::joints(Local value) {
  std::vector<int64_t> starts;
  for (size_t n = joints_.size(); n <= value.index(); ++n) {
    const Local v(n);
    uint64_t out = 0;
    auto of = [&](size_t k) { return joints_[draft_.operand(v, k).index()]; };
    const OpKind op = draft_.op(v);
    if (maps_elements(draft_, v)) {
      for (Local o : draft_.operands(v))
        if (dims(o).size() == dims(v).size()) out |= joints_[o.index()];
    } else if (op == OpKind::Concatenate) {
      for (Local o : draft_.operands(v)) out |= joints_[o.index()];
      out |= bit(draft_.attrs(v).integer(AttrName::ConcatDimension));
    } else if (op == OpKind::Transpose) {
      const Dims& permutation = draft_.attrs(v).dims(AttrName::Permutation);
      for (size_t d = 0; d < permutation.size(); ++d)
        if (of(0) & bit(permutation[d])) out |= bit(static_cast<int64_t>(d));
    } else if (op == OpKind::Broadcast) {
      const Dims& to = draft_.attrs(v).dims(AttrName::BroadcastDimensions);
      for (size_t d = 0; d < to.size(); ++d)
        if (of(0) & bit(static_cast<int64_t>(d))) out |= bit(to[d]);
    } else if (op == OpKind::Reshape) {
      const Dims& from = dims(draft_.operand(v, 0));
      if (of(0) != 0)
        for (size_t d = 0; d < from.size(); ++d)
          if (of(0) & bit(static_cast<int64_t>(d)))
            if (const auto to = cut_through_reshape(from, dims(v), d, 0)) out |= bit(static_cast<int64_t>(to->first));
    } else if (op == OpKind::Slice || op == OpKind::Reverse || op == OpKind::DynamicSlice) {
      out = of(0);
    } else if (op == OpKind::Reduce && draft_.operands(v).size() == 2) {
      const Dims& reduced = draft_.attrs(v).dims(AttrName::Dimensions);
      int64_t to = 0;
      for (int64_t d = 0; d < draft_.shape(draft_.operand(v, 0)).rank(); ++d) {
        if (std::ranges::count(reduced, d)) continue;
        if (of(0) & bit(d)) out |= bit(to);
        ++to;
      }
    } else if (op == OpKind::Pad && grows_only(draft_.attrs(v).padding(AttrName::Padding))) {
      out = of(0);
      const Padding& padding = draft_.attrs(v).padding(AttrName::Padding);
      for (size_t d = 0; d < padding.size(); ++d)
        if (padding[d] != PaddingDim{}) out |= bit(static_cast<int64_t>(d));
    } else if (op == OpKind::DynamicUpdateSlice) {
      out = of(0) | of(1);
      if (index_is_constant(draft_, v, 2, starts))
        for (size_t d = 0; d < dims(v).size(); ++d)
          if (dims(v)[d] != dims(draft_.operand(v, 1))[d]) out |= bit(static_cast<int64_t>(d));
    }
    joints_.push_back(out);
  }
  return joints_[value.index()];
}

Local Parts::of(Local value, const Region& region) {
  if (region.is_whole(dims(value))) return value;
  std::vector<Key> stack{{value, region}};
  while (!stack.empty()) {
    const Key key = stack.back();
    if (known_.contains(key)) {
      stack.pop_back();
      continue;
    }
    missing_.clear();
    const std::optional<Local> part = step(key);
    if (part) {
      known_[key] = reshaped(*part, part_dims(dims(key.value), key.region).dims);
      stack.pop_back();
    } else {
      CHECK(!missing_.empty(), "no way to a part of {}", hlo_name(draft_.op(key.value)));
      stack.insert(stack.end(), missing_.begin(), missing_.end());
    }
  }
  return known_.at({value, region});
}

std::optional<Local> Parts::get(Local value, const Region& region) {
  if (region.is_whole(dims(value))) return value;
  if (const auto it = known_.find({value, region}); it != known_.end()) return it->second;
  missing_.push_back({value, region});
  return std::nullopt;
}

bool Parts::narrows_joint(const Key& key) {
  const uint64_t joint = joints(key.value);
  for (size_t d = 0; d < dims(key.value).size(); ++d)
    if (key.region.narrows(d, dims(key.value)) && (joint & bit(static_cast<int64_t>(d)))) return true;
  return false;
}

Local Parts::reshaped(Local value, const Dims& to) {
  if (dims(value) == to) return value;
  return draft_.add(OpKind::Reshape, Shape::array(draft_.shape(value).type, to), {value});
}

std::optional<Local> Parts::step(const Key& key) {
  const OpKind op = draft_.op(key.value);
  // These are as cheap in parts as whole.
  if (op == OpKind::Broadcast) return broadcast(key);
  if (op == OpKind::Iota) return iota(key);
  if (!everywhere_ && !narrows_joint(key)) return slice(key);
  if (maps_elements(draft_, key.value)) return elementwise(key);
  switch (op) {
    case OpKind::Transpose:
      return transpose(key);
    case OpKind::Reshape: {
      const Local operand = draft_.operand(key.value, 0);
      const std::optional<Region> from = through_reshape(dims(operand), dims(key.value), key.region);
      return from ? get(operand, *from) : slice(key);
    }
    case OpKind::Reverse:
      return reverse(key);
    case OpKind::Concatenate:
      return concatenate(key);
    case OpKind::Reduce:
      return reduce(key);
    case OpKind::Pad:
      return pad(key);
    case OpKind::DynamicSlice:
      return dynamic_slice(key);
    case OpKind::DynamicUpdateSlice:
      return update(key);
    default:
      return slice(key);
  }
}

std::optional<Local> Parts::slice(const Key& key) {
  Local source = key.value;
  Dims start = key.region.start, limit = key.region.limit, stride(start.size(), 1);
  if (draft_.op(source) == OpKind::Slice) {
    // Of what that one reads, where its strides allow.
    const Attrs inner = draft_.attrs(source);
    const Local operand = draft_.operand(source, 0);
    for (size_t d = 0; d < start.size(); ++d) {
      const int64_t step = inner.dims(AttrName::SliceStrides)[d], first = inner.dims(AttrName::SliceStarts)[d];
      const int64_t n = limit[d] - start[d];
      start[d] = first + start[d] * step;
      stride[d] = n <= 1 ? 1 : step;
      limit[d] = n == 0 ? start[d] : start[d] + (n - 1) * step + 1;
    }
    if (std::ranges::all_of(stride, [](int64_t s) { return s == 1; })) return get(operand, {start, limit});
    source = operand;
  }
  Attrs attrs = with(AttrName::SliceStarts, start);
  attrs.set(AttrName::SliceLimits, limit);
  attrs.set(AttrName::SliceStrides, stride);
  Dims out;
  for (size_t d = 0; d < start.size(); ++d) out.push_back(key.region.extent(d));
  return draft_.add(OpKind::Slice, Shape::array(draft_.shape(source).type, out), {source}, std::move(attrs));
}

std::optional<Local> Parts::elementwise(const Key& key) {
  std::vector<Local> parts;
  const Dims out = dims(key.value);
  const std::vector<Local> operands(draft_.operands(key.value).begin(), draft_.operands(key.value).end());
  for (Local o : operands) {
    if (dims(o).empty())
      parts.push_back(o);  // the scalar of a select or clamp
    else if (const std::optional<Local> part = get(o, key.region))
      parts.push_back(*part);
  }
  if (parts.size() != operands.size()) return std::nullopt;
  return draft_.like(key.value, Shape::array(draft_.shape(key.value).type, part_dims(out, key.region).dims), parts);
}

std::optional<Local> Parts::transpose(const Key& key) {
  const Local operand = draft_.operand(key.value, 0);
  const Dims permutation = draft_.attrs(key.value).dims(AttrName::Permutation);
  Region from = Region::whole(dims(operand));
  for (size_t d = 0; d < permutation.size(); ++d) {
    from.start[static_cast<size_t>(permutation[d])] = key.region.start[d];
    from.limit[static_cast<size_t>(permutation[d])] = key.region.limit[d];
  }
  const std::optional<Local> part = get(operand, from);
  if (!part) return std::nullopt;
  const PartDims inner = part_dims(dims(operand), from), outer = part_dims(dims(key.value), key.region);
  Dims moved;
  for (int64_t d : outer.kept)
    moved.push_back(inner.position(static_cast<size_t>(permutation[static_cast<size_t>(d)])));
  if (std::ranges::is_sorted(moved)) return part;
  return draft_.like(key.value, Shape::array(draft_.shape(*part).type, outer.dims), std::span(&*part, 1),
                     with(AttrName::Permutation, moved));
}

std::optional<Local> Parts::broadcast(const Key& key) {
  const Local operand = draft_.operand(key.value, 0);
  const Dims to = draft_.attrs(key.value).dims(AttrName::BroadcastDimensions);
  Region from = Region::whole(dims(operand));
  for (size_t d = 0; d < to.size(); ++d) {
    from.start[d] = key.region.start[static_cast<size_t>(to[d])];
    from.limit[d] = key.region.limit[static_cast<size_t>(to[d])];
  }
  const std::optional<Local> part = get(operand, from);
  if (!part) return std::nullopt;
  const PartDims inner = part_dims(dims(operand), from), outer = part_dims(dims(key.value), key.region);
  Dims moved;
  for (int64_t d : inner.kept) moved.push_back(outer.position(static_cast<size_t>(to[static_cast<size_t>(d)])));
  if (inner.dims == outer.dims && std::ranges::is_sorted(moved)) return part;
  return draft_.like(key.value, Shape::array(draft_.shape(*part).type, outer.dims), std::span(&*part, 1),
                     with(AttrName::BroadcastDimensions, moved));
}

std::optional<Local> Parts::reverse(const Key& key) {
  const Local operand = draft_.operand(key.value, 0);
  const Dims reversed = draft_.attrs(key.value).dims(AttrName::Dimensions);
  Region from = key.region;
  for (int64_t dim : reversed) {
    const size_t d = static_cast<size_t>(dim);
    from.start[d] = dims(operand)[d] - key.region.limit[d];
    from.limit[d] = dims(operand)[d] - key.region.start[d];
  }
  const std::optional<Local> part = get(operand, from);
  if (!part) return std::nullopt;
  const PartDims outer = part_dims(dims(key.value), key.region);
  Dims left;
  for (int64_t d : reversed)
    if (const int64_t p = outer.position(static_cast<size_t>(d)); p >= 0) left.push_back(p);
  if (left.empty()) return part;
  return draft_.like(key.value, Shape::array(draft_.shape(*part).type, outer.dims), std::span(&*part, 1),
                     with(AttrName::Dimensions, left));
}

Local Parts::joined(const std::vector<Local>& pieces, const Key& key, size_t d, Local like) {
  if (pieces.size() == 1) return pieces[0];
  const PartDims outer = part_dims(dims(key.value), key.region);
  const auto position = static_cast<size_t>(outer.position(d));
  int64_t rest = 1;
  for (size_t k = 0; k < outer.dims.size(); ++k)
    if (k != position) rest *= outer.dims[k];
  std::vector<Local> shaped;
  for (Local piece : pieces) {
    Dims one = outer.dims;
    // Pieces of empty arrays stay as they are: they cannot be several.
    one[position] = rest == 0 ? 0 : draft_.shape(piece).element_count() / rest;
    shaped.push_back(reshaped(piece, one));
  }
  const Shape shape = Shape::array(draft_.shape(key.value).type, outer.dims);
  Attrs attrs = with(AttrName::ConcatDimension, static_cast<int64_t>(position));
  if (like.valid() && draft_.op(like) == OpKind::Concatenate) return draft_.like(like, shape, shaped, std::move(attrs));
  return draft_.add(OpKind::Concatenate, shape, shaped, std::move(attrs));
}

std::optional<Local> Parts::concatenate(const Key& key) {
  const auto d = static_cast<size_t>(draft_.attrs(key.value).integer(AttrName::ConcatDimension));
  for (size_t k = 0; k < dims(key.value).size(); ++k)
    if (key.region.extent(k) == 0) return slice(key);
  int64_t at = 0;
  std::vector<Local> pieces;
  bool missing = false;
  const std::vector<Local> operands(draft_.operands(key.value).begin(), draft_.operands(key.value).end());
  for (Local o : operands) {
    const int64_t end = at + dims(o)[d];
    Region inside = key.region;
    inside.start[d] = std::max(key.region.start[d], at) - at;
    inside.limit[d] = std::min(key.region.limit[d], end) - at;
    at = end;
    if (inside.start[d] >= inside.limit[d]) continue;
    if (const std::optional<Local> part = get(o, inside))
      pieces.push_back(*part);
    else
      missing = true;
  }
  if (missing) return std::nullopt;
  return joined(pieces, key, d, key.value);
}

std::optional<Local> Parts::iota(const Key& key) {
  const auto d = static_cast<size_t>(draft_.attrs(key.value).integer(AttrName::IotaDimension));
  const PartDims outer = part_dims(dims(key.value), key.region);
  const int64_t position = outer.position(d);
  if (position < 0 && is_integer(draft_.shape(key.value).type)) {
    const Local number = draft_.constant(integer_literal(draft_.shape(key.value).type, key.region.start[d]));
    if (outer.dims.empty()) return number;
    return draft_.add(OpKind::Broadcast, Shape::array(draft_.shape(number).type, outer.dims), {number},
                      with(AttrName::BroadcastDimensions, Dims{}));
  }
  if (key.region.narrows(d, dims(key.value)) || position < 0) return slice(key);
  return draft_.like(key.value, Shape::array(draft_.shape(key.value).type, outer.dims), {},
                     with(AttrName::IotaDimension, position));
}

}  // namespace eutectic::rewrites
