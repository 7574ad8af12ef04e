// VHLO's table and the conversion of attributes to StableHLO's generic form.
#include "format/mlir/vhlo.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/check.h"

namespace eutectic::mlir {
namespace {

using Form = VhloAttribute::Form;
using Default = VhloAttribute::Default;
using Kind = Attribute::Kind;

struct OpRow {
  std::string_view name, stablehlo, attributes;
};
struct GroupRow {
  std::string_view name, attribute, struct_name;
};

constexpr auto op_rows = std::to_array<OpRow>({
#define VHLO_OP(name, stablehlo, attributes) {name, stablehlo, attributes},
#include "format/mlir/vhlo.def"
});
constexpr auto group_rows = std::to_array<GroupRow>({
#define VHLO_GROUP(name, attribute, struct_name) {name, attribute, struct_name},
#include "format/mlir/vhlo.def"
});

template <class Value, size_t n>
Value lookup(const std::array<std::pair<std::string_view, Value>, n>& words, std::string_view word) {
  for (const auto& [name, value] : words)
    if (name == word) return value;
  CHECK(false, "vhlo.def: '{}' is not known", word);
}

constexpr std::array<std::pair<std::string_view, Form>, 8> form_words = {{
    {"", Form::Same}, {"ints", Form::Ints}, {"bools", Form::Bools}, {"symbol", Form::Symbol},
    {"symbols", Form::Symbols}, {"unit", Form::Unit}, {"channel", Form::Channel},
    {"ignore", Form::Ignore}}};
constexpr std::array<std::pair<std::string_view, Default>, 9> default_words = {{
    {"", Default::Never}, {"false", Default::False}, {"zero", Default::Zero},
    {"minus1", Default::Minus1}, {"empty", Default::Empty}, {"ones", Default::Ones},
    {"zeros", Default::Zeros}, {"unset", Default::Unset}, {"none", Default::None}}};

// "name[?][=target][:form][-default][@group]"
VhloAttribute parse_attribute(std::string_view text) {
  auto take = [&](char mark) {
    size_t at = text.rfind(mark);
    if (at == std::string_view::npos) return std::string_view();
    std::string_view out = text.substr(at + 1);
    text = text.substr(0, at);
    return out;
  };
  VhloAttribute out;
  std::string_view group = take('@');
  out.dropped_if = lookup(default_words, take('-'));
  out.form = lookup(form_words, take(':'));
  std::string_view target = take('=');
  if (text.ends_with('?')) {
    out.optional = true;
    text.remove_suffix(1);
  }
  out.name = text;
  out.target = target.empty() ? text : target;
  for (const GroupRow& row : group_rows)
    if (row.name == group) {
      out.group_attribute = row.attribute;
      out.group_struct = row.struct_name;
    }
  CHECK(group.empty() || !out.group_struct.empty(), "vhlo.def: no group '{}'", group);
  return out;
}

bool all_equal(const Literal& literal, int64_t value) {
  if (is_float(literal.type()) || is_complex(literal.type())) return false;
  for (int64_t i = 0; i < literal.element_count(); ++i)
    if (literal.as_int(i) != value) return false;
  // An empty tensor repeats nothing; MLIR keeps it.
  return literal.element_count() > 0;
}

bool is_unset(const Attribute& a) {
  switch (a.kind) {
    case Kind::Enum: return a.text == "DEFAULT" || a.text == "NOTYPE";
    case Kind::Integer: return a.integer == 1;  // API_VERSION_ORIGINAL
    case Kind::Array: return std::all_of(a.elements.begin(), a.elements.end(), is_unset);
    case Kind::Struct:
      return std::all_of(a.members.begin(), a.members.end(), [](const auto& m) {
        return m.second.kind == Kind::Enum ? is_unset(m.second)
                                           : m.second.number == 0 && m.second.integer == 0;
      });
    default: return false;
  }
}

bool is_default(const Attribute& a, Default rule) {
  switch (rule) {
    case Default::Never: return false;
    case Default::False: return a.kind == Kind::Bool && !a.boolean;
    case Default::Zero: return a.kind == Kind::Integer && a.integer == 0;
    case Default::Minus1: return a.kind == Kind::Integer && a.integer == -1;
    case Default::Ones: return a.kind == Kind::Elements && all_equal(a.literal, 1);
    case Default::Zeros: return a.kind == Kind::Elements && all_equal(a.literal, 0);
    case Default::Unset: return is_unset(a);
    case Default::None: return a.kind == Kind::TypeAttr && a.type->kind == Type::Kind::None;
    case Default::Empty:
      return (a.kind == Kind::Array && a.elements.empty()) ||
             (a.kind == Kind::Dictionary && a.members.empty()) ||
             (a.kind == Kind::String && a.text.empty()) ||
             (a.kind == Kind::Elements && a.literal.element_count() == 0);
  }
  return false;
}

bool to_symbol(Attribute& a) {
  if (a.kind != Kind::String) return false;
  a.kind = Kind::SymbolRef;
  return true;
}

bool convert(Form form, Attribute& a) {
  switch (form) {
    case Form::Same:
    case Form::Ignore:
      return true;
    case Form::Ints:
    case Form::Bools: {
      if (a.kind == Kind::IntArray) return true;
      if (a.kind != Kind::Elements || is_float(a.literal.type()) || is_complex(a.literal.type()))
        return false;
      Attribute out;
      out.kind = Kind::IntArray;
      for (int64_t i = 0; i < a.literal.element_count(); ++i) out.ints.push_back(a.literal.as_int(i));
      a = std::move(out);
      return true;
    }
    case Form::Symbol:
      return to_symbol(a);
    case Form::Symbols:
      return a.kind == Kind::Array && std::all_of(a.elements.begin(), a.elements.end(), to_symbol);
    case Form::Unit:
      if (a.kind != Kind::Bool) return false;
      a = Attribute();
      return true;
    case Form::Channel: {
      if (a.kind != Kind::Integer) return false;
      Attribute handle, type, out;
      handle.kind = type.kind = Kind::Integer;
      handle.integer = a.integer;
      out.kind = Kind::Struct;
      out.name = "stablehlo.channel_handle";
      out.members = {{"handle", handle}, {"type", type}};
      a = std::move(out);
      return true;
    }
  }
  return false;
}

}  // namespace

const VhloAttribute* VhloOp::find(std::string_view attribute) const {
  for (const VhloAttribute& a : attributes)
    if (a.name == attribute) return &a;
  return nullptr;
}

bool find_vhlo_op(std::string_view name, VhloOp& op) {
  for (const OpRow& row : op_rows) {
    if (row.name != name) continue;
    op.name = row.name;
    op.stablehlo = row.stablehlo;
    op.attributes.clear();
    for (std::string_view rest = row.attributes; !rest.empty();) {
      size_t end = std::min(rest.find(' '), rest.size());
      op.attributes.push_back(parse_attribute(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    std::sort(op.attributes.begin(), op.attributes.end(),
              [](const VhloAttribute& a, const VhloAttribute& b) { return a.name < b.name; });
    return true;
  }
  return false;
}

std::vector<std::string_view> vhlo_op_names() {
  std::vector<std::string_view> out;
  for (const OpRow& row : op_rows) out.push_back(row.name);
  return out;
}

bool to_stablehlo(const VhloOp& op, NamedAttributes& attributes, std::string& message) {
  NamedAttributes out;
  for (auto& [name, value] : attributes) {
    const VhloAttribute* row = op.find(name);
    if (!row) {
      out.emplace_back(std::move(name), std::move(value));
      continue;
    }
    if (row->form == Form::Ignore) continue;
    bool is_group = !row->group_struct.empty();
    Attribute* group = nullptr;
    if (is_group && row->dropped_if != Default::None) {
      // The struct stands even if all its members are at their default.
      for (auto& [n, a] : out)
        if (n == row->group_attribute) group = &a;
      if (!group) {
        group = &out.emplace_back(std::string(row->group_attribute), Attribute()).second;
        group->kind = Kind::Struct;
        group->name = row->group_struct;
      }
    }
    if (is_default(value, row->dropped_if)) continue;
    if (!convert(row->form, value)) {
      message = fmt::format("attribute '{}' of vhlo.{} has the wrong kind", name, op.name);
      return false;
    }
    if (!is_group) {
      out.emplace_back(std::string(row->target), std::move(value));
      continue;
    }
    if (!group) {
      for (auto& [n, a] : out)
        if (n == row->group_attribute) group = &a;
      if (!group) {
        group = &out.emplace_back(std::string(row->group_attribute), Attribute()).second;
        group->kind = Kind::Struct;
        group->name = row->group_struct;
      }
    }
    if (value.kind == Kind::Integer) value.type = nullptr;
    group->members.emplace_back(std::string(row->target), std::move(value));
  }
  attributes = std::move(out);
  return true;
}

}  // namespace eutectic::mlir
