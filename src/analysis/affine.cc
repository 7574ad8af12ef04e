#include "analysis/affine.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/check.h"

namespace eutectic::analysis {
namespace {

constexpr int64_t lowest = std::numeric_limits<int64_t>::min(), greatest = std::numeric_limits<int64_t>::max();

int64_t saturated(__int128 v) { return v < lowest ? lowest : v > greatest ? greatest : static_cast<int64_t>(v); }

template <class T>
void put(std::string& key, T value) {
  key.append(reinterpret_cast<const char*>(&value), sizeof value);
}

int64_t floor_div(int64_t a, int64_t b) { return a / b - ((a % b != 0) && (a < 0)); }

}  // namespace

Range operator+(Range a, Range b) {
  return {saturated(static_cast<__int128>(a.lo) + b.lo), saturated(static_cast<__int128>(a.hi) + b.hi)};
}
Range operator*(Range a, int64_t f) {
  int64_t x = saturated(static_cast<__int128>(a.lo) * f), y = saturated(static_cast<__int128>(a.hi) * f);
  return f >= 0 ? Range{x, y} : Range{y, x};
}

AtomId AffineTable::intern(Atom a) {
  std::string key;
  put(key, a.kind);
  put(key, a.number);
  put(key, a.form.value);
  put(key, a.divisor);
  auto [it, fresh] = atom_ids_.try_emplace(std::move(key));
  if (fresh) it->second = atoms_.add(a);
  return it->second;
}

AffineId AffineTable::intern(Affine f) {
  std::erase_if(f.terms, [](const auto& t) { return t.second == 0; });
  std::sort(f.terms.begin(), f.terms.end());
  std::string key;
  put(key, f.constant);
  for (const auto& [a, c] : f.terms) {
    put(key, a.value);
    put(key, c);
  }
  auto [it, fresh] = form_ids_.try_emplace(std::move(key));
  if (fresh) {
    f.range = {f.constant, f.constant};
    for (const auto& [a, c] : f.terms) f.range = f.range + atoms_[a].range * c;
    it->second = forms_.add(std::move(f));
  }
  return it->second;
}

AtomId AffineTable::atom(AtomKind kind, uint32_t number, Range range) {
  Atom a;
  a.kind = kind;
  a.number = number;
  a.range = range;
  return intern(a);
}

AffineId AffineTable::constant(int64_t value) {
  Affine f;
  f.constant = value;
  return intern(std::move(f));
}

AffineId AffineTable::of(AtomId atom, int64_t factor) {
  if (atoms_[atom].range.lo == atoms_[atom].range.hi) return constant(atoms_[atom].range.lo * factor);
  Affine f;
  f.terms = {{atom, factor}};
  return intern(std::move(f));
}

AffineId AffineTable::add(AffineId a, AffineId b, int64_t scale_b) {
  Affine f;
  const Affine &x = forms_[a], &y = forms_[b];
  f.constant = x.constant + y.constant * scale_b;
  f.terms = x.terms;
  for (const auto& [atom, c] : y.terms) {
    auto it = std::find_if(f.terms.begin(), f.terms.end(), [&](const auto& t) { return t.first == atom; });
    if (it == f.terms.end()) {
      f.terms.emplace_back(atom, c * scale_b);
    } else {
      it->second += c * scale_b;
    }
  }
  return intern(std::move(f));
}

AffineId AffineTable::add(AffineId a, int64_t c) {
  if (c == 0) return a;
  Affine f = forms_[a];
  f.constant += c;
  return intern(std::move(f));
}

AffineId AffineTable::scale(AffineId a, int64_t factor) {
  if (factor == 1) return a;
  Affine f = forms_[a];
  f.constant *= factor;
  for (auto& t : f.terms) t.second *= factor;
  return intern(std::move(f));
}

AffineId AffineTable::floordiv(AffineId a, int64_t d) {
  CHECK(d > 0, "division of an index by {}", d);
  if (d == 1) return a;
  const Affine x = forms_[a];
  // a = d * quotient + rest, the rest as small as the coefficients allow.
  Affine quotient, rest;
  quotient.constant = floor_div(x.constant, d);
  rest.constant = x.constant - quotient.constant * d;
  for (const auto& [atom, c] : x.terms) {
    if (c % d == 0) {
      quotient.terms.emplace_back(atom, c / d);
    } else {
      rest.terms.emplace_back(atom, c);
    }
  }
  AffineId q = intern(std::move(quotient)), r = intern(std::move(rest));
  Range range = forms_[r].range;
  int64_t low = floor_div(range.lo, d);
  if (low == floor_div(range.hi, d)) return add(q, low);
  Atom atom;
  atom.kind = AtomKind::FloorDiv;
  atom.form = r;
  atom.divisor = d;
  atom.range = {low, floor_div(range.hi, d)};
  return add(q, of(intern(atom)));
}

AffineId AffineTable::mod(AffineId a, int64_t d) {
  CHECK(d > 0, "remainder of an index by {}", d);
  if (d == 1) return constant(0);
  const Affine x = forms_[a];
  Affine rest;
  rest.constant = x.constant - floor_div(x.constant, d) * d;
  for (const auto& [atom, c] : x.terms)
    if (c % d != 0) rest.terms.emplace_back(atom, c);
  AffineId r = intern(std::move(rest));
  Range range = forms_[r].range;
  int64_t low = floor_div(range.lo, d);
  if (low == floor_div(range.hi, d)) return add(r, -low * d);
  Atom atom;
  atom.kind = AtomKind::Mod;
  atom.form = r;
  atom.divisor = d;
  atom.range = {0, d - 1};
  return of(intern(atom));
}

std::string AffineTable::to_string(AffineId id) const {
  const Affine& f = forms_[id];
  std::string out;
  for (const auto& [a, c] : f.terms) {
    const Atom& atom = atoms_[a];
    std::string name;
    switch (atom.kind) {
      case AtomKind::Lane:
        name = fmt::format("l{}", atom.number);
        break;
      case AtomKind::Counter:
        name = fmt::format("t{}", atom.number);
        break;
      case AtomKind::Node:
        name = fmt::format("n{}", atom.number);
        break;
      case AtomKind::FloorDiv:
        name = fmt::format("({} floordiv {})", to_string(atom.form), atom.divisor);
        break;
      case AtomKind::Mod:
        name = fmt::format("({} mod {})", to_string(atom.form), atom.divisor);
        break;
    }
    if (!out.empty()) out += " + ";
    out += c == 1 ? name : fmt::format("{} * {}", c, name);
  }
  if (f.constant != 0 || out.empty()) out += fmt::format("{}{}", out.empty() ? "" : " + ", f.constant);
  return out;
}

}  // namespace eutectic::analysis
