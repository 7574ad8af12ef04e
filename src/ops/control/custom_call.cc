// custom-call: the registry of targets and the op's definition.
#include "ops/control/custom_call.h"

namespace eutectic {

using namespace contract;

const CustomCallTarget* find_custom_call(std::string_view target) {
  for (auto family : {custom_calls_check(), custom_calls_lapack(), custom_calls_linear(), custom_calls_misc()})
    for (const CustomCallTarget& t : family)
      if (t.name == target) return &t;
  return nullptr;
}

namespace custom_call {

nlohmann::json backend_config(const EvalContext& context) {
  const AttrValue* value = context.op.attrs().find(AttrName::BackendConfig);
  const std::string* text = value ? std::get_if<std::string>(value) : nullptr;
  if (!text) return nlohmann::json(nlohmann::json::value_t::discarded);
  auto parsed = nlohmann::json::parse(*text, nullptr, false);
  if (parsed.is_string()) parsed = nlohmann::json::parse(parsed.get<std::string>(), nullptr, false);
  return parsed;
}

std::optional<int64_t> config_number(const std::string& text, std::string_view key) {
  size_t at = text.find(key);
  if (at == std::string::npos) return std::nullopt;
  at += key.size();
  while (at < text.size() &&
         (text[at] == ' ' || text[at] == '"' || text[at] == '=' || text[at] == ':' || text[at] == '\\'))
    ++at;
  int64_t value = 0;
  size_t digits = 0;
  for (; at < text.size() && digits < 18 && text[at] >= '0' && text[at] <= '9'; ++at, ++digits)
    value = value * 10 + (text[at] - '0');
  if (digits == 0) return std::nullopt;
  return value;
}

Result<Literal> with_workspace(EvalContext& context, Literal value) {
  const Shape& shape = context.op.shape();
  const Shape& first = shape.is_tuple() && !shape.elements.empty() ? shape.elements[0] : shape;
  if (!same_logical(value.shape(), first))
    return op_error(context.op,
                    fmt::format("computes {}, but states {}", to_hlo(value.shape(), false), to_hlo(first, false)));
  if (!shape.is_tuple()) return value;
  RETURN_IF_ERROR(expect_fits(context, shape));
  std::vector<Literal> elements = {std::move(value)};
  for (size_t i = 1; i < shape.elements.size(); ++i) {
    if (shape.elements[i].is_tuple()) return op_unsupported(context.op, "nested tuple results of a library call");
    elements.push_back(Literal::zeros(shape.elements[i]));
  }
  return Literal::tuple(std::move(elements));
}

Status expect_operand_count(const EvalContext& context, size_t low, size_t high) {
  size_t n = context.operands.size();
  if (n < low || n > high)
    return op_error(context.op, fmt::format("custom call target {} takes {} to {} operands, but has {}",
                                            context.op.attrs().text(AttrName::CustomCallTarget), low, high, n));
  return {};
}

}  // namespace custom_call

namespace {

// A custom call's result is what it states.
Result<Shape> custom_call_shape(const OpView& op) { return op.shape(); }

Result<Literal> custom_call_evaluate(EvalContext& context) {
  const std::string& target = context.op.attrs().text(AttrName::CustomCallTarget);
  const CustomCallTarget* found = find_custom_call(target);
  if (!found)
    return op_unsupported(
        context.op, fmt::format("custom call target \"{}\" is not known", target),
        "known are the calls that XLA and JAX themselves make (cuBLAS and cuDNN products, TopK, threefry, LAPACK's "
        "Cholesky, LU, QR and solves) and check.*; a program without this call can be evaluated");
  if (!found->evaluate)
    return op_unsupported(context.op, fmt::format("custom call target \"{}\": {}", target, found->reason));
  return found->evaluate(context);
}

}  // namespace

const OpDef op_def_CustomCall = {
    .kind = OpKind::CustomCall,
    .min_operands = 0,
    .max_operands = -1,
    .attrs = {{AttrName::CustomCallTarget, true},
              {AttrName::HasSideEffect},
              {AttrName::OperandLayoutConstraints},
              {AttrName::ApiVersion},
              {AttrName::OutputToOperandAliasing},
              {AttrName::CalledComputations},
              {AttrName::ToApply},
              {AttrName::Window},
              {AttrName::DimLabels},
              {AttrName::FeatureGroupCount},
              {AttrName::BatchGroupCount},
              {AttrName::OperandPrecision}},
    .shape = custom_call_shape,
    .opaque = "its target says what it reads",
    .evaluate = custom_call_evaluate,
    .traits = {.side_effect = true},
    .summary = "calls a library or user function by name",
};

}  // namespace eutectic
