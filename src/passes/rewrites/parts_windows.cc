// Parts of reductions, pads, slices and updates.
#include <algorithm>

#include "passes/rewrites/parts.h"

namespace eutectic::rewrites {
namespace {

using Local = Draft::Local;

Attrs with(AttrName name, AttrValue value) {
  Attrs out;
  out.set(name, std::move(value));
  return out;
}

}  // namespace

std::optional<Local> Parts::reduce(const Key& key) {
  if (draft_.operands(key.value).size() != 2) return slice(key);
  const Local operand = draft_.operand(key.value, 0);
  const Dims reduced = draft_.attrs(key.value).dims(AttrName::Dimensions);
  Region from = Region::whole(dims(operand));
  size_t to = 0;
  for (size_t d = 0; d < from.start.size(); ++d) {
    if (std::ranges::count(reduced, static_cast<int64_t>(d))) continue;
    from.start[d] = key.region.start[to];
    from.limit[d] = key.region.limit[to++];
  }
  const std::optional<Local> part = get(operand, from);
  if (!part) return std::nullopt;
  const PartDims inner = part_dims(dims(operand), from), outer = part_dims(dims(key.value), key.region);
  Dims left;
  for (int64_t d : reduced) left.push_back(inner.position(static_cast<size_t>(d)));
  Attrs attrs = draft_.attrs(key.value);
  attrs.set(AttrName::Dimensions, left);
  const Local operands[] = {*part, draft_.operand(key.value, 1)};
  return draft_.like(key.value, Shape::array(draft_.shape(key.value).type, outer.dims), operands, std::move(attrs));
}

std::optional<Local> Parts::pad(const Key& key) {
  const Local operand = draft_.operand(key.value, 0), value = draft_.operand(key.value, 1);
  const Padding padding = draft_.attrs(key.value).padding(AttrName::Padding);
  const Dims& inner = dims(operand);
  // The region cuts the operand's area along one dimension at most.
  size_t cut = inner.size();
  Region inside = key.region;
  for (size_t d = 0; d < inner.size(); ++d) {
    const int64_t low = padding[d].low, high = low + inner[d];
    if (key.region.extent(d) == 0 || inner[d] == 0) return slice(key);
    if (key.region.limit[d] <= low || key.region.start[d] >= high) {
      const Dims out = part_dims(dims(key.value), key.region).dims;
      if (out.empty()) return value;
      return draft_.add(OpKind::Broadcast, Shape::array(draft_.shape(value).type, out), {value},
                        with(AttrName::BroadcastDimensions, Dims{}));
    }
    if (key.region.start[d] < low || key.region.limit[d] > high) {
      if (cut != inner.size()) return slice(key);
      cut = d;
    }
    inside.start[d] = std::max(key.region.start[d], low) - low;
    inside.limit[d] = std::min(key.region.limit[d], high) - low;
  }
  const std::optional<Local> part = get(operand, inside);
  if (!part) return std::nullopt;
  if (cut == inner.size()) return part;
  std::vector<Local> pieces;
  auto fill = [&](int64_t count) {
    if (count <= 0) return;
    const PartDims outer = part_dims(dims(key.value), key.region);
    Dims out = outer.dims;
    out[static_cast<size_t>(outer.position(cut))] = count;
    pieces.push_back(draft_.add(OpKind::Broadcast, Shape::array(draft_.shape(value).type, out), {value},
                                with(AttrName::BroadcastDimensions, Dims{})));
  };
  fill(padding[cut].low - key.region.start[cut]);
  pieces.push_back(*part);
  fill(key.region.limit[cut] - padding[cut].low - dims(operand)[cut]);
  return joined(pieces, key, cut, {});
}

std::optional<Local> Parts::dynamic_slice(const Key& key) {
  const Local operand = draft_.operand(key.value, 0);
  std::vector<int64_t> starts;
  if (index_is_constant(draft_, key.value, 1, starts)) {
    Region from = key.region;
    for (size_t d = 0; d < starts.size(); ++d) {
      from.start[d] += starts[d];
      from.limit[d] += starts[d];
    }
    return get(operand, from);
  }
  Region from = Region::whole(dims(operand));
  for (size_t d = 0; d < dims(operand).size(); ++d) {
    if (!key.region.narrows(d, dims(key.value))) continue;
    if (dims(operand)[d] != dims(key.value)[d]) return slice(key);
    from.start[d] = key.region.start[d];
    from.limit[d] = key.region.limit[d];
  }
  const std::optional<Local> part = get(operand, from);
  if (!part) return std::nullopt;
  const PartDims inner = part_dims(dims(operand), from);
  std::vector<Local> operands{*part};
  Dims sizes;
  for (int64_t d : inner.kept) {
    operands.push_back(draft_.operand(key.value, static_cast<size_t>(d) + 1));
    sizes.push_back(key.region.extent(static_cast<size_t>(d)));
  }
  Attrs attrs = draft_.attrs(key.value);
  attrs.set(AttrName::SliceSizes, sizes);
  return draft_.like(key.value, Shape::array(draft_.shape(key.value).type, sizes), operands, std::move(attrs));
}

std::optional<Local> Parts::update(const Key& key) {
  const Local operand = draft_.operand(key.value, 0), window = draft_.operand(key.value, 1);
  std::vector<int64_t> starts;
  if (!index_is_constant(draft_, key.value, 2, starts)) return dynamic_update(key);
  size_t cut = starts.size();
  Region inside = key.region;
  for (size_t d = 0; d < starts.size(); ++d) {
    const int64_t low = starts[d], high = low + dims(window)[d];
    if (key.region.extent(d) == 0 || low == high) return slice(key);
    if (key.region.limit[d] <= low || key.region.start[d] >= high) return get(operand, key.region);
    if (key.region.start[d] < low || key.region.limit[d] > high) {
      if (cut != starts.size()) return slice(key);
      cut = d;
    }
    inside.start[d] = std::max(key.region.start[d], low) - low;
    inside.limit[d] = std::min(key.region.limit[d], high) - low;
  }
  const std::optional<Local> part = get(window, inside);
  if (cut == starts.size()) return part;
  Region before = key.region, after = key.region;
  before.limit[cut] = starts[cut];
  after.start[cut] = starts[cut] + dims(window)[cut];
  std::optional<Local> first, last;
  if (before.extent(cut) > 0) first = get(operand, before);
  if (after.extent(cut) > 0) last = get(operand, after);
  if (!missing_.empty()) return std::nullopt;
  std::vector<Local> pieces;
  if (first) pieces.push_back(*first);
  pieces.push_back(*part);
  if (last) pieces.push_back(*last);
  return joined(pieces, key, cut, {});
}

std::optional<Local> Parts::dynamic_update(const Key& key) {
  const Local operand = draft_.operand(key.value, 0), window = draft_.operand(key.value, 1);
  Region inside = Region::whole(dims(window));
  for (size_t d = 0; d < dims(operand).size(); ++d) {
    if (!key.region.narrows(d, dims(operand))) continue;
    if (dims(window)[d] != dims(operand)[d]) return slice(key);
    inside.start[d] = key.region.start[d];
    inside.limit[d] = key.region.limit[d];
  }
  const std::optional<Local> array = get(operand, key.region), part = get(window, inside);
  if (!array || !part) return std::nullopt;
  const PartDims outer = part_dims(dims(operand), key.region);
  std::vector<Local> operands{*array, *part};
  for (int64_t d : outer.kept) operands.push_back(draft_.operand(key.value, static_cast<size_t>(d) + 2));
  return draft_.like(key.value, Shape::array(draft_.shape(key.value).type, outer.dims), operands);
}

}  // namespace eutectic::rewrites
