// Index expressions. Every expression is kept in a normal form: a sum of terms `atom * coefficient` in a
// fixed order plus a constant, where an atom is a variable, a floordiv, a mod or a clamp.
#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <numeric>

#include "base/check.h"
#include "index/access_map.h"

namespace eutectic {

struct IndexExpr::Node {
  Kind kind;
  int64_t value = 0, high = 0;
  IndexExpr left{std::shared_ptr<const Node>()}, right{std::shared_ptr<const Node>()};
};

namespace {

// Wraps instead of overflowing: only hostile extents come near the limits, and those are refused earlier.
int64_t add(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }
int64_t mul(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b)); }
int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && a < 0); }
int64_t floor_mod(int64_t a, int64_t b) { return a % b + (a % b < 0 ? b : 0); }

std::strong_ordering order(const IndexExpr& a, const IndexExpr& b) {
  using Kind = IndexExpr::Kind;
  if (auto c = a.kind() <=> b.kind(); c != 0) return c;
  switch (a.kind()) {
    case Kind::Const:
    case Kind::Dim:
    case Kind::Range:
    case Kind::Runtime:
      return a.value() <=> b.value();
    case Kind::Add:
      if (auto c = order(a.left(), b.left()); c != 0) return c;
      return order(a.right(), b.right());
    default:
      if (auto c = order(a.left(), b.left()); c != 0) return c;
      if (auto c = a.value() <=> b.value(); c != 0) return c;
      return a.kind() == Kind::Clamp ? a.high() <=> b.high() : std::strong_ordering::equal;
  }
}

struct Term {
  IndexExpr atom;
  int64_t factor;
};
struct Sum {
  std::vector<Term> terms;
  int64_t constant = 0;
};

void collect(const IndexExpr& e, int64_t factor, Sum& out) {
  const IndexExpr* at = &e;
  // Sums lean to the left.
  while (at->kind() == IndexExpr::Kind::Add) {
    collect(at->right(), factor, out);
    at = &at->left();
  }
  if (at->kind() == IndexExpr::Kind::Const)
    out.constant = add(out.constant, mul(at->value(), factor));
  else if (at->kind() == IndexExpr::Kind::Mul)
    out.terms.push_back({at->left(), mul(factor, at->value())});
  else
    out.terms.push_back({*at, factor});
}

void merge(Sum& s) {
  std::ranges::sort(s.terms, [](const Term& a, const Term& b) { return order(a.atom, b.atom) < 0; });
  std::vector<Term> merged;
  for (Term& t : s.terms) {
    if (!merged.empty() && merged.back().atom == t.atom)
      merged.back().factor = add(merged.back().factor, t.factor);
    else
      merged.push_back(std::move(t));
    if (merged.back().factor == 0) merged.pop_back();
  }
  s.terms = std::move(merged);
}

// (x floordiv n) * (c*n) + (x mod n) * c = x * c, and
// ((x floordiv n) mod m) * (c*n) + (x mod n) * c = (x mod n*m) * c.
bool rejoin(Sum& s) {
  using Kind = IndexExpr::Kind;
  for (size_t i = 0; i < s.terms.size(); ++i) {
    const Term low = s.terms[i];
    if (low.atom.kind() != Kind::Mod) continue;
    const int64_t n = low.atom.value();
    const IndexExpr quotient = low.atom.left().floordiv(n);
    for (size_t j = 0; j < s.terms.size(); ++j) {
      const Term high = s.terms[j];
      if (j == i || high.factor != mul(low.factor, n)) continue;
      IndexExpr joined;
      if (high.atom == quotient)
        joined = low.atom.left();
      else if (high.atom.kind() == Kind::Mod && high.atom.left() == quotient)
        joined = low.atom.left().mod(mul(n, high.atom.value()));
      else
        continue;
      s.terms.erase(s.terms.begin() + static_cast<ptrdiff_t>(std::max(i, j)));
      s.terms.erase(s.terms.begin() + static_cast<ptrdiff_t>(std::min(i, j)));
      collect(joined, low.factor, s);
      return true;
    }
    // quotient may itself be a sum (constants or multiples moved out of the floordiv).
    if (quotient.kind() == Kind::Add) {
      Sum q;
      collect(quotient, mul(low.factor, n), q);
      std::vector<size_t> found;
      for (const Term& t : q.terms)
        for (size_t j = 0; j < s.terms.size(); ++j)
          if (j != i && s.terms[j].atom == t.atom && s.terms[j].factor == t.factor) found.push_back(j);
      if (found.size() == q.terms.size()) {
        found.push_back(i);
        std::ranges::sort(found, std::greater<>());
        for (size_t j : found) s.terms.erase(s.terms.begin() + static_cast<ptrdiff_t>(j));
        s.constant = add(s.constant, -q.constant);
        collect(low.atom.left(), low.factor, s);
        return true;
      }
    }
  }
  return false;
}

}  // namespace

IndexExpr IndexExpr::constant(int64_t value) {
  return IndexExpr(std::make_shared<const Node>(Node{.kind = Kind::Const, .value = value}));
}
IndexExpr IndexExpr::dim(int64_t n) {
  return IndexExpr(std::make_shared<const Node>(Node{.kind = Kind::Dim, .value = n}));
}
IndexExpr IndexExpr::range(int64_t n) {
  return IndexExpr(std::make_shared<const Node>(Node{.kind = Kind::Range, .value = n}));
}
IndexExpr IndexExpr::runtime(int64_t n) {
  return IndexExpr(std::make_shared<const Node>(Node{.kind = Kind::Runtime, .value = n}));
}

IndexExpr::Kind IndexExpr::kind() const { return node_->kind; }
int64_t IndexExpr::value() const { return node_->value; }
int64_t IndexExpr::high() const { return node_->high; }
const IndexExpr& IndexExpr::left() const { return node_->left; }
const IndexExpr& IndexExpr::right() const { return node_->right; }

bool IndexExpr::operator==(const IndexExpr& other) const { return node_ == other.node_ || order(*this, other) == 0; }

IndexExpr operator+(const IndexExpr& a, const IndexExpr& b) {
  Sum s;
  collect(a, 1, s);
  collect(b, 1, s);
  do merge(s);
  while (rejoin(s));
  IndexExpr out = IndexExpr::constant(0);
  bool first = true;
  using Node = IndexExpr::Node;
  auto append = [&](IndexExpr e) {
    out = first ? std::move(e)
                : IndexExpr(std::make_shared<const Node>(
                      Node{.kind = IndexExpr::Kind::Add, .left = std::move(out), .right = std::move(e)}));
    first = false;
  };
  for (Term& t : s.terms)
    append(t.factor == 1 ? t.atom
                         : IndexExpr(std::make_shared<const Node>(
                               Node{.kind = IndexExpr::Kind::Mul, .value = t.factor, .left = t.atom})));
  if (s.constant != 0 || first) append(IndexExpr::constant(s.constant));
  return out;
}

IndexExpr operator*(const IndexExpr& a, int64_t factor) {
  using Node = IndexExpr::Node;
  using Kind = IndexExpr::Kind;
  if (factor == 0) return IndexExpr::constant(0);
  if (factor == 1) return a;
  switch (a.kind()) {
    case Kind::Const:
      return IndexExpr::constant(mul(a.value(), factor));
    case Kind::Mul:
      return a.left() * mul(a.value(), factor);
    case Kind::Add:
      return a.left() * factor + a.right() * factor;
    default:
      return IndexExpr(std::make_shared<const Node>(Node{.kind = Kind::Mul, .value = factor, .left = a}));
  }
}

IndexExpr IndexExpr::floordiv(int64_t divisor) const {
  CHECK(divisor > 0, "floordiv by {}", divisor);
  if (divisor == 1) return *this;
  if (kind() == Kind::Const) return constant(floor_div(value(), divisor));
  int64_t product;
  if (kind() == Kind::FloorDiv && !__builtin_mul_overflow(value(), divisor, &product)) return left().floordiv(product);
  // (x mod n*d) floordiv d = (x floordiv d) mod n
  if (kind() == Kind::Mod && value() % divisor == 0) return left().floordiv(divisor).mod(value() / divisor);
  // Multiples of the divisor move out; what remains may share a factor with it.
  Sum s;
  collect(*this, 1, s);
  IndexExpr out = constant(floor_div(s.constant, divisor)), rest = constant(0);
  int64_t remainder = floor_mod(s.constant, divisor), common = divisor;
  for (const Term& t : s.terms) {
    const int64_t inner = floor_mod(t.factor, divisor);
    if (inner == 0) {
      out = out + t.atom * (t.factor / divisor);
    } else {
      rest = rest + t.atom * t.factor;
      common = std::gcd(common, t.factor);
    }
  }
  if (rest.kind() == Kind::Const) return out;
  if (common > 1) {
    IndexExpr divided = constant(remainder / common);
    Sum r;
    collect(rest, 1, r);
    for (const Term& t : r.terms) divided = divided + t.atom * (t.factor / common);
    return out + divided.floordiv(divisor / common);
  }
  return out + IndexExpr(std::make_shared<const Node>(
                   Node{.kind = Kind::FloorDiv, .value = divisor, .left = rest + constant(remainder)}));
}

IndexExpr IndexExpr::mod(int64_t divisor) const {
  CHECK(divisor > 0, "mod {}", divisor);
  if (divisor == 1) return constant(0);
  if (kind() == Kind::Const) return constant(floor_mod(value(), divisor));
  if (kind() == Kind::Mod && value() % divisor == 0) return left().mod(divisor);
  Sum s;
  collect(*this, 1, s);
  int64_t remainder = floor_mod(s.constant, divisor), common = divisor;
  IndexExpr rest = constant(0);
  for (const Term& t : s.terms)
    if (t.factor % divisor != 0) {
      rest = rest + t.atom * t.factor;
      common = std::gcd(common, t.factor);
    }
  if (rest.kind() == Kind::Const) return constant(remainder);
  if (common > 1) {
    // (c*x + r) mod (c*d) = c * ((x + r/c) mod d) + r mod c
    IndexExpr divided = constant(remainder / common);
    Sum r;
    collect(rest, 1, r);
    for (const Term& t : r.terms) divided = divided + t.atom * (t.factor / common);
    return divided.mod(divisor / common) * common + constant(remainder % common);
  }
  return IndexExpr(
      std::make_shared<const Node>(Node{.kind = Kind::Mod, .value = divisor, .left = rest + constant(remainder)}));
}

IndexExpr IndexExpr::clamp(int64_t low, int64_t high) const {
  CHECK(low <= high, "clamp to [{}, {}]", low, high);
  if (low == high) return constant(low);
  if (kind() == Kind::Const) return constant(std::clamp(value(), low, high));
  if (kind() == Kind::Clamp && low <= value() && this->high() <= high) return *this;
  return IndexExpr(std::make_shared<const Node>(Node{.kind = Kind::Clamp, .value = low, .high = high, .left = *this}));
}

int64_t IndexExpr::evaluate(std::span<const int64_t> dims, std::span<const int64_t> ranges,
                            std::span<const int64_t> runtimes) const {
  int64_t sum = 0;
  const IndexExpr* at = this;
  while (at->kind() == Kind::Add) {
    sum = add(sum, at->right().evaluate(dims, ranges, runtimes));
    at = &at->left();
  }
  switch (at->kind()) {
    case Kind::Const:
      return add(sum, at->value());
    case Kind::Dim:
      return add(sum, dims[static_cast<size_t>(at->value())]);
    case Kind::Range:
      return add(sum, ranges[static_cast<size_t>(at->value())]);
    case Kind::Runtime:
      return add(sum, runtimes[static_cast<size_t>(at->value())]);
    default:
      break;
  }
  const int64_t x = at->left().evaluate(dims, ranges, runtimes);
  switch (at->kind()) {
    case Kind::Mul:
      return add(sum, mul(x, at->value()));
    case Kind::FloorDiv:
      return add(sum, floor_div(x, at->value()));
    case Kind::Mod:
      return add(sum, floor_mod(x, at->value()));
    default:
      return add(sum, std::clamp(x, at->value(), at->high()));
  }
}

std::string IndexExpr::to_string() const {
  auto operand = [&] {
    const bool simple = left().kind() == Kind::Dim || left().kind() == Kind::Range || left().kind() == Kind::Runtime ||
                        left().kind() == Kind::Clamp;
    return simple ? left().to_string() : fmt::format("({})", left().to_string());
  };
  switch (kind()) {
    case Kind::Const:
      return fmt::format("{}", value());
    case Kind::Dim:
      return fmt::format("d{}", value());
    case Kind::Range:
      return fmt::format("r{}", value());
    case Kind::Runtime:
      return fmt::format("s{}", value());
    case Kind::Add:
      if (right().kind() == Kind::Const && right().value() < 0 && right().value() != INT64_MIN)
        return fmt::format("{} - {}", left().to_string(), -right().value());
      return fmt::format("{} + {}", left().to_string(), right().to_string());
    case Kind::Mul:
      return fmt::format("{} * {}", operand(), value());
    case Kind::FloorDiv:
      return fmt::format("{} floordiv {}", operand(), value());
    case Kind::Mod:
      return fmt::format("{} mod {}", operand(), value());
    case Kind::Clamp:
      return fmt::format("clamp({}, {}, {})", value(), left().to_string(), high());
  }
  return {};
}

}  // namespace eutectic
