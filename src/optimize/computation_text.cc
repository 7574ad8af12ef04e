// See computation_text.h.
#include "optimize/computation_text.h"

#include <cstring>

#include "array/shape.h"
#include "format/hlo/attr_text.h"

namespace eutectic::optimize {
namespace {

template <class T>
void add_bytes(std::string& to, const T& value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  to.append(bytes, sizeof(T));
}

void add_text(std::string& to, std::string_view text) {
  add_bytes(to, text.size());
  to += text;
}

// What changes nothing about fusion.
bool is_annotation(AttrName name) {
  switch (name) {
    case AttrName::Sharding:
    case AttrName::FrontendAttributes:
    case AttrName::ParameterReplication:
    case AttrName::OriginalValue:
    case AttrName::Statistics:
    case AttrName::OtherStablehlo:
      return true;
    default:
      return false;
  }
}

void add(std::string& to, const Literal& literal) {
  if (literal.shape().is_array())
    to.append(reinterpret_cast<const char*>(literal.bytes()), static_cast<size_t>(literal.shape().size_bytes()));
  else
    for (const Literal& element : literal.elements()) add(to, element);
}

}  // namespace

void ComputationTexts::add(std::string& to, const Attrs& attrs, bool is_control) {
  for (const auto& [name, value] : attrs.entries()) {
    if (is_annotation(name)) continue;
    add_bytes(to, name);
    if (const auto* comps = std::get_if<Comps>(&value)) {
      add_bytes(to, comps->size());
      if (!is_control)
        for (CompId c : *comps) add_text(to, of(c));
    } else if (const auto* literal = std::get_if<Literal>(&value)) {
      add_text(to, to_hlo(literal->shape(), true));
      eutectic::optimize::add(to, *literal);
    } else {
      std::string text;
      hlo::append_attr_value(text, name, value);
      add_text(to, text);
    }
  }
}

std::string ComputationTexts::of(CompId comp) {
  const Computation& c = module_[comp];
  std::string out;
  add_bytes(out, comp == module_.entry);
  add_bytes(out, c.root.value - c.begin.value);
  for (InstrId id : instrs_of(c)) {
    const Instr& instr = module_[id];
    add_bytes(out, instr.op);
    auto [shape, is_new_shape] = shapes_.try_emplace(instr.shape);
    if (is_new_shape) shape->second = to_hlo(module_.shape(id), true);
    add_text(out, shape->second);
    add_bytes(out, instr.operand_count);
    for (InstrId o : module_.operands(id)) add_bytes(out, o.value - c.begin.value);
    const bool is_control = instr.op == OpKind::While || instr.op == OpKind::Conditional || instr.op == OpKind::Call;
    if (is_control) {
      add(out, module_.attrs(id), true);
      continue;
    }
    auto [attrs, is_new] = attrs_.try_emplace(instr.attrs);
    if (is_new) {
      std::string text;
      add(text, module_.attrs(id), false);
      attrs_[instr.attrs] = text;
      add_text(out, text);
    } else {
      add_text(out, attrs->second);
    }
  }
  return out;
}

}  // namespace eutectic::optimize
