// Affine index forms over atoms (lane numbers, loop counters, run-time values, quotients and remainders that did
// not simplify), interned: equal forms have equal ids. Every form knows its range, which is what simplifies it.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/ids.h"

namespace eutectic::analysis {

using AtomId = Id<struct AtomTag>;
using AffineId = Id<struct AffineTag>;

struct Range {
  int64_t lo = 0, hi = 0;  // inclusive
  bool within(int64_t a, int64_t b) const { return lo >= a && hi <= b; }
};

enum class AtomKind : uint8_t {
  Lane,      // number: lane axis
  Counter,   // number: loop; 0 .. trip count - 1
  Node,      // number: a scalar node whose value is the index
  FloorDiv,  // form floordiv divisor
  Mod,       // form mod divisor
};
struct Atom {
  AtomKind kind = AtomKind::Lane;
  uint32_t number = 0;
  AffineId form;
  int64_t divisor = 1;
  Range range;
};

struct Affine {
  int64_t constant = 0;
  std::vector<std::pair<AtomId, int64_t>> terms;  // by atom, coefficients not 0
  Range range;
};

class AffineTable {
 public:
  AtomId atom(AtomKind kind, uint32_t number, Range range);
  AffineId constant(int64_t value);
  AffineId of(AtomId atom, int64_t scale = 1);
  AffineId add(AffineId a, AffineId b, int64_t scale_b = 1);
  AffineId add(AffineId a, int64_t constant);
  AffineId scale(AffineId a, int64_t factor);
  AffineId floordiv(AffineId a, int64_t divisor);  // divisor > 0
  AffineId mod(AffineId a, int64_t divisor);

  const Affine& operator[](AffineId id) const { return forms_[id]; }
  const Atom& operator[](AtomId id) const { return atoms_[id]; }
  bool is_constant(AffineId id) const { return forms_[id].terms.empty(); }
  std::string to_string(AffineId id) const;

 private:
  AffineId intern(Affine form);
  AtomId intern(Atom atom);

  Store<AffineId, Affine> forms_;
  Store<AtomId, Atom> atoms_;
  std::unordered_map<std::string, AffineId> form_ids_;
  std::unordered_map<std::string, AtomId> atom_ids_;
};

// Saturating interval arithmetic.
Range operator+(Range a, Range b);
Range operator*(Range a, int64_t factor);

}  // namespace eutectic::analysis
