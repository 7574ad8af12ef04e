// Shape rules, access maps and evaluation that all element-wise ops share, and the kernel lookup.
#include "ops/elementwise/family.h"

#include <fmt/format.h>

#include <array>
#include <cstring>

#include "ops/evaluator.h"

namespace eutectic::elementwise {
namespace {

char letter(ElementType type) {
  switch (info(type).element_class) {
    case ElementClass::Bool:
      return 'p';
    case ElementClass::Signed:
      return 's';
    case ElementClass::Unsigned:
      return 'u';
    case ElementClass::Float:
      return 'f';
    case ElementClass::Complex:
      return 'c';
    case ElementClass::Aggregate:
      break;
  }
  return '?';
}

std::string describe_types(std::string_view letters) {
  std::string out;
  for (char c : letters) {
    if (!out.empty()) out += ", ";
    out += c == 'p'   ? "pred"
           : c == 's' ? "signed integers"
           : c == 'u' ? "unsigned integers"
           : c == 'f' ? "floats"
                      : "complex numbers";
  }
  return out;
}

// Operand n is an array of an allowed type.
Status check_type(const OpView& op, size_t n) {
  const Shape& shape = op.operand_shape(n);
  const std::string_view allowed = op_def(op.instr().op).types;
  if (!shape.is_array())
    return error(
        fmt::format("{} takes arrays, but operand {} is {}", hlo_name(op.instr().op), n, to_hlo(shape, false)));
  if (!allowed.empty() && allowed.find(letter(shape.type)) == std::string_view::npos)
    return error(fmt::format("{} does not take {}", hlo_name(op.instr().op), to_hlo(shape, false)), {},
                 fmt::format("element types that work: {}", describe_types(allowed)));
  return {};
}

Status check_operands(const OpView& op) {
  if (op.operand_count() == 0) return error(fmt::format("{} without operands", hlo_name(op.instr().op)));
  RETURN_IF_ERROR(check_type(op, 0));
  for (size_t n = 1; n < op.operand_count(); ++n)
    if (!same_logical(op.operand_shape(n), op.operand_shape(0)))
      return error(fmt::format("{} takes operands of one shape, but operand 0 is {} and operand {} is {} (C1)",
                               hlo_name(op.instr().op), to_hlo(op.operand_shape(0), false), n,
                               to_hlo(op.operand_shape(n), false)));
  return {};
}

Shape with_type(const Shape& shape, ElementType type) { return Shape::array(type, shape.dims); }
Shape bare(const Shape& shape) { return Shape::array(shape.type, shape.dims); }

}  // namespace

// One baseline type for operands and result: (C1) of most element-wise ops of the StableHLO specification.
Result<Shape> same_shape(const OpView& op) {
  RETURN_IF_ERROR(check_operands(op));
  return bare(op.operand_shape(0));
}

// is_finite (C1), and its relatives.
Result<Shape> pred_shape(const OpView& op) {
  RETURN_IF_ERROR(check_operands(op));
  return with_type(op.operand_shape(0), ElementType::Pred);
}

// compare (C1), (C2); (C3): only EQ and NE on complex numbers; TOTALORDER is for floats.
Result<Shape> compare_shape(const OpView& op) {
  RETURN_IF_ERROR(check_operands(op));
  const std::string& direction = op.attrs().text(AttrName::Direction);
  const ElementType type = op.operand_shape(0).type;
  if (is_complex(type) && direction != "EQ" && direction != "NE")
    return error(fmt::format("compare of {} with direction {}: complex numbers have no order",
                             to_hlo(op.operand_shape(0), false), direction),
                 {}, "directions that work: EQ, NE");
  const std::string& order = op.attrs().text(AttrName::CompareType);
  if (order == "TOTALORDER" && !is_float(type))
    return error(fmt::format("compare type TOTALORDER on {} (C3)", to_hlo(op.operand_shape(0), false)), {},
                 "TOTALORDER is for floats");
  return with_type(op.operand_shape(0), ElementType::Pred);
}

// abs (C1), (C2); real, imag (C1), (C2).
Result<Shape> part_shape(const OpView& op) {
  RETURN_IF_ERROR(check_operands(op));
  return with_type(op.operand_shape(0), part_type(op.operand_shape(0).type));
}

// complex (C1), (C2), (C3).
Result<Shape> complex_shape(const OpView& op) {
  RETURN_IF_ERROR(check_operands(op));
  const ElementType part = op.operand_shape(0).type;
  if (part != ElementType::F32 && part != ElementType::F64)
    return error(fmt::format("complex of {}", to_hlo(op.operand_shape(0), false)), {}, "parts are f32 or f64");
  return with_type(op.operand_shape(0), part == ElementType::F32 ? ElementType::C64 : ElementType::C128);
}

// select (C1): pred is scalar or of the result's dims; (C2): both values and the result of one shape.
Result<Shape> select_shape(const OpView& op) {
  for (size_t n = 0; n < 3; ++n)
    if (!op.operand_shape(n).is_array())  // tuples are selected by conditional
      return error(fmt::format("select takes arrays, but operand {} is {}", n, to_hlo(op.operand_shape(n), false)));
  RETURN_IF_ERROR(check_type(op, 0));
  const Shape& pred = op.operand_shape(0);
  if (!same_logical(op.operand_shape(1), op.operand_shape(2)))
    return error(fmt::format("select between {} and {} (C2)", to_hlo(op.operand_shape(1), false),
                             to_hlo(op.operand_shape(2), false)));
  if (pred.rank() != 0 && pred.dims != op.operand_shape(1).dims)
    return error(
        fmt::format("select by {} between values of {} (C1)", to_hlo(pred, false), to_hlo(op.operand_shape(1), false)),
        {}, "the predicate is a scalar or has the values' dimensions");
  return bare(op.operand_shape(1));
}

// clamp (C1), (C2): bounds are scalars or of the operand's dims; (C3): one element type; (C4): operand = result.
Result<Shape> clamp_shape(const OpView& op) {
  RETURN_IF_ERROR(check_type(op, 0));
  const Shape& x = op.operand_shape(1);
  for (size_t n : {size_t{0}, size_t{2}}) {
    const Shape& bound = op.operand_shape(n);
    if (!bound.is_array() || bound.type != x.type || (bound.rank() != 0 && bound.dims != x.dims))
      return error(fmt::format("clamp of {} by {} ({})", to_hlo(x, false), to_hlo(bound, false), n == 0 ? "C1" : "C2"),
                   {}, "bounds have the operand's element type and are scalars or of its dimensions");
  }
  return bare(x);
}

// convert (C1): dims are kept; the element type is the stated one.
Result<Shape> convert_shape(const OpView& op) {
  RETURN_IF_ERROR(check_type(op, 0));
  if (!op.shape().is_array()) return error(fmt::format("convert to {}", to_hlo(op.shape(), false)));
  return with_type(op.operand_shape(0), op.shape().type);
}

// reduce_precision (C1), (C2): exponent_bits >= 1, (C3): mantissa_bits >= 0.
Result<Shape> reduce_precision_shape(const OpView& op) {
  RETURN_IF_ERROR(check_operands(op));
  const int64_t exponent = op.attrs().integer(AttrName::ExponentBits),
                mantissa = op.attrs().integer(AttrName::MantissaBits);
  if (exponent < 1)
    return error(fmt::format("reduce-precision with exponent_bits={} (C2)", exponent), {}, "at least one exponent bit");
  if (mantissa < 0)
    return error(fmt::format("reduce-precision with mantissa_bits={} (C3)", mantissa), {},
                 "zero or more mantissa bits");
  return bare(op.operand_shape(0));
}

// HLO's rule: random bits are unsigned, as wide as the operand's elements, and of its dims.
Result<Shape> stochastic_convert_shape(const OpView& op) {
  RETURN_IF_ERROR(check_type(op, 0));
  const Shape& x = op.operand_shape(0);
  const Shape& random = op.operand_shape(1);
  if (!is_unsigned_int(random.type) || random.dims != x.dims || info(random.type).bits != info(x.type).bits)
    return error(fmt::format("stochastic-convert of {} with random bits {}", to_hlo(x, false), to_hlo(random, false)),
                 {}, "random bits are unsigned integers as wide as the operand's elements, of its dimensions");
  if (!op.shape().is_array() || (!is_float(op.shape().type) && !is_integer(op.shape().type)))
    return error(fmt::format("stochastic-convert to {}", to_hlo(op.shape(), false)), {},
                 "the result is of integers or floats");
  return with_type(x, op.shape().type);
}

std::optional<AccessMap> identity_access(const OpView& op, AccessPair at) {
  if (op.operand_shape(at.operand).rank() == 0) return AccessMap::single(op.shape().dims, {});
  return AccessMap::identity(op.shape().dims);
}

Result<Literal> evaluate(EvalContext& ctx) {
  const ScalarKernel kernel = scalar_kernel(ctx.op);
  const Shape& shape = ctx.op.shape();
  if (!kernel) {
    std::string types;
    for (size_t n = 0; n < ctx.operands.size(); ++n)
      types += fmt::format("{}{}", n ? ", " : "", to_hlo(ctx.operands[n].shape(), false));
    return unsupported(
        fmt::format("no evaluation of {}({}) to {}", hlo_name(ctx.op.instr().op), types, to_hlo(shape, false)), {},
        fmt::format("element types that work: {}", describe_types(op_def(ctx.op.instr().op).types)));
  }
  const size_t n = static_cast<size_t>(shape.element_count());
  const size_t count = ctx.operands.size();
  CHECK(count >= 1 && count <= 3, "{} operands", count);
  std::array<const std::byte*, 3> in{};
  std::array<size_t, 3> size{};
  std::array<bool, 3> repeated{};
  bool any_repeated = false;
  for (size_t k = 0; k < count; ++k) {
    in[k] = ctx.operands[k].bytes();
    size[k] = static_cast<size_t>(info(ctx.operands[k].type()).storage_bytes);
    repeated[k] = shape.rank() != 0 && ctx.operands[k].shape().rank() == 0;
    any_repeated |= repeated[k];
  }
  const size_t out_size = static_cast<size_t>(info(shape.type).storage_bytes);
  Literal out;
  bool reused = false;
  for (size_t k = 0; k < count && !reused; ++k) {
    Literal& operand = ctx.operands[k];
    if (repeated[k] || size[k] != out_size || !operand.is_sole_owner()) continue;
    out = operand.with_shape(shape);
    operand = Literal();
    reused = true;
  }
  if (!reused) out = Literal::uninitialized(shape);
  std::byte* result = out.mutable_bytes();
  const Attrs& attrs = ctx.op.attrs();
  if (!any_repeated) {
    kernel(result, in.data(), n, attrs);
    return out;
  }
  // Scalars are repeated once into a block that serves every block of the arrays.
  constexpr size_t lanes = 1024;
  std::vector<std::byte> blocks(3 * 16 * std::min(lanes, n));
  for (size_t k = 0; k < count; ++k) {
    if (!repeated[k]) continue;
    std::byte* block = blocks.data() + k * 16 * std::min(lanes, n);
    for (size_t i = 0; i < std::min(lanes, n); ++i) std::memcpy(block + i * size[k], in[k], size[k]);
    in[k] = block;
  }
  for (size_t first = 0; first < n; first += lanes) {
    kernel(result + first * out_size, in.data(), std::min(lanes, n - first), attrs);
    for (size_t k = 0; k < count; ++k)
      if (!repeated[k]) in[k] += lanes * size[k];
  }
  return out;
}

OpDef make_def(OpKind kind, int operands, std::string_view types, ShapeRule shape, OpTraits traits,
               std::string_view summary, std::vector<AttrSpec> attrs) {
  OpDef def;
  def.kind = kind;
  def.min_operands = def.max_operands = operands;
  def.attrs = std::move(attrs);
  def.shape = shape;
  def.access = identity_access;
  def.evaluate = evaluate;
  def.traits = traits;
  def.types = types;
  def.summary = summary;
  return def;
}

}  // namespace eutectic::elementwise
