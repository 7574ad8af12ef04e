// Small random programs of one op each, for tests of access maps.
#pragma once
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "ir/op_kind.h"

namespace eutectic {

class AccessRandom {
 public:
  explicit AccessRandom(unsigned seed) : random_(seed) {}
  int64_t pick(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random_() % static_cast<uint64_t>(high - low + 1));
  }
  template <class T>
  T one_of(std::initializer_list<T> of) {
    return of.begin()[pick(0, static_cast<int64_t>(of.size()) - 1)];
  }
  std::vector<int64_t> dims(int64_t rank, int64_t low = 1, int64_t high = 3);
  std::vector<int64_t> permutation(int64_t rank);

 private:
  std::mt19937 random_;
};

enum class AccessValues { Small, Positive, Wild, Index, Matrix };

struct AccessArgument {
  std::string shape;
  AccessValues values = AccessValues::Small;
  // Whether every element that a map names can change the result that names it.
  bool exact = true;
};

// HLO: the arguments are parameters, the root is the op. `stated` may be any shape where the op implies it.
struct AccessProgram {
  std::vector<AccessArgument> arguments = {};
  std::string op = {}, attrs = {}, stated = "f32[]";
  std::string text() const;
};

// A random program of this op; without arguments where there is no maker for it.
AccessProgram access_program(OpKind op, AccessRandom& random);

}  // namespace eutectic
