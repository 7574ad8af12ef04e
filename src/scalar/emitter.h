// What an expansion writes to: something that collects scalar operations. The code generator's graph is one, a
// direct calculator another (for tests and constant folding).
#pragma once
#include <cstdint>
#include <initializer_list>
#include <span>

#include "scalar/scalar_op.h"

namespace eutectic::scalar {

// A value of the emitter's own numbering.
struct Value {
  uint32_t id = 0xffffffffu;
  bool operator==(const Value&) const = default;
};

class Emitter {
 public:
  virtual ~Emitter() = default;
  // A primitive op. `type` is the result type (pred for comparisons, the target for convert and bitcast).
  virtual Value emit(Op op, ElementType type, std::span<const Value> operands) = 0;
  virtual Value constant(ElementType type, Bits bits) = 0;
  virtual ElementType type(Value value) const = 0;

  Value emit(Op op, ElementType type, std::initializer_list<Value> operands) {
    return emit(op, type, std::span(operands.begin(), operands.size()));
  }
  Value number(ElementType t, double v) { return constant(t, encode(t, v)); }
  Value integer(ElementType t, int64_t v) { return constant(t, encode_int(t, v)); }
};

}  // namespace eutectic::scalar
