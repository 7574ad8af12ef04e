// Ops whose shapes are operands. With constant shape operands and static results they are their static
// counterparts; otherwise they are refused.
#include "format/stablehlo/importer.h"

namespace eutectic::stablehlo {
namespace {

using mlir::Attribute;

constexpr std::string_view hint =
    "export the program with concrete argument shapes (jax.export without symbolic dimensions)";

// The integers of a constant operand; a diagnostic if it is not known.
std::optional<std::vector<int64_t>> known(OpContext& c, size_t n) {
  if (n < c.op.operands.size())
    if (auto literal = c.constant_operand(n)) {
      Attribute a;
      a.kind = Attribute::Kind::Elements;
      a.literal = *literal;
      if (auto ints = to_ints(a)) return ints;
    }
  c.unsupported(fmt::format("{} with an operand {} that is not constant", c.op.name, n), std::string(hint));
  return std::nullopt;
}

void dynamic_reshape(OpContext& c) {
  if (!c.expect(2, 1)) return;
  c.finish(OpKind::Reshape, std::span(c.operands).first(1), {});
}

void dynamic_broadcast_in_dim(OpContext& c) {
  std::vector<int64_t> dims = c.need_ints("broadcast_dimensions");
  c.ints("known_expanding_dimensions");
  c.ints("known_nonexpanding_dimensions");
  if (c.failed || !c.expect(2, 1)) return;
  Local y = c.broadcast_in_dim(c.operands[0], c.results[0], dims);
  if (!c.failed) c.set_result(y);
}

void dynamic_iota(OpContext& c) {
  int64_t dimension = c.need_integer("iota_dimension");
  if (c.failed || !c.expect(1, 1)) return;
  const Shape& shape = c.results[0];
  if (dimension < 0 || dimension >= shape.rank())
    return c.fail(fmt::format("iota dimension {} is outside {}", dimension, to_stablehlo(shape)));
  Attrs attrs;
  attrs.set(AttrName::IotaDimension, dimension);
  c.finish(OpKind::Iota, {}, std::move(attrs));
}

void dynamic_pad(OpContext& c) {
  if (!c.expect(5, 1)) return;
  auto low = known(c, 2), high = low ? known(c, 3) : low, interior = high ? known(c, 4) : high;
  if (!interior) return;
  if (low->size() != high->size() || low->size() != interior->size())
    return c.fail("the padding lists differ in length");
  Padding padding;
  for (size_t i = 0; i < low->size(); ++i) padding.push_back({(*low)[i], (*high)[i], (*interior)[i]});
  Attrs attrs;
  attrs.set(AttrName::Padding, std::move(padding));
  c.finish(OpKind::Pad, std::span(c.operands).first(2), std::move(attrs));
}

void real_dynamic_slice(OpContext& c) {
  if (!c.expect(4, 1)) return;
  auto starts = known(c, 1), limits = starts ? known(c, 2) : starts, strides = limits ? known(c, 3) : limits;
  if (!strides) return;
  Attrs attrs;
  attrs.set(AttrName::SliceStarts, *starts);
  attrs.set(AttrName::SliceLimits, *limits);
  attrs.set(AttrName::SliceStrides, *strides);
  c.finish(OpKind::Slice, std::span(c.operands).first(1), std::move(attrs));
}

// The static op with one operand turned into an attribute.
void with_attribute(OpContext& c, size_t operand, std::string_view static_name, std::string_view key,
                    std::vector<int64_t> value) {
  mlir::Operation op = c.op;
  op.name = static_name;
  op.operands.erase(op.operands.begin() + static_cast<std::ptrdiff_t>(operand));
  Attribute a;
  a.kind = Attribute::Kind::IntArray;
  a.ints = std::move(value);
  op.attributes.emplace_back(std::string(key), std::move(a));
  OpContext inner(c.importer, c.scope, op);
  inner.operands = c.operands;
  inner.operands.erase(inner.operands.begin() + static_cast<std::ptrdiff_t>(operand));
  inner.results = c.results;
  for (std::span<const HandlerRow> rows : {data_handlers(), contract_handlers()})
    for (const HandlerRow& row : rows)
      if (row.name == static_name) row.handler(inner);
  c.failed |= inner.failed;
}

void dynamic_gather(OpContext& c) {
  if (!c.expect(3, 1)) return;
  if (auto sizes = known(c, 2)) with_attribute(c, 2, "stablehlo.gather", "slice_sizes", std::move(*sizes));
}

void dynamic_conv(OpContext& c) {
  if (!c.expect(3, 1)) return;
  if (auto padding = known(c, 2)) with_attribute(c, 2, "stablehlo.convolution", "padding", std::move(*padding));
}

void set_dimension_size(OpContext& c) {
  if (!c.expect(2, 1)) return;
  c.unsupported("stablehlo.set_dimension_size makes a dynamic shape", std::string(hint));
}

}  // namespace

std::span<const HandlerRow> dynamic_handlers() {
  static const HandlerRow rows[] = {
      {"stablehlo.dynamic_reshape", dynamic_reshape},
      {"stablehlo.dynamic_broadcast_in_dim", dynamic_broadcast_in_dim},
      {"stablehlo.dynamic_iota", dynamic_iota},
      {"stablehlo.dynamic_pad", dynamic_pad},
      {"stablehlo.real_dynamic_slice", real_dynamic_slice},
      {"stablehlo.dynamic_gather", dynamic_gather},
      {"stablehlo.dynamic_conv", dynamic_conv},
      {"stablehlo.set_dimension_size", set_dimension_size},
  };
  return rows;
}

}  // namespace eutectic::stablehlo
