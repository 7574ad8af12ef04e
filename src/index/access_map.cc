// Access maps: bounds by interval arithmetic, simplification by bounds, composition, text.
#include "index/access_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace eutectic {
namespace {

using Kind = IndexExpr::Kind;
constexpr int64_t lowest = std::numeric_limits<int64_t>::min(), highest = std::numeric_limits<int64_t>::max();

int64_t saturate(__int128 v) {
  if (v < lowest) return lowest;
  if (v > highest) return highest;
  return static_cast<int64_t>(v);
}
int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && a < 0); }
int64_t floor_mod(int64_t a, int64_t b) { return a % b + (a % b < 0 ? b : 0); }

IndexBounds extent(const std::vector<int64_t>& extents, int64_t n) {
  if (n < 0 || static_cast<size_t>(n) >= extents.size()) return {lowest, highest};
  return {0, std::max<int64_t>(extents[static_cast<size_t>(n)] - 1, 0)};
}

// The greatest divisor that all values of e - (its constant part) share, and that constant part.
int64_t step_of(const IndexExpr& e, int64_t& constant) {
  switch (e.kind()) {
    case Kind::Const:
      constant = e.value();
      return 0;
    case Kind::Add: {
      int64_t a = 0, b = 0;
      int64_t g = std::__gcd(step_of(e.left(), a), step_of(e.right(), b));
      constant = saturate(static_cast<__int128>(a) + b);
      return g < 0 ? -g : g;
    }
    case Kind::Mul: {
      int64_t inner = 0;
      const int64_t g = step_of(e.left(), inner);
      constant = saturate(static_cast<__int128>(inner) * e.value());
      return saturate(static_cast<__int128>(g) * (e.value() < 0 ? -e.value() : e.value()));
    }
    default:
      constant = 0;
      return 1;
  }
}

// Rebuilds an expression with its variables replaced; used by composition and simplification.
template <class Leaf, class Node>
IndexExpr rebuild(const IndexExpr& e, Leaf&& leaf, Node&& node) {
  switch (e.kind()) {
    case Kind::Const:
      return e;
    case Kind::Dim:
    case Kind::Range:
    case Kind::Runtime:
      return leaf(e);
    case Kind::Add:
      return node(rebuild(e.left(), leaf, node) + rebuild(e.right(), leaf, node));
    case Kind::Mul:
      return node(rebuild(e.left(), leaf, node) * e.value());
    case Kind::FloorDiv:
      return node(rebuild(e.left(), leaf, node).floordiv(e.value()));
    case Kind::Mod:
      return node(rebuild(e.left(), leaf, node).mod(e.value()));
    case Kind::Clamp:
      return node(rebuild(e.left(), leaf, node).clamp(e.value(), e.high()));
  }
  return e;
}

IndexExpr simplify_expr(const IndexExpr& e, const AccessMap& map) {
  auto leaf = [&](const IndexExpr& v) {
    const IndexBounds b = bounds_of(v, map);
    return b.low == b.high ? IndexExpr::constant(b.low) : v;
  };
  auto node = [&](IndexExpr x) {
    if (x.kind() == Kind::Mod || x.kind() == Kind::FloorDiv) {
      const IndexBounds b = bounds_of(x.left(), map);
      const int64_t n = x.value(), q = floor_div(b.low, n);
      if (q == floor_div(b.high, n)) {
        if (x.kind() == Kind::FloorDiv) return IndexExpr::constant(q);
        return x.left() + IndexExpr::constant(-q * n);
      }
    } else if (x.kind() == Kind::Clamp) {
      const IndexBounds b = bounds_of(x.left(), map);
      if (b.low >= x.value() && b.high <= x.high()) return x.left();
      if (b.high <= x.value()) return IndexExpr::constant(x.value());
      if (b.low >= x.high()) return IndexExpr::constant(x.high());
    }
    return x;
  };
  return rebuild(e, leaf, node);
}

IndexExpr simplify_fully(IndexExpr e, const AccessMap& map) {
  for (int round = 0; round < 4; ++round) {
    IndexExpr next = simplify_expr(e, map);
    if (next == e) break;
    e = std::move(next);
  }
  return e;
}

}  // namespace

IndexBounds bounds_of(const IndexExpr& e, const AccessMap& map) {
  switch (e.kind()) {
    case Kind::Const:
      return {e.value(), e.value()};
    case Kind::Dim:
      return extent(map.output_dims, e.value());
    case Kind::Range:
      return extent(map.ranges, e.value());
    case Kind::Runtime: {
      if (e.value() < 0 || static_cast<size_t>(e.value()) >= map.runtimes.size()) return {lowest, highest};
      const RuntimeValue& r = map.runtimes[static_cast<size_t>(e.value())];
      return {r.low, r.high};
    }
    case Kind::Add: {
      const IndexBounds a = bounds_of(e.left(), map), b = bounds_of(e.right(), map);
      return {saturate(static_cast<__int128>(a.low) + b.low), saturate(static_cast<__int128>(a.high) + b.high)};
    }
    case Kind::Mul: {
      const IndexBounds a = bounds_of(e.left(), map);
      const int64_t x = saturate(static_cast<__int128>(a.low) * e.value()),
                    y = saturate(static_cast<__int128>(a.high) * e.value());
      return {std::min(x, y), std::max(x, y)};
    }
    case Kind::FloorDiv: {
      const IndexBounds a = bounds_of(e.left(), map);
      return {floor_div(a.low, e.value()), floor_div(a.high, e.value())};
    }
    case Kind::Mod: {
      const IndexBounds a = bounds_of(e.left(), map);
      if (floor_div(a.low, e.value()) == floor_div(a.high, e.value()))
        return {floor_mod(a.low, e.value()), floor_mod(a.high, e.value())};
      return {0, e.value() - 1};
    }
    case Kind::Clamp: {
      const IndexBounds a = bounds_of(e.left(), map);
      return {std::clamp(a.low, e.value(), e.high()), std::clamp(a.high, e.value(), e.high())};
    }
  }
  return {lowest, highest};
}

AccessMap AccessMap::identity(std::span<const int64_t> dims) {
  std::vector<IndexExpr> index;
  for (size_t d = 0; d < dims.size(); ++d) index.push_back(IndexExpr::dim(static_cast<int64_t>(d)));
  return single(dims, std::move(index));
}

AccessMap AccessMap::single(std::span<const int64_t> output_dims, std::vector<IndexExpr> index,
                            std::vector<int64_t> ranges) {
  AccessMap map;
  map.output_dims.assign(output_dims.begin(), output_dims.end());
  map.ranges = std::move(ranges);
  map.pieces.push_back({{}, std::move(index)});
  return map;
}

AccessMap AccessMap::nothing(std::span<const int64_t> output_dims) {
  AccessMap map;
  map.output_dims.assign(output_dims.begin(), output_dims.end());
  return map;
}

bool AccessMap::is_identity() const {
  if (pieces.size() != 1 || !pieces[0].where.empty() || pieces[0].index.size() != output_dims.size() || !ranges.empty())
    return false;
  for (size_t d = 0; d < output_dims.size(); ++d)
    if (pieces[0].index[d] != IndexExpr::dim(static_cast<int64_t>(d))) return false;
  return true;
}

AccessMap simplify(const AccessMap& map) {
  AccessMap out = map;
  for (RuntimeValue& r : out.runtimes)
    for (IndexExpr& e : r.index) e = simplify_fully(e, map);
  out.pieces.clear();
  for (const AccessPiece& piece : map.pieces) {
    AccessPiece kept;
    bool empty = false;
    for (IndexConstraint c : piece.where) {
      c.expr = simplify_fully(c.expr, map);
      const IndexBounds b = bounds_of(c.expr, map);
      if (c.stride > 1) {
        int64_t constant = 0;
        const int64_t step = step_of(c.expr, constant);
        const bool aligned = floor_mod(saturate(static_cast<__int128>(constant) - c.low), c.stride) == 0;
        if (step % c.stride == 0) {
          empty = empty || !aligned;
          c.stride = 1;
        }
      }
      if (b.high < c.low || b.low > c.high || c.low > c.high) empty = true;
      if (c.stride == 1 && b.low >= c.low && b.high <= c.high) continue;
      if (std::ranges::find(kept.where, c) == kept.where.end()) kept.where.push_back(std::move(c));
    }
    if (empty) continue;
    for (const IndexExpr& e : piece.index) kept.index.push_back(simplify_fully(e, map));
    out.pieces.push_back(std::move(kept));
  }
  return out;
}

AccessMap compose(const AccessMap& outer, const AccessMap& inner) {
  AccessMap out;
  out.output_dims = outer.output_dims;
  out.ranges = outer.ranges;
  out.ranges.insert(out.ranges.end(), inner.ranges.begin(), inner.ranges.end());
  out.runtimes = outer.runtimes;
  const int64_t range_shift = static_cast<int64_t>(outer.ranges.size());
  for (const AccessPiece& first : outer.pieces) {
    // Which of out's run-time values inner's become under this piece: the value read depends on where.
    std::vector<int64_t> runtime_of(inner.runtimes.size(), 0);
    auto leaf = [&](const IndexExpr& v) -> IndexExpr {
      switch (v.kind()) {
        case Kind::Dim:
          return first.index[static_cast<size_t>(v.value())];
        case Kind::Range:
          return IndexExpr::range(v.value() + range_shift);
        default:
          return IndexExpr::runtime(runtime_of[static_cast<size_t>(v.value())]);
      }
    };
    auto node = [](IndexExpr e) { return e; };
    for (size_t r = 0; r < inner.runtimes.size(); ++r) {
      RuntimeValue value = inner.runtimes[r];
      for (IndexExpr& e : value.index) e = rebuild(e, leaf, node);
      const auto known =
          std::find(out.runtimes.begin() + static_cast<ptrdiff_t>(outer.runtimes.size()), out.runtimes.end(), value);
      runtime_of[r] = known - out.runtimes.begin();
      if (known == out.runtimes.end()) out.runtimes.push_back(std::move(value));
    }
    for (const AccessPiece& second : inner.pieces) {
      AccessPiece piece{first.where, {}};
      for (const IndexConstraint& c : second.where)
        piece.where.push_back({rebuild(c.expr, leaf, node), c.low, c.high, c.stride});
      for (const IndexExpr& e : second.index) piece.index.push_back(rebuild(e, leaf, node));
      out.pieces.push_back(std::move(piece));
    }
  }
  return out;
}

std::string AccessMap::to_string() const {
  auto names = [](char letter, const std::vector<int64_t>& extents) {
    std::string out;
    for (size_t i = 0; i < extents.size(); ++i) out += fmt::format("{}{}{}<{}", i ? ", " : "", letter, i, extents[i]);
    return out;
  };
  auto tuple = [](const std::vector<IndexExpr>& index) {
    std::string out;
    for (size_t i = 0; i < index.size(); ++i) out += fmt::format("{}{}", i ? ", " : "", index[i].to_string());
    return out;
  };
  std::string out = fmt::format("({}", names('d', output_dims));
  if (!ranges.empty()) out += fmt::format("; {}", names('r', ranges));
  out += ")";
  for (size_t s = 0; s < runtimes.size(); ++s)
    out += fmt::format(", s{} = operand {} [{}] in [{}, {}]", s, runtimes[s].operand, tuple(runtimes[s].index),
                       runtimes[s].low, runtimes[s].high);
  out += pieces.empty() ? " -> nothing" : " ->";
  for (size_t p = 0; p < pieces.size(); ++p) {
    out += fmt::format("{} [{}]", p ? ";" : "", tuple(pieces[p].index));
    for (size_t c = 0; c < pieces[p].where.size(); ++c) {
      const IndexConstraint& w = pieces[p].where[c];
      out += fmt::format("{} {} <= {} <= {}", c ? " and" : " where", w.low, w.expr.to_string(), w.high);
      if (w.stride > 1) out += fmt::format(" step {}", w.stride);
    }
  }
  return out;
}

}  // namespace eutectic
