// Comparators of the form compare(f(x), f(y)), x and y the two values of one operand, as a sort key f.
#pragma once
#include <optional>

#include "ops/contract/common.h"
#include "ops/scalar_program.h"

namespace eutectic::contract {

struct SortKey {
  size_t operand = 0;
  bool descending = false;
  bool total_order = false;            // for floats: TOTALORDER rather than IEEE comparison
  std::optional<ScalarProgram> map;    // f; absent when it is the identity
  std::shared_ptr<Module> map_module;  // what `map` was compiled from
};

// Nothing if the comparator has another form (LE and GE included: they are not strict).
std::optional<SortKey> find_sort_key(const Module& module, CompId comparator, std::span<const Literal> operands);
Literal key_values(const SortKey& key, const Literal& operand);

}  // namespace eutectic::contract
