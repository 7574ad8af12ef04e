// Values for people: summaries, single elements, and made-up inputs.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "array/literal.h"

namespace eutectic::cli {

// One element as text: "0.25", "true", "(1, -2)".
std::string element_text(const Literal& value, int64_t i);
// "[3, 17]" of a row-major position.
std::string index_text(const std::vector<int64_t>& dims, int64_t i);

// "min -1 mean 0.2 max 3; first 0.1 0.2 ..."
std::string summary_text(const Literal& value);
nlohmann::ordered_json summary_json(const Literal& value);

// Values of a given shape from a seed, the same on every machine: floats in [-1, 1), signed integers in
// [-8, 8), u8 and u16 in [0, 8), u32 and u64 any bits (they are mostly random keys), pred either.
Literal random_literal(const Shape& shape, uint64_t& state);

}  // namespace eutectic::cli
