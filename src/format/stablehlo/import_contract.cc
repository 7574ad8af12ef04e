// Import of products, reductions, windows, sorts, random numbers.
#include "format/stablehlo/importer.h"

namespace eutectic::stablehlo {
namespace {

using mlir::Attribute;

void set_precision(OpContext& c, Attrs& attrs) {
  if (std::string text = precision_text(c.attr("precision_config")); !text.empty())
    attrs.set(AttrName::OperandPrecision, text);
}

// HLO names the known combinations: dot_tf32_tf32_f32_x3, dot_any_f8_any_f8_f32_fast_accum ...
bool set_algorithm(OpContext& c, Attrs& attrs) {
  const Attribute* a = c.attr("algorithm");
  if (!a || a->kind == Attribute::Kind::Unit) return true;
  auto type = [&](std::string_view name) {
    const Attribute* m = member(a->members, name);
    if (!m) return std::string();
    return m->kind == Attribute::Kind::TypeAttr && m->type ? lower(mlir::to_string(*m->type)) : lower(m->text);
  };
  auto number = [&](std::string_view name) {
    const Attribute* m = member(a->members, name);
    return m ? m->integer : int64_t{1};
  };
  std::string lhs = type("lhs_precision_type"), rhs = type("rhs_precision_type"), sum = type("accumulation_type");
  const Attribute* fast = member(a->members, "allow_imprecise_accumulation");
  if (a->kind != Attribute::Kind::Struct || lhs.empty() || rhs.empty() || sum.empty()) {
    c.fail("the dot algorithm must name its precision types");
    return false;
  }
  std::string text;
  if (lhs.starts_with("f8") && rhs.starts_with("f8"))
    text = fmt::format("dot_any_f8_any_f8_{}{}", sum, fast && fast->boolean ? "_fast_accum" : "");
  else
    text = fmt::format("dot_{}_{}_{}", lhs, rhs, sum);
  if (int64_t n = number("num_primitive_operations"); n > 1) text += fmt::format("_x{}", n);
  attrs.set(AttrName::Algorithm, text);
  return true;
}

void dot_general(OpContext& c) {
  const Attribute* numbers = c.attr("dot_dimension_numbers");
  if (!c.expect(2, 1)) return;
  if (!numbers || numbers->kind != Attribute::Kind::Struct)
    return c.fail("stablehlo.dot_general needs attribute 'dot_dimension_numbers'");
  Attrs attrs;
  for (AttrName name :
       {AttrName::LhsBatchDims, AttrName::LhsContractingDims, AttrName::RhsBatchDims, AttrName::RhsContractingDims}) {
    const Attribute* a = member(numbers->members, info(name).stablehlo);
    if (!a) continue;
    auto ints = to_ints(*a);
    if (!ints) return c.fail(fmt::format("'{}' must be a list of integers", info(name).stablehlo));
    if (!ints->empty()) attrs.set(name, std::move(*ints));
  }
  set_precision(c, attrs);
  if (!set_algorithm(c, attrs)) return;
  c.finish(OpKind::Dot, c.operands, std::move(attrs));
}

// The old dot: the last dimension of the left with the first of the right.
void dot(OpContext& c) {
  if (!c.expect(2, 1)) return;
  int64_t rank = c.operand_shape(0).rank();
  if (rank == 0 || c.operand_shape(1).rank() == 0) return c.fail("stablehlo.dot takes vectors and matrices");
  Attrs attrs;
  attrs.set(AttrName::LhsContractingDims, Dims{rank - 1});
  attrs.set(AttrName::RhsContractingDims, Dims{0});
  set_precision(c, attrs);
  c.finish(OpKind::Dot, c.operands, std::move(attrs));
}

// "ab,bc->ac": letters in both operands and the result are batch dimensions, in both operands only are
// contracted; the result is transposed into place.
void einsum(OpContext& c) {
  std::string spec = c.need_enum("einsum_config");
  if (c.failed || !c.expect(2, 1)) return;
  size_t comma = spec.find(','), arrow = spec.find("->");
  if (comma == std::string::npos || arrow == std::string::npos || comma > arrow)
    return c.fail(fmt::format("einsum '{}' is not of the form 'ab,bc->ac'", spec));
  std::string lhs = spec.substr(0, comma), rhs = spec.substr(comma + 1, arrow - comma - 1),
              out = spec.substr(arrow + 2);
  if (spec.find('.') != std::string::npos || lhs.size() != c.operand_shape(0).dims.size() ||
      rhs.size() != c.operand_shape(1).dims.size() || out.size() != c.results[0].dims.size())
    return c.unsupported(fmt::format("einsum '{}' does not name every dimension", spec),
                         "write it as stablehlo.dot_general");
  Dims lb, lc, rb, rc;
  std::string order;
  for (size_t i = 0; i < lhs.size(); ++i) {
    size_t j = rhs.find(lhs[i]);
    if (lhs.find(lhs[i]) != i || (j == std::string::npos && out.find(lhs[i]) == std::string::npos))
      return c.unsupported(fmt::format("einsum '{}' repeats or sums a dimension of one operand", spec),
                           "write it as stablehlo.reduce");
    if (j == std::string::npos) continue;
    bool batch = out.find(lhs[i]) != std::string::npos;
    (batch ? lb : lc).push_back(static_cast<int64_t>(i));
    (batch ? rb : rc).push_back(static_cast<int64_t>(j));
    if (batch) order += lhs[i];
  }
  for (char l : lhs)
    if (rhs.find(l) == std::string::npos) order += l;
  for (size_t i = 0; i < rhs.size(); ++i) {
    if (rhs.find(rhs[i]) != i || (lhs.find(rhs[i]) == std::string::npos && out.find(rhs[i]) == std::string::npos))
      return c.unsupported(fmt::format("einsum '{}' repeats or sums a dimension of one operand", spec),
                           "write it as stablehlo.reduce");
    if (lhs.find(rhs[i]) == std::string::npos) order += rhs[i];
  }
  if (order.size() != out.size())
    return c.fail(fmt::format("einsum '{}' has a result dimension that no operand has", spec));
  std::vector<int64_t> dims(out.size()), permutation(out.size());
  bool identity = order == out;
  for (size_t i = 0; i < out.size(); ++i) {
    size_t at = order.find(out[i]);
    if (at == std::string::npos)
      return c.fail(fmt::format("einsum '{}' has a result dimension that no operand has", spec));
    permutation[i] = static_cast<int64_t>(at);
    dims[at] = c.results[0].dims[i];
  }
  Attrs attrs;
  if (!lb.empty()) attrs.set(AttrName::LhsBatchDims, lb);
  if (!rb.empty()) attrs.set(AttrName::RhsBatchDims, rb);
  if (!lc.empty()) attrs.set(AttrName::LhsContractingDims, lc);
  if (!rc.empty()) attrs.set(AttrName::RhsContractingDims, rc);
  set_precision(c, attrs);
  if (identity) return c.finish(OpKind::Dot, c.operands, std::move(attrs));
  Local product = c.add_main(OpKind::Dot, Shape::array(c.results[0].type, dims), c.operands, std::move(attrs));
  Attrs move;
  move.set(AttrName::Permutation, permutation);
  c.set_result(c.add(OpKind::Transpose, c.results[0], {product}, std::move(move)));
}

// The window attributes that reduce_window, select_and_scatter and convolution share. `sizes` come from
// the caller; absent lists mean their defaults.
bool window_of(OpContext& c, const std::vector<int64_t>& sizes, std::string_view strides_key, std::string_view base_key,
               std::string_view dilation_key, std::string_view reversal_key, Window& window) {
  auto list = [&](std::string_view key, int64_t otherwise) {
    std::optional<std::vector<int64_t>> v;
    if (!key.empty()) v = c.ints(key);
    if (v && v->size() != sizes.size())
      c.fail(fmt::format("'{}' has {} entries for {} window dimensions", key, v->size(), sizes.size()));
    return v && !c.failed ? *v : std::vector<int64_t>(sizes.size(), otherwise);
  };
  std::vector<int64_t> strides = list(strides_key, 1), base = list(base_key, 1), dilation = list(dilation_key, 1),
                       reversal = list(reversal_key, 0);
  std::vector<int64_t> padding = c.ints("padding").value_or(std::vector<int64_t>(2 * sizes.size(), 0));
  if (c.failed) return false;
  if (padding.size() != 2 * sizes.size()) {
    c.fail(fmt::format("'padding' has {} entries for {} window dimensions", padding.size(), sizes.size()));
    return false;
  }
  for (size_t i = 0; i < sizes.size(); ++i)
    window.push_back(
        {sizes[i], strides[i], padding[2 * i], padding[2 * i + 1], base[i], dilation[i], reversal[i] != 0});
  return true;
}

void convolution(OpContext& c) {
  const Attribute* numbers = c.attr("dimension_numbers");
  if (!c.expect(2, 1)) return;
  if (!numbers || numbers->kind != Attribute::Kind::Struct)
    return c.fail("stablehlo.convolution needs attribute 'dimension_numbers'");
  auto one = [&](std::string_view name) {
    const Attribute* a = member(numbers->members, name);
    if (!a || a->kind != Attribute::Kind::Integer)
      c.fail(fmt::format("the convolution's dimension numbers lack '{}'", name));
    return a ? a->integer : 0;
  };
  auto many = [&](std::string_view name) {
    const Attribute* a = member(numbers->members, name);
    auto ints = a ? to_ints(*a) : std::optional(std::vector<int64_t>());
    if (!ints) c.fail(fmt::format("'{}' must be a list of integers", name));
    return ints.value_or(std::vector<int64_t>());
  };
  ConvDims d;
  d.input_batch = one("input_batch_dimension");
  d.input_feature = one("input_feature_dimension");
  d.input_spatial = many("input_spatial_dimensions");
  d.kernel_input_feature = one("kernel_input_feature_dimension");
  d.kernel_output_feature = one("kernel_output_feature_dimension");
  d.kernel_spatial = many("kernel_spatial_dimensions");
  d.output_batch = one("output_batch_dimension");
  d.output_feature = one("output_feature_dimension");
  d.output_spatial = many("output_spatial_dimensions");
  if (c.failed) return;
  std::vector<int64_t> sizes;
  for (int64_t k : d.kernel_spatial) {
    if (k < 0 || k >= c.operand_shape(1).rank())
      return c.fail(fmt::format("kernel dimension {} is outside {}", k, to_stablehlo(c.operand_shape(1))));
    sizes.push_back(c.operand_shape(1).dims[static_cast<size_t>(k)]);
  }
  Window window;
  if (!window_of(c, sizes, "window_strides", "lhs_dilation", "rhs_dilation", "window_reversal", window)) return;
  Attrs attrs;
  if (!window.empty()) attrs.set(AttrName::Window, std::move(window));
  attrs.set(AttrName::DimLabels, std::move(d));
  if (int64_t n = c.integer("feature_group_count").value_or(1); n != 1) attrs.set(AttrName::FeatureGroupCount, n);
  if (int64_t n = c.integer("batch_group_count").value_or(1); n != 1) attrs.set(AttrName::BatchGroupCount, n);
  set_precision(c, attrs);
  c.finish(OpKind::Convolution, c.operands, std::move(attrs));
}

void reduce(OpContext& c) {
  std::vector<int64_t> dims = c.need_ints("dimensions");
  size_t n = c.results.size();
  if (c.failed || !c.expect(2 * n, n, 1)) return;
  auto body = c.importer.simple_region(c, c.op.regions[0]);
  if (!body) return;
  Attrs attrs;
  attrs.set(AttrName::Dimensions, std::move(dims));
  attrs.set(AttrName::ToApply, Comps{*body});
  c.finish(OpKind::Reduce, c.operands, std::move(attrs));
}

void reduce_window(OpContext& c) {
  std::vector<int64_t> sizes = c.need_ints("window_dimensions");
  size_t n = c.results.size();
  if (c.failed || !c.expect(2 * n, n, 1)) return;
  Window window;
  if (!window_of(c, sizes, "window_strides", "base_dilations", "window_dilations", "", window)) return;
  auto body = c.importer.simple_region(c, c.op.regions[0]);
  if (!body) return;
  Attrs attrs;
  attrs.set(AttrName::Window, std::move(window));
  attrs.set(AttrName::ToApply, Comps{*body});
  c.finish(OpKind::ReduceWindow, c.operands, std::move(attrs));
}

void select_and_scatter(OpContext& c) {
  if (!c.expect(3, 1, 2)) return;
  std::vector<int64_t> sizes =
      c.ints("window_dimensions").value_or(std::vector<int64_t>(c.operand_shape(0).dims.size(), 1));
  Window window;
  if (c.failed || !window_of(c, sizes, "window_strides", "", "", "", window)) return;
  auto select = c.importer.simple_region(c, c.op.regions[0]);
  auto scatter = select ? c.importer.simple_region(c, c.op.regions[1]) : std::nullopt;
  if (!scatter) return;
  Attrs attrs;
  attrs.set(AttrName::Window, std::move(window));
  attrs.set(AttrName::Select, Comps{*select});
  attrs.set(AttrName::Scatter, Comps{*scatter});
  c.finish(OpKind::SelectAndScatter, c.operands, std::move(attrs));
}

void sort(OpContext& c) {
  int64_t dimension = c.integer("dimension").value_or(-1);
  bool stable = c.boolean("is_stable");
  size_t n = c.results.size();
  if (c.failed || !c.expect(n, n, 1)) return;
  if (n == 0) return c.fail("stablehlo.sort needs an operand");
  if (dimension < 0) dimension += c.operand_shape(0).rank();
  auto body = c.importer.simple_region(c, c.op.regions[0]);
  if (!body) return;
  Attrs attrs;
  attrs.set(AttrName::SortDimension, dimension);
  if (stable) attrs.set(AttrName::IsStable, true);
  attrs.set(AttrName::ToApply, Comps{*body});
  c.finish(OpKind::Sort, c.operands, std::move(attrs));
}

void map(OpContext& c) {
  std::vector<int64_t> dims = c.need_ints("dimensions");
  if (c.failed || !c.expect(c.operands.size(), 1, 1)) return;
  auto body = c.importer.simple_region(c, c.op.regions[0]);
  if (!body) return;
  Attrs attrs;
  attrs.set(AttrName::Dimensions, std::move(dims));
  attrs.set(AttrName::ToApply, Comps{*body});
  c.finish(OpKind::Map, c.operands, std::move(attrs));
}

// The result's extents come twice: as an operand, which HLO does not have, and in the result type.
void rng(OpContext& c) {
  std::string distribution = c.need_enum("rng_distribution");
  if (c.failed || !c.expect(3, 1)) return;
  Attrs attrs;
  attrs.set(AttrName::Distribution, "rng_" + lower(distribution));
  c.finish(OpKind::Rng, std::span(c.operands).first(2), std::move(attrs));
}

void rng_bit_generator(OpContext& c) {
  std::string algorithm = c.need_enum("rng_algorithm");
  if (c.failed || !c.expect(1, 2)) return;
  Attrs attrs;
  attrs.set(AttrName::RngAlgorithm, "rng_" + lower(algorithm));
  c.finish(OpKind::RngBitGenerator, c.operands, std::move(attrs));
}

// gather along one dimension by an index array.
void torch_index_select(OpContext& c) {
  int64_t dim = c.need_integer("dim"), batch_dims = c.need_integer("batch_dims");
  if (c.failed || !c.expect(2, 1)) return;
  const Shape x = c.operand_shape(0), index = c.operand_shape(1);
  if (dim < 0 || dim >= x.rank() || batch_dims < 0 || batch_dims > dim || batch_dims > index.rank())
    return c.fail("dim and batch_dims of stablehlo.torch_index_select do not fit the operands");
  Attrs attrs;
  Dims offsets, sizes = x.dims, batch;
  for (int64_t i = 0; i < batch_dims; ++i) {
    batch.push_back(i);
    sizes[static_cast<size_t>(i)] = 1;
  }
  sizes[static_cast<size_t>(dim)] = 1;
  for (int64_t i = batch_dims; i < dim; ++i) offsets.push_back(i);
  for (int64_t i = dim + 1; i < x.rank(); ++i) offsets.push_back(i + index.rank() - batch_dims - 1);
  if (!offsets.empty()) attrs.set(AttrName::OffsetDims, offsets);
  attrs.set(AttrName::CollapsedSliceDims, Dims{dim});
  attrs.set(AttrName::StartIndexMap, Dims{dim});
  if (!batch.empty()) attrs.set(AttrName::OperandBatchingDims, batch);
  if (!batch.empty()) attrs.set(AttrName::StartIndicesBatchingDims, batch);
  attrs.set(AttrName::IndexVectorDim, index.rank());
  attrs.set(AttrName::GatherSliceSizes, sizes);
  c.finish(OpKind::Gather, c.operands, std::move(attrs));
}

}  // namespace

std::span<const HandlerRow> contract_handlers() {
  static const HandlerRow rows[] = {
      {"stablehlo.dot_general", dot_general},
      {"stablehlo.dot", dot},
      {"stablehlo.einsum", einsum},
      {"stablehlo.convolution", convolution},
      {"stablehlo.reduce", reduce},
      {"stablehlo.reduce_window", reduce_window},
      {"stablehlo.select_and_scatter", select_and_scatter},
      {"stablehlo.sort", sort},
      {"stablehlo.map", map},
      {"stablehlo.rng", rng},
      {"stablehlo.rng_bit_generator", rng_bit_generator},
      {"stablehlo.torch_index_select", torch_index_select},
  };
  return rows;
}

}  // namespace eutectic::stablehlo
