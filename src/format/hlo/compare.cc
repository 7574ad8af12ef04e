#include "format/hlo/compare.h"

#include <fmt/format.h>

#include "format/format.h"

namespace eutectic::hlo {
namespace {

bool same_origin(const Module& a, OriginId x, const Module& b, OriginId y) {
  while (x.valid() && y.valid()) {
    const Origin &p = a[x], &q = b[y];
    if (a[p.op_name] != b[q.op_name] || a[p.op_type] != b[q.op_type] || a[p.file] != b[q.file] ||
        a[p.function] != b[q.function] || a[p.extra] != b[q.extra] || p.line != q.line || p.end_line != q.end_line ||
        p.column != q.column || p.end_column != q.end_column)
      return false;
    x = p.caller;
    y = q.caller;
  }
  return x.valid() == y.valid();
}

std::string info_difference(const ModuleInfo& a, const ModuleInfo& b) {
  if (a.name != b.name) return "module names";
  if (a.is_scheduled != b.is_scheduled) return "is_scheduled";
  if (a.aliases != b.aliases) return "input_output_alias";
  if (a.donors != b.donors) return "buffer_donor";
  if (a.hlo_attrs != b.hlo_attrs) return "attributes of the module";
  if (a.entry_parameter_layouts != b.entry_parameter_layouts || a.entry_result_layout != b.entry_result_layout)
    return "entry_computation_layout";
  return "";
}

}  // namespace

std::string first_difference(const Module& a, const Module& b) {
  if (std::string d = info_difference(a.info, b.info); !d.empty()) return d;
  if (a.comp_count() != b.comp_count()) return fmt::format("{} and {} computations", a.comp_count(), b.comp_count());
  if (a.instr_count() != b.instr_count())
    return fmt::format("{} and {} instructions", a.instr_count(), b.instr_count());
  if (a.entry != b.entry) return "entry";
  for (size_t c = 0; c < a.comp_count(); ++c) {
    const CompId id(c);
    const Computation &p = a[id], &q = b[id];
    if (a.name(id) != b.name(id)) return fmt::format("computation {} is named {} and {}", c, a.name(id), b.name(id));
    if (p.begin != q.begin || p.end != q.end || p.root != q.root || p.parameters != q.parameters ||
        p.defined != q.defined || p.execution_thread != q.execution_thread)
      return fmt::format("computation {}", a.name(id));
  }
  for (size_t i = 0; i < a.instr_count(); ++i) {
    const InstrId id(i);
    auto differ = [&](std::string_view what) {
      return fmt::format("{} of {} in {}", what, a.name(id), a.name(a[id].parent));
    };
    if (a.name(id) != b.name(id)) return differ("name");
    if (a[id].op != b[id].op) return differ("op");
    if (a[id].parent != b[id].parent) return differ("computation");
    if (a.shape(id) != b.shape(id)) return differ("shape");
    if (!(a.attrs(id) == b.attrs(id))) return differ("attributes");
    auto x = a.operands(id), y = b.operands(id);
    if (!std::equal(x.begin(), x.end(), y.begin(), y.end())) return differ("operands");
    if (!same_origin(a, a[id].origin, b, b[id].origin)) return differ("origin");
  }
  return "";
}

std::string check_round_trip(std::string_view text, std::string_view file) {
  auto first = read_hlo_text(text, file);
  if (!first) return "does not parse:\n" + render(first.error());
  for (bool operand_shapes : {false, true}) {
    HloWriteOptions options;
    options.operand_shapes = operand_shapes;
    const std::string printed = write_hlo_text(*first, options);
    auto second = read_hlo_text(printed, "printed");
    if (!second) return "the print does not parse:\n" + render(second.error());
    if (std::string d = first_difference(*first, *second); !d.empty()) return "the module differs: " + d;
    if (write_hlo_text(*second, options) != printed) return "the second print differs";
  }
  return "";
}

}  // namespace eutectic::hlo
