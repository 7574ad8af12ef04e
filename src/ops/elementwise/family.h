// How a family file defines its ops: a table with one row per op,
//   #define OPS(X) X(Kind, operands, "types", shape rule, kernel selector, traits, "summary") ...
// expanded by EUTECTIC_ELEMENTWISE_FAMILY into the OpDefs and the family's kernel table.
#pragma once
#include <span>

#include "ops/op_def.h"
#include "ops/scalar_kernel.h"

namespace eutectic::elementwise {

using KernelSelector = ScalarKernel (*)(const OpView&);
using ShapeRule = Result<Shape> (*)(const OpView&);

struct KernelRow {
  OpKind kind;
  KernelSelector select;
};

// Shape rules; all check that operands have one shape and that operand 0's type is allowed by the op.
Result<Shape> same_shape(const OpView& op);     // result: operand 0's shape
Result<Shape> pred_shape(const OpView& op);     // result: pred
Result<Shape> part_shape(const OpView& op);     // complex becomes its part type (abs, real, imag)
Result<Shape> complex_shape(const OpView& op);  // f32, f32 -> c64
Result<Shape> select_shape(const OpView& op);
Result<Shape> clamp_shape(const OpView& op);
Result<Shape> convert_shape(const OpView& op);
Result<Shape> bitcast_convert_shape(const OpView& op);
Result<Shape> reduce_precision_shape(const OpView& op);
Result<Shape> stochastic_convert_shape(const OpView& op);
Result<Shape> compare_shape(const OpView& op);

std::optional<AccessMap> identity_access(const OpView& op, AccessPair at);
// The kernel over whole arrays; reuses an operand's buffer where it is free; scalar operands are repeated.
Result<Literal> evaluate(EvalContext& ctx);
Result<Literal> evaluate_bitcast_convert(EvalContext& ctx);

OpDef make_def(OpKind kind, int operands, std::string_view types, ShapeRule shape, OpTraits traits,
               std::string_view summary, std::vector<AttrSpec> attrs = {});

inline constexpr OpTraits plain{.elementwise = true};
inline constexpr OpTraits commutes{.elementwise = true, .commutative = true};

// Kernel tables of the family files.
std::span<const KernelRow> arithmetic_kernels();
std::span<const KernelRow> bitwise_kernels();
std::span<const KernelRow> compare_kernels();
std::span<const KernelRow> convert_kernels();
std::span<const KernelRow> unary_math_kernels();
std::span<const KernelRow> special_kernels();
std::span<const KernelRow> complex_part_kernels();

#define EUTECTIC_DEFINE_OP(kind, operands, types, shape, select, traits, summary, ...)                 \
  extern const OpDef op_def_##kind;                                                                    \
  const OpDef op_def_##kind = elementwise::make_def(OpKind::kind, operands, types, elementwise::shape, \
                                                    elementwise::traits, summary, {__VA_ARGS__});
#define EUTECTIC_KERNEL_ROW(kind, operands, types, shape, select, ...) {OpKind::kind, select},

}  // namespace eutectic::elementwise
