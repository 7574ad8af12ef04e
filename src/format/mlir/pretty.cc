// Pretty forms of operations without regions: a table of formats, read by a small interpreter.
// A format is a list of directives, separated by spaces:
//   %  an operand      %*  operands with commas between      %,*  operands with a comma after each
//   {} attributes      :form  ':' and types (TypeForm)       (? x ... ?)  only if x comes next
//   $name  an attribute; $name/number, /i64, /i32, /ints, /symbol, /enum:kind, /opaque:prefix say how
//   @name  a handler below; anything else stands for itself.
#include <fmt/format.h>

#include <algorithm>

#include "format/mlir/parser.h"

namespace eutectic::mlir {
namespace {

struct Format {
  std::string_view name, format;
};

constexpr std::string_view same = "%* {} :same";
constexpr std::string_view function = "%* {} :function";
constexpr Format formats[] = {
    {"arith.constant", "{} $value @value_type"},
    {"call", "$callee/symbol ( %* ) {} :function"},
    {"check.expect_almost_eq", "% , % (? , tolerance = $tolerance/number ?) {} :operands"},
    {"check.expect_almost_eq_const", "% , $value (? , tolerance = $tolerance/number ?) {} @like_value"},
    {"check.expect_close",
     "% , % , max_ulp_difference = $max_ulp_difference/i64 (? , min_ulp_difference = "
     "$min_ulp_difference/i64 ?) @close_types"},
    {"check.expect_eq", "% , % {} :operands"},
    {"check.expect_eq_const", "% , $value {} @like_value"},
    {"check.expect_serialized_eq", "% , probe_id = $probe_id (? , iter = $iteration/i32 ?) {} :operands"},
    {"chlo.constant", "{} $value @value_type"},
    {"chlo.scan", "@scan"},
    {"chlo.top_k", "( % , k = $k/i64 (? , is_stable = $is_stable ?) ) {} :any"},
    {"func.call", "$callee/symbol ( %* ) {} :function"},
    {"func.func", "@function"},
    {"func.return", "{} @return"},
    {"interpreter.print", "% {} :operands"},
    {"interpreter.probe", "% , probe_id = $probe_id {} :same"},
    {"module", "@module"},
    {"builtin.module", "@module"},
    {"return", "{} @return"},
    {"sdy.manual_computation", "@manual_computation"},
    {"sdy.mesh", "$sym_name/name = $mesh/opaque:#sdy.mesh {}"},
    {"sdy.named_computation", "@named_computation"},
    {"sdy.propagation_barrier", "% allowed_direction = $allowed_direction/enum:sdy.propagation_direction {} :same"},
    {"sdy.reshard", "% $sharding/opaque:#sdy.sharding {} :same"},
    {"sdy.return", "%* {} @optional_types"},
    {"sdy.sharding_constraint", "% $sharding/opaque:#sdy.sharding {} :same"},
    {"sdy.sharding_group", "% group_id = $group_id/i64 {} :operands"},
    {"stablehlo.after_all", same},
    {"stablehlo.broadcast", "% , sizes = $broadcast_sizes/ints {} :function"},
    {"stablehlo.broadcast_in_dim", "% , dims = $broadcast_dimensions/ints {} :function"},
    {"stablehlo.cholesky", "% (? , lower = $lower ?) {} :same"},
    {"stablehlo.compare",
     "$comparison_direction/enum:stablehlo.comparison_direction , % , % "
     "(? , $compare_type/enum:stablehlo.comparison_type ?) {} :function"},
    {"stablehlo.complex", "%* {} :complex"},
    {"stablehlo.composite", "$name %* @composite_regions {} :function"},
    {"stablehlo.concatenate", "%,* dim = $dimension/i64 {} :function"},
    {"stablehlo.constant", "@constant"},
    {"stablehlo.convolution", "( %* ) dim_numbers = @convolution , window = { @window } {} :function"},
    {"stablehlo.create_token", "{} :results"},
    {"stablehlo.cross-replica-sum", function},
    {"stablehlo.custom_call", "$call_target_name/name ( %* ) {} :function"},
    {"stablehlo.dot", "% , % @precision {} :function"},
    {"stablehlo.dot_general", "% , % , @dot_dimensions @precision {} :function"},
    {"stablehlo.dynamic_broadcast_in_dim", "% , % , dims = $broadcast_dimensions/ints {} :function"},
    {"stablehlo.dynamic_iota", "% , dim = $iota_dimension/i64 {} :function"},
    {"stablehlo.dynamic_pad", function},
    {"stablehlo.dynamic_reshape", function},
    {"stablehlo.dynamic_slice", "%,* sizes = $slice_sizes/ints {} :function"},
    {"stablehlo.dynamic_update_slice", function},
    {"stablehlo.einsum", "% , % , config = $einsum_config {} :function"},
    {"stablehlo.fft", "% , type = $fft_type/enum:stablehlo.fft_type , length = $fft_length/ints {} :function"},
    {"stablehlo.get_dimension_size", "% , dim = $dimension/i64 {} :function"},
    {"stablehlo.get_tuple_element", "% [ $index/i32 ] {} :function"},
    {"stablehlo.iota", "dim = $iota_dimension/i64 {} :results"},
    {"stablehlo.optimization_barrier", "{} @pairs"},
    {"stablehlo.pad",
     "% , % , low = $edge_padding_low/ints , high = $edge_padding_high/ints , "
     "interior = $interior_padding/ints {} :function"},
    {"stablehlo.partition_id", "{} :results"},
    {"stablehlo.real_dynamic_slice", function},
    {"stablehlo.reduce", "@reduce"},
    {"stablehlo.reduce_precision", "% , format = @exponent_mantissa {} :same"},
    {"stablehlo.replica_id", "{} :results"},
    {"stablehlo.return", "%* {} @optional_types"},
    {"stablehlo.reverse", "% , dims = $dimensions/ints {} :same"},
    {"stablehlo.rng", "% , % , % , distribution = $rng_distribution/enum:stablehlo.rng_distribution {} :function"},
    {"stablehlo.rng_bit_generator", "% , algorithm = $rng_algorithm/enum:stablehlo.rng_algorithm {} :function"},
    {"stablehlo.select", "%* {} :select"},
    {"stablehlo.set_dimension_size", "% , % , dim = $dimension/i64 {} :function"},
    {"stablehlo.slice", "% @slice_ranges {} :function"},
    {"stablehlo.transpose", "% , dims = $permutation/ints {} :function"},
    {"stablehlo.tuple", "%* {} :tuple"},
    {"stablehlo.unary_einsum", "% , config = $einsum_config {} :function"},
    {"stablehlo.while", "@while"},
};

const std::unordered_map<std::string_view, std::string_view>& format_table() {
  static const auto table = [] {
    std::unordered_map<std::string_view, std::string_view> out;
    for (const Format& f : formats) out.emplace(f.name, f.format);
    return out;
  }();
  return table;
}

// StableHLO ops that print in generic form only: a pretty form of theirs is a mistake.
constexpr std::string_view generic_only[] = {
    "all_gather",
    "all_reduce",
    "all_to_all",
    "batch_norm_grad",
    "batch_norm_inference",
    "batch_norm_training",
    "case",
    "collective_broadcast",
    "collective_permute",
    "dynamic_conv",
    "dynamic_gather",
    "gather",
    "if",
    "infeed",
    "map",
    "outfeed",
    "recv",
    "reduce_scatter",
    "reduce_window",
    "scatter",
    "select_and_scatter",
    "send",
    "sort",
    "torch_index_select",
    "triangular_solve",
};

}  // namespace

bool Parser::parse_pretty(OpState& state) {
  std::string& name = state.op.name;
  const auto found = format_table().find(name);
  if (found != format_table().end()) {
    if (name == "call" || name == "return") name = "func." + name;
    if (name == "module") name = "builtin.module";
    return parse_format(state, found->second);
  }
  const size_t dot = name.find('.');
  const std::string_view dialect = std::string_view(name).substr(0, dot);
  if (dot == std::string::npos || is(Tok::Equal))
    return fail(state.offset, fmt::format("'{}' is not an operation", name));
  if (dialect == "stablehlo" && std::find(std::begin(generic_only), std::end(generic_only),
                                          std::string_view(name).substr(dot + 1)) != std::end(generic_only))
    return fail(state.offset, fmt::format("{} has no short form", name),
                fmt::format("write \"{}\"(%operands) <{{attributes}}> : (types) -> types", name));
  return parse_format(state, dialect == "chlo" || dialect != "stablehlo" ? "%* {} :any" : same);
}

bool Parser::parse_format(OpState& state, std::string_view format) {
  while (!format.empty()) {
    const size_t space = format.find(' ');
    const std::string_view directive = format.substr(0, space);
    format.remove_prefix(space == std::string_view::npos ? format.size() : space + 1);
    if (directive == "(?") {
      // The first directive of a group is ','.
      if (!is(Tok::Comma)) format.remove_prefix(format.find("?)") + 2 + (format.find("?) ") != std::string_view::npos));
      continue;
    }
    if (directive == "?)") continue;
    if (!parse_directive(state, directive)) return false;
  }
  return true;
}

bool Parser::parse_directive(OpState& state, std::string_view directive) {
  const auto add = [&](std::string_view name, Attribute value) {
    state.op.attributes.emplace_back(name, std::move(value));
    return true;
  };
  switch (directive[0]) {
    case '%':
      if (directive == "%") return parse_operand(state.operands.emplace_back());
      if (directive == "%*") return parse_operands(state.operands);
      while (is(Tok::Percent))
        if (!parse_operand(state.operands.emplace_back()) || !expect(Tok::Comma)) return false;
      return true;
    case '{':
      if (directive == "{") return expect(Tok::LBrace);
      return parse_optional_dictionary(state.op.attributes);
    case '}':
      return expect(Tok::RBrace);
    case '(':
      return expect(Tok::LParen);
    case ')':
      return expect(Tok::RParen);
    case '[':
      return expect(Tok::LSquare);
    case ']':
      return expect(Tok::RSquare);
    case ',':
      return expect(Tok::Comma);
    case '=':
      return expect(Tok::Equal);
    case ':':
      if (!expect(Tok::Colon)) return false;
      if (directive == ":same") return parse_types(state, TypeForm::Same);
      if (directive == ":function") return parse_types(state, TypeForm::Function);
      if (directive == ":results") return parse_types(state, TypeForm::Results);
      if (directive == ":operands") return parse_types(state, TypeForm::Operands);
      if (directive == ":select") return parse_types(state, TypeForm::Select);
      if (directive == ":complex") return parse_types(state, TypeForm::Complex);
      if (directive == ":tuple") return parse_types(state, TypeForm::Tuple);
      return parse_types(state, TypeForm::Any);
    case '$': {
      directive.remove_prefix(1);
      const size_t slash = directive.find('/');
      const std::string_view name = directive.substr(0, slash);
      const std::string_view how = slash == std::string_view::npos ? "" : directive.substr(slash + 1);
      Attribute value;
      if (how.empty()) return parse_attribute(value) && add(name, std::move(value));
      if (how == "number") return parse_attribute(value, false) && add(name, std::move(value));
      if (how == "i64" || how == "i32") {
        int64_t number = 0;
        return parse_integer(number) &&
               add(name, integer_attribute(number, how == "i64" ? ElementType::S64 : ElementType::S32));
      }
      if (how == "ints") {
        std::vector<int64_t> list;
        // array<i64: ...> stands in some older texts.
        if (is_word("array")) return parse_attribute(value) && add(name, std::move(value));
        return parse_integer_list(list) && add(name, ints_attribute(std::move(list)));
      }
      if (how == "symbol") return parse_symbol(value) && add(name, std::move(value));
      if (how == "name") return parse_symbol(value) && add(name, string_attribute(std::move(value.text)));
      if (how.starts_with("enum:")) return parse_enum(value, how.substr(5)) && add(name, std::move(value));
      // opaque:prefix
      if (is(Tok::Hash)) return parse_attribute(value) && add(name, std::move(value));
      if (!is(Tok::Less)) return fail_expected("'<'");
      if (!parse_opaque_attribute(value, tok_.begin, tok_.begin)) return false;
      value.text.insert(0, how.substr(7));
      return add(name, std::move(value));
    }
    case '@': {
      directive.remove_prefix(1);
      if (directive == "constant") return parse_constant(state);
      if (directive == "value_type") {
        const Attribute* value = state.op.find("value");
        if (!value || !value->type) return fail(state.offset, "expected dense<...> : tensor<...>");
        state.result_types.push_back(*value->type);
        return true;
      }
      if (directive == "like_value") {
        const Attribute* value = state.op.find("value");
        if (!value || !value->type) return fail(state.offset, "expected dense<...> : tensor<...>");
        state.operand_types.push_back(*value->type);
        return true;
      }
      if (directive == "return") return parse_operands(state.operands) && parse_directive(state, "@optional_types");
      if (directive == "optional_types") {
        return state.operands.empty() || (expect(Tok::Colon) && parse_type_list(state.operand_types));
      }
      if (directive == "pairs") {
        if (accept(Tok::LParen)) return expect(Tok::RParen);
        return parse_operands(state.operands) && expect(Tok::Colon) && parse_types(state, TypeForm::Pairs);
      }
      if (directive == "close_types") {
        // The attributes stand after the colon.
        return expect(Tok::Colon) && parse_optional_dictionary(state.op.attributes) &&
               parse_types(state, TypeForm::Operands);
      }
      if (directive == "composite_regions") {
        if (!accept(Tok::LParen)) return true;
        do {
          if (!parse_region(state.op.regions.emplace_back())) return false;
        } while (accept(Tok::Comma));
        return expect(Tok::RParen);
      }
      if (directive == "convolution") {
        Attribute value;
        return parse_convolution_dims(value) && add("dimension_numbers", std::move(value));
      }
      if (directive == "window") return parse_window(state);
      if (directive == "precision") return parse_precision(state);
      if (directive == "dot_dimensions") return parse_dot_dimensions(state);
      if (directive == "slice_ranges") return parse_slice_ranges(state);
      if (directive == "exponent_mantissa") return parse_exponent_mantissa(state);
      if (directive == "module") return parse_module(state);
      if (directive == "function") return parse_function(state);
      if (directive == "reduce") return parse_reduce(state);
      if (directive == "while") return parse_while(state);
      if (directive == "scan") return parse_scan(state);
      if (directive == "manual_computation") return parse_manual_computation(state);
      return parse_named_computation(state);
    }
    default:
      return expect_word(directive);
  }
}

bool Parser::parse_types(OpState& state, TypeForm form) {
  const size_t at = tok_.begin;
  const size_t count = state.operands.size();
  std::vector<Type> types;
  if (is(Tok::LParen)) {
    std::vector<Type> inputs;
    if (!parse_parenthesised_types(inputs)) return false;
    if (!is(Tok::Arrow)) return fail_expected("'->'");
    advance();
    state.operand_types = std::move(inputs);
    return parse_type_or_list(state.result_types);
  }
  if (form == TypeForm::Function) return fail_expected("'(' before the operand types");
  if (!parse_type_list(types)) return false;
  if (form == TypeForm::Any && accept_word("to")) {  // casts
    state.operand_types = std::move(types);
    return parse_type_list(state.result_types);
  }
  if (accept(Tok::Arrow)) {
    if (form != TypeForm::Any) return fail(at, "expected '(' before the operand types");
    state.operand_types = std::move(types);
    return parse_type_or_list(state.result_types);
  }
  const auto one = [&] {
    return types.size() == 1 || fail(at, fmt::format("expected one type or (types) -> types for {}", state.op.name));
  };
  // One type for many operands.
  if (types.size() == 1 && !spend(count * (weight_of(types[0]) - 1), at)) return false;
  switch (form) {
    case TypeForm::Results:
      state.result_types = std::move(types);
      return true;
    case TypeForm::Operands:
      if (types.size() == 1) types.resize(count, types[0]);
      state.operand_types = std::move(types);
      return true;
    case TypeForm::Pairs:
      state.operand_types = types;
      state.result_types = std::move(types);
      return true;
    case TypeForm::Select:
      if (types.size() != 2 || count != 3)
        return fail(at, fmt::format("expected two types, or (types) -> type, for {} operands", count));
      state.operand_types = {types[0], types[1], types[1]};
      state.result_types = {std::move(types[1])};
      return true;
    case TypeForm::Complex: {
      if (!one()) return false;
      Type part = types[0];
      if (part.kind != Type::Kind::Tensor || !is_complex(part.shape.type))
        return fail(at, "expected a tensor type with complex elements");
      part.shape.type = part_type(part.shape.type);
      state.operand_types.assign(count, part);
      state.result_types = std::move(types);
      return true;
    }
    case TypeForm::Tuple:
      if (!one()) return false;
      if (types[0].kind != Type::Kind::Tuple) return fail(at, "expected a tuple type");
      state.operand_types = types[0].elements;
      state.result_types = std::move(types);
      return true;
    default:
      if (!one()) return false;
      state.operand_types.assign(count, types[0]);
      state.result_types = std::move(types);
      return true;
  }
}

}  // namespace eutectic::mlir
