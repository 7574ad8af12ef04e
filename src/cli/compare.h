// Comparing a result with the expected one: abs(got - want) <= absolute + relative * abs(want), NaN equal to
// NaN, infinities only to themselves; exact where both bounds are 0.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "array/literal.h"

namespace eutectic::cli {

struct Tolerance {
  double relative = 0, absolute = 0;
};

struct Comparison {
  int64_t count = 0, failures = 0;
  // Largest differences over elements where one can be taken, and where they are (-1: none).
  double max_absolute = 0, max_relative = 0, max_ulp = 0;
  int64_t at_absolute = -1, at_relative = -1, at_ulp = -1, first_failure = -1;
  bool pass() const { return failures == 0; }
};

// Both have the same element type and dimensions.
Comparison compare(const Literal& got, const Literal& want, Tolerance tolerance);

std::string to_text(const Comparison& c, const Literal& got, const Literal& want, Tolerance tolerance);
nlohmann::ordered_json to_json(const Comparison& c, const Literal& got, const Literal& want, Tolerance tolerance);

// The pairs [relative, absolute] of a corpus signature.json's "tolerance".
Result<std::vector<Tolerance>> read_signature(std::string_view json, const std::string& path);

}  // namespace eutectic::cli
