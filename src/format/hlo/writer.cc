#include "format/hlo/writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "format/hlo/async_sugar.h"
#include "format/hlo/attr_keys.h"
#include "format/hlo/attr_text.h"
#include "format/hlo/callees_first.h"
#include "format/hlo/escapes.h"
#include "format/hlo/literal_text.h"
#include "format/hlo/names.h"

namespace eutectic::hlo {
namespace {

// Makes a name legal and unlike those in `used`; "" if it may stay.
std::string rename(std::string_view name, std::unordered_set<std::string>& used) {
  std::string legal = legal_name(name);
  if (used.insert(legal).second) return legal == name ? std::string() : legal;
  for (int n = 1;; ++n) {
    std::string other = fmt::format("{}.{}", legal, n);
    if (used.insert(other).second) return other;
  }
}

// Written last, in XLA's order.
constexpr AttrName trailing[] = {AttrName::Sharding, AttrName::FrontendAttributes, AttrName::ControlPredecessors,
                                 AttrName::Statistics};

}  // namespace

void Writer::name_everything() {
  instr_renamed_.resize(module_.instr_count());
  comp_renamed_.resize(module_.comp_count());
  std::unordered_set<std::string> comps;
  for (size_t c = 0; c < module_.comp_count(); ++c) {
    const CompId id(c);
    comp_renamed_[c] = rename(module_.name(id), comps);
    if (!module_[id].defined) continue;
    std::unordered_set<std::string> used;
    for (InstrId i : instrs_of(module_[id])) instr_renamed_[i.index()] = rename(module_.name(i), used);
  }
}

std::string Writer::write() {
  name_everything();
  short_form_comp_.assign(module_.comp_count(), false);
  for (size_t i = 0; i < module_.instr_count(); ++i)
    if (module_[InstrId(i)].op == OpKind::AsyncStart)
      if (InstrId inner = short_form_of(module_, InstrId(i)); inner.valid())
        short_form_comp_[module_[inner].parent.index()] = true;
  for (CompId id : callees_first(module_))
    if (!short_form_comp_[id.index()]) computation(id);
  std::string head;
  append_header(head, module_.info);
  head += '\n';
  if (std::string tables = frames_.tables(); !tables.empty()) head += tables + '\n';
  return head + out_;
}

const std::string& Writer::shape(ShapeId id) {
  if (shapes_.size() <= id.index()) shapes_.resize(id.index() + 1);
  std::string& text = shapes_[id.index()];
  if (text.empty()) text = to_hlo(module_[id], options_.layouts);
  return text;
}

const std::string& Writer::bare_shape(ShapeId id) {
  if (bare_shapes_.size() <= id.index()) bare_shapes_.resize(id.index() + 1);
  std::string& text = bare_shapes_[id.index()];
  if (text.empty()) text = to_hlo(module_[id], false);
  return text;
}

void Writer::computation(CompId id) {
  const Computation& comp = module_[id];
  if (id == module_.entry) out_ += "ENTRY ";
  out_ += '%';
  out_ += name(id);
  out_ += " (";
  for (size_t i = 0; i < comp.parameters.size(); ++i) {
    if (i) out_ += ", ";
    if (i && i % 5 == 0) out_ += fmt::format("/*index={}*/", i);
    out_ += name(comp.parameters[i]);
    out_ += ": ";
    out_ += bare_shape(module_[comp.parameters[i]].shape);
  }
  out_ += ") -> ";
  out_ += bare_shape(module_[comp.root].shape);
  out_ += " {\n";
  for (InstrId i : instrs_of(comp)) instruction(i, i == comp.root);
  out_ += '}';
  if (!comp.execution_thread.empty()) {
    out_ += ", execution_thread=";
    append_quoted(out_, comp.execution_thread);
  }
  out_ += "\n\n";
}

void Writer::instruction(InstrId id, bool root) {
  const Instr& instr = module_[id];
  const InstrId inner = short_form_of(module_, id);
  out_ += root ? "  ROOT %" : "  %";
  out_ += name(id);
  out_ += " = ";
  out_ += shape(instr.shape);
  out_ += ' ';
  if (inner.valid()) {
    out_ += hlo_name(module_[inner].op);
    out_ += instr.op == OpKind::AsyncStart ? "-start" : instr.op == OpKind::AsyncDone ? "-done" : "-update";
  } else {
    out_ += hlo_name(instr.op);
  }
  out_ += '(';
  if (instr.op == OpKind::Parameter) {
    out_ += fmt::format("{}", module_.attrs(id).integer(AttrName::ParameterNumber));
  } else if (instr.op == OpKind::Constant) {
    append_literal(out_, module_.attrs(id).value());
  } else {
    std::span<const InstrId> operands = module_.operands(id);
    for (size_t i = 0; i < operands.size(); ++i) {
      if (i) out_ += ", ";
      if (i && i % 5 == 0) out_ += fmt::format("/*index={}*/", i);
      if (options_.operand_shapes) {
        out_ += shape(module_[operands[i]].shape);
        out_ += ' ';
      }
      out_ += '%';
      out_ += name(operands[i]);
    }
  }
  out_ += ')';
  attributes(id, instr.op == OpKind::AsyncStart ? inner : InstrId());
  out_ += '\n';
}

void Writer::attribute(OpKind op, AttrName attr, const Attrs& attrs) {
  (void)op;
  const AttrValue* value = attrs.find(attr);
  if (attr == AttrName::SliceStarts) {
    out_ += ", slice=";
    return append_slice(out_, attrs);
  }
  if (attr == AttrName::SliceLimits || attr == AttrName::SliceStrides || attr == AttrName::ParameterNumber) return;
  if (info(attr).hlo.empty()) return;  // Value, and what only StableHLO has
  out_ += ", ";
  out_ += info(attr).hlo;
  out_ += '=';
  if (!value) {  // always_written
    out_ += info(attr).kind == AttrKind::Bool ? "false" : "{}";
    return;
  }
  if (const Comps* comps = std::get_if<Comps>(value)) {
    const bool braces = is_comp_list(attr) || comps->size() != 1;
    if (braces) out_ += '{';
    for (size_t i = 0; i < comps->size(); ++i) {
      if (i) out_ += ", ";
      out_ += '%';
      out_ += name((*comps)[i]);
    }
    if (braces) out_ += '}';
    return;
  }
  append_attr_value(out_, attr, *value);
}

void Writer::attributes(InstrId id, InstrId inner) {
  const Attrs& attrs = module_.attrs(id);
  const OpKind op = module_[id].op;
  auto is_trailing = [](AttrName name) {
    return name == AttrName::BackendConfig ||
           std::find(std::begin(trailing), std::end(trailing), name) != std::end(trailing);
  };
  auto body = [&](OpKind kind, const Attrs& all) {
    for (AttrName name : always_written(kind))
      if (!all.has(name)) attribute(kind, name, all);
    for (const auto& [name, value] : all.entries()) {
      if (is_trailing(name)) continue;
      if (inner.valid() && name == AttrName::Calls) continue;
      attribute(kind, name, all);
    }
  };
  if (inner.valid()) body(module_[inner].op, module_.attrs(inner));
  body(op, attrs);
  for (AttrName name : trailing)
    if (attrs.has(name)) attribute(op, name, attrs);
  if (options_.metadata) metadata(module_[id].origin);
  if (attrs.has(AttrName::BackendConfig)) attribute(op, AttrName::BackendConfig, attrs);
}

void Writer::metadata(OriginId id) {
  if (!id.valid()) return;
  if (metadata_.size() <= id.index()) metadata_.resize(id.index() + 1);
  std::string& text = metadata_[id.index()];
  if (text.empty()) {
    const Origin& o = module_[id];
    std::string fields;
    auto key = [&](std::string_view name) {
      if (!fields.empty()) fields += ' ';
      fields += name;
      fields += '=';
    };
    auto string = [&](std::string_view name, NameId value) {
      if (module_[value].empty()) return;
      key(name);
      append_quoted(fields, module_[value]);
    };
    auto number = [&](std::string_view name, int64_t value) {
      if (value == 0) return;
      key(name);
      fields += fmt::format("{}", value);
    };
    string("op_type", o.op_type);
    string("op_name", o.op_name);
    if (frames_.needs_frame(id)) {
      number("stack_frame_id", frames_.frame(id));
    } else {
      string("source_file", o.file);
      number("source_line", o.line);
      number("source_end_line", o.end_line);
      number("source_column", o.column);
      number("source_end_column", o.end_column);
    }
    if (o.extra.valid()) {
      if (!fields.empty()) fields += ' ';
      fields += module_[o.extra];
    }
    text = fields.empty() ? " " : ", metadata={" + fields + "}";
  }
  if (text != " ") out_ += text;
}

}  // namespace eutectic::hlo

namespace eutectic {

std::string write_hlo_text(const Module& module, const HloWriteOptions& options) {
  return hlo::Writer(module, options).write();
}

}  // namespace eutectic
