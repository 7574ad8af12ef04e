// Whether two modules are the same: every table entry that means something, names and origins included.
// For round-trip tests.
#pragma once
#include <string>

#include "ir/module.h"

namespace eutectic::hlo {

// The first difference in words, or "". Ids of computations and instructions must agree.
std::string first_difference(const Module& a, const Module& b);

// Reads `text`, writes it, reads that and writes again (in both operand styles); says what went wrong
// ("does not parse: ...", "the second print differs", "the module differs: ..."), or "".
std::string check_round_trip(std::string_view text, std::string_view file);

}  // namespace eutectic::hlo
