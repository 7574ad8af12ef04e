// Import of data ops: constants, iota, broadcasts, slices, pads, concatenation, gather, scatter, compare.
#include "format/stablehlo/importer.h"

namespace eutectic::stablehlo {
namespace {

using mlir::Attribute;

void constant(OpContext& c) {
  const Attribute* value = c.attr("value");
  if (!c.expect(0, 1)) return;
  if (!value || value->kind != Attribute::Kind::Elements)
    return c.fail(fmt::format("{} needs an attribute 'value' of dense elements", c.op.name));
  if (value->type && value->type->text == "index")
    return c.fail("a constant's elements cannot be of type index", "use i64, or i32");
  c.set_result(c.constant(*value));
}

void iota(OpContext& c) {
  int64_t dimension = c.need_integer("iota_dimension");
  if (c.failed || !c.expect(0, 1)) return;
  const Shape& shape = c.results[0];
  if (!shape.is_array() || dimension < 0 || dimension >= shape.rank())
    return c.fail(fmt::format("iota dimension {} is outside {}", dimension, to_stablehlo(shape)));
  Attrs attrs;
  if (shape.rank() == 1) {
    attrs.set(AttrName::IotaDimension, dimension);
    return c.finish(OpKind::Iota, {}, std::move(attrs));
  }
  attrs.set(AttrName::IotaDimension, int64_t{0});
  Local line =
      c.add(OpKind::Iota, Shape::array(shape.type, {shape.dims[static_cast<size_t>(dimension)]}), {}, std::move(attrs));
  c.set_result(c.broadcast(line, shape, {dimension}));
}

void broadcast_in_dim(OpContext& c) {
  std::vector<int64_t> dims = c.need_ints("broadcast_dimensions");
  if (c.failed || !c.expect(1, 1)) return;
  Local y = c.broadcast_in_dim(c.operands[0], c.results[0], dims);
  if (!c.failed) c.set_result(y);
}

// The old broadcast: new dimensions in front.
void broadcast(OpContext& c) {
  std::vector<int64_t> sizes = c.need_ints("broadcast_sizes");
  if (c.failed || !c.expect(1, 1)) return;
  std::vector<int64_t> dims;
  for (size_t i = 0; i < c.operand_shape(0).dims.size(); ++i) dims.push_back(static_cast<int64_t>(sizes.size() + i));
  Local y = c.broadcast_in_dim(c.operands[0], c.results[0], dims);
  if (!c.failed) c.set_result(y);
}

void slice(OpContext& c) {
  Attrs attrs;
  std::vector<int64_t> starts = c.need_ints("start_indices");
  size_t rank = starts.size();
  attrs.set(AttrName::SliceStarts, std::move(starts));
  attrs.set(AttrName::SliceLimits, c.need_ints("limit_indices"));
  auto strides = c.ints("strides");
  attrs.set(AttrName::SliceStrides, strides ? *strides : std::vector<int64_t>(rank, 1));
  if (c.failed || !c.expect(1, 1)) return;
  c.finish(OpKind::Slice, c.operands, std::move(attrs));
}

void pad(OpContext& c) {
  std::vector<int64_t> low = c.need_ints("edge_padding_low"), high = c.need_ints("edge_padding_high");
  auto interior = c.ints("interior_padding");
  if (c.failed || !c.expect(2, 1)) return;
  if (!interior) interior.emplace(low.size(), 0);
  if (low.size() != high.size() || low.size() != interior->size() || low.size() != c.operand_shape(0).dims.size())
    return c.fail("the padding lists must have one entry per operand dimension");
  Padding padding;
  for (size_t i = 0; i < low.size(); ++i) padding.push_back({low[i], high[i], (*interior)[i]});
  Attrs attrs;
  attrs.set(AttrName::Padding, std::move(padding));
  c.finish(OpKind::Pad, c.operands, std::move(attrs));
}

void concatenate(OpContext& c) {
  int64_t dimension = c.need_integer("dimension");
  if (c.failed || !c.expect(c.operands.size(), 1)) return;
  Attrs attrs;
  attrs.set(AttrName::ConcatDimension, dimension);
  c.finish(OpKind::Concatenate, c.operands, std::move(attrs));
}

void convert(OpContext& c) {
  if (!c.expect(1, 1)) return;
  // A conversion to its own type is nothing, as in XLA.
  if (same_logical(c.operand_shape(0), c.results[0])) return c.set_result(c.operands[0]);
  c.finish(OpKind::Convert, c.operands, {});
}

void compare(OpContext& c) {
  std::string direction = c.need_enum("comparison_direction"), type = c.enum_text("compare_type");
  if (c.failed || !c.expect(2, 1)) return;
  const Shape& shape = c.operand_shape(0);
  if (shape.is_array() && !type.empty() && type != "NOTYPE") {
    const bool real = is_float(shape.type) && !is_complex(shape.type);
    const std::string_view usual = real || is_complex(shape.type)                                   ? "FLOAT"
                                   : shape.type == ElementType::Pred || is_unsigned_int(shape.type) ? "UNSIGNED"
                                                                                                    : "SIGNED";
    if (type != usual && !(real && type == "TOTALORDER"))
      return c.fail(fmt::format("{} is compared as {}, not {}", to_stablehlo(shape), usual, type));
  }
  Attrs attrs;
  attrs.set(AttrName::Direction, direction);
  if (type == "TOTALORDER") attrs.set(AttrName::CompareType, type);
  c.finish(OpKind::Compare, c.operands, std::move(attrs));
}

void get_dimension_size(OpContext& c) {
  int64_t dimension = c.need_integer("dimension");
  if (c.failed || !c.expect(1, 1)) return;
  if (dimension < 0 || dimension >= c.operand_shape(0).rank())
    return c.fail(fmt::format("dimension {} is outside {}", dimension, to_stablehlo(c.operand_shape(0))));
  if (!c.results[0].is_array()) return c.fail("stablehlo.get_dimension_size has an integer result");
  c.set_result(
      c.scalar(c.results[0].type, static_cast<double>(c.operand_shape(0).dims[static_cast<size_t>(dimension)])));
}

void get_tuple_element(OpContext& c) {
  int64_t index = c.need_integer("index");
  if (c.failed || !c.expect(1, 1)) return;
  const Shape& shape = c.operand_shape(0);
  if (!shape.is_tuple() || index < 0 || static_cast<size_t>(index) >= shape.elements.size())
    return c.fail(fmt::format("element {} is not in {}", index, to_stablehlo(shape)));
  Attrs attrs;
  attrs.set(AttrName::Index, index);
  c.finish(OpKind::GetTupleElement, c.operands, std::move(attrs));
}

void tuple(OpContext& c) {
  if (!c.expect(c.operands.size(), 1)) return;
  c.finish(OpKind::Tuple, c.operands, {});
}

void optimization_barrier(OpContext& c) {
  if (!c.expect(c.operands.size(), c.operands.size())) return;
  if (c.operands.size() == 1) return c.finish(OpKind::OptimizationBarrier, c.operands, {});
  Local all = c.tuple(c.operands);
  c.finish(OpKind::OptimizationBarrier, std::span(&all, 1), {});
}

// Members of the struct attribute `dimension_numbers`.
bool take_dims(OpContext& c, const Attribute& numbers, Attrs& attrs, std::initializer_list<AttrName> names) {
  for (AttrName name : names) {
    const Attribute* a = member(numbers.members, info(name).stablehlo);
    if (!a) continue;
    auto ints = to_ints(*a);
    if (!ints) {
      c.fail(fmt::format("'{}' must be a list of integers", info(name).stablehlo));
      return false;
    }
    if (!ints->empty()) attrs.set(name, std::move(*ints));
  }
  const Attribute* index = member(numbers.members, "index_vector_dim");
  attrs.set(AttrName::IndexVectorDim, index ? index->integer : int64_t{0});
  return true;
}

const Attribute* dimension_numbers(OpContext& c) {
  const Attribute* numbers = c.attr("dimension_numbers");
  if (!numbers || numbers->kind != Attribute::Kind::Struct) {
    c.fail(fmt::format("{} needs attribute 'dimension_numbers'", c.op.name));
    return nullptr;
  }
  return numbers;
}

void gather(OpContext& c) {
  const Attribute* numbers = dimension_numbers(c);
  std::vector<int64_t> sizes = c.need_ints("slice_sizes");
  bool sorted = c.boolean("indices_are_sorted");
  if (c.failed || !c.expect(2, 1)) return;
  Attrs attrs;
  if (!take_dims(c, *numbers, attrs,
                 {AttrName::OffsetDims, AttrName::CollapsedSliceDims, AttrName::StartIndexMap,
                  AttrName::OperandBatchingDims, AttrName::StartIndicesBatchingDims}))
    return;
  attrs.set(AttrName::GatherSliceSizes, std::move(sizes));
  if (sorted) attrs.set(AttrName::IndicesAreSorted, true);
  c.finish(OpKind::Gather, c.operands, std::move(attrs));
}

void scatter(OpContext& c) {
  const Attribute* numbers = c.attr("scatter_dimension_numbers");
  bool sorted = c.boolean("indices_are_sorted"), unique = c.boolean("unique_indices");
  if (c.failed) return;
  if (!numbers || numbers->kind != Attribute::Kind::Struct)
    return c.fail("stablehlo.scatter needs attribute 'scatter_dimension_numbers'");
  size_t n = c.results.size();
  if (n == 0 || !c.expect(2 * n + 1, n, 1)) {
    if (!c.failed) c.fail("stablehlo.scatter needs an input");
    return;
  }
  Attrs attrs;
  if (!take_dims(c, *numbers, attrs,
                 {AttrName::UpdateWindowDims, AttrName::InsertedWindowDims, AttrName::ScatterDimsToOperandDims,
                  AttrName::InputBatchingDims, AttrName::ScatterIndicesBatchingDims}))
    return;
  if (sorted) attrs.set(AttrName::IndicesAreSorted, true);
  if (unique) attrs.set(AttrName::UniqueIndices, true);
  auto body = c.importer.simple_region(c, c.op.regions[0]);
  if (!body) return;
  attrs.set(AttrName::ToApply, Comps{*body});
  c.finish(OpKind::Scatter, c.operands, std::move(attrs));
}

}  // namespace

std::span<const HandlerRow> data_handlers() {
  static const HandlerRow rows[] = {
      {"stablehlo.constant", constant},
      {"stablehlo.iota", iota},
      {"stablehlo.broadcast_in_dim", broadcast_in_dim},
      {"stablehlo.broadcast", broadcast},
      {"stablehlo.slice", slice},
      {"stablehlo.pad", pad},
      {"stablehlo.concatenate", concatenate},
      {"stablehlo.convert", convert},
      {"stablehlo.compare", compare},
      {"stablehlo.get_dimension_size", get_dimension_size},
      {"stablehlo.get_tuple_element", get_tuple_element},
      {"stablehlo.tuple", tuple},
      {"stablehlo.optimization_barrier", optimization_barrier},
      {"stablehlo.gather", gather},
      {"stablehlo.scatter", scatter},
  };
  return rows;
}

}  // namespace eutectic::stablehlo
