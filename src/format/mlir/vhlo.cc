// VHLO's table and the conversion of attributes to StableHLO's generic form.
#include "format/mlir/vhlo.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "format/mlir/words.h"

namespace eutectic::mlir {
namespace {

using Form = VhloAttribute::Form;
using Default = VhloAttribute::Default;
using Kind = Attribute::Kind;

struct OpRow {
  std::string_view name, stablehlo, attributes;
};

constexpr auto op_rows = std::to_array<OpRow>({
#define VHLO_OP(name, stablehlo, attributes) {name, stablehlo, attributes},
#include "format/mlir/vhlo.def"
});
constexpr auto group_rows = std::to_array<VhloGroup>({
#define VHLO_GROUP(name, attribute, struct_name, members) {name, attribute, struct_name, members},
#include "format/mlir/vhlo.def"
});

template <class Value, size_t n>
Value lookup(const std::array<std::pair<std::string_view, Value>, n>& words, std::string_view word) {
  for (const auto& [name, value] : words)
    if (name == word) return value;
  CHECK(false, "vhlo.def: '{}' is not known", word);
}

constexpr std::array<std::pair<std::string_view, Form>, 8> form_words = {{{"", Form::Same},
                                                                          {"ints", Form::Ints},
                                                                          {"bools", Form::Bools},
                                                                          {"symbol", Form::Symbol},
                                                                          {"symbols", Form::Symbols},
                                                                          {"unit", Form::Unit},
                                                                          {"channel", Form::Channel},
                                                                          {"ignore", Form::Ignore}}};
constexpr std::array<std::pair<std::string_view, Default>, 10> default_words = {{{"", Default::Never},
                                                                                 {"false", Default::False},
                                                                                 {"zero", Default::Zero},
                                                                                 {"minus1", Default::Minus1},
                                                                                 {"empty", Default::Empty},
                                                                                 {"ones", Default::Ones},
                                                                                 {"zeros", Default::Zeros},
                                                                                 {"unset", Default::Unset},
                                                                                 {"none", Default::None},
                                                                                 {"all_empty", Default::AllEmpty}}};

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
  for (const VhloGroup& row : group_rows)
    if (row.name == group) out.group = &row;
  CHECK(group.empty() || out.group, "vhlo.def: no group '{}'", group);
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
    case Kind::Enum:
      return a.text == "DEFAULT" || a.text == "NOTYPE";
    case Kind::Integer:
      return a.integer == 1;  // API_VERSION_ORIGINAL
    case Kind::Array:
      return std::all_of(a.elements.begin(), a.elements.end(), is_unset);
    case Kind::Struct:
      return std::all_of(a.members.begin(), a.members.end(), [](const auto& m) {
        return m.second.kind == Kind::Enum ? is_unset(m.second) : m.second.number == 0 && m.second.integer == 0;
      });
    default:
      return false;
  }
}

bool is_default(const Attribute& a, Default rule) {
  switch (rule) {
    case Default::Never:
    case Default::AllEmpty:
      return false;
    case Default::False:
      return a.kind == Kind::Bool && !a.boolean;
    case Default::Zero:
      return a.kind == Kind::Integer && a.integer == 0;
    case Default::Minus1:
      return a.kind == Kind::Integer && a.integer == -1;
    case Default::Ones:
      return a.kind == Kind::Elements && all_equal(a.literal, 1);
    case Default::Zeros:
      return a.kind == Kind::Elements && all_equal(a.literal, 0);
    case Default::Unset:
      return is_unset(a);
    case Default::None:
      return a.kind == Kind::TypeAttr && a.type->kind == Type::Kind::None;
    case Default::Empty:
      // Arrays of nothing but empty dictionaries are argument attributes where there are none.
      return (a.kind == Kind::Array &&
              std::all_of(a.elements.begin(), a.elements.end(),
                          [](const Attribute& e) { return e.kind == Kind::Dictionary && e.members.empty(); })) ||
             (a.kind == Kind::Dictionary && a.members.empty()) || (a.kind == Kind::String && a.text.empty()) ||
             (a.kind == Kind::Elements && a.literal.element_count() == 0);
  }
  return false;
}

Attribute make_struct(const VhloGroup& group, NamedAttributes& members) {
  Attribute out;
  out.kind = Kind::Struct;
  out.name = group.struct_name;
  for_each_word(group.members, [&](std::string_view word) {
    size_t colon = word.find(':');
    std::string_view name = word.substr(0, colon);
    auto given = std::find_if(members.begin(), members.end(), [&](const auto& m) { return m.first == name; });
    if (given != members.end()) {
      out.members.push_back(std::move(*given));
    } else if (colon != std::string_view::npos) {
      Attribute value;
      value.kind = word.ends_with(":ints") ? Kind::IntArray : Kind::Integer;
      out.members.emplace_back(std::string(name), std::move(value));
    }
  });
  return out;
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
      if (a.kind != Kind::Elements || a.splat || is_float(a.literal.type()) || is_complex(a.literal.type()))
        return false;
      Attribute out;
      out.kind = Kind::IntArray;
      if (form == Form::Bools) {
        out.type = std::make_shared<Type>();
        out.type->kind = Type::Kind::Scalar;
        out.type->shape = Shape::scalar(ElementType::Pred);
      }
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

const std::vector<VhloOp>& vhlo_ops() {
  static const std::vector<VhloOp> ops = [] {
    std::vector<VhloOp> out;
    for (const OpRow& row : op_rows) {
      VhloOp& op = out.emplace_back(VhloOp{row.name, row.stablehlo, {}});
      for_each_word(row.attributes, [&](std::string_view word) { op.attributes.push_back(parse_attribute(word)); });
      std::sort(op.attributes.begin(), op.attributes.end(),
                [](const VhloAttribute& a, const VhloAttribute& b) { return a.name < b.name; });
    }
    std::sort(out.begin(), out.end(), [](const VhloOp& a, const VhloOp& b) { return a.name < b.name; });
    return out;
  }();
  return ops;
}

const VhloOp* find_vhlo_op(std::string_view name) {
  const std::vector<VhloOp>& ops = vhlo_ops();
  auto op =
      std::lower_bound(ops.begin(), ops.end(), name, [](const VhloOp& a, std::string_view n) { return a.name < n; });
  return op != ops.end() && op->name == name ? &*op : nullptr;
}

bool to_stablehlo(const VhloOp& op, NamedAttributes& attributes, std::string& message) {
  NamedAttributes out;
  // Members by group, in the order in which groups are met.
  std::vector<std::pair<const VhloGroup*, NamedAttributes>> groups;
  bool all_empty = true;
  for (const auto& [name, value] : attributes)
    if (const VhloAttribute* row = op.find(name); row && row->dropped_if == Default::AllEmpty)
      all_empty &= is_default(value, Default::Empty);
  for (auto& [name, value] : attributes) {
    const VhloAttribute* row = op.find(name);
    if (!row) {
      out.emplace_back(std::move(name), std::move(value));
      continue;
    }
    if (row->form == Form::Ignore || is_default(value, row->dropped_if) ||
        (row->dropped_if == Default::AllEmpty && all_empty))
      continue;
    if (!convert(row->form, value)) {
      message = fmt::format("attribute '{}' of vhlo.{} has the wrong kind", name, op.name);
      return false;
    }
    if (!row->group) {
      out.emplace_back(std::string(row->target), std::move(value));
      continue;
    }
    if (value.kind == Kind::Integer) value.type = nullptr;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == row->group; });
    if (group == groups.end()) group = groups.insert(groups.end(), {row->group, {}});
    group->second.emplace_back(std::string(row->target), std::move(value));
  }
  for (auto& [group, members] : groups) out.emplace_back(std::string(group->attribute), make_struct(*group, members));
  attributes = std::move(out);
  return true;
}

}  // namespace eutectic::mlir
