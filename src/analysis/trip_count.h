// Counted loops: `while (i < limit) i += step`, and how often they run.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "ir/module.h"

namespace eutectic {

struct TripCount {
  int64_t index = 0;             // position of the counter in the carried tuple; -1: the counter is all there is
  std::string direction;         // the loop goes on while counter DIRECTION limit (LT LE GT GE NE)
  int64_t step = 0;              // added to the counter each time
  std::optional<int64_t> start;  // if constant
  std::optional<int64_t> limit;  // if constant
  int64_t limit_index = -1;      // the limit is this element of the carried tuple, which the body leaves alone
  std::optional<int64_t> count;  // how often the body runs, if known; the counter never wraps then
};

// The loop's counter, if its condition compares one with a constant or a value that the body leaves alone,
// and the body adds a constant to it. The carried value must be a tuple of arrays or one array.
std::optional<TripCount> trip_count(const Module& module, InstrId while_instr);

// The value of a scalar integer constant (also behind converts of integers, reshapes, copies).
std::optional<int64_t> integer_constant(const Module& module, InstrId id);

}  // namespace eutectic
