// Pretty forms of operations with regions: modules, functions, reduce, while, scan and sdy's computations.
#include <fmt/format.h>

#include "format/mlir/parser.h"

namespace eutectic::mlir {

// module @name attributes {...} { ... }
bool Parser::parse_module(OpState& state) {
  if (is(Tok::At)) {
    Attribute name;
    if (!parse_symbol(name)) return false;
    state.op.attributes.emplace_back("sym_name", string_attribute(std::move(name.text)));
  }
  if (accept_word("attributes") && !parse_dictionary(state.op.attributes)) return false;
  Region& region = state.op.regions.emplace_back();
  std::vector<RegionArgument> none;
  return parse_region(region, &none, /*isolated=*/true);
}

// func.func public @name(%arg0: type {attributes} loc(..), ...) -> (type {attributes}, ...) attributes {...} { ... }
bool Parser::parse_function(OpState& state) {
  NamedAttributes& attributes = state.op.attributes;
  for (const std::string_view visibility : {"public", "private", "nested"})
    if (accept_word(visibility)) attributes.emplace_back("sym_visibility", string_attribute(std::string(visibility)));
  Attribute name;
  if (!parse_symbol(name)) return false;
  attributes.emplace_back("sym_name", string_attribute(std::move(name.text)));

  std::vector<RegionArgument> arguments;
  std::vector<NamedAttributes> argument_attributes, result_attributes;
  Type type;
  type.kind = Type::Kind::Function;
  bool named = false;
  if (!expect(Tok::LParen)) return false;
  if (!accept(Tok::RParen)) {
    do {
      RegionArgument argument;
      argument.offset = tok_.begin;
      if (is(Tok::Percent)) {
        if (!arguments.empty() && !named) return fail_expected("a type");
        named = true;
        argument.name = text().substr(1);
        advance();
        if (!expect(Tok::Colon)) return false;
      } else if (named) {
        return fail_expected(describe(Tok::Percent));
      }
      if (!parse_type(argument.type) || !parse_optional_dictionary(argument_attributes.emplace_back()) ||
          !parse_optional_location(argument.loc))
        return false;
      type.elements.push_back(argument.type);
      arguments.push_back(std::move(argument));
    } while (accept(Tok::Comma));
    if (!expect(Tok::RParen)) return false;
  }
  type.input_count = type.elements.size();
  if (accept(Tok::Arrow)) {
    if (accept(Tok::LParen)) {
      if (!accept(Tok::RParen)) {
        do {
          if (!parse_type(type.elements.emplace_back()) || !parse_optional_dictionary(result_attributes.emplace_back()))
            return false;
        } while (accept(Tok::Comma));
        if (!expect(Tok::RParen)) return false;
      }
    } else if (!parse_type(type.elements.emplace_back())) {
      return false;
    }
  }
  const size_t result_count = type.elements.size() - type.input_count;
  attributes.emplace_back("function_type", type_attribute(std::move(type)));
  // A list of one dictionary each, where any has something in it.
  const auto add_all = [&](std::string_view key, std::vector<NamedAttributes>& all, size_t count) {
    bool any = false;
    for (const NamedAttributes& a : all) any = any || !a.empty();
    if (!any) return true;
    Attribute list;
    list.kind = Attribute::Kind::Array;
    all.resize(count);
    for (NamedAttributes& a : all) {
      if (!count_attribute()) return false;
      Attribute& element = list.elements.emplace_back();
      element.kind = Attribute::Kind::Dictionary;
      element.members = std::move(a);
    }
    attributes.emplace_back(key, std::move(list));
    return true;
  };
  if (!add_all("arg_attrs", argument_attributes, arguments.size()) ||
      !add_all("res_attrs", result_attributes, result_count))
    return false;
  if (accept_word("attributes") && !parse_dictionary(attributes)) return false;
  Region& region = state.op.regions.emplace_back();
  if (!is(Tok::LBrace)) return true;  // declared only
  if (!arguments.empty() && !named) return fail_expected("the end of the declaration: its arguments have no names");
  return parse_region(region, &arguments, /*isolated=*/true);
}

// (%a init: %b), (%c init: %d) applies stablehlo.add across dimensions = [0] {attributes} : types
// (%a init: %b), (%c init: %d) across dimensions = [0] {attributes} : types reducer(...) (...) { ... }
bool Parser::parse_reduce(OpState& state) {
  std::vector<Operand> inits;
  do {
    if (!expect(Tok::LParen) || !parse_operand(state.operands.emplace_back()) || !expect_word("init") ||
        !expect(Tok::Colon) || !parse_operand(inits.emplace_back()) || !expect(Tok::RParen))
      return false;
  } while (accept(Tok::Comma));
  const size_t pairs = inits.size();
  state.operands.insert(state.operands.end(), inits.begin(), inits.end());

  std::string_view inner;
  if (accept_word("applies")) {
    if (!is(Tok::Id)) return fail_expected("an operation");
    inner = text();
    if (pairs != 1) return fail(tok_.begin, "'applies' reduces one input", "write reducer(...) {...} for several");
    advance();
  }
  Attribute dimensions;
  dimensions.kind = Attribute::Kind::IntArray;
  if (!expect_word("across") || !expect_word("dimensions") || !expect(Tok::Equal) ||
      !parse_integer_list(dimensions.ints) || !parse_optional_dictionary(state.op.attributes))
    return false;
  state.op.attributes.emplace_back("dimensions", std::move(dimensions));
  const size_t types_at = tok_.end;
  if (!expect(Tok::Colon) || !parse_types(state, TypeForm::Function)) return false;
  if (inner.empty()) return expect_word("reducer") && parse_reducer(state, pairs);

  // The region that 'applies' stands for.
  if (state.operand_types.empty() || state.operand_types[0].kind != Type::Kind::Tensor)
    return fail(types_at, "expected a tensor to reduce");
  Type scalar;
  scalar.kind = Type::Kind::Tensor;
  scalar.shape = Shape::scalar(state.operand_types[0].shape.type);
  if (!parse_optional_location(state.op.loc)) return false;
  const LocId loc = state.op.loc.valid() ? state.op.loc : LocId(0u);
  Block& block = state.op.regions.emplace_back().blocks.emplace_back();
  Operation apply, done;
  apply.name = inner;
  done.name = "stablehlo.return";
  apply.place = done.place = state.op.place;
  apply.loc = done.loc = loc;
  for (int i = 0; i < 2; ++i) {
    block.arguments.push_back(program_.values.add(scalar));
    block.argument_locs.push_back(loc);
  }
  apply.operands = block.arguments;
  apply.results.push_back(program_.values.add(scalar));
  done.operands = apply.results;
  block.operations.push_back(std::move(apply));
  block.operations.push_back(std::move(done));
  return true;
}

// (%a: t loc(..), %b: t) (%c: t, %d: t) { ... }: the region's arguments are all firsts, then all seconds.
bool Parser::parse_reducer(OpState& state, size_t pairs) {
  std::vector<RegionArgument> firsts, seconds;
  const auto argument = [&](RegionArgument& out) {
    if (!is(Tok::Percent)) return fail_expected(describe(Tok::Percent));
    out.name = text().substr(1);
    out.offset = tok_.begin;
    advance();
    return expect(Tok::Colon) && parse_type(out.type) && parse_optional_location(out.loc);
  };
  const size_t begin = tok_.begin;
  while (accept(Tok::LParen)) {
    if (!argument(firsts.emplace_back()) || !expect(Tok::Comma) || !argument(seconds.emplace_back()) ||
        !expect(Tok::RParen))
      return false;
  }
  if (firsts.size() != pairs)
    return fail(begin, fmt::format("{} inputs, but {} pairs of reducer arguments", pairs, firsts.size()));
  for (RegionArgument& a : seconds) firsts.push_back(std::move(a));
  return parse_region(state.op.regions.emplace_back(), &firsts);
}

// (%name = %initial, ...) : types attributes {...} cond { ... } do { ... }
bool Parser::parse_while(OpState& state) {
  std::vector<RegionArgument> arguments;
  if (!expect(Tok::LParen)) return false;
  if (!accept(Tok::RParen)) {
    do {
      RegionArgument& argument = arguments.emplace_back();
      if (!is(Tok::Percent)) return fail_expected(describe(Tok::Percent));
      argument.name = text().substr(1);
      argument.offset = tok_.begin;
      advance();
      if (!expect(Tok::Equal) || !parse_operand(state.operands.emplace_back())) return false;
    } while (accept(Tok::Comma));
    const size_t at = tok_.end;
    if (!expect(Tok::RParen) || !expect(Tok::Colon) || !parse_type_list(state.result_types)) return false;
    if (state.result_types.size() != arguments.size())
      return fail(at, fmt::format("{} carried values, but {} types", arguments.size(), state.result_types.size()));
    for (size_t i = 0; i < arguments.size(); ++i) arguments[i].type = state.result_types[i];
    state.operand_types = state.result_types;
  }
  if (accept_word("attributes") && !parse_dictionary(state.op.attributes)) return false;
  state.op.regions.resize(2);
  return expect_word("cond") && parse_region(state.op.regions[0], &arguments) && expect_word("do") &&
         parse_region(state.op.regions[1], &arguments);
}

// chlo.scan (%inputs) inits (%inits) dimension=0 attributes {...} { ^bb0(...): ... } : types
bool Parser::parse_scan(OpState& state) {
  int64_t dimension = 0;
  if (!expect(Tok::LParen) || !parse_operands(state.operands) || !expect(Tok::RParen)) return false;
  const size_t inputs = state.operands.size();
  if (!expect_word("inits") || !expect(Tok::LParen) || !parse_operands(state.operands) || !expect(Tok::RParen) ||
      !expect_word("dimension") || !expect(Tok::Equal) || !parse_integer(dimension))
    return false;
  const auto carries = static_cast<int64_t>(state.operands.size() - inputs);
  if (accept_word("attributes") && !parse_dictionary(state.op.attributes)) return false;
  if (!parse_region(state.op.regions.emplace_back())) return false;
  const size_t at = tok_.end;
  if (!expect(Tok::Colon) || !parse_types(state, TypeForm::Function)) return false;
  const auto results = static_cast<int64_t>(state.result_types.size());
  if (results < carries) return fail(at, "a scan has a result for each initial value");
  NamedAttributes& attributes = state.op.attributes;
  attributes.emplace_back("dimension", integer_attribute(dimension, ElementType::S64));
  attributes.emplace_back("operandSegmentSizes", ints_attribute({static_cast<int64_t>(inputs), carries}));
  attributes.emplace_back("resultSegmentSizes", ints_attribute({results - carries, carries}));
  return true;
}

// (%a, ...) in_shardings=[...] out_shardings=[...] manual_axes={...} (%arg: type, ...) { ... } : types
bool Parser::parse_manual_computation(OpState& state) {
  const auto opaque = [&](std::string_view name, Tok open, std::string_view before, std::string_view after) {
    Attribute value;
    if (!expect_word(name) || !expect(Tok::Equal)) return false;
    if (!is(open)) return fail_expected(describe(open));
    if (!parse_opaque_attribute(value, tok_.begin, tok_.begin)) return false;
    value.text = fmt::format("{}{}{}", before, value.text, after);
    state.op.attributes.emplace_back(name, std::move(value));
    return true;
  };
  if (!expect(Tok::LParen) || !parse_operands(state.operands) || !expect(Tok::RParen) ||
      !opaque("in_shardings", Tok::LSquare, "#sdy.sharding_per_value<", ">") ||
      !opaque("out_shardings", Tok::LSquare, "#sdy.sharding_per_value<", ">") ||
      !opaque("manual_axes", Tok::LBrace, "#sdy<manual_axes", ">"))
    return false;
  std::vector<RegionArgument> arguments;
  if (!parse_region_arguments(arguments)) return false;
  return parse_region(state.op.regions.emplace_back(), &arguments) && expect(Tok::Colon) &&
         parse_types(state, TypeForm::Function);
}

// <"name">(%a, ...) in_shardings=[...] out_shardings=[...] (%arg: type, ...) { ... } : types
bool Parser::parse_named_computation(OpState& state) {
  if (!expect(Tok::Less) || !is(Tok::String)) return fail_expected("a name in quotes");
  state.op.attributes.emplace_back("name", string_attribute(decode_string(text())));
  advance();
  if (!expect(Tok::Greater) || !expect(Tok::LParen) || !parse_operands(state.operands) || !expect(Tok::RParen))
    return false;
  for (const std::string_view name : {"in_shardings", "out_shardings"}) {
    if (!accept_word(name)) continue;
    Attribute value;
    if (!expect(Tok::Equal)) return false;
    if (!is(Tok::LSquare)) return fail_expected("'['");
    if (!parse_opaque_attribute(value, tok_.begin, tok_.begin)) return false;
    value.text = fmt::format("#sdy.sharding_per_value<{}>", value.text);
    state.op.attributes.emplace_back(name, std::move(value));
  }
  std::vector<RegionArgument> arguments;
  return parse_region_arguments(arguments) && parse_region(state.op.regions.emplace_back(), &arguments) &&
         expect(Tok::Colon) && parse_types(state, TypeForm::Function);
}

// (%arg: type loc(..), ...); may be absent
bool Parser::parse_region_arguments(std::vector<RegionArgument>& out) {
  if (!accept(Tok::LParen) || accept(Tok::RParen)) return true;
  do {
    RegionArgument& argument = out.emplace_back();
    if (!is(Tok::Percent)) return fail_expected(describe(Tok::Percent));
    argument.name = text().substr(1);
    argument.offset = tok_.begin;
    advance();
    if (!expect(Tok::Colon) || !parse_type(argument.type) || !parse_optional_location(argument.loc)) return false;
  } while (accept(Tok::Comma));
  return expect(Tok::RParen);
}

}  // namespace eutectic::mlir
