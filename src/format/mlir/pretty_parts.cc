// Pretty forms of single parts: constants, dot dimensions, slice ranges, windows, number formats; and
// the one form of integer lists.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "format/mlir/parser.h"

namespace eutectic::mlir {

// {attributes} dense<...> : type, or () <{value = ...}> : () -> type
bool Parser::parse_constant(OpState& state) {
  if (accept(Tok::LParen)) {
    if (!expect(Tok::RParen)) return false;
    if (accept(Tok::Less) && (!parse_dictionary(state.op.attributes) || !expect(Tok::Greater))) return false;
    return parse_optional_dictionary(state.op.attributes) && expect(Tok::Colon) &&
           parse_function_type(state.operand_types, state.result_types);
  }
  if (!parse_optional_dictionary(state.op.attributes)) return false;
  const size_t at = tok_.begin;
  Attribute value;
  if (!parse_attribute(value)) return false;
  if (value.kind == Attribute::Kind::Elements && value.type) {
    state.result_types.push_back(*value.type);
  } else if (value.kind == Attribute::Kind::Opaque && value.type) {
    state.result_types.push_back(*value.type);
  } else {
    return fail(at, "expected dense<...> : tensor<...>");
  }
  state.op.attributes.emplace_back("value", std::move(value));
  return true;
}

// batching_dims = [0] x [0], contracting_dims = [1] x [0]
bool Parser::parse_dot_dimensions(OpState& state) {
  std::vector<int64_t> dims[4];
  if (accept_word("batching_dims")) {
    if (!expect(Tok::Equal) || !parse_integer_list(dims[0]) || !expect_word("x") || !parse_integer_list(dims[1]) ||
        !expect(Tok::Comma))
      return false;
  }
  if (!expect_word("contracting_dims") || !expect(Tok::Equal) || !parse_integer_list(dims[2]) || !expect_word("x") ||
      !parse_integer_list(dims[3]))
    return false;
  Attribute out;
  out.kind = Attribute::Kind::Struct;
  out.name = "stablehlo.dot";
  constexpr std::string_view names[] = {"lhs_batching_dimensions", "rhs_batching_dimensions",
                                        "lhs_contracting_dimensions", "rhs_contracting_dimensions"};
  for (size_t i = 0; i < 4; ++i) out.members.emplace_back(names[i], ints_attribute(std::move(dims[i])));
  state.op.attributes.emplace_back("dot_dimension_numbers", std::move(out));
  return true;
}

// , precision = [DEFAULT, HIGHEST], algorithm = <...>
bool Parser::parse_precision(OpState& state) {
  while (accept(Tok::Comma)) {
    if (accept_word("precision")) {
      Attribute list;
      list.kind = Attribute::Kind::Array;
      if (!expect(Tok::Equal) || !expect(Tok::LSquare)) return false;
      if (!accept(Tok::RSquare)) {
        do {
          if (!count_attribute() || !parse_enum(list.elements.emplace_back(), "stablehlo.precision")) return false;
        } while (accept(Tok::Comma));
        if (!expect(Tok::RSquare)) return false;
      }
      state.op.attributes.emplace_back("precision_config", std::move(list));
    } else if (accept_word("algorithm")) {
      Attribute algorithm;
      algorithm.kind = Attribute::Kind::Struct;
      algorithm.name = "stablehlo.dot_algorithm";
      if (!expect(Tok::Equal)) return false;
      if (is(Tok::Hash)) {
        algorithm = {};
        if (!parse_attribute(algorithm)) return false;
      } else if (!expect(Tok::Less) || !parse_struct_members(algorithm)) {
        return false;
      }
      state.op.attributes.emplace_back("algorithm", std::move(algorithm));
    } else {
      return fail_expected("'precision' or 'algorithm'");
    }
  }
  return true;
}

// [start:limit, start:limit:stride]
bool Parser::parse_slice_ranges(OpState& state) {
  std::vector<int64_t> starts, limits, strides;
  if (!expect(Tok::LSquare)) return false;
  if (!accept(Tok::RSquare)) {
    do {
      if (!parse_integer(starts.emplace_back()) || !expect(Tok::Colon) || !parse_integer(limits.emplace_back()))
        return false;
      strides.push_back(1);
      if (accept(Tok::Colon) && !parse_integer(strides.back())) return false;
    } while (accept(Tok::Comma));
    if (!expect(Tok::RSquare)) return false;
  }
  state.op.attributes.emplace_back("start_indices", ints_attribute(std::move(starts)));
  state.op.attributes.emplace_back("limit_indices", ints_attribute(std::move(limits)));
  state.op.attributes.emplace_back("strides", ints_attribute(std::move(strides)));
  return true;
}

// stride = [1, 1], pad = [[0, 0], [1, 1]], lhs_dilate = ..., rhs_dilate = ..., reverse = ...
bool Parser::parse_window(OpState& state) {
  constexpr std::pair<std::string_view, std::string_view> lists[] = {{"stride", "window_strides"},
                                                                     {"lhs_dilate", "lhs_dilation"},
                                                                     {"rhs_dilate", "rhs_dilation"},
                                                                     {"reverse", "window_reversal"}};
  if (!is(Tok::Id)) return true;
  do {
    if (accept_word("pad")) {
      std::vector<int64_t> values;
      if (!expect(Tok::Equal) || !expect(Tok::LSquare)) return false;
      if (!accept(Tok::RSquare)) {
        do {
          const size_t at = tok_.begin, before = values.size();
          if (!parse_integer_list(values)) return false;
          if (values.size() != before + 2) return fail(at, "padding is a low and a high value for each dimension");
        } while (accept(Tok::Comma));
        if (!expect(Tok::RSquare)) return false;
      }
      Attribute padding;
      padding.kind = Attribute::Kind::Elements;
      padding.literal =
          Literal::uninitialized(Shape::array(ElementType::S64, {static_cast<int64_t>(values.size() / 2), 2}));
      std::copy(values.begin(), values.end(), padding.literal.mutable_data<int64_t>().begin());
      padding.type = std::make_shared<Type>();
      padding.type->kind = Type::Kind::Tensor;
      padding.type->shape = padding.literal.shape();
      state.op.attributes.emplace_back("padding", std::move(padding));
      continue;
    }
    const auto found =
        std::find_if(std::begin(lists), std::end(lists), [&](const auto& l) { return is_word(l.first); });
    if (found == std::end(lists)) return fail_expected("stride, pad, lhs_dilate, rhs_dilate or reverse");
    advance();
    std::vector<int64_t> values;
    if (!expect(Tok::Equal) || !parse_integer_list(values)) return false;
    state.op.attributes.emplace_back(found->second, ints_attribute(std::move(values)));
  } while (accept(Tok::Comma));
  return true;
}

// e5m10
bool Parser::parse_exponent_mantissa(OpState& state) {
  const std::string_view word = is(Tok::Id) ? text() : "";
  int exponent = 0, mantissa = 0;
  const char* const end = word.data() + word.size();
  const auto bad = [&] { return fail_expected("a format such as e5m10"); };
  if (!word.starts_with('e')) return bad();
  const auto [middle, first] = std::from_chars(word.data() + 1, end, exponent);
  if (first != std::errc() || middle == end || *middle != 'm') return bad();
  const auto [stop, second] = std::from_chars(middle + 1, end, mantissa);
  if (second != std::errc() || stop != end || exponent < 0 || mantissa < 0) return bad();
  advance();
  state.op.attributes.emplace_back("exponent_bits", integer_attribute(exponent, ElementType::S32));
  state.op.attributes.emplace_back("mantissa_bits", integer_attribute(mantissa, ElementType::S32));
  return true;
}

void normalise_integer_lists(Operation& op) {
  if (!op.name.starts_with("stablehlo.") && !op.name.starts_with("chlo.")) return;
  constexpr std::string_view lists[] = {
      "base_dilations",
      "broadcast_dimensions",
      "broadcast_sizes",
      "dimensions",
      "edge_padding_high",
      "edge_padding_low",
      "fft_length",
      "interior_padding",
      "known_expanding_dimensions",
      "known_nonexpanding_dimensions",
      "lhs_dilation",
      "limit_indices",
      "permutation",
      "rhs_dilation",
      "slice_sizes",
      "start_indices",
      "strides",
      "window_dilations",
      "window_dimensions",
      "window_reversal",
      "window_strides",
  };
  for (auto& [name, value] : op.attributes) {
    const bool elements = value.kind == Attribute::Kind::Elements && !value.splat &&
                          value.literal.shape().rank() == 1 && !is_float(value.literal.type()) &&
                          !is_complex(value.literal.type());
    const bool array = value.kind == Attribute::Kind::Array &&
                       std::all_of(value.elements.begin(), value.elements.end(), [](const Attribute& a) {
                         return a.kind == Attribute::Kind::Integer || a.kind == Attribute::Kind::Bool;
                       });
    if (!elements && !array) continue;
    if (std::find(std::begin(lists), std::end(lists), name) == std::end(lists)) continue;
    std::vector<int64_t> ints;
    if (elements) {
      for (int64_t i = 0; i < value.literal.element_count(); ++i) ints.push_back(value.literal.as_int(i));
    } else {
      for (const Attribute& a : value.elements) ints.push_back(a.kind == Attribute::Kind::Bool ? a.boolean : a.integer);
    }
    value = Attribute{};
    value.kind = Attribute::Kind::IntArray;
    value.ints = std::move(ints);
  }
}

}  // namespace eutectic::mlir
