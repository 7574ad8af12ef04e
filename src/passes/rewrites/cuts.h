// Where the arrays of a computation are taken apart and where they were put together: cuts of dimensions, followed
// through ops that only move or map elements.
#pragma once
#include <map>
#include <set>
#include <vector>

#include "ir/module.h"

namespace eutectic::rewrites {

// Per dimension the elements before which it is cut; never 0.
using Cuts = std::map<size_t, std::set<int64_t>>;

class CutAnalysis {
 public:
  CutAnalysis(const Module& module, CompId comp);
  // What readers slice out of a value.
  const Cuts& taken_apart(InstrId id) const { return taken_[id.value - base_]; }
  // What a value was joined of.
  const Cuts& put_together(InstrId id) const { return joined_[id.value - base_]; }

 private:
  // Cuts of the result where operand `n` is cut, and the other way.
  Cuts to_result(InstrId id, size_t n, const Cuts& operand) const;
  Cuts to_operand(InstrId id, size_t n, const Cuts& result) const;
  // The result's dimensions where those of operand `n` are, unchanged; -1: nowhere.
  std::vector<int64_t> moved(InstrId id, size_t n) const;
  Cuts window(const Dims& start, const Dims& size, const Dims& dims) const;

  const Module& module_;
  const uint32_t base_;
  std::vector<Cuts> taken_, joined_;
};

}  // namespace eutectic::rewrites
