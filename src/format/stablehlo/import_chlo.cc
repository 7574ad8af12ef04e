// Import of CHLO: the client dialect that JAX uses for functions such as erf and top_k. Implicit
// broadcasts become explicit ones.
#include <algorithm>

#include "format/stablehlo/importer.h"

namespace eutectic::stablehlo {
namespace {

using mlir::Attribute;

// chlo.broadcast_add ... : both operands are broadcast to the result's dimensions. The one of lower rank
// goes to `broadcast_dimensions`, by default to the last dimensions.
bool broadcast_operands(OpContext& c, const Shape& result, std::vector<Local>& inputs) {
  auto given = c.ints("broadcast_dimensions");
  if (c.failed) return false;
  for (Local& x : inputs) {
    const Shape shape = c.scope.builder.shape(x);
    std::vector<int64_t> dims;
    int64_t offset = result.rank() - shape.rank();
    for (int64_t i = 0; i < shape.rank(); ++i) dims.push_back(i + offset);
    if (given && offset != 0) dims = *given;
    x = c.broadcast_in_dim(x, Shape::array(shape.type, result.dims), dims);
    if (c.failed) return false;
  }
  return true;
}

void broadcasting(OpContext& c) {
  if (!c.expect(2, 1)) return;
  std::string_view name = std::string_view(c.op.name).substr(std::string_view("chlo.broadcast_").size());
  auto kind = op_from_stablehlo(fmt::format("stablehlo.{}", name));
  if (!kind) kind = op_from_stablehlo(fmt::format("chlo.{}", name));
  CHECK(kind, "no op for {}", c.op.name);
  std::vector<Local> inputs = c.operands;
  Attrs attrs;
  if (*kind == OpKind::Compare) {
    attrs.set(AttrName::Direction, c.need_enum("comparison_direction"));
    if (std::string type = c.enum_text("compare_type"); type == "TOTALORDER") attrs.set(AttrName::CompareType, type);
  }
  if (c.failed || !broadcast_operands(c, c.results[0], inputs)) return;
  c.finish(*kind, inputs, std::move(attrs));
}

void broadcast_select(OpContext& c) {
  if (!c.expect(3, 1)) return;
  std::vector<Local> inputs = c.operands;
  if (broadcast_operands(c, c.results[0], inputs)) c.finish(OpKind::Select, inputs, {});
}

void constant(OpContext& c) {
  const Attribute* value = c.attr("value");
  if (!c.expect(0, 1)) return;
  if (!value || value->kind != Attribute::Kind::Elements)
    return c.fail("chlo.constant needs an attribute 'value' of dense elements");
  c.set_result(c.constant(*value));
}

void constant_like(OpContext& c) {
  const Attribute* value = c.attr("value");
  if (!c.expect(1, 1)) return;
  const Shape& shape = c.results[0];
  if (!value || (value->kind != Attribute::Kind::Float && value->kind != Attribute::Kind::Integer) || !shape.is_array())
    return c.fail("chlo.constant_like needs a number as attribute 'value'");
  double number = value->kind == Attribute::Kind::Float ? value->number : static_cast<double>(value->integer);
  Local s = c.scalar(shape.type, number);
  c.set_result(shape.rank() == 0 ? s : c.broadcast(s, shape, {}));
}

void top_k(OpContext& c) {
  int64_t k = c.need_integer("k");
  bool largest = c.op.find("largest") ? c.boolean("largest") : true;
  c.attr("is_stable");  // the lower index comes first in any case
  if (c.failed || !c.expect(1, 2)) return;
  Attrs attrs;
  attrs.set(AttrName::K, k);
  attrs.set(AttrName::Largest, largest);
  c.finish(OpKind::TopK, c.operands, std::move(attrs));
}

void tan(OpContext& c) {
  if (c.expect(1, 1)) c.finish(OpKind::Tan, c.operands, {});
}

}  // namespace

std::span<const HandlerRow> chlo_handlers() {
  static const HandlerRow rows[] = {
      {"chlo.broadcast_add", broadcasting},
      {"chlo.broadcast_and", broadcasting},
      {"chlo.broadcast_atan2", broadcasting},
      {"chlo.broadcast_compare", broadcasting},
      {"chlo.broadcast_complex", broadcasting},
      {"chlo.broadcast_divide", broadcasting},
      {"chlo.broadcast_maximum", broadcasting},
      {"chlo.broadcast_minimum", broadcasting},
      {"chlo.broadcast_multiply", broadcasting},
      {"chlo.broadcast_next_after", broadcasting},
      {"chlo.broadcast_or", broadcasting},
      {"chlo.broadcast_polygamma", broadcasting},
      {"chlo.broadcast_power", broadcasting},
      {"chlo.broadcast_remainder", broadcasting},
      {"chlo.broadcast_select", broadcast_select},
      {"chlo.broadcast_shift_left", broadcasting},
      {"chlo.broadcast_shift_right_arithmetic", broadcasting},
      {"chlo.broadcast_shift_right_logical", broadcasting},
      {"chlo.broadcast_subtract", broadcasting},
      {"chlo.broadcast_xor", broadcasting},
      {"chlo.broadcast_zeta", broadcasting},
      {"chlo.constant", constant},
      {"chlo.constant_like", constant_like},
      {"chlo.tan", tan},
      {"chlo.top_k", top_k},
  };
  return rows;
}

}  // namespace eutectic::stablehlo
