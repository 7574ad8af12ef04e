// See tile_index.h. Simplification is what XLA's indexing maps do for the maps that occur in tiled kernels.
#include "fusion/xla/priority/tile_index.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace eutectic::fusion::xla {
namespace {

using Kind = TileTerm::Kind;

int compare(const TileIndex& a, const TileIndex& b);

// Atoms only; nesting is as deep as reshapes that do not cancel.
int compare_atoms(const TileTerm& a, const TileTerm& b) {
  if (a.kind != b.kind) return a.kind < b.kind ? -1 : 1;
  if (a.id != b.id) return a.id < b.id ? -1 : 1;
  if (a.divisor != b.divisor) return a.divisor < b.divisor ? -1 : 1;
  if (!a.inner || !b.inner) return 0;
  return compare(*a.inner, *b.inner);
}

int compare(const TileIndex& a, const TileIndex& b) {
  if (a.constant != b.constant) return a.constant < b.constant ? -1 : 1;
  if (a.terms.size() != b.terms.size()) return a.terms.size() < b.terms.size() ? -1 : 1;
  for (size_t i = 0; i < a.terms.size(); ++i) {
    if (const int c = compare_atoms(a.terms[i], b.terms[i])) return c;
    if (a.terms[i].coefficient != b.terms[i].coefficient)
      return a.terms[i].coefficient < b.terms[i].coefficient ? -1 : 1;
  }
  return 0;
}

int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

struct Bounds {
  int64_t low = 0, high = 0;
};

Bounds bounds(const TileIndex& a, const TileSpace& space) {
  Bounds all{a.constant, a.constant};
  for (const TileTerm& t : a.terms) {
    Bounds b;
    switch (t.kind) {
      case Kind::Dim:
        b.high = space.dims[static_cast<size_t>(t.id)] - 1;
        break;
      case Kind::Range:
        b.high = space.ranges[static_cast<size_t>(t.id)] - 1;
        break;
      case Kind::Quotient: {
        const Bounds inner = bounds(*t.inner, space);
        b = {floor_div(inner.low, t.divisor), floor_div(inner.high, t.divisor)};
        break;
      }
      case Kind::Remainder:
        b.high = t.divisor - 1;
        break;
    }
    if (t.coefficient < 0) std::swap(b.low, b.high);
    all.low += t.coefficient * b.low;
    all.high += t.coefficient * b.high;
  }
  return all;
}

void add_term(TileIndex& to, const TileTerm& t) {
  auto at = std::ranges::find_if(to.terms, [&](const TileTerm& o) { return compare_atoms(o, t) >= 0; });
  if (at != to.terms.end() && compare_atoms(*at, t) == 0) {
    at->coefficient += t.coefficient;
    if (at->coefficient == 0) to.terms.erase(at);
    return;
  }
  if (t.coefficient != 0) to.terms.insert(at, t);
}

// (x / c) * c * k + (x mod c) * k is x * k.
void join_division(TileIndex& a) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const TileTerm& r : a.terms) {
      if (r.kind != Kind::Remainder) continue;
      auto q = std::ranges::find_if(a.terms, [&](const TileTerm& t) {
        return t.kind == Kind::Quotient && t.divisor == r.divisor && *t.inner == *r.inner &&
               t.coefficient == r.coefficient * r.divisor;
      });
      if (q == a.terms.end()) continue;
      const TileTerm rest = r, whole = *q;
      TileIndex out{a.constant, {}};
      for (const TileTerm& t : a.terms)
        if (compare_atoms(t, rest) != 0 && compare_atoms(t, whole) != 0) add_term(out, t);
      out.constant += rest.inner->constant * rest.coefficient;
      for (TileTerm t : rest.inner->terms) {
        t.coefficient *= rest.coefficient;
        add_term(out, t);
      }
      a = std::move(out);
      changed = true;
      break;
    }
  }
}

// a = multiple * divisor + rest, as far as terms show it.
std::pair<TileIndex, TileIndex> split(const TileIndex& a, int64_t divisor) {
  TileIndex multiple, rest;
  multiple.constant = floor_div(a.constant, divisor);
  rest.constant = a.constant - multiple.constant * divisor;
  for (TileTerm t : a.terms) {
    if (t.coefficient % divisor == 0) {
      t.coefficient /= divisor;
      multiple.terms.push_back(t);
    } else {
      rest.terms.push_back(t);
    }
  }
  return {multiple, rest};
}

// The largest g > 1 that divides the divisor such that rest = g * x + r with r in [0, g).
int64_t common_factor(const TileIndex& rest, int64_t divisor, const TileSpace& space) {
  int64_t best = 1;
  for (const TileTerm& t : rest.terms) {
    const int64_t g = std::gcd(t.coefficient, divisor);
    if (g <= best) continue;
    const Bounds b = bounds(split(rest, g).second, space);
    if (b.low >= 0 && b.high < g) best = g;
  }
  return best;
}

TileIndex division(Kind kind, const TileIndex& inner, int64_t divisor) {
  return {0, {{.kind = kind, .divisor = divisor, .inner = std::make_shared<TileIndex>(inner)}}};
}

const TileTerm* only_term(const TileIndex& a) {
  return a.constant == 0 && a.terms.size() == 1 && a.terms[0].coefficient == 1 ? a.terms.data() : nullptr;
}

}  // namespace

bool operator==(const TileIndex& a, const TileIndex& b) { return compare(a, b) == 0; }

TileIndex sum(const TileIndex& a, const TileIndex& b) {
  TileIndex out = a;
  out.constant += b.constant;
  for (const TileTerm& t : b.terms) add_term(out, t);
  join_division(out);
  return out;
}

TileIndex scaled(const TileIndex& a, int64_t factor) {
  if (factor == 0) return {};
  TileIndex out = a;
  out.constant *= factor;
  for (TileTerm& t : out.terms) t.coefficient *= factor;
  return out;
}

TileIndex quotient(const TileIndex& a, int64_t divisor, const TileSpace& space) {
  if (divisor == 1) return a;
  auto [multiple, rest] = split(a, divisor);
  const Bounds b = bounds(rest, space);
  if (floor_div(b.low, divisor) == floor_div(b.high, divisor)) {
    multiple.constant += floor_div(b.low, divisor);
    return multiple;
  }
  if (const int64_t g = common_factor(rest, divisor, space); g > 1)
    return sum(multiple, quotient(split(rest, g).first, divisor / g, space));
  if (const TileTerm* t = only_term(rest); t && t->kind == Kind::Quotient)
    return sum(multiple, quotient(*t->inner, t->divisor * divisor, space));
  return sum(multiple, division(Kind::Quotient, rest, divisor));
}

TileIndex remainder(const TileIndex& a, int64_t divisor, const TileSpace& space) {
  if (divisor == 1) return {};
  const TileIndex rest = split(a, divisor).second;
  const Bounds b = bounds(rest, space);
  if (b.low >= 0 && b.high < divisor) return rest;
  if (const int64_t g = common_factor(rest, divisor, space); g > 1) {
    const auto [x, r] = split(rest, g);
    return sum(scaled(remainder(x, divisor / g, space), g), r);
  }
  if (const TileTerm* t = only_term(rest); t && t->kind == Kind::Remainder && t->divisor % divisor == 0)
    return remainder(*t->inner, divisor, space);
  return division(Kind::Remainder, rest, divisor);
}

TileIndex substituted(const TileIndex& a, std::span<const TileIndex> dims, int64_t first_range,
                      const TileSpace& space) {
  TileIndex out = TileIndex::of_constant(a.constant);
  for (const TileTerm& t : a.terms) {
    TileIndex part;
    switch (t.kind) {
      case Kind::Dim:
        part = dims[static_cast<size_t>(t.id)];
        break;
      case Kind::Range:
        part = TileIndex::of_range(t.id + first_range);
        break;
      case Kind::Quotient:
        part = quotient(substituted(*t.inner, dims, first_range, space), t.divisor, space);
        break;
      case Kind::Remainder:
        part = remainder(substituted(*t.inner, dims, first_range, space), t.divisor, space);
        break;
    }
    out = sum(out, scaled(part, t.coefficient));
  }
  return out;
}

int depth(const TileIndex& a) {
  int deepest = 0;
  for (const TileTerm& t : a.terms)
    if (t.inner) deepest = std::max(deepest, 1 + depth(*t.inner));
  return deepest;
}

std::vector<TileIndex> reshape_indices(const std::vector<int64_t>& from, const std::vector<int64_t>& to) {
  std::vector<TileIndex> out;
  const TileSpace space{to, {}};
  if (std::ranges::find(from, 0) != from.end()) return std::vector<TileIndex>(from.size());
  size_t i = 0, j = 0;
  while (i < from.size() || j < to.size()) {
    // The next dimensions of both that have as many elements.
    const size_t first_i = i, first_j = j;
    int64_t in = 1, result = 1;
    while (true) {
      if (i < from.size() && (i == first_i || in < result)) {
        in *= from[i++];
      } else if (j < to.size() && (j == first_j || result < in)) {
        result *= to[j++];
      } else {
        break;
      }
    }
    TileIndex linear;
    int64_t stride = 1;
    for (size_t d = j; d-- > first_j;) {
      linear = sum(linear, scaled(TileIndex::of_dim(static_cast<int64_t>(d)), stride));
      stride *= to[d];
    }
    if (i - first_i == 1) {
      out.push_back(linear);
      continue;
    }
    for (size_t d = first_i; d < i; ++d) {
      int64_t minor = 1;
      for (size_t e = d + 1; e < i; ++e) minor *= from[e];
      out.push_back(quotient(linear, minor, space));
      linear = remainder(linear, minor, space);
    }
  }
  return out;
}

namespace {

struct Part {
  SizeAndStride value;
  int64_t most = 0;     // the size when all is covered
  bool simple = false;  // a dimension or a constant
};

std::optional<int64_t> as_dim(const TileIndex& a) {
  const TileTerm* t = only_term(a);
  return t && t->kind == Kind::Dim ? std::optional(t->id) : std::nullopt;
}

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

std::optional<Part> part_of(const TileTerm& t, std::span<const int64_t> tile, const TileSpace& space) {
  auto extent = [&](int64_t dim) { return tile[static_cast<size_t>(dim)]; };
  Part p;
  p.value.stride = t.coefficient;
  switch (t.kind) {
    case Kind::Dim:
      p.value.size = extent(t.id);
      p.most = space.dims[static_cast<size_t>(t.id)];
      p.simple = true;
      return p;
    case Kind::Range:
      p.value.size = p.most = space.ranges[static_cast<size_t>(t.id)];
      p.simple = true;
      return p;
    case Kind::Quotient: {
      const auto dim = as_dim(*t.inner);
      if (!dim) return std::nullopt;
      p.value.size = ceil_div(extent(*dim), t.divisor);
      return p;
    }
    case Kind::Remainder: {
      int64_t count = 0;
      if (const auto dim = as_dim(*t.inner)) {
        count = extent(*dim);
      } else {
        const TileTerm* q = only_term(*t.inner);
        if (!q || q->kind != Kind::Quotient) return std::nullopt;
        const auto divided = as_dim(*q->inner);
        if (!divided) return std::nullopt;
        count = ceil_div(extent(*divided), q->divisor);
      }
      p.value.size = count - (count - 1) / t.divisor * t.divisor;
      p.value.holds = count > 0 && (t.divisor % count == 0 || count % t.divisor == 0);
      return p;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<SizeAndStride> size_and_stride(const TileIndex& a, std::span<const int64_t> tile,
                                             const TileSpace& space) {
  std::vector<Part> parts;
  for (const TileTerm& t : a.terms) {
    const auto p = part_of(t, tile, space);
    if (!p) return std::nullopt;
    parts.push_back(*p);
  }
  if (parts.empty()) return SizeAndStride{};
  if (parts.size() == 1) return parts[0].value;
  auto stride = [](const Part& p) { return std::abs(p.value.stride); };
  std::ranges::stable_sort(parts, {}, stride);
  SizeAndStride all;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].simple) return std::nullopt;
    if (i > 0 && parts[i - 1].most * stride(parts[i - 1]) != stride(parts[i])) return std::nullopt;
    all.size *= parts[i].value.size;
    all.holds = all.holds && parts[i].value.holds;
  }
  // The stride is that of the fastest part that is more than one element.
  for (auto it = parts.rbegin(); it != parts.rend(); ++it)
    if (it->value.size != 1) all.stride = it->value.stride;
  // From the slowest: ones, perhaps one part that is covered in part, parts that are covered, ones.
  size_t i = parts.size();
  while (i > 0 && parts[i - 1].value.size == 1) --i;
  if (i > 0) --i;
  while (i > 0 && parts[i - 1].value.size == parts[i - 1].most) --i;
  while (i > 0 && parts[i - 1].value.size == 1) --i;
  all.holds = all.holds && i == 0;
  return all;
}

}  // namespace eutectic::fusion::xla
