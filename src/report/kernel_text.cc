// See kernel_text.h.
#include "report/kernel_text.h"

#include <fmt/format.h>

#include "format/hlo/attr_text.h"
#include "format/hlo/literal_text.h"

namespace eutectic::report {
namespace {

namespace xla = fusion::xla;

// Attributes as HLO writes them; computations by name. A fusion's own are told by its line.
void append_attrs(std::string& out, const xla::Graph& g, const Attrs& attrs) {
  for (const auto& [name, value] : attrs.entries()) {
    if (name == AttrName::SliceStarts) {
      out += ", slice=";
      hlo::append_slice(out, attrs);
      continue;
    }
    if (name == AttrName::SliceLimits || name == AttrName::SliceStrides || name == AttrName::ParameterNumber ||
        name == AttrName::FusionKind || name == AttrName::Calls || info(name).hlo.empty())
      continue;
    out += fmt::format(", {}=", info(name).hlo);
    if (const Comps* comps = std::get_if<Comps>(&value)) {
      for (size_t i = 0; i < comps->size(); ++i)
        out += fmt::format("{}{}", i ? ", " : "", g.module().name((*comps)[i]));
    } else {
      hlo::append_attr_value(out, name, value);
    }
  }
}

// Long constants say nothing to a reader.
constexpr int64_t longest_constant = 16;

std::string value_text(const xla::Node& n) {
  const AttrValue* value = n.attrs->find(AttrName::Value);
  const Literal* literal = value ? std::get_if<Literal>(value) : nullptr;
  if (!literal || n.shape->is_tuple() || n.shape->element_count() > longest_constant) return "...";
  std::string out;
  hlo::append_literal(out, *literal);
  return out;
}

std::string line(const xla::Graph& g, xla::NodeId id) {
  const xla::Node& n = g[id];
  std::string operands;
  if (n.op == OpKind::Parameter)
    operands = fmt::format("{}", n.number);
  else if (n.op == OpKind::Constant)
    operands = value_text(n);
  for (xla::NodeId o : n.operands) operands += (operands.empty() ? "" : ", ") + g[o].name;
  std::string out = fmt::format("{} = {} {}({})", n.name, to_hlo(*n.shape, true), hlo_name(n.op), operands);
  if (n.op == OpKind::Fusion) out += fmt::format(", kind={}, calls={}.body", xla::to_hlo(n.kind), n.name);
  append_attrs(out, g, *n.attrs);
  if (const std::string where = n.origin.valid() ? g.module().where(n.origin) : ""; !where.empty())
    out += "  // " + where;
  return out + "\n";
}

}  // namespace

std::string kernel_text(const xla::Graph& g, xla::NodeId kernel) {
  if (!g.is_fusion(kernel)) return line(g, kernel);
  std::string out = g[kernel].name + ".body {\n";
  for (xla::NodeId n : g.post_order(g[kernel].called)) out += (g.is_root(n) ? "  ROOT " : "  ") + line(g, n);
  return out + "}\n\n" + line(g, kernel);
}

}  // namespace eutectic::report
