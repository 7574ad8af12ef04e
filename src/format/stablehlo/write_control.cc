// Writing of calls, loops, branches and custom calls. Loop and branch computations become regions in place;
// called ones become functions.
#include <cctype>

#include "format/stablehlo/writer.h"

namespace eutectic::stablehlo {
namespace {

Value while_loop(Emit& e) {
  CompId condition = e.attrs().comps(AttrName::Condition).at(0), loop_body = e.attrs().comps(AttrName::Body).at(0);
  const Shape& shape = e.operand_shape(0);
  std::vector<std::string> starts = e.w.flat(e.operands[0], shape), arguments, types, heads;
  Value carried;
  std::vector<Shape> shapes = Writer::flat_shapes(shape);
  for (size_t i = 0; i < starts.size(); ++i) {
    arguments.push_back(e.w.fresh());
    types.push_back(shape_text(shapes[i]));
    heads.push_back(fmt::format("{} = {}", arguments[i], starts[i]));
    carried.parts.push_back({arguments[i], {}});
  }
  if (!shape.is_tuple()) carried = carried.parts[0];
  std::string name = e.w.fresh(), extra = Writer::dictionary(e.w.common_attributes(e.id));
  if (starts.empty()) {
    e.w.open("\"stablehlo.while\"() ({");
    e.w.body(condition, {carried}, "stablehlo.return");
    e.w.reopen("}, {");
    e.w.body(loop_body, {carried}, "stablehlo.return");
    e.w.close(fmt::format("}}){} : () -> ()", extra), e.m[e.id].origin);
    return {};
  }
  e.w.raw(fmt::format("{}stablehlo.while({}) : {}{}", Writer::results_text(name, shape), fmt::join(heads, ", "),
                      fmt::join(types, ", "), extra.empty() ? std::string() : fmt::format(" attributes{}", extra)));
  e.w.open("cond {");
  e.w.body(condition, {carried}, "stablehlo.return");
  e.w.reopen("} do {");
  e.w.body(loop_body, {carried}, "stablehlo.return");
  e.w.close("}", e.m[e.id].origin);
  return Writer::from_results(name, shape);
}

// A branch reads its operand from outside the region, so no value is passed.
Value conditional(Emit& e) {
  Comps branches = e.attrs().comps(AttrName::BranchComputations);
  bool is_if = branches.empty();
  if (is_if) {
    for (AttrName name : {AttrName::TrueComputation, AttrName::FalseComputation})
      branches.insert(branches.end(), e.attrs().comps(name).begin(), e.attrs().comps(name).end());
    if (branches.size() != 2) return e.w.fail(e, "a conditional without its two computations");
  }
  if (branches.size() + 1 != e.operands.size()) return e.w.fail(e, "a conditional needs one operand per branch");
  if (!is_if && e.operand_shape(0).type == ElementType::Pred)
    return e.w.fail(e, "a conditional on a predicate with branch_computations");
  std::string name = e.w.fresh(), index = e.w.single(e.operands[0], e.operand_shape(0));
  std::vector<std::string> outs;
  for (const Shape& s : Writer::flat_shapes(e.shape())) outs.push_back(shape_text(s));
  e.w.open(fmt::format("{}\"{}\"({}) ({{", Writer::results_text(name, e.shape()),
                       is_if ? "stablehlo.if" : "stablehlo.case", index));
  for (size_t b = 0; b < branches.size(); ++b) {
    if (b > 0) e.w.reopen("}, {");
    e.w.body(branches[b], {e.operands[b + 1]}, "stablehlo.return");
  }
  e.w.close(
      fmt::format("}}){} : ({}) -> {}", Writer::dictionary(e.w.common_attributes(e.id)), shape_text(e.operand_shape(0)),
                  outs.size() == 1 ? outs[0] : fmt::format("({})", fmt::join(outs, ", "))),
      e.m[e.id].origin);
  return Writer::from_results(name, e.shape());
}

Value composite(Emit& e, CompId callee) {
  std::string name, attributes = "{}", version = "0";
  for (const auto& [key, value] : split_pairs(e.attrs().text(AttrName::FrontendAttributes))) {
    if (key == "composite.name") name = unquote(value);
    if (key == "composite.attributes") attributes = value;
    if (key == "composite.version") version = unquote(value);
  }
  bool number = !version.empty();
  for (char c : version) number &= std::isdigit(static_cast<unsigned char>(c)) != 0;
  if (name.empty() || !number)
    return e.w.call(e, callee, "func.call " + symbol(e.w.function_name(callee)), e.w.common_attributes(e.id));
  std::vector<std::string> items = e.w.common_attributes(e.id);
  if (attributes != "{}") items.push_back("composite_attributes = " + attributes);
  items.push_back("decomposition = " + symbol(e.w.function_name(callee)));
  items.push_back(fmt::format("version = {} : i32", version));
  return e.w.call(e, callee, "stablehlo.composite " + quoted(name), items);
}

Value call(Emit& e) {
  const Comps& callees = e.attrs().comps(e.attrs().has(AttrName::ToApply) ? AttrName::ToApply : AttrName::Calls);
  if (callees.size() != 1) return e.w.fail(e, "a call without its computation");
  if (e.attrs().boolean(AttrName::IsComposite)) return composite(e, callees[0]);
  return e.w.call(e, callees[0], "func.call " + symbol(e.w.function_name(callees[0])), e.w.common_attributes(e.id));
}

// An asynchronous call is made where it starts.
Value async_start(Emit& e) {
  const Comps& callees = e.attrs().comps(AttrName::Calls);
  if (callees.size() != 1 || !e.shape().is_tuple() || e.shape().elements.size() < 2)
    return e.w.fail(e, "an asynchronous operation of this form", "write HLO text instead");
  const Shape& result = e.shape().elements[1];
  std::vector<std::string> operands = e.w.singles(e), ins, outs;
  for (size_t i = 0; i < operands.size(); ++i) ins.push_back(shape_text(e.operand_shape(i)));
  for (const Shape& s : Writer::flat_shapes(result)) outs.push_back(shape_text(s));
  std::string name = e.w.fresh();
  e.w.line(fmt::format("{}func.call {}({}) : ({}) -> ({})", Writer::results_text(name, result),
                       symbol(e.w.function_name(callees[0])), fmt::join(operands, ", "), fmt::join(ins, ", "),
                       fmt::join(outs, ", ")),
           e.m[e.id].origin);
  Value inputs, out;
  inputs.parts = e.operands;
  out.parts = {inputs, Writer::from_results(name, result)};
  out.parts.resize(e.shape().elements.size());
  return out;
}
Value async_update(Emit& e) { return e.operands[0]; }
Value async_done(Emit& e) {
  if (!e.operands[0].ssa.empty() || e.operands[0].parts.size() < 2)
    return e.w.fail(e, "an asynchronous operation of this form", "write HLO text instead");
  return e.operands[0].parts[1];
}

// Attributes of the check.* calls, from their JSON.
void check_attributes(std::string_view json, std::vector<std::string>& items) {
  for (auto [key, name, type] : {std::tuple{"\"tolerance\":", "tolerance", "f64"},
                                 {"\"min_ulp\":", "min_ulp_difference", "i64"},
                                 {"\"max_ulp\":", "max_ulp_difference", "i64"}}) {
    size_t at = json.find(key);
    if (at == std::string_view::npos) continue;
    at += std::string_view(key).size();
    std::string value(json.substr(at, json.find_first_of(",}", at) - at));
    if (type == std::string_view("f64") && value.find('.') == std::string::npos) {
      size_t exponent = value.find('e');
      value.insert(exponent == std::string::npos ? value.size() : exponent, ".0");
    }
    items.push_back(fmt::format("{} = {} : {}", name, value, type));
  }
}

// {{0}: (1, {})}
std::string aliases_text(std::string_view text) {
  std::string out;
  size_t i = 1;
  while (i < text.size()) {
    size_t open = text.find('{', i), close = text.find('}', open), paren = text.find('(', close),
           comma = text.find(',', paren), open2 = text.find('{', comma), close2 = text.find('}', open2);
    if (open == std::string_view::npos || close2 == std::string_view::npos) break;
    std::string_view index = text.substr(paren + 1, comma - paren - 1);
    out += fmt::format(
        "{}#stablehlo.output_operand_alias<output_tuple_indices = [{}], operand_index = {}, operand_tuple_indices = "
        "[{}]>",
        out.empty() ? "" : ", ", text.substr(open + 1, close - open - 1), index,
        text.substr(open2 + 1, close2 - open2 - 1));
    i = close2 + 1;
  }
  return out;
}

std::string layout_text(const Shape& s) {
  if (!s.is_array()) return "dense<> : tensor<0xindex>";
  std::vector<int64_t> order = minor_to_major_of(s);
  if (order.empty()) return "dense<> : tensor<0xindex>";
  return fmt::format("dense<{}> : tensor<{}xindex>", ints_text(order), order.size());
}

Value custom_call(Emit& e) {
  const Attrs& a = e.attrs();
  const std::string& target = a.text(AttrName::CustomCallTarget);
  for (AttrName name : {AttrName::Window, AttrName::DimLabels, AttrName::FeatureGroupCount, AttrName::BatchGroupCount})
    if (a.has(name)) return e.w.fail(e, fmt::format("a custom call with {}", info(name).hlo), "write HLO text instead");
  std::vector<std::string> items = e.w.common_attributes(e.id);
  std::string api = a.text(AttrName::ApiVersion), config = a.text(AttrName::BackendConfig);
  if (target.starts_with("check.")) {
    check_attributes(config, items);
  } else if (!config.empty()) {
    bool typed = api == "API_VERSION_TYPED_FFI" && config.starts_with('{');
    items.push_back(fmt::format("backend_config = {}", typed ? config : quoted(unquote(config))));
  }
  if (api == "API_VERSION_STATUS_RETURNING") items.push_back("api_version = 2 : i32");
  if (api == "API_VERSION_STATUS_RETURNING_UNIFIED") items.push_back("api_version = 3 : i32");
  if (api == "API_VERSION_TYPED_FFI") items.push_back("api_version = 4 : i32");
  if (a.boolean(AttrName::HasSideEffect)) items.push_back("has_side_effect = true");
  if (const Comps& called = a.comps(AttrName::CalledComputations); !called.empty()) {
    std::vector<std::string> names;
    for (CompId c : called) names.push_back(symbol(e.w.function_name(c)));
    items.push_back(fmt::format("called_computations = [{}]", fmt::join(names, ", ")));
  }
  if (a.has(AttrName::OutputToOperandAliasing))
    items.push_back(
        fmt::format("output_operand_aliases = [{}]", aliases_text(a.text(AttrName::OutputToOperandAliasing))));
  if (a.has(AttrName::OperandLayoutConstraints)) {
    // Both lists or none: the constraint text is parsed for its orders, e.g. {f32[2,3]{1,0}}.
    std::vector<std::string> ins, outs;
    std::string_view text = a.text(AttrName::OperandLayoutConstraints);
    size_t at = 1;
    for (size_t i = 0; i < e.operands.size(); ++i) {
      Shape s = e.operand_shape(i);
      if (!s.is_array()) return e.w.fail(e, "a custom call with layouts and tuple operands");
      size_t bracket = text.find(']', at);
      if (bracket == std::string_view::npos) return e.w.fail(e, "operand layouts that cannot be read");
      at = bracket + 1;
      if (at < text.size() && text[at] == '{') {
        size_t close = text.find('}', at);
        std::string_view order = text.substr(at + 1, close - at - 1);
        order = order.substr(0, order.find(':'));
        ins.push_back(order.empty() ? "dense<> : tensor<0xindex>"
                                    : fmt::format("dense<[{}]> : tensor<{}xindex>", order, s.rank()));
        at = close == std::string_view::npos ? text.size() : close + 1;
      } else {
        s.layout.reset();
        ins.push_back(layout_text(s));
      }
    }
    for (const Shape& s : Writer::flat_shapes(e.shape())) outs.push_back(layout_text(s));
    items.push_back(fmt::format("operand_layouts = [{}]", fmt::join(ins, ", ")));
    items.push_back(fmt::format("result_layouts = [{}]", fmt::join(outs, ", ")));
  }
  std::vector<std::string> operands = e.w.singles(e), ins, outs;
  for (size_t i = 0; i < operands.size(); ++i) ins.push_back(shape_text(e.operand_shape(i)));
  for (const Shape& s : Writer::flat_shapes(e.shape())) outs.push_back(shape_text(s));
  std::string name = e.w.fresh();
  e.w.line(fmt::format("{}stablehlo.custom_call {}({}){} : ({}) -> {}", Writer::results_text(name, e.shape()),
                       symbol(target), fmt::join(operands, ", "), Writer::dictionary(items), fmt::join(ins, ", "),
                       outs.size() == 1 ? outs[0] : fmt::format("({})", fmt::join(outs, ", "))),
           e.m[e.id].origin);
  return Writer::from_results(name, e.shape());
}

}  // namespace

std::span<const WriteRow> write_control_handlers() {
  static const WriteRow rows[] = {
      {OpKind::While, while_loop},     {OpKind::Conditional, conditional}, {OpKind::Call, call},
      {OpKind::Fusion, call},          {OpKind::AsyncStart, async_start},  {OpKind::AsyncUpdate, async_update},
      {OpKind::AsyncDone, async_done}, {OpKind::CustomCall, custom_call},
  };
  return rows;
}

}  // namespace eutectic::stablehlo
