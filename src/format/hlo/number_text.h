// One array element as HLO text: integers, pred, floats that round-trip exactly (NaN payloads included) and
// complex numbers.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "array/element_type.h"

namespace eutectic::hlo {

// Appends the element at `data`. A pred is "true"/"false", in an array "1"/"0".
void append_element(std::string& out, ElementType type, const std::byte* data, bool in_array);
// Reads one part of an element (not a complex number) from exactly `token` into `data`. On failure says why:
// "'x' is not a number", "300 does not fit in s8".
bool parse_element(std::string_view token, ElementType type, std::byte* data, std::string& why);

}  // namespace eutectic::hlo
