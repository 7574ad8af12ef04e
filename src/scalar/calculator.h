// Emitters that compute: Calculator evaluates every op at once on one element (constant folding, tests),
// BatchCalculator on many elements in native arithmetic (accuracy tests over millions of inputs).
#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "scalar/emitter.h"

namespace eutectic::scalar {

class Calculator : public Emitter {
 public:
  using Emitter::emit;
  Value emit(Op op, ElementType type, std::span<const Value> operands) override;
  Value constant(ElementType type, Bits bits) override;
  ElementType type(Value value) const override { return slots_[value.id].type; }

  Value input(ElementType type, Bits bits) { return constant(type, bits); }
  Bits bits(Value value) const { return slots_[value.id].bits; }
  double number(Value value) const { return decode(slots_[value.id].type, slots_[value.id].bits); }
  using Emitter::number;
  // Forgets all values and counts.
  void clear();
  int operations() const { return operations_; }  // all but constants and bitcasts
  int count(Op op) const { return counts_[static_cast<size_t>(op)]; }

 private:
  struct Slot {
    ElementType type;
    Bits bits;
  };
  std::vector<Slot> slots_;
  std::array<int, op_count> counts_{};
  int operations_ = 0;
};

// Elements of f32, f64, pred and the 32- and 64-bit integers; an op on other types goes through `evaluate`.
class BatchCalculator : public Emitter {
 public:
  explicit BatchCalculator(size_t lanes) : lanes_(lanes) {}
  using Emitter::emit;
  Value emit(Op op, ElementType type, std::span<const Value> operands) override;
  Value constant(ElementType type, Bits bits) override;
  ElementType type(Value value) const override { return slots_[value.id].type; }

  Value input(ElementType type, std::span<const Bits> bits);
  std::span<const Bits> bits(Value value) const { return slots_[value.id].bits; }
  void clear() { used_ = 0; }
  size_t lanes() const { return lanes_; }

 private:
  struct Slot {
    ElementType type;
    std::vector<Bits> bits;
  };
  Value fresh(ElementType type);

  size_t lanes_;
  size_t used_ = 0;
  std::vector<Slot> slots_;  // kept by clear(), for their memory
};

}  // namespace eutectic::scalar
