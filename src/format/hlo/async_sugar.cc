#include "format/hlo/async_sugar.h"

#include <fmt/format.h>

#include "format/hlo/reader.h"

namespace eutectic::hlo {

InstrId short_form_of(const Module& module, InstrId id) {
  // An update or done stands directly on its start.
  while (module[id].op == OpKind::AsyncDone || module[id].op == OpKind::AsyncUpdate) {
    if (module[id].operand_count != 1 || module.attrs(id).has(AttrName::Calls)) return {};
    id = module.operand(id, 0);
  }
  if (module[id].op != OpKind::AsyncStart) return {};
  const Comps& calls = module.attrs(id).comps(AttrName::Calls);
  if (calls.size() != 1 || !module[calls[0]].defined) return {};
  const Computation& comp = module[calls[0]];
  if (!only_short_form(module[comp.root].op)) return {};
  // Parameters in order, then the op on them.
  const size_t n = comp.parameters.size();
  if (comp.end.value - comp.begin.value != n + 1 || comp.root.value + 1 != comp.end.value) return {};
  if (module[comp.root].operand_count != n || module[id].operand_count != n) return {};
  for (size_t i = 0; i < n; ++i)
    if (module.operand(comp.root, i) != InstrId(comp.begin.value + i) ||
        comp.parameters[i] != module.operand(comp.root, i))
      return {};
  return comp.root;
}

bool Reader::wrap_async(OpKind inner, std::string_view name, Parsed& p, const Body& outer, size_t pos) {
  const bool whole = inner == OpKind::AllReduce;
  if (!whole && (!p.shape.is_tuple() || p.shape.elements.size() < 2))
    return in_.fail(p.op_pos, fmt::format("the result of {} is a tuple of operands and results", p.op_text));
  Body body;
  Parsed root;
  root.op_text = p.op_text;
  root.shape = whole ? p.shape : p.shape.elements[1];
  auto name_new = [&](std::string text) { return std::string_view(made_names_.emplace_back(std::move(text))); };
  for (size_t i = 0; i < p.operands.size(); ++i) {
    Parsed parameter;
    parameter.shape = module_[outer.instrs[p.operands[i]].shape];
    parameter.attrs.set(AttrName::ParameterNumber, static_cast<int64_t>(i));
    const uint32_t local = add(body, OpKind::Parameter, parameter);
    body.instrs.back().name = module_.intern_name(fmt::format("param_{}", i));
    body.parameters.push_back({static_cast<int64_t>(i), local, pos});
    root.operands.push_back(local);
  }
  Attrs start;
  for (auto& [attr, value] : p.attrs.mutable_entries())
    (stays_on_start(attr) ? start : root.attrs).set(attr, std::move(value));
  root.comps = std::move(p.comps);
  p.comps.clear();
  const size_t outer_forward = std::exchange(first_forward_of_body_, forwards_.size());
  body.root = add(body, inner, root);
  body.instrs.back().name = module_.intern_name(hlo_name(inner));
  std::string_view comp_name = name_new(fmt::format("{}.async", name));
  for (int n = 1; comps_.contains(comp_name); ++n) comp_name = name_new(fmt::format("{}.async.{}", name, n));
  const CompId comp = finish(comp_name, pos, body, false);
  first_forward_of_body_ = outer_forward;
  module_.mutable_comp(comp).execution_thread = start.text(AttrName::AsyncExecutionThread);
  start.set(AttrName::Calls, Comps{comp});
  p.attrs = std::move(start);
  return true;
}

}  // namespace eutectic::hlo
