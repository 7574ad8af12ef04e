// Writing of products, reductions, windows, sorts, random numbers and linear algebra.
#include <algorithm>

#include "format/stablehlo/writer.h"

namespace eutectic::stablehlo {
namespace {

std::vector<std::string> precision(const Attrs& attrs) {
  std::vector<std::string> out;
  if (!attrs.has(AttrName::OperandPrecision)) return out;
  std::string list = precision_list(attrs.text(AttrName::OperandPrecision)), text;
  for (size_t i = 0; i < list.size();) {
    size_t end = std::min(list.find(", ", i), list.size());
    text += fmt::format("{}#stablehlo<precision {}>", text.empty() ? "" : ", ", list.substr(i, end - i));
    i = end + 2;
  }
  out.push_back(fmt::format("precision_config = [{}]", text));
  return out;
}

Value dot(Emit& e) {
  const Attrs& a = e.attrs();
  std::string middle;
  if (!a.dims(AttrName::LhsBatchDims).empty())
    middle += fmt::format(", batching_dims = {} x {}", ints_text(a.dims(AttrName::LhsBatchDims)),
                          ints_text(a.dims(AttrName::RhsBatchDims)));
  middle += fmt::format(", contracting_dims = {} x {}", ints_text(a.dims(AttrName::LhsContractingDims)),
                        ints_text(a.dims(AttrName::RhsContractingDims)));
  if (a.has(AttrName::OperandPrecision))
    middle += fmt::format(", precision = [{}]", precision_list(a.text(AttrName::OperandPrecision)));
  if (a.has(AttrName::Algorithm)) {
    std::string text = algorithm_text(a.text(AttrName::Algorithm));
    if (text.empty()) return e.w.fail(e, fmt::format("dot algorithm {}", a.text(AttrName::Algorithm)));
    if (!a.has(AttrName::OperandPrecision)) middle += ", precision = [DEFAULT, DEFAULT]";
    middle += ", algorithm = " + text.substr(text.find('<'));
  }
  return e.w.pretty(e, middle);
}

// The lists of a window that are not at their default.
void window_lists(const Window& window, std::vector<std::string>& out, std::string_view base_key,
                  std::string_view dilation_key) {
  Dims strides, base, dilation;
  bool padded = false;
  for (const WindowDim& d : window) {
    strides.push_back(d.stride);
    base.push_back(d.lhs_dilate);
    dilation.push_back(d.rhs_dilate);
    padded |= d.pad_low != 0 || d.pad_high != 0;
  }
  auto put = [&](std::string_view key, const Dims& list) {
    if (!key.empty() && std::any_of(list.begin(), list.end(), [](int64_t v) { return v != 1; }))
      out.push_back(fmt::format("{} = {}", key, array_text(list)));
  };
  put("window_strides", strides);
  put(base_key, base);
  put(dilation_key, dilation);
  if (padded) out.push_back("padding = " + padding_text(window));
}

Dims window_sizes(const Window& window) {
  Dims out;
  for (const WindowDim& d : window) out.push_back(d.size);
  return out;
}

Value convolution(Emit& e) {
  const Attrs& a = e.attrs();
  std::vector<std::string> attributes = {
      fmt::format("batch_group_count = {} : i64", a.integer(AttrName::BatchGroupCount, 1)),
      "dimension_numbers = " + conv_text(a.conv_dims()),
      fmt::format("feature_group_count = {} : i64", a.integer(AttrName::FeatureGroupCount, 1))};
  window_lists(a.window(), attributes, "lhs_dilation", "rhs_dilation");
  if (std::any_of(a.window().begin(), a.window().end(), [](const WindowDim& d) { return d.reversal; })) {
    std::string list;
    for (const WindowDim& d : a.window()) list += fmt::format("{}{}", list.empty() ? "" : ", ", d.reversal);
    attributes.push_back(fmt::format("window_reversal = array<i1: {}>", list));
  }
  for (std::string& p : precision(a)) attributes.push_back(std::move(p));
  return e.w.generic(e, "stablehlo.convolution", std::move(attributes));
}

Value reduce(Emit& e) {
  return e.w.generic(e, "stablehlo.reduce", {"dimensions = " + array_text(e.attrs().dims(AttrName::Dimensions))},
                     e.attrs().comps(AttrName::ToApply));
}
Value map(Emit& e) {
  return e.w.generic(e, "stablehlo.map", {"dimensions = " + array_text(e.attrs().dims(AttrName::Dimensions))},
                     e.attrs().comps(AttrName::ToApply));
}

Value reduce_window(Emit& e) {
  std::vector<std::string> attributes = {"window_dimensions = " + array_text(window_sizes(e.attrs().window()))};
  window_lists(e.attrs().window(), attributes, "base_dilations", "window_dilations");
  return e.w.generic(e, "stablehlo.reduce_window", std::move(attributes), e.attrs().comps(AttrName::ToApply));
}

Value select_and_scatter(Emit& e) {
  for (const WindowDim& d : e.attrs().window())
    if (d.lhs_dilate != 1 || d.rhs_dilate != 1) return e.w.fail(e, "a dilated window");
  std::vector<std::string> attributes = {"window_dimensions = " + array_text(window_sizes(e.attrs().window()))};
  window_lists(e.attrs().window(), attributes, "", "");
  Comps regions = e.attrs().comps(AttrName::Select);
  regions.insert(regions.end(), e.attrs().comps(AttrName::Scatter).begin(), e.attrs().comps(AttrName::Scatter).end());
  return e.w.generic(e, "stablehlo.select_and_scatter", std::move(attributes), regions);
}

Value sort(Emit& e) {
  return e.w.generic(e, "stablehlo.sort",
                     {fmt::format("dimension = {} : i64", e.attrs().integer(AttrName::SortDimension)),
                      fmt::format("is_stable = {}", e.attrs().boolean(AttrName::IsStable))},
                     e.attrs().comps(AttrName::ToApply));
}

std::string upper_after_prefix(std::string_view text, std::string_view prefix) {
  if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  return precision_list(text);  // upper case
}

Value rng(Emit& e) {
  std::vector<std::string> operands = e.w.singles(e);
  Literal extents = Literal::uninitialized(Shape::array(ElementType::S64, {e.shape().rank()}));
  std::copy(e.shape().dims.begin(), e.shape().dims.end(), extents.mutable_data<int64_t>().begin());
  operands.push_back(e.w.fresh());
  e.w.line(fmt::format("{} = stablehlo.constant {}", operands.back(), elements_text(extents)), {});
  std::string distribution = upper_after_prefix(e.attrs().text(AttrName::Distribution), "rng_");
  return e.w.generic(e, "stablehlo.rng", operands, {e.operand_shape(0), e.operand_shape(1), extents.shape()},
                     {fmt::format("rng_distribution = #stablehlo<rng_distribution {}>", distribution)}, {}, e.shape());
}

Value rng_bit_generator(Emit& e) {
  if (!e.shape().is_tuple()) return e.w.fail(e, "a generator without a state result");
  return e.w.generic(e, "stablehlo.rng_bit_generator",
                     {fmt::format("rng_algorithm = #stablehlo<rng_algorithm {}>",
                                  upper_after_prefix(e.attrs().text(AttrName::RngAlgorithm), "rng_"))});
}

Value fft(Emit& e) {
  return e.w.generic(e, "stablehlo.fft",
                     {"fft_length = " + array_text(e.attrs().dims(AttrName::FftLength)),
                      fmt::format("fft_type = #stablehlo<fft_type {}>", e.attrs().text(AttrName::FftType))});
}

Value cholesky(Emit& e) {
  return e.w.generic(e, "stablehlo.cholesky", {fmt::format("lower = {}", e.attrs().boolean(AttrName::Lower))});
}

Value triangular_solve(Emit& e) {
  std::string transpose = e.attrs().text(AttrName::TransposeA);
  return e.w.generic(
      e, "stablehlo.triangular_solve",
      {fmt::format("left_side = {}", e.attrs().boolean(AttrName::LeftSide)),
       fmt::format("lower = {}", e.attrs().boolean(AttrName::Lower)),
       fmt::format("transpose_a = #stablehlo<transpose {}>", transpose.empty() ? "NO_TRANSPOSE" : transpose),
       fmt::format("unit_diagonal = {}", e.attrs().boolean(AttrName::UnitDiagonal))});
}

Value top_k(Emit& e) {
  if (!e.attrs().boolean(AttrName::Largest, true))
    return e.w.fail(e, "topk of the smallest elements", "negate the operand");
  return e.w.generic(e, "chlo.top_k", {fmt::format("k = {} : i64", e.attrs().integer(AttrName::K))});
}

Value batch_norm(Emit& e) {
  return e.w.generic(e, stablehlo_name(e.m[e.id].op),
                     {fmt::format("epsilon = {:.9e} : f32", e.attrs().number(AttrName::Epsilon)),
                      fmt::format("feature_index = {} : i64", e.attrs().integer(AttrName::FeatureIndex))});
}

}  // namespace

std::span<const WriteRow> write_contract_handlers() {
  static const WriteRow rows[] = {
      {OpKind::Dot, dot},
      {OpKind::Convolution, convolution},
      {OpKind::Reduce, reduce},
      {OpKind::Map, map},
      {OpKind::ReduceWindow, reduce_window},
      {OpKind::SelectAndScatter, select_and_scatter},
      {OpKind::Sort, sort},
      {OpKind::Rng, rng},
      {OpKind::RngBitGenerator, rng_bit_generator},
      {OpKind::Fft, fft},
      {OpKind::Cholesky, cholesky},
      {OpKind::TriangularSolve, triangular_solve},
      {OpKind::TopK, top_k},
      {OpKind::BatchNormGrad, batch_norm},
      {OpKind::BatchNormInference, batch_norm},
      {OpKind::BatchNormTraining, batch_norm},
  };
  return rows;
}

}  // namespace eutectic::stablehlo
