// Plans as text: one line per group, plans inside indented.
//
//   group 0 loop %while.3 (programs.py:67:15): inputs %x, %y
//   group 1 elementwise [2048,4] %add.7: 12 instructions, inputs %while.3
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fusion/plan.h"

namespace eutectic::fusion {
namespace {

std::string_view name_of(GroupKind kind) {
  switch (kind) {
    case GroupKind::HostOp:
      return "host-op";
    case GroupKind::Elementwise:
      return "elementwise";
    case GroupKind::Loop:
      return "loop";
    case GroupKind::Control:
      return "control";
  }
  return "";
}

std::string names(const Module& module, const std::vector<InstrId>& ids) {
  std::string out;
  for (InstrId id : ids) out += fmt::format("{}%{}", out.empty() ? "" : ", ", module.name(id));
  return out;
}

// Plans nest as deep as loops and branches do, which the planner limits.
void append(const Module& module, const Plan& plan, size_t indent, std::string& out) {
  const std::string space(indent, ' ');
  size_t number = 0;
  for (const Group& g : plan.groups) {
    const InstrId root = g.roots.empty() ? g.instrs[0] : g.roots[0];
    out += fmt::format("{}group {} {} ", space, number++, name_of(g.kind));
    if (!g.lanes.empty()) out += fmt::format("[{}] ", fmt::join(g.lanes, ","));
    out += names(module, g.roots.empty() ? g.instrs : g.roots);
    if (g.kind == GroupKind::HostOp || g.kind == GroupKind::Control)
      out += fmt::format(" = {}", hlo_name(module[root].op));
    if (std::string where = module.where(root); !where.empty()) out += fmt::format(" ({})", where);
    if (g.instrs.size() > 1) out += fmt::format(": {} instructions", g.instrs.size());
    if (!g.inputs.empty()) out += fmt::format("{} reads {}", g.instrs.size() > 1 ? "," : ":", names(module, g.inputs));
    out += "\n";
    for (const Plan& inner : g.plans) {
      out += fmt::format("{}  computation {}\n", space, module.name(inner.computation));
      append(module, inner, indent + 4, out);
    }
  }
}

}  // namespace

std::string to_text(const Module& module, const Plan& plan) {
  std::string out = fmt::format("plan of {}\n", module.name(plan.computation));
  append(module, plan, 2, out);
  return out;
}

}  // namespace eutectic::fusion
