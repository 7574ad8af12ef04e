// cuBLAS and cuDNN calls that XLA:GPU makes of dots and convolutions. Layouts matter only to the library;
// the values are those of the logical arrays. All in double, rounded once after the epilogue.
#include "ops/contract/convolution.h"
#include "ops/contract/dot.h"
#include "ops/control/custom_call.h"

namespace eutectic {
namespace {

using namespace contract;
using nlohmann::json;

// XLA writes int64 lists as lists of strings.
std::optional<std::vector<int64_t>> int_list(const json& object, const char* key) {
  std::vector<int64_t> out;
  if (!object.is_object() || !object.contains(key)) return out;
  if (!object[key].is_array()) return std::nullopt;
  for (const json& item : object[key]) {
    if (item.is_number_integer())
      out.push_back(item.get<int64_t>());
    else if (item.is_string() && !item.get<std::string>().empty() &&
             item.get<std::string>().find_first_not_of("0123456789") == std::string::npos &&
             item.get<std::string>().size() < 10)
      out.push_back(std::stoll(item.get<std::string>()));
    else
      return std::nullopt;
  }
  return out;
}

double number(const json& object, const char* key, double otherwise) {
  return object.is_object() && object.contains(key) && object[key].is_number() ? object[key].get<double>() : otherwise;
}
std::string text(const json& object, const char* key, const char* otherwise) {
  return object.is_object() && object.contains(key) && object[key].is_string() ? object[key].get<std::string>()
                                                                               : otherwise;
}

double relu(double x) { return x > 0 || std::isnan(x) ? x : 0; }
// The tanh form, as cuBLASLt computes it.
double gelu(double x) { return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x))); }

template <class W>
Result<Literal> gemm_in(EvalContext& context, const json& config, const DotDims& dims, const Shape& result) {
  constexpr ElementType wide = std::is_same_v<W, double>                 ? ElementType::F64
                               : std::is_same_v<W, std::complex<double>> ? ElementType::C128
                                                                         : ElementType::S64;
  Literal raw =
      dot_product(context.operands[0], context.operands[1], dims, std::is_same_v<W, uint64_t> ? result.type : wide);
  std::vector<W> out = widened<W>(raw);
  W alpha, beta;
  if constexpr (std::is_same_v<W, std::complex<double>>) {
    alpha = {number(config, "alpha_real", 1), number(config, "alpha_imag", 0)};
    beta = {number(config, "beta", 0), 0};
  } else {
    alpha = static_cast<W>(number(config, "alpha_real", 1));
    beta = static_cast<W>(number(config, "beta", 0));
  }
  for (W& v : out) v = alpha * v;
  size_t next = 2;
  if (beta != W(0)) {
    if (context.operands.size() <= next) return op_error(context.op, "beta is not 0, but there is no third operand");
    const Literal& c = context.operands[next++];
    if (c.dims() != raw.dims())
      return op_error(context.op, fmt::format("the addend is {}, but the product {}", to_hlo(c.shape(), false),
                                              to_hlo(raw.shape(), false)));
    std::vector<W> addend = widened<W>(c);
    for (size_t i = 0; i < out.size(); ++i) out[i] += beta * addend[i];
  }
  std::string epilogue = text(config, "epilogue", "DEFAULT");
  if (epilogue != "DEFAULT") {
    if constexpr (!std::is_same_v<W, double>) {
      return op_unsupported(context.op, fmt::format("gemm epilogue {} for {}", epilogue, to_hlo(result, false)));
    } else {
      if (epilogue.ends_with("_AUX"))
        return op_unsupported(context.op, fmt::format("gemm epilogue {}", epilogue),
                              "DEFAULT, BIAS, RELU, GELU, BIAS_RELU and BIAS_GELU are evaluated");
      if (epilogue.starts_with("BIAS")) {
        int64_t n = raw.dims().empty() ? 1 : raw.dims().back();
        if (context.operands.size() <= next || context.operands[next].element_count() != n)
          return op_error(context.op, "the bias must have one element per column");
        std::vector<double> bias = widened<double>(context.operands[next]);
        for (size_t i = 0; i < out.size(); ++i) out[i] += bias[i % static_cast<size_t>(n)];
      }
      if (epilogue == "RELU" || epilogue == "BIAS_RELU")
        for (double& v : out) v = relu(v);
      else if (epilogue == "GELU" || epilogue == "BIAS_GELU")
        for (double& v : out) v = gelu(v);
      else if (epilogue != "BIAS")
        return op_unsupported(context.op, fmt::format("gemm epilogue {}", epilogue));
    }
  }
  return custom_call::with_workspace(context, narrowed(out, Shape::array(result.type, raw.dims())));
}

Result<Literal> gemm(EvalContext& context) {
  RETURN_IF_ERROR(custom_call::expect_operand_count(context, 2, 4));
  for (size_t n = 0; n < context.operands.size(); ++n)
    if (!context.operands[n].shape().is_array()) return op_error(context.op, "operands must be arrays");
  json config = custom_call::backend_config(context);
  if (config.is_object() && config.contains("gemm_backend_config")) config = config["gemm_backend_config"];
  if (!config.is_object() || !config.contains("dot_dimension_numbers"))
    return op_error(context.op, "backend_config has no gemm_backend_config with dot_dimension_numbers");
  const json& numbers = config["dot_dimension_numbers"];
  auto lb = int_list(numbers, "lhs_batch_dimensions"), lc = int_list(numbers, "lhs_contracting_dimensions");
  auto rb = int_list(numbers, "rhs_batch_dimensions"), rc = int_list(numbers, "rhs_contracting_dimensions");
  if (!lb || !lc || !rb || !rc) return op_error(context.op, "dot_dimension_numbers must be lists of integers");
  DotDims dims{*lb, *lc, *rb, *rc};
  const Shape& stated = context.op.shape();
  const Shape& result = stated.is_tuple() && !stated.elements.empty() ? stated.elements[0] : stated;
  if (!result.is_array()) return op_error(context.op, "the first result must be an array");
  ASSIGN_OR_RETURN(std::vector<int64_t> out_dims,
                   dot_result_dims(context.op, context.operands[0].shape(), context.operands[1].shape(), dims));
  RETURN_IF_ERROR(expect_fits(context, Shape::array(result.type, out_dims)));
  return dispatch_wide(result.type, [&]<class W>() { return gemm_in<W>(context, config, dims, result); });
}

Result<Literal> conv_forward(EvalContext& context) {
  RETURN_IF_ERROR(custom_call::expect_operand_count(context, 2, 4));
  const OpView& op = context.op;
  const Attrs& attrs = op.attrs();
  json config = custom_call::backend_config(context);
  if (config.is_object() && config.contains("cudnn_conv_backend_config")) config = config["cudnn_conv_backend_config"];
  const Shape& stated = op.shape();
  const Shape& result = stated.is_tuple() && !stated.elements.empty() ? stated.elements[0] : stated;
  if (!result.is_array()) return op_error(op, "the first result must be an array");
  for (const Literal& o : context.operands)
    if (!o.shape().is_array()) return op_error(op, "operands must be arrays");
  ConvConfig conv{attrs.window(), attrs.conv_dims(), attrs.integer(AttrName::FeatureGroupCount, 1),
                  attrs.integer(AttrName::BatchGroupCount, 1)};
  ASSIGN_OR_RETURN(std::vector<int64_t> out_dims,
                   conv_result_dims(op, context.operands[0].shape(), context.operands[1].shape(), conv));
  RETURN_IF_ERROR(expect_fits(context, Shape::array(result.type, out_dims)));
  std::string activation = text(config, "activation_mode", "kNone");
  double scale = number(config, "conv_result_scale", 1), side_scale = number(config, "side_input_scale", 0);
  if (scale == 1 && context.operands.size() == 2 && activation == "kNone")
    return custom_call::with_workspace(context, convolve(context.operands[0], context.operands[1], conv, result.type));
  if (is_complex(result.type)) return op_unsupported(op, "a complex convolution with scale, bias or activation");
  Literal raw = convolve(context.operands[0], context.operands[1], conv, ElementType::F64);
  std::vector<double> out = widened<double>(raw);
  for (double& v : out) v *= scale;
  if (context.operands.size() > 2) {
    std::vector<double> bias = widened<double>(context.operands[2]);
    int64_t feature = conv.dims.output_feature, extent = out_dims[static_cast<size_t>(feature)];
    int64_t inner = row_major_strides(out_dims)[static_cast<size_t>(feature)];
    if (static_cast<int64_t>(bias.size()) != extent)
      return op_error(op, "the bias must have one element per output feature");
    for (size_t i = 0; i < out.size(); ++i)
      out[i] += bias[(i / static_cast<size_t>(inner)) % static_cast<size_t>(extent)];
  }
  if (context.operands.size() > 3) {
    if (context.operands[3].dims() != out_dims) return op_error(op, "the side input must have the result's shape");
    std::vector<double> side = widened<double>(context.operands[3]);
    for (size_t i = 0; i < out.size(); ++i) out[i] += side_scale * side[i];
  }
  if (activation == "kRelu")
    for (double& v : out) v = relu(v);
  else if (activation == "kRelu6")
    for (double& v : out) v = std::min(relu(v), 6.0);
  else if (activation == "kElu")
    for (double& v : out) v = v > 0 ? v : std::expm1(v);
  else if (activation == "kLeakyRelu")
    for (double& v : out) v = v > 0 ? v : v * number(config, "leakyrelu_alpha", 0);
  else if (activation != "kNone")
    return op_unsupported(op, fmt::format("convolution with activation {}", activation));
  return custom_call::with_workspace(context, narrowed(out, Shape::array(result.type, out_dims)));
}

constexpr std::string_view backward =
    "only forward convolutions are evaluated; take the program before XLA's cuDNN rewriting";

constexpr CustomCallTarget targets[] = {
    {"__cublas$gemm", gemm},
    {"__cublas$lt$matmul", gemm},
    {"__cudnn$convBackwardFilter", nullptr, backward},
    {"__cudnn$convBackwardInput", nullptr, backward},
    {"__cudnn$convBiasActivationForward", conv_forward},
    {"__cudnn$convForward", conv_forward},
};

}  // namespace

std::span<const CustomCallTarget> custom_calls_linear() { return targets; }

}  // namespace eutectic
