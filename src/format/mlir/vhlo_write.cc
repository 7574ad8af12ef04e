// StableHLO's operations and attributes in VHLO's terms: the way back of vhlo.cc, by the same table.
#include <fmt/format.h>

#include <algorithm>

#include "format/mlir/bytecode_writer.h"

namespace eutectic::mlir {
namespace {

using Form = VhloAttribute::Form;
using Default = VhloAttribute::Default;
using Kind = Attribute::Kind;

Attribute make(Kind kind) {
  Attribute out;
  out.kind = kind;
  return out;
}

Attribute scalar_type(Attribute a, ElementType type) {
  a.type = std::make_shared<Type>();
  a.type->kind = Type::Kind::Scalar;
  a.type->shape = Shape::scalar(type);
  return a;
}

Attribute integer(int64_t value) {
  Attribute out = scalar_type(make(Kind::Integer), ElementType::S64);
  out.integer = value;
  return out;
}

Attribute string(std::string text) {
  Attribute out = make(Kind::String);
  out.text = std::move(text);
  return out;
}

bool is_empty(const Attribute& a) {
  return a.kind == Kind::IntArray ? a.ints.empty() : a.kind == Kind::Array && a.elements.empty();
}

const Attribute* member(const Attribute& a, std::string_view name) {
  for (const auto& [key, value] : a.members)
    if (key == name) return &value;
  return nullptr;
}

// What the row's attribute is made from: an attribute of the operation, or a member of its struct.
const Attribute* source(const VhloAttribute& row, const Operation& op) {
  if (!row.group) return op.find(row.target);
  const Attribute* whole = op.find(row.group->attribute);
  return whole ? member(*whole, row.target) : nullptr;
}

std::vector<const VhloOp*> versions(const Operation& op) {
  const bool function = op.name == "func.func";
  const std::string_view name = op.name == "func.return" ? "stablehlo.return" : std::string_view(op.name);
  std::vector<const VhloOp*> out;
  for (const VhloOp& row : vhlo_ops())
    if (row.stablehlo == name &&
        (!name.starts_with("func.") || (function ? row.name == "func_v1" : row.name == "call_v1")))
      out.push_back(&row);
  return out;
}

// Whether the row has a place for every attribute that a row of another version has one for.
bool says(const VhloOp& row, const std::vector<const VhloOp*>& all, const Operation& op) {
  // The first versions of these take one operand.
  if (row.name == "all_gather_v1" || row.name == "all_reduce_v1" || row.name == "all_to_all_v1")
    if (op.operands.size() != 1) return false;
  for (const VhloAttribute& a : row.attributes)
    if (a.form == Form::Ignore) return false;
  for (const VhloOp* other : all)
    for (const VhloAttribute& a : other->attributes) {
      const Attribute* given = source(a, op);
      if (given && !is_empty(*given) && !row.find(a.name)) return false;
    }
  return true;
}

// Windows are stated for each of these dimensions; convolutions for those that are neither batch nor feature.
size_t window_rank(const Operation& op, size_t rank) {
  return op.name.find("conv") == std::string::npos ? rank : rank - std::min<size_t>(rank, 2);
}

Attribute left_out(const VhloAttribute& row, const Operation& op, size_t rank) {
  const size_t n = window_rank(op, rank);
  switch (row.dropped_if) {
    case Default::False:
      return make(Kind::Bool);
    case Default::Zero: {
      Attribute out = integer(0);
      return row.name == "version" ? scalar_type(out, ElementType::S32) : out;
    }
    case Default::Minus1:
      return integer(-1);
    case Default::Ones:
    case Default::Zeros: {
      if (row.name == "padding") {
        Attribute out = make(Kind::Elements);
        out.literal = Literal::zeros(Shape::array(ElementType::S64, {static_cast<int64_t>(n), 2}));
        return out;
      }
      Attribute out = make(Kind::IntArray);
      out.ints.assign(n, row.dropped_if == Default::Ones ? 1 : 0);
      return row.form == Form::Bools ? scalar_type(std::move(out), ElementType::Pred) : out;
    }
    case Default::Unset:
      if (row.name == "compare_type") {
        Attribute out = make(Kind::Enum);
        out.name = "stablehlo.comparison_type";
        out.text = "NOTYPE";
        return out;
      }
      if (row.name == "api_version") return integer(1);
      if (row.name == "result_accuracy") {
        Attribute mode = make(Kind::Enum), out = make(Kind::Struct);
        mode.name = "stablehlo.result_accuracy_mode";
        mode.text = "DEFAULT";
        out.name = "stablehlo.result_accuracy";
        out.members.emplace_back("mode", std::move(mode));
        return out;
      }
      return make(Kind::Array);
    case Default::None: {
      Attribute out = make(Kind::TypeAttr);
      out.type = std::make_shared<Type>();
      return out;
    }
    case Default::Empty:
      if (row.form == Form::Ints) return make(Kind::IntArray);
      if (row.name == "backend_config" || row.name.ends_with("feed_config") || row.name == "sym_visibility")
        return string("");
      return make(row.name == "composite_attributes" ? Kind::Dictionary : Kind::Array);
    case Default::AllEmpty:
    case Default::Never:
      // Members that a struct leaves out.
      return row.form == Form::Ints ? make(Kind::IntArray) : row.group ? integer(0) : make(Kind::Array);
  }
  return {};
}

Attribute converted(const VhloAttribute& row, const Attribute& a) {
  switch (row.form) {
    case Form::Unit: {
      Attribute out = make(Kind::Bool);
      out.boolean = true;
      return out;
    }
    case Form::Channel:
      return a.kind == Kind::Struct && member(a, "handle") ? integer(member(a, "handle")->integer) : a;
    case Form::Bools:
      return scalar_type(a, ElementType::Pred);
    default:
      return row.group && a.kind == Kind::Integer && !a.type ? integer(a.integer) : a;
  }
}

}  // namespace

const VhloOp* vhlo_row(const Operation& op, std::string& message) {
  const std::vector<const VhloOp*> all = versions(op);
  for (const VhloOp* row : all)
    if (says(*row, all, op)) return row;
  message = all.empty() ? fmt::format("'{}' is no operation of VHLO", op.name)
                        : fmt::format("no version of VHLO's '{}' has these attributes", op.name);
  return nullptr;
}

std::vector<std::optional<Attribute>> to_vhlo(const VhloOp& row, const Operation& op, size_t rank,
                                              NamedAttributes& rest) {
  std::vector<std::optional<Attribute>> out;
  for (const VhloAttribute& a : row.attributes) {
    if (const Attribute* given = source(a, op))
      out.emplace_back(converted(a, *given));
    else if (a.optional)
      out.emplace_back();
    else
      out.emplace_back(left_out(a, op, rank));
  }
  for (const auto& [name, value] : op.attributes) {
    const bool known = std::ranges::any_of(
        row.attributes, [&](const VhloAttribute& a) { return name == (a.group ? a.group->attribute : a.target); });
    if (!known) rest.emplace_back(name, value);
  }
  return out;
}

}  // namespace eutectic::mlir
