#include "passes/rewrites/region.h"

#include <algorithm>

namespace eutectic::rewrites {
namespace {

// Consecutive dimensions [from_begin, from_end) and [to_begin, to_end) that hold the same elements.
struct Group {
  size_t from_begin = 0, from_end = 0, to_begin = 0, to_end = 0;
};

std::vector<Group> groups_of(const Dims& from, const Dims& to) {
  std::vector<Group> groups;
  size_t i = 0, o = 0;
  while (i < from.size() || o < to.size()) {
    Group g{i, i, o, o};
    int64_t a = 1, b = 1;
    if (i < from.size()) a = from[i++];
    if (o < to.size()) b = to[o++];
    while (a != b) {
      if ((a < b && i < from.size()) || o == to.size())
        a *= from[i++];
      else
        b *= to[o++];
    }
    g.from_end = i;
    g.to_end = o;
    groups.push_back(g);
  }
  return groups;
}

}  // namespace

bool Region::is_whole(const Dims& dims) const {
  for (size_t d = 0; d < dims.size(); ++d)
    if (start[d] != 0 || limit[d] != dims[d]) return false;
  return true;
}

int64_t PartDims::position(size_t d) const {
  const auto it = std::ranges::find(kept, static_cast<int64_t>(d));
  return it == kept.end() ? -1 : it - kept.begin();
}

PartDims part_dims(const Dims& dims, const Region& region) {
  PartDims out;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (region.extent(d) == 1 && dims[d] != 1) continue;
    out.dims.push_back(region.extent(d));
    out.kept.push_back(static_cast<int64_t>(d));
  }
  return out;
}

std::optional<Region> through_reshape(const Dims& from, const Dims& to, const Region& region) {
  if (std::ranges::count(from, 0) || std::ranges::count(to, 0)) return std::nullopt;
  Region out = Region::whole(from);
  for (const Group& g : groups_of(from, to)) {
    // The region as a range of the group's elements: single indices, then one range, then whole dimensions.
    int64_t begin = 0, count = 1;
    bool ranged = false;
    for (size_t o = g.to_begin; o < g.to_end; ++o) {
      const int64_t n = region.extent(o);
      if (ranged && n != to[o]) return std::nullopt;
      begin = begin * to[o] + region.start[o];
      count *= n;
      if (n != 1) ranged = true;
    }
    int64_t inner = 1;
    for (size_t i = g.from_begin; i < g.from_end; ++i) inner *= from[i];
    if (count == inner) continue;
    for (size_t i = g.from_begin; i < g.from_end; ++i) {
      inner /= from[i];
      const int64_t first = begin / inner, last = (begin + count - 1) / inner;
      out.start[i] = first;
      out.limit[i] = last + 1;
      if (first == last) {
        begin -= first * inner;
        continue;
      }
      if (begin % inner != 0 || count % inner != 0) return std::nullopt;
      break;  // the dimensions within are whole
    }
  }
  return out;
}

std::optional<std::pair<size_t, int64_t>> cut_through_reshape(const Dims& from, const Dims& to, size_t d, int64_t at) {
  if (std::ranges::count(from, 0) || std::ranges::count(to, 0)) return std::nullopt;
  for (const Group& g : groups_of(from, to)) {
    if (d < g.from_begin || d >= g.from_end) continue;
    // Only the outermost dimension of more than one element cuts the group's elements in two.
    for (size_t i = g.from_begin; i < d; ++i)
      if (from[i] != 1) return std::nullopt;
    int64_t elements = at;
    for (size_t i = d + 1; i < g.from_end; ++i) elements *= from[i];
    int64_t inner = 1;
    for (size_t o = g.to_begin; o < g.to_end; ++o) inner *= to[o];
    for (size_t o = g.to_begin; o < g.to_end; ++o) {
      inner /= to[o];
      if (to[o] == 1) continue;
      if (elements % inner != 0) return std::nullopt;
      return std::pair(o, elements / inner);
    }
  }
  return std::nullopt;
}

}  // namespace eutectic::rewrites
