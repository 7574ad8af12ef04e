// Import of calls, loops, branches and custom calls. Values that a loop or branch reads from outside
// become carried values and branch operands; constants are repeated inside.
#include <algorithm>

#include "format/stablehlo/importer.h"

namespace eutectic::stablehlo {
namespace {

using mlir::Attribute;

void while_loop(OpContext& c) {
  size_t n = c.results.size();
  if (!c.expect(n, n, 2)) return;
  // Values that the condition or the body reads from outside, in order of first use.
  std::vector<mlir::ValueId> captured = c.importer.captures(c.op.regions[0]);
  for (mlir::ValueId v : c.importer.captures(c.op.regions[1]))
    if (std::find(captured.begin(), captured.end(), v) == captured.end()) captured.push_back(v);
  std::vector<Local> carried = c.operands;
  for (mlir::ValueId v : captured) {
    Local l = c.importer.lookup(c.scope, v, c.op);
    if (!l.valid()) {
      c.failed = true;
      return;
    }
    carried.push_back(l);
  }
  for (const mlir::Region& r : c.op.regions)
    if (r.blocks.size() == 1 && r.blocks[0].arguments.size() != n)
      return c.fail(fmt::format("a region of stablehlo.while has {} arguments for {} carried values",
                                r.blocks[0].arguments.size(), n));
  RegionOptions options{.captures = captured, .tuple_parameter = true, .return_captures = true};
  auto body = c.importer.region(c, c.op.regions[1], options);
  options.return_captures = false;
  auto condition = c.importer.region(c, c.op.regions[0], options);
  if (!body || !condition) return;
  Attrs attrs;
  attrs.set(AttrName::Condition, Comps{*condition});
  attrs.set(AttrName::Body, Comps{*body});
  if (carried.size() == 1) {
    Local loop = c.add_main(OpKind::While, c.scope.builder.shape(carried[0]), carried, std::move(attrs));
    if (n == 1) c.set_result(loop);
    return;
  }
  Local start = c.tuple(carried);
  Shape shape = c.scope.builder.shape(start);
  Local loop = c.add_main(OpKind::While, shape, std::span(&start, 1), std::move(attrs));
  std::vector<Local> out;
  for (size_t i = 0; i < n; ++i) out.push_back(c.element(loop, i));
  c.set_results(out);
}

// stablehlo.if and stablehlo.case: one operand per branch, holding what the branch reads.
void branches(OpContext& c, bool is_if) {
  if (!c.expect(1, c.results.size(), c.op.regions.size()) || (is_if && !c.expect(1, c.results.size(), 2))) return;
  if (c.op.regions.empty()) return c.fail("stablehlo.case needs a branch");
  std::vector<Local> inputs{c.operands[0]};
  Comps comps;
  for (const mlir::Region& r : c.op.regions) {
    const std::vector<mlir::ValueId> captured = c.importer.captures(r);
    if (r.blocks.size() == 1 && !r.blocks[0].arguments.empty())
      return c.fail(fmt::format("a branch of {} has no arguments", c.op.name));
    std::vector<Local> read;
    for (mlir::ValueId v : captured) {
      Local l = c.importer.lookup(c.scope, v, c.op);
      if (!l.valid()) {
        c.failed = true;
        return;
      }
      read.push_back(l);
    }
    inputs.push_back(read.size() == 1 ? read[0] : c.tuple(read));
    auto comp = c.importer.region(c, r, {.captures = captured, .tuple_parameter = true});
    if (!comp) return;
    comps.push_back(*comp);
  }
  Attrs attrs;
  if (is_if) {
    attrs.set(AttrName::TrueComputation, Comps{comps[0]});
    attrs.set(AttrName::FalseComputation, Comps{comps[1]});
  } else {
    attrs.set(AttrName::BranchComputations, std::move(comps));
  }
  c.finish(OpKind::Conditional, inputs, std::move(attrs));
}
void if_else(OpContext& c) { branches(c, true); }
void switch_case(OpContext& c) { branches(c, false); }

// The callee's parameters and results must be what the call states.
bool fits(OpContext& c, CompId callee) {
  const Module& m = c.importer.module;
  std::vector<Shape> parameters = m.parameter_shapes(callee);
  bool ok = parameters.size() == c.operands.size();
  for (size_t i = 0; ok && i < parameters.size(); ++i) ok = same_logical(parameters[i], c.operand_shape(i));
  ok = ok && same_logical(m.result_shape(callee), c.main_shape());
  if (!ok) c.fail(fmt::format("the operands or results do not fit the called function {}", m.name(callee)));
  return ok;
}

void call(OpContext& c) {
  const Attribute* callee = c.attr("callee");
  if (!callee || !c.op.regions.empty()) return c.fail("func.call needs attribute 'callee'");
  auto comp = c.importer.function(c, callee->text);
  if (!comp || !fits(c, *comp)) return;
  Attrs attrs;
  attrs.set(AttrName::ToApply, Comps{*comp});
  c.finish(OpKind::Call, c.operands, std::move(attrs));
}

void composite(OpContext& c) {
  const Attribute* name = c.attr("name");
  const Attribute* decomposition = c.attr("decomposition");
  const Attribute* attributes = c.attr("composite_attributes");
  int64_t version = c.integer("version").value_or(0);
  if (c.failed) return;
  if (!name || !decomposition) return c.fail("stablehlo.composite needs attributes 'name' and 'decomposition'");
  if (!c.op.regions.empty())
    return c.unsupported("stablehlo.composite with regions",
                         "inline its decomposition (stablehlo-legalize-composite-to-call)");
  auto comp = c.importer.function(c, decomposition->text);
  if (!comp || !fits(c, *comp)) return;
  Attrs attrs;
  attrs.set(AttrName::ToApply, Comps{*comp});
  attrs.set(AttrName::IsComposite, true);
  std::string text = fmt::format("{{composite.attributes={},composite.name={},composite.version=\"{}\"",
                                 attributes ? mlir::to_string(*attributes) : "{}", hlo_quoted(name->text), version);
  if (const Attribute* more = c.attr("mhlo.frontend_attributes"); more && !more->members.empty()) {
    std::string rest = frontend_attributes_text(*more);
    text += ',';
    text.append(rest, 1, rest.size() - 2);
  }
  text += '}';
  attrs.set(AttrName::FrontendAttributes, text);
  c.finish(OpKind::Call, c.operands, std::move(attrs));
}

std::string json_number(double v) {
  std::string text = fmt::format("{}", v);
  return text == "inf" || text == "-inf" || text == "nan" ? "null" : text;
}

// check.expect_*: custom calls that the evaluator understands. Their settings become a JSON object.
void check(OpContext& c, std::string target) {
  std::string config;
  auto put = [&](std::string_view key, std::string value) {
    config += fmt::format("{}\"{}\":{}", config.empty() ? "" : ",", key, value);
  };
  auto number = [&](const Attribute* a) {
    return a->kind == Attribute::Kind::Integer ? fmt::format("{}", a->integer) : json_number(a->number);
  };
  for (auto [key, name] :
       {std::pair{"tolerance", "tolerance"}, {"min_ulp_difference", "min_ulp"}, {"max_ulp_difference", "max_ulp"}})
    if (const Attribute* a = c.attr(key)) put(name, number(a));
  if (const Attribute* dict = c.op.find("backend_config"); dict && dict->kind == Attribute::Kind::Dictionary) {
    c.attr("backend_config");
    for (auto [key, name] :
         {std::pair{"tolerance", "tolerance"}, {"min_ulp_difference", "min_ulp"}, {"max_ulp_difference", "max_ulp"}})
      if (const Attribute* a = member(dict->members, key)) put(name, number(a));
  }
  std::vector<Local> inputs = c.operands;
  if (const Attribute* a = c.attr("value"); a && a->kind == Attribute::Kind::Elements) {
    // The expected value is an attribute: it becomes the second operand of the plain check.
    inputs.push_back(c.constant(*a));
    if (target.ends_with("_const")) target.resize(target.size() - 6);
  }
  Attrs attrs;
  attrs.set(AttrName::CustomCallTarget, std::move(target));
  attrs.set(AttrName::HasSideEffect, true);
  if (!config.empty()) attrs.set(AttrName::BackendConfig, fmt::format("{{{}}}", config));
  c.add_main(OpKind::CustomCall, c.main_shape(), inputs, std::move(attrs));
}
void check_op(OpContext& c) {
  if (c.expect(c.operands.size(), 0)) check(c, c.op.name);
}

// {1,0} lists of a layouts attribute, given minor to major as XLA wants them.
std::optional<std::vector<std::vector<int64_t>>> layouts(const Attribute* a) {
  if (!a || a->kind != Attribute::Kind::Array) return std::nullopt;
  std::vector<std::vector<int64_t>> out;
  for (const Attribute& e : a->elements) {
    auto ints = to_ints(e);
    if (!ints) return std::nullopt;
    out.push_back(std::move(*ints));
  }
  return out;
}

// How JAX before 0.10 wrote top_k: a custom call with MHLO's attributes in a dictionary.
bool mhlo_topk(OpContext& c, const Attribute& target) {
  const Attribute* more = c.attr("mhlo.attributes");
  if (target.text != "mhlo.topk" || !more || more->kind != Attribute::Kind::Dictionary) return false;
  const Attribute* k = member(more->members, "k");
  const Attribute* largest = member(more->members, "largest");
  if (!k || c.operands.size() != 1 || c.results.size() != 2) {
    c.fail("custom call mhlo.topk needs one operand, two results and mhlo.attributes with k");
    return true;
  }
  Attrs attrs;
  attrs.set(AttrName::K, k->integer);
  attrs.set(AttrName::Largest, !largest || largest->boolean);
  c.set_from_main(c.add_main(OpKind::TopK, c.main_shape(), c.operands, std::move(attrs)));
  return true;
}

void custom_call(OpContext& c) {
  const Attribute* target = c.attr("call_target_name");
  if (!target) return c.fail("stablehlo.custom_call needs attribute 'call_target_name'");
  if (!c.op.regions.empty()) return c.fail("stablehlo.custom_call has no regions");
  bool side_effect = c.boolean("has_side_effect");
  int64_t api = c.integer("api_version").value_or(1);
  if (c.failed) return;
  if (target->text.starts_with("check.")) {
    if (c.expect(c.operands.size(), 0)) check(c, target->text);
    return;
  }
  if (mhlo_topk(c, *target)) return;
  Attrs attrs;
  attrs.set(AttrName::CustomCallTarget, target->text);
  if (side_effect) attrs.set(AttrName::HasSideEffect, true);
  if (api == 2) attrs.set(AttrName::ApiVersion, std::string("API_VERSION_STATUS_RETURNING"));
  if (api == 3) attrs.set(AttrName::ApiVersion, std::string("API_VERSION_STATUS_RETURNING_UNIFIED"));
  if (api == 4) attrs.set(AttrName::ApiVersion, std::string("API_VERSION_TYPED_FFI"));
  const Attribute* config = c.attr("mhlo.backend_config");
  if (const Attribute* plain_config = c.attr("backend_config"); plain_config && !config) config = plain_config;
  if (config) {
    std::string text = config->kind == Attribute::Kind::String ? config->text : mlir::to_string(*config);
    // Text in braces stands as it is, other text in quotes, as HLO prints it.
    if (config->kind == Attribute::Kind::String && !text.empty() && !text.starts_with('{')) text = hlo_quoted(text);
    if (!text.empty() && !(config->kind == Attribute::Kind::Dictionary && config->members.empty()))
      attrs.set(AttrName::BackendConfig, text);
  }
  auto operand_layouts = layouts(c.attr("operand_layouts")), result_layouts = layouts(c.attr("result_layouts"));
  auto lay = [&](Shape shape, const std::vector<int64_t>& order) -> std::optional<Shape> {
    if (!shape.is_array() || shape.dims.size() != order.size()) {
      if (!shape.is_array() && order.empty()) return shape;
      c.fail("a layout of stablehlo.custom_call does not fit the rank of its value");
      return std::nullopt;
    }
    shape.layout = Layout{order, ""};
    return shape;
  };
  Shape shape = c.main_shape();
  if (result_layouts) {
    if (result_layouts->size() != c.results.size()) return c.fail("result_layouts must have one entry per result");
    for (size_t i = 0; i < c.results.size(); ++i) {
      auto s = lay(c.results[i], (*result_layouts)[i]);
      if (!s) return;
      (c.results.size() == 1 ? shape : shape.elements[i]) = *s;
    }
  }
  if (operand_layouts) {
    if (operand_layouts->size() != c.operands.size()) return c.fail("operand_layouts must have one entry per operand");
    std::string text = "{";
    for (size_t i = 0; i < c.operands.size(); ++i) {
      auto s = lay(c.operand_shape(i), (*operand_layouts)[i]);
      if (!s) return;
      text += fmt::format("{}{}", i ? ", " : "", to_hlo(*s));
    }
    attrs.set(AttrName::OperandLayoutConstraints, text + "}");
  }
  if (const Attribute* aliases = c.attr("output_operand_aliases"); aliases && !aliases->elements.empty()) {
    std::string text = "{";
    for (const Attribute& a : aliases->elements) {
      auto list = [&](std::string_view key) {
        const Attribute* m = member(a.members, key);
        auto ints = m ? to_ints(*m) : std::nullopt;
        return fmt::format("{{{}}}", ints ? fmt::join(*ints, ",") : fmt::join(std::vector<int64_t>(), ","));
      };
      const Attribute* operand = member(a.members, "operand_index");
      text += fmt::format("{}{}: ({}, {})", text.size() > 1 ? ", " : "", list("output_tuple_indices"),
                          operand ? operand->integer : 0, list("operand_tuple_indices"));
    }
    attrs.set(AttrName::OutputToOperandAliasing, text + "}");
  }
  if (const Attribute* called = c.attr("called_computations"); called && !called->elements.empty()) {
    Comps comps;
    for (const Attribute& e : called->elements) {
      auto comp = c.importer.function(c, e.text);
      if (!comp) return;
      comps.push_back(*comp);
    }
    attrs.set(AttrName::CalledComputations, std::move(comps));
  }
  c.set_from_main(c.add_main(OpKind::CustomCall, shape, c.operands, std::move(attrs)));
}

}  // namespace

std::span<const HandlerRow> control_handlers() {
  static const HandlerRow rows[] = {
      {"stablehlo.while", while_loop},
      {"stablehlo.if", if_else},
      {"stablehlo.case", switch_case},
      {"func.call", call},
      {"call", call},
      {"stablehlo.composite", composite},
      {"stablehlo.custom_call", custom_call},
      {"check.expect_eq", check_op},
      {"check.expect_eq_const", check_op},
      {"check.expect_close", check_op},
      {"check.expect_almost_eq", check_op},
      {"check.expect_almost_eq_const", check_op},
      {"check.expect_serialized_eq", check_op},
  };
  return rows;
}

}  // namespace eutectic::stablehlo
