// One value for all steps of a loop at once: instructions of its body over a new first dimension, the steps.
#pragma once
#include <optional>
#include <string>

#include "analysis/trip_count.h"
#include "passes/draft.h"

namespace eutectic::rewrites {

class Batch {
 public:
  using Local = Draft::Local;
  struct Value {
    Local local;
    bool batched = false;  // whether it has the new dimension; otherwise it is the same in all steps
  };

  // Instructions of `body` are made in `draft`, which is another computation's.
  Batch(Draft& draft, CompId body, int64_t steps);

  void set(InstrId id, Value value) { values_[id.value - base_] = value; }
  // Makes the instruction, whose operands have been made or set; nothing if there is no such form of its op.
  std::optional<Value> make(InstrId id);
  bool has(InstrId id) const { return values_[id.value - base_].has_value(); }
  const Value& at(InstrId id) const { return *values_[id.value - base_]; }
  // With the new dimension, whatever it had.
  Local batched(const Value& value);

  static bool can(const Module& module, InstrId id);

 private:
  Shape grown(const Shape& shape) const;
  std::optional<Value> elementwise(InstrId id);

  Draft& draft_;
  const Module& module_;
  const uint32_t base_;
  const int64_t steps_;
  std::vector<std::optional<Value>> values_;
};

// A loop's counter at its steps `first`, `first + each` ...: so many of them, of the counter's type.
Draft::Local counters(Draft& draft, const Shape& scalar, const TripCount& count, int64_t many, int64_t each,
                      int64_t first);

}  // namespace eutectic::rewrites
