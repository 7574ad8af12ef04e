// #dialect.attribute<...>, #dialect<...>, attribute aliases, and the convolution's dimension labels.
#include <fmt/format.h>

#include <algorithm>

#include "format/mlir/parser.h"

namespace eutectic::mlir {
namespace {

// Fields that may be left out are lists (empty) or integers (0) by default; '=' fields must be given.
struct StructField {
  std::string_view name;
  char kind;  // l: list, i: integer, a: any attribute, no default
};
struct StructInfo {
  std::string_view name;
  std::vector<StructField> fields;
};
const std::vector<StructInfo>& structs() {
  static const std::vector<StructInfo> table = {
      {"stablehlo.gather",
       {{"offset_dims", 'l'},
        {"collapsed_slice_dims", 'l'},
        {"operand_batching_dims", 'l'},
        {"start_indices_batching_dims", 'l'},
        {"start_index_map", 'l'},
        {"index_vector_dim", 'i'}}},
      {"stablehlo.scatter",
       {{"update_window_dims", 'l'},
        {"inserted_window_dims", 'l'},
        {"input_batching_dims", 'l'},
        {"scatter_indices_batching_dims", 'l'},
        {"scatter_dims_to_operand_dims", 'l'},
        {"index_vector_dim", 'i'}}},
      {"stablehlo.dot",
       {{"lhs_batching_dimensions", 'l'},
        {"rhs_batching_dimensions", 'l'},
        {"lhs_contracting_dimensions", 'l'},
        {"rhs_contracting_dimensions", 'l'}}},
      {"stablehlo.conv",
       {{"input_batch_dimension", 'i'},
        {"input_feature_dimension", 'i'},
        {"input_spatial_dimensions", 'l'},
        {"kernel_input_feature_dimension", 'i'},
        {"kernel_output_feature_dimension", 'i'},
        {"kernel_spatial_dimensions", 'l'},
        {"output_batch_dimension", 'i'},
        {"output_feature_dimension", 'i'},
        {"output_spatial_dimensions", 'l'}}},
      {"stablehlo.dot_algorithm",
       {{"lhs_precision_type", 'a'},
        {"rhs_precision_type", 'a'},
        {"accumulation_type", 'a'},
        {"lhs_component_count", 'a'},
        {"rhs_component_count", 'a'},
        {"num_primitive_operations", 'a'},
        {"allow_imprecise_accumulation", 'a'}}},
      {"stablehlo.channel_handle", {{"handle", 'i'}, {"type", 'i'}}},
      {"stablehlo.output_operand_alias",
       {{"output_tuple_indices", 'l'}, {"operand_index", 'i'}, {"operand_tuple_indices", 'l'}}},
      {"stablehlo.result_accuracy", {{"atol", 'a'}, {"rtol", 'a'}, {"ulps", 'a'}, {"mode", 'a'}}},
      {"chlo.ragged_dot",
       {{"lhs_batching_dimensions", 'l'},
        {"rhs_batching_dimensions", 'l'},
        {"lhs_contracting_dimensions", 'l'},
        {"rhs_contracting_dimensions", 'l'},
        {"lhs_ragged_dimensions", 'l'},
        {"rhs_group_dimensions", 'l'}}},
  };
  return table;
}
const StructInfo* find_struct(std::string_view name) {
  for (const StructInfo& s : structs())
    if (s.name == name) return &s;
  return nullptr;
}

bool is_ours(std::string_view dialect) { return dialect == "stablehlo" || dialect == "chlo" || dialect == "mhlo"; }

}  // namespace

bool Parser::parse_hash_attribute(Attribute& out) {
  const size_t begin = tok_.begin;
  const bool has_body = tok_.end < text_.size() && text_[tok_.end] == '<';
  if (!has_body && text().find('.') == std::string_view::npos) return parse_alias_attribute(out);
  return parse_dialect_attribute(out, begin);
}

bool Parser::parse_alias_attribute(Attribute& out) {
  const auto found = aliases_.find(text());
  if (found == aliases_.end()) return fail(tok_.begin, fmt::format("attribute alias {} is not defined", text()));
  if (!parse_alias(found->second, false, tok_.begin)) return false;
  if (found->second.state == Alias::State::Location) {
    out.kind = Attribute::Kind::Opaque;
    out.text = text();
  } else {
    if (!copy_alias(found->second, tok_.begin)) return false;
    out = alias_attributes_[found->second.index];
  }
  advance();
  return true;
}

bool Parser::parse_opaque_attribute(Attribute& out, size_t begin, size_t open) {
  const size_t close = end_of_balanced(text_, open);
  if (close == std::string_view::npos) return fail(open, "this bracket is not closed");
  out = Attribute{};
  out.kind = Attribute::Kind::Opaque;
  out.text = text_.substr(begin, close - begin);
  seat(close);
  return true;
}

bool Parser::parse_dialect_attribute(Attribute& out, size_t begin) {
  std::string_view name = text().substr(1);
  const size_t open = tok_.end;
  advance();
  if (!is(Tok::Less) || tok_.begin != open) {  // #dialect.attribute alone
    out.kind = Attribute::Kind::Opaque;
    out.text = text_.substr(begin, open - begin);
    return true;
  }
  const size_t dot = name.find('.');
  const bool ours = is_ours(name.substr(0, dot));
  if (!ours) return parse_opaque_attribute(out, begin, open);
  advance();

  if (dot != std::string_view::npos) {
    if (find_struct(name)) {
      out.kind = Attribute::Kind::Struct;
      out.name = name;
      if (name == "stablehlo.conv" && !accept_word("raw")) return parse_convolution_dims(out) && expect(Tok::Greater);
      return parse_struct_members(out);
    }
    // #stablehlo.result_accuracy_mode<HIGHEST>
    if (is(Tok::Id)) {
      const std::string_view value = text();
      advance();
      if (accept(Tok::Greater)) {
        out = enum_attribute(name, value);
        return true;
      }
    }
    return parse_opaque_attribute(out, begin, open);
  }
  // #stablehlo<precision DEFAULT>
  if (is(Tok::Id)) {
    const std::string_view kind = text();
    advance();
    if (is(Tok::Id)) {
      const std::string_view value = text();
      advance();
      if (accept(Tok::Greater)) {
        out = enum_attribute(fmt::format("{}.{}", name, kind), value);
        return true;
      }
    }
  }
  return parse_opaque_attribute(out, begin, open);
}

// name = value, ... > ; absent fields get their defaults, in the table's order.
bool Parser::parse_struct_members(Attribute& out) {
  const StructInfo& info = *find_struct(out.name);
  std::vector<Attribute> values(info.fields.size());
  std::vector<bool> given(info.fields.size());
  if (!accept(Tok::Greater)) {
    do {
      if (is(Tok::Greater)) break;  // after a last comma
      const auto field =
          std::find_if(info.fields.begin(), info.fields.end(), [&](const StructField& f) { return is_word(f.name); });
      if (field == info.fields.end()) return fail_expected(fmt::format("a field of #{}", out.name));
      const size_t i = static_cast<size_t>(field - info.fields.begin());
      if (given[i]) return fail(tok_.begin, fmt::format("{} is given twice", text()));
      given[i] = true;
      advance();
      if (!expect(Tok::Equal)) return false;
      if (field->kind == 'l') {
        values[i].kind = Attribute::Kind::IntArray;
        if (!parse_integer_list(values[i].ints)) return false;
      } else if (field->kind == 'i') {
        values[i].kind = Attribute::Kind::Integer;
        if (!parse_integer(values[i].integer)) return false;
      } else if (!parse_attribute(values[i], /*typed=*/false)) {
        return false;
      }
    } while (accept(Tok::Comma));
    if (!expect(Tok::Greater)) return false;
  }
  for (size_t i = 0; i < values.size(); ++i) {
    const StructField& field = info.fields[i];
    if (!given[i]) {
      if (field.kind == 'a') continue;
      values[i].kind = field.kind == 'l' ? Attribute::Kind::IntArray : Attribute::Kind::Integer;
    }
    out.members.emplace_back(field.name, std::move(values[i]));
  }
  return true;
}

// [b, 0, 1, f] of one side: letters name its two special dimensions, numbers the spatial ones.
bool Parser::parse_dimension_labels(std::string_view side, NamedAttributes& out) {
  const bool kernel = side == "kernel";
  const std::string_view letters = kernel ? "io" : "bf";
  const size_t begin = tok_.begin;
  if (!expect(Tok::LSquare)) return false;
  int64_t special[2] = {-1, -1};
  std::vector<std::pair<int64_t, int64_t>> spatial;  // number, position
  int64_t position = 0;
  do {
    const size_t at = tok_.begin;
    if (is(Tok::Integer)) {
      int64_t number = 0;
      if (!parse_integer(number)) return false;
      spatial.emplace_back(number, position);
    } else {
      const size_t which = is(Tok::Id) && text().size() == 1 ? letters.find(text()[0]) : std::string_view::npos;
      if (which == std::string_view::npos)
        return fail_expected(fmt::format("a dimension number, {} or {}", letters[0], letters[1]));
      if (special[which] >= 0) return fail(at, fmt::format("dimension {} is given twice", letters[which]));
      special[which] = position;
      advance();
    }
    ++position;
  } while (accept(Tok::Comma));
  if (!expect(Tok::RSquare)) return false;
  for (size_t i = 0; i < 2; ++i)
    if (special[i] < 0) return fail(begin, fmt::format("dimension {} is missing", letters[i]));
  std::sort(spatial.begin(), spatial.end());
  std::vector<int64_t> positions;
  for (size_t i = 0; i < spatial.size(); ++i) {
    if (spatial[i].first != static_cast<int64_t>(i))
      return fail(begin, fmt::format("spatial dimensions must be 0 to {}, each once", spatial.size() - 1));
    positions.push_back(spatial[i].second);
  }
  const auto add = [&](std::string_view what, Attribute value) {
    out.emplace_back(fmt::format("{}_{}", side, what), std::move(value));
  };
  Attribute first, second;
  first.kind = second.kind = Attribute::Kind::Integer;
  first.integer = special[0];
  second.integer = special[1];
  add(kernel ? "input_feature_dimension" : "batch_dimension", std::move(first));
  add(kernel ? "output_feature_dimension" : "feature_dimension", std::move(second));
  add("spatial_dimensions", ints_attribute(std::move(positions)));
  return true;
}

// [b, 0, f]x[0, i, o]->[b, 0, f]
bool Parser::parse_convolution_dims(Attribute& out) {
  out.kind = Attribute::Kind::Struct;
  out.name = "stablehlo.conv";
  return parse_dimension_labels("input", out.members) && expect_word("x") &&
         parse_dimension_labels("kernel", out.members) && expect(Tok::Arrow) &&
         parse_dimension_labels("output", out.members);
}

bool Parser::parse_enum(Attribute& out, std::string_view name) {
  if (!is(Tok::Id)) return fail_expected(fmt::format("a value of #{}", name));
  out = enum_attribute(name, text());
  advance();
  return true;
}

}  // namespace eutectic::mlir
