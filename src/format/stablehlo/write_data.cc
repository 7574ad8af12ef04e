// Writing of data ops: constants, movement, slices, gather and scatter; HLO's physical ops in terms of them.
#include <algorithm>

#include "format/stablehlo/writer.h"

namespace eutectic::stablehlo {
namespace {

Value constant(Emit& e) {
  const Literal& value = e.attrs().value();
  if (!value.shape().is_array()) return e.w.fail(e, "a constant tuple or token", "write HLO text instead");
  std::string name = e.w.fresh();
  e.w.line(fmt::format("{} = stablehlo.constant {}{}", name,
                       Writer::dictionary(e.w.common_attributes(e.id)).empty()
                           ? ""
                           : Writer::dictionary(e.w.common_attributes(e.id)).substr(1) + " ",
                       elements_text(value)),
           e.m[e.id].origin);
  return {name, {}};
}

Value iota(Emit& e) {
  std::string name = e.w.fresh();
  e.w.line(fmt::format("{} = stablehlo.iota dim = {}{} : {}", name, e.attrs().integer(AttrName::IotaDimension),
                       Writer::dictionary(e.w.common_attributes(e.id)), shape_text(e.shape())),
           e.m[e.id].origin);
  return {name, {}};
}

Value broadcast(Emit& e) {
  return e.w.pretty(e, fmt::format(", dims = {}", ints_text(e.attrs().dims(AttrName::BroadcastDimensions))));
}
Value transpose(Emit& e) {
  return e.w.pretty(e, fmt::format(", dims = {}", ints_text(e.attrs().dims(AttrName::Permutation))));
}
Value reverse(Emit& e) {
  return e.w.generic(e, "stablehlo.reverse", {"dimensions = " + array_text(e.attrs().dims(AttrName::Dimensions))});
}
Value same(Emit& e) { return e.operands[0]; }

// stablehlo.op(x) : a -> b by itself, for the steps of a bitcast.
Value step(Emit& e, const Value& x, const Shape& from, const Shape& to, std::string_view text) {
  std::string name = e.w.fresh();
  e.w.line(fmt::format("{} = {} : ({}) -> {}", name, fmt::format(fmt::runtime(text), x.ssa), shape_text(from),
                       shape_text(to)),
           e.m[e.id].origin);
  return {name, {}};
}

// The same bytes under another layout: to physical order, regroup, and back to logical order.
Value bitcast(Emit& e) {
  Shape from = e.operand_shape(0), to = e.shape();
  if (!from.is_array() || !to.is_array()) return e.w.fail(e, "a bitcast of a tuple");
  if (info(from.type).bits != info(to.type).bits)
    return e.w.fail(e, fmt::format("a bitcast from {} to {}", to_hlo(from), to_hlo(to)), "write HLO text instead");
  Value x = e.operands[0];
  if (from.type != to.type) {
    Shape next = from;
    next.type = to.type;
    x = step(e, x, from, next, "stablehlo.bitcast_convert {}");
    from = next;
  }
  auto major_first = [](const Shape& s) {
    std::vector<int64_t> order = minor_to_major_of(s);
    std::reverse(order.begin(), order.end());
    return order;
  };
  auto permuted = [](const Shape& s, const std::vector<int64_t>& order) {
    std::vector<int64_t> dims;
    for (int64_t d : order) dims.push_back(s.dims[static_cast<size_t>(d)]);
    return Shape::array(s.type, dims);
  };
  if (!is_row_major(from)) {
    std::vector<int64_t> order = major_first(from);
    Shape physical = permuted(from, order);
    x = step(e, x, from, physical, fmt::format("stablehlo.transpose {{}}, dims = {}", ints_text(order)));
    from = physical;
  }
  std::vector<int64_t> order = major_first(to);
  Shape physical = permuted(to, order);
  if (from.dims != physical.dims) x = step(e, x, from, physical, "stablehlo.reshape {}");
  if (is_row_major(to)) return x;
  std::vector<int64_t> back(order.size());
  for (size_t i = 0; i < order.size(); ++i) back[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  return step(e, x, physical, to, fmt::format("stablehlo.transpose {{}}, dims = {}", ints_text(back)));
}

Value copy_start(Emit& e) {
  Value out;
  out.parts = {e.operands[0], e.operands[0], Value()};
  return out;
}
Value copy_done(Emit& e) { return e.w.part(e.operands[0], e.operand_shape(0), 0); }

Value slice(Emit& e) {
  std::vector<std::string> ranges;
  const Dims &starts = e.attrs().dims(AttrName::SliceStarts), &limits = e.attrs().dims(AttrName::SliceLimits),
             &strides = e.attrs().dims(AttrName::SliceStrides);
  for (size_t i = 0; i < starts.size() && i < limits.size(); ++i) {
    int64_t stride = i < strides.size() ? strides[i] : 1;
    ranges.push_back(stride == 1 ? fmt::format("{}:{}", starts[i], limits[i])
                                 : fmt::format("{}:{}:{}", starts[i], limits[i], stride));
  }
  return e.w.pretty(e, fmt::format(" [{}]", fmt::join(ranges, ", ")));
}

Value dynamic_slice(Emit& e) {
  return e.w.pretty(e, fmt::format(", sizes = {}", ints_text(e.attrs().dims(AttrName::SliceSizes))));
}
Value dynamic_update_slice(Emit& e) { return e.w.pretty(e, "", "stablehlo.dynamic_update_slice"); }
Value concatenate(Emit& e) {
  return e.w.pretty(e, fmt::format(", dim = {}", e.attrs().integer(AttrName::ConcatDimension)));
}

Value pad(Emit& e) {
  Dims low, high, interior;
  for (const PaddingDim& p : e.attrs().padding(AttrName::Padding)) {
    low.push_back(p.low);
    high.push_back(p.high);
    interior.push_back(p.interior);
  }
  return e.w.pretty(
      e, fmt::format(", low = {}, high = {}, interior = {}", ints_text(low), ints_text(high), ints_text(interior)));
}

std::string members(const Attrs& attrs, std::initializer_list<AttrName> names) {
  std::string out;
  for (AttrName name : names)
    if (!attrs.dims(name).empty()) out += fmt::format("{} = {}, ", info(name).stablehlo, ints_text(attrs.dims(name)));
  return fmt::format("{}index_vector_dim = {}", out, attrs.integer(AttrName::IndexVectorDim));
}

Value gather(Emit& e) {
  std::vector<std::string> attributes = {
      fmt::format("dimension_numbers = #stablehlo.gather<{}>",
                  members(e.attrs(), {AttrName::OffsetDims, AttrName::CollapsedSliceDims, AttrName::OperandBatchingDims,
                                      AttrName::StartIndicesBatchingDims, AttrName::StartIndexMap})),
      fmt::format("indices_are_sorted = {}", e.attrs().boolean(AttrName::IndicesAreSorted)),
      "slice_sizes = " + array_text(e.attrs().dims(AttrName::GatherSliceSizes))};
  return e.w.generic(e, "stablehlo.gather", std::move(attributes));
}

Value scatter(Emit& e) {
  std::vector<std::string> attributes = {
      fmt::format("indices_are_sorted = {}", e.attrs().boolean(AttrName::IndicesAreSorted)),
      fmt::format(
          "scatter_dimension_numbers = #stablehlo.scatter<{}>",
          members(e.attrs(), {AttrName::UpdateWindowDims, AttrName::InsertedWindowDims, AttrName::InputBatchingDims,
                              AttrName::ScatterIndicesBatchingDims, AttrName::ScatterDimsToOperandDims})),
      fmt::format("unique_indices = {}", e.attrs().boolean(AttrName::UniqueIndices))};
  return e.w.generic(e, "stablehlo.scatter", std::move(attributes), e.attrs().comps(AttrName::ToApply));
}

Value compare(Emit& e) {
  std::vector<std::string> operands = e.w.singles(e);
  std::string name = e.w.fresh(), type = e.attrs().text(AttrName::CompareType);
  e.w.line(fmt::format("{} = stablehlo.compare {}, {}, {}{}{} : ({}, {}) -> {}", name,
                       e.attrs().text(AttrName::Direction), operands[0], operands[1], type.empty() ? "" : ", " + type,
                       Writer::dictionary(e.w.common_attributes(e.id)), shape_text(e.operand_shape(0)),
                       shape_text(e.operand_shape(1)), shape_text(e.shape())),
           e.m[e.id].origin);
  return {name, {}};
}

Value select(Emit& e) {
  std::vector<std::string> operands = e.w.singles(e);
  std::string name = e.w.fresh();
  e.w.line(fmt::format("{} = stablehlo.select {}{} : {}, {}", name, fmt::join(operands, ", "),
                       Writer::dictionary(e.w.common_attributes(e.id)), shape_text(e.operand_shape(0)),
                       shape_text(e.shape())),
           e.m[e.id].origin);
  return {name, {}};
}

Value reduce_precision(Emit& e) {
  return e.w.generic(e, "stablehlo.reduce_precision",
                     {fmt::format("exponent_bits = {} : i32", e.attrs().integer(AttrName::ExponentBits)),
                      fmt::format("mantissa_bits = {} : i32", e.attrs().integer(AttrName::MantissaBits))});
}

Value get_dimension_size(Emit& e) {
  const Dims& dims = e.attrs().dims(AttrName::Dimensions);
  return e.w.generic(e, "stablehlo.get_dimension_size",
                     {fmt::format("dimension = {} : i64", dims.empty() ? 0 : dims[0])});
}

Value get_tuple_element(Emit& e) {
  return e.w.part(e.operands[0], e.operand_shape(0), static_cast<size_t>(e.attrs().integer(AttrName::Index)));
}

Value tuple(Emit& e) {
  Value out;
  out.parts = e.operands;
  return out;
}

Value optimization_barrier(Emit& e) {
  std::vector<std::string> operands = e.w.flat(e.operands[0], e.operand_shape(0));
  return e.w.generic(e, "stablehlo.optimization_barrier", operands, Writer::flat_shapes(e.operand_shape(0)), {}, {},
                     e.shape());
}

}  // namespace

std::span<const WriteRow> write_data_handlers() {
  static const WriteRow rows[] = {
      {OpKind::Constant, constant},
      {OpKind::Iota, iota},
      {OpKind::Broadcast, broadcast},
      {OpKind::Transpose, transpose},
      {OpKind::Reverse, reverse},
      {OpKind::Bitcast, bitcast},
      {OpKind::Copy, same},
      {OpKind::CopyStart, copy_start},
      {OpKind::CopyDone, copy_done},
      {OpKind::AddDependency, same},
      {OpKind::Slice, slice},
      {OpKind::DynamicSlice, dynamic_slice},
      {OpKind::DynamicUpdateSlice, dynamic_update_slice},
      {OpKind::Concatenate, concatenate},
      {OpKind::Pad, pad},
      {OpKind::Gather, gather},
      {OpKind::Scatter, scatter},
      {OpKind::Compare, compare},
      {OpKind::Select, select},
      {OpKind::ReducePrecision, reduce_precision},
      {OpKind::GetDimensionSize, get_dimension_size},
      {OpKind::GetTupleElement, get_tuple_element},
      {OpKind::Tuple, tuple},
      {OpKind::OptimizationBarrier, optimization_barrier},
  };
  return rows;
}

}  // namespace eutectic::stablehlo
