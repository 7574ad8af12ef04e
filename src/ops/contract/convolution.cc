#include "ops/contract/convolution.h"

#include "ops/contract/window.h"

namespace eutectic::contract {

namespace {

std::vector<int64_t> order_of(int64_t first, const std::vector<int64_t>& middle, std::initializer_list<int64_t> last) {
  std::vector<int64_t> out;
  if (first >= 0) out.push_back(first);
  out.insert(out.end(), middle.begin(), middle.end());
  out.insert(out.end(), last.begin(), last.end());
  return out;
}

}  // namespace

Result<std::vector<int64_t>> conv_result_dims(const OpView& op, const Shape& lhs, const Shape& rhs,
                                              const ConvConfig& config) {
  const ConvDims& d = config.dims;
  size_t spatial = config.window.size();
  int64_t rank = static_cast<int64_t>(spatial) + 2;
  if (lhs.rank() != rank || rhs.rank() != rank)  // (C1), (C2)
    return op_error(op, fmt::format("a window of {} dimensions needs operands of rank {}, but they are {} and {}",
                                    spatial, rank, to_hlo(lhs, false), to_hlo(rhs, false)));
  if (d.input_spatial.size() != spatial || d.kernel_spatial.size() != spatial || d.output_spatial.size() != spatial)
    return op_error(op,
                    fmt::format("dim_labels and window must have the same number of spatial dimensions ({})", spatial));
  std::vector<int64_t> in_order = order_of(d.input_batch, d.input_spatial, {d.input_feature});
  std::vector<int64_t> kernel_order = order_of(-1, d.kernel_spatial, {d.kernel_input_feature, d.kernel_output_feature});
  std::vector<int64_t> out_order = order_of(d.output_batch, d.output_spatial, {d.output_feature});
  RETURN_IF_ERROR(expect_dims(op, "dim_labels of the input", in_order, rank));       // (C13)
  RETURN_IF_ERROR(expect_dims(op, "dim_labels of the kernel", kernel_order, rank));  // (C18)
  RETURN_IF_ERROR(expect_dims(op, "dim_labels of the output", out_order, rank));     // (C20)
  int64_t fg = config.feature_groups, bg = config.batch_groups;
  if (fg < 1 || bg < 1 || (fg > 1 && bg > 1))  // (C21), (C22), (C23)
    return op_error(
        op, fmt::format("feature_group_count {} and batch_group_count {} must be positive and one of them 1", fg, bg));
  int64_t batch = lhs.dims[static_cast<size_t>(d.input_batch)],
          in_features = lhs.dims[static_cast<size_t>(d.input_feature)];
  int64_t kernel_in = rhs.dims[static_cast<size_t>(d.kernel_input_feature)],
          kernel_out = rhs.dims[static_cast<size_t>(d.kernel_output_feature)];
  if (batch % bg)
    return op_error(op, fmt::format("batch {} is not a multiple of batch_group_count {}", batch, bg));  // (C10)
  if (in_features % fg)
    return op_error(
        op, fmt::format("{} input features are not a multiple of feature_group_count {}", in_features, fg));  // (C11)
  if (in_features / fg != kernel_in)                                                                          // (C14)
    return op_error(op, fmt::format("the kernel takes {} input features, but the input has {} in {} groups", kernel_in,
                                    in_features, fg));
  if (kernel_out % bg)
    return op_error(
        op, fmt::format("{} output features are not a multiple of batch_group_count {}", kernel_out, bg));  // (C15)
  if (kernel_out % fg)
    return op_error(
        op, fmt::format("{} output features are not a multiple of feature_group_count {}", kernel_out, fg));  // (C16)
  std::vector<int64_t> out(static_cast<size_t>(rank));
  out[static_cast<size_t>(d.output_batch)] = batch / bg;
  out[static_cast<size_t>(d.output_feature)] = kernel_out;
  for (size_t s = 0; s < spatial; ++s) {
    int64_t kernel = rhs.dims[static_cast<size_t>(d.kernel_spatial[s])];
    const WindowDim& w = config.window[s];
    int64_t extent = 0;
    if (kernel != w.size)
      return op_error(op,
                      fmt::format("window size {} of spatial dimension {} is not the kernel's {}", w.size, s, kernel));
    ASSIGN_OR_RETURN(extent, window_extent(op, lhs.dims[static_cast<size_t>(d.input_spatial[s])], w));  // (C25)
    out[static_cast<size_t>(d.output_spatial[s])] = extent;
  }
  RETURN_IF_ERROR(check_sizes(Shape::array(lhs.type, out)));
  return out;
}

Literal convolve(const Literal& lhs, const Literal& rhs, const ConvConfig& config, ElementType type) {
  const ConvDims& d = config.dims;
  size_t spatial = config.window.size();
  // [batch, space..., feature] and [space..., in feature, out feature].
  Literal in = transposed(lhs, order_of(d.input_batch, d.input_spatial, {d.input_feature}));
  Literal kernel = transposed(rhs, order_of(-1, d.kernel_spatial, {d.kernel_input_feature, d.kernel_output_feature}));
  int64_t batch = in.dims()[0], features = in.dims().back(), kernel_in = kernel.dims()[spatial],
          kernel_out = kernel.dims()[spatial + 1];
  int64_t out_batch = batch / config.batch_groups, groups = std::max(config.feature_groups, config.batch_groups),
          group_out = kernel_out / groups;
  std::vector<int64_t> in_space(in.dims().begin() + 1, in.dims().end() - 1),
      kernel_space(kernel.dims().begin(), kernel.dims().begin() + static_cast<std::ptrdiff_t>(spatial)), out_space;
  for (size_t s = 0; s < spatial; ++s) {
    const WindowDim& w = config.window[s];
    int64_t base = in_space[s] == 0 ? 0 : (in_space[s] - 1) * w.lhs_dilate + 1, padded = w.pad_low + base + w.pad_high,
            size = (w.size - 1) * w.rhs_dilate + 1;
    out_space.push_back(padded <= 0 || size > padded ? 0 : (padded - size) / w.stride + 1);
  }
  std::vector<int64_t> result_dims = {out_batch};
  result_dims.insert(result_dims.end(), out_space.begin(), out_space.end());
  result_dims.push_back(kernel_out);
  std::vector<int64_t> in_strides = row_major_strides(in_space), kernel_strides = row_major_strides(kernel_space);
  int64_t reversed = 0;  // where the kernel's walk begins
  for (size_t s = 0; s < spatial; ++s)
    if (config.window[s].reversal) {
      reversed += (kernel_space[s] - 1) * kernel_strides[s];
      kernel_strides[s] = -kernel_strides[s];
    }
  int64_t in_positions = product(in_space), out_positions = product(out_space);
  Literal result = dispatch_wide(type, [&]<class W>() {
    std::vector<W> x = widened<W>(in), k = widened<W>(kernel),
                   y(static_cast<size_t>(out_batch * out_positions * kernel_out));
    std::vector<int64_t> out_index(spatial, 0);
    std::vector<WindowHits> hits;
    if (y.empty() || k.empty()) return narrowed(y, Shape::array(type, result_dims));
    int64_t position = 0;
    do {
      auto add = [&](int64_t offset, int64_t source) -> Status {
        for (int64_t n = 0; n < out_batch; ++n)
          for (int64_t g = 0; g < groups; ++g) {
            int64_t from_batch = config.batch_groups > 1 ? g * out_batch + n : n;
            int64_t from_feature = config.feature_groups > 1 ? g * kernel_in : 0;
            const W* px = x.data() + (from_batch * in_positions + source) * features + from_feature;
            W* py = y.data() + (n * out_positions + position) * kernel_out + g * group_out;
            for (int64_t i = 0; i < kernel_in; ++i) {
              const W* pk = k.data() + ((reversed + offset) * kernel_in + i) * kernel_out + g * group_out;
              W v = px[i];
              for (int64_t o = 0; o < group_out; ++o) py[o] += v * pk[o];
            }
          }
        return {};
      };
      CHECK(for_each_window_element(config.window, in_space, in_strides, kernel_strides, out_index, hits, add),
            "adding does not fail");
      ++position;
    } while (next_index(out_index, out_space));
    return narrowed(y, Shape::array(type, result_dims));
  });
  // Result dimension order_of(...)[i] is our dimension i: invert.
  std::vector<int64_t> out_order = order_of(d.output_batch, d.output_spatial, {d.output_feature}),
                       inverse(out_order.size());
  for (size_t i = 0; i < out_order.size(); ++i) inverse[static_cast<size_t>(out_order[i])] = static_cast<int64_t>(i);
  return transposed(result, inverse);
}

}  // namespace eutectic::contract

namespace eutectic {
namespace {

using namespace contract;

ConvConfig conv_config(const Attrs& attrs) {
  return {attrs.window(), attrs.conv_dims(), attrs.integer(AttrName::FeatureGroupCount, 1),
          attrs.integer(AttrName::BatchGroupCount, 1)};
}

Result<Shape> convolution_shape(const OpView& op) {
  RETURN_IF_ERROR(expect_arrays(op));
  ASSIGN_OR_RETURN(std::vector<int64_t> dims,
                   conv_result_dims(op, op.operand_shape(0), op.operand_shape(1), conv_config(op.attrs())));
  if (!op.shape().is_array()) return op_error(op, "the result must be an array");
  return Shape::array(op.shape().type, std::move(dims));
}

// Ranges: kernel positions, then the input feature within its group.
std::optional<AccessMap> convolution_access(const OpView& op, AccessPair at) {
  const size_t n = at.operand;
  ConvConfig config = conv_config(op.attrs());
  const ConvDims& d = config.dims;
  const Shape &lhs = op.operand_shape(0), &rhs = op.operand_shape(1), &out = op.shape();
  size_t spatial = config.window.size();
  AccessMap map;
  map.output_dims = out.dims;
  for (const WindowDim& w : config.window) map.ranges.push_back(w.size);
  map.ranges.push_back(rhs.dims[static_cast<size_t>(d.kernel_input_feature)]);
  IndexExpr feature = IndexExpr::range(static_cast<int64_t>(spatial)), out_feature = IndexExpr::dim(d.output_feature),
            batch = IndexExpr::dim(d.output_batch);
  int64_t kernel_out = rhs.dims[static_cast<size_t>(d.kernel_output_feature)];
  AccessPiece piece;
  piece.index.resize(static_cast<size_t>(n == 0 ? lhs.rank() : rhs.rank()));
  // Both operands are read only where the window is inside the input.
  AccessPiece input;
  input.index.resize(lhs.dims.size());
  for (size_t s = 0; s < spatial; ++s) {
    const WindowDim& w = config.window[s];
    IndexExpr k = IndexExpr::range(static_cast<int64_t>(s));
    add_window_index(input, static_cast<size_t>(d.input_spatial[s]), IndexExpr::dim(d.output_spatial[s]),
                     out.dims[static_cast<size_t>(d.output_spatial[s])], k, w,
                     lhs.dims[static_cast<size_t>(d.input_spatial[s])]);
    if (n == 1)
      piece.index[static_cast<size_t>(d.kernel_spatial[s])] = w.reversal ? k * -1 + IndexExpr::constant(w.size - 1) : k;
  }
  if (n == 0) {
    piece = std::move(input);
    if (config.feature_groups > 1) {
      int64_t group = kernel_out / config.feature_groups;
      if (group > 0) feature = feature + out_feature.floordiv(group) * map.ranges.back();
    }
    if (config.batch_groups > 1) {
      int64_t group = kernel_out / config.batch_groups;
      if (group > 0) batch = batch + out_feature.floordiv(group) * out.dims[static_cast<size_t>(d.output_batch)];
    }
    piece.index[static_cast<size_t>(d.input_feature)] = feature;
    piece.index[static_cast<size_t>(d.input_batch)] = batch;
  } else {
    piece.where = std::move(input.where);
    piece.index[static_cast<size_t>(d.kernel_input_feature)] = feature;
    piece.index[static_cast<size_t>(d.kernel_output_feature)] = out_feature;
  }
  map.pieces.push_back(std::move(piece));
  return map;
}

Result<Literal> convolution_evaluate(EvalContext& context) {
  RETURN_IF_ERROR(expect_fits(context, context.op.shape()));
  return convolve(context.operands[0], context.operands[1], conv_config(context.op.attrs()), context.op.shape().type);
}

}  // namespace

const OpDef op_def_Convolution = {
    .kind = OpKind::Convolution,
    .min_operands = 2,
    .max_operands = 2,
    .attrs = {{AttrName::Window},
              {AttrName::DimLabels, true},
              {AttrName::FeatureGroupCount},
              {AttrName::BatchGroupCount},
              {AttrName::OperandPrecision}},
    .shape = convolution_shape,
    .access = convolution_access,
    .evaluate = convolution_evaluate,
    .summary = "convolution with any dimension labels, strides, dilations, padding and groups",
};

}  // namespace eutectic
