// Scalar operations: the set, their signatures and their exact meaning on one element. Interpreters, constant
// folding and the back ends' tests all agree with `evaluate`. The table is scalar_op.def.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "array/element_type.h"

namespace eutectic::scalar {

enum class Op : uint8_t {
#define SCALAR_OP(name, ...) name,
#include "scalar/scalar_op.def"
#undef SCALAR_OP
};
inline constexpr int op_count = 0
#define SCALAR_OP(...) +1
#include "scalar/scalar_op.def"
#undef SCALAR_OP
    ;

enum class OpGroup : uint8_t { Primitive, Composite };
struct OpInfo {
  std::string_view text;
  int operands;
  OpGroup group;
};
const OpInfo& info(Op op);
std::optional<Op> op_from_text(std::string_view text);

// Types that a kernel may compute with: pred, s8..s64, u8..u64, f16, bf16, f32, f64.
bool is_scalar_type(ElementType type);

// The result type of a primitive for operand types, or nullopt where it does not apply. Convert and Bitcast
// have the type that is asked for: `wanted`.
std::optional<ElementType> result_type(Op op, std::span<const ElementType> operands, ElementType wanted);

// A value's bits, in the low bits of a word: pred 0 or 1, integers zero-extended to 64 bits from their width,
// floats as their encoding.
using Bits = uint64_t;

// A primitive's result. Operand types as result_type accepts them.
Bits evaluate(Op op, ElementType result, std::span<const ElementType> types, std::span<const Bits> operands);

// Encoding of a value in a type, rounded to nearest even (floats) or wrapped (integers).
Bits encode(ElementType type, double value);
Bits encode_int(ElementType type, int64_t value);
double decode(ElementType type, Bits bits);       // exact but for 64-bit integers
int64_t decode_int(ElementType type, Bits bits);  // integers and pred

}  // namespace eutectic::scalar
