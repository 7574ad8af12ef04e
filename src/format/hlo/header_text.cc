#include "format/hlo/header_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "format/hlo/attr_text.h"
#include "format/hlo/escapes.h"
#include "format/hlo/names.h"
#include "format/hlo/shape_text.h"

namespace eutectic::hlo {
namespace {

// (parameter, {index}[, kind])
bool parse_parameter_index(Cursor& in, int64_t& parameter, Dims& index, std::string_view* kind) {
  if (!in.expect('(', "before a parameter number") || !in.integer(parameter, "a parameter number") ||
      !in.expect(',', "after a parameter number") || !parse_dims(in, index))
    return false;
  if (kind && in.consume(',')) {
    in.skip_space();
    const size_t pos = in.pos();
    *kind = in.word();
    if (*kind != "may-alias" && *kind != "must-alias")
      return in.fail(pos, fmt::format("expected may-alias or must-alias, found '{}'", *kind));
  }
  return in.expect(')', "after a parameter index");
}

bool parse_aliases(Cursor& in, std::vector<Alias>& out) {
  if (!in.expect('{', "before the aliases")) return false;
  while (!in.consume('}')) {
    Alias a;
    std::string_view kind = "may-alias";
    if (!parse_dims(in, a.output_index) || !in.expect(':', "after an output index") ||
        !parse_parameter_index(in, a.parameter, a.parameter_index, &kind))
      return false;
    a.must_alias = kind == "must-alias";
    out.push_back(std::move(a));
    if (!in.consume(',') && in.peek() != '}') return in.expect('}', "after the aliases");
  }
  return true;
}

bool parse_donors(Cursor& in, std::vector<BufferDonor>& out) {
  if (!in.expect('{', "before the buffer donors")) return false;
  while (!in.consume('}')) {
    BufferDonor d;
    if (!parse_parameter_index(in, d.parameter, d.parameter_index, nullptr)) return false;
    out.push_back(std::move(d));
    if (!in.consume(',') && in.peek() != '}') return in.expect('}', "after the buffer donors");
  }
  return true;
}

// {(f32[2]{0}, ...)->f32[2]{0}}
bool parse_entry_layout(Cursor& in, ModuleInfo& info) {
  if (!in.expect('{', "before the entry's layout") || !in.expect('(', "before the parameters' layouts")) return false;
  if (!in.consume(')')) {
    do {
      if (!parse_shape(in, info.entry_parameter_layouts.emplace_back())) return false;
    } while (in.consume(','));
    if (!in.expect(')', "after the parameters' layouts")) return false;
  }
  if (!in.consume("->"))
    return in.fail(in.pos(), fmt::format("expected '->' before the result's layout, found {}", in.found()));
  return parse_shape(in, info.entry_result_layout.emplace()) && in.expect('}', "after the entry's layout");
}

}  // namespace

bool parse_header(Cursor& in, ModuleInfo& info) {
  if (!in.consume_word("HloModule"))
    return in.fail(in.pos(), fmt::format("expected HloModule, found {}", in.found()),
                   "HLO text begins with a line such as: HloModule jit_f, entry_computation_layout={...}");
  std::string_view name = in.name();
  if (name.empty()) return in.fail(in.pos(), fmt::format("expected the module's name, found {}", in.found()));
  info.name = std::string(name);
  bool scheduled_seen = false;
  while (in.consume(',')) {
    in.skip_space();
    const size_t pos = in.pos();
    std::string_view key = in.word();
    if (key.empty()) return in.fail(pos, fmt::format("expected an attribute of the module, found {}", in.found()));
    if (!in.expect('=', fmt::format("after {}", key))) return false;
    bool ok = true, twice = false;
    if (key == "is_scheduled") {
      AttrValue v;
      ok = parse_attr_value(in, AttrName::IsStable, v);
      twice = scheduled_seen;
      scheduled_seen = true;
      if (ok) info.is_scheduled = std::get<bool>(v);
    } else if (key == "input_output_alias") {
      twice = !info.aliases.empty();
      ok = parse_aliases(in, info.aliases);
    } else if (key == "buffer_donor") {
      twice = !info.donors.empty();
      ok = parse_donors(in, info.donors);
    } else if (key == "entry_computation_layout") {
      twice = info.entry_result_layout.has_value();
      ok = twice || parse_entry_layout(in, info);
    } else {
      std::string_view text;
      ok = in.raw(text);
      for (const auto& [k, v] : info.hlo_attrs) twice |= k == key;
      if (ok) info.hlo_attrs.emplace_back(std::string(key), std::string(text));
    }
    if (twice) return in.fail(pos, fmt::format("the module states {} twice", key));
    if (!ok) return false;
  }
  return true;
}

void append_header(std::string& out, const ModuleInfo& info) {
  out += "HloModule " + legal_name(info.name);
  if (info.is_scheduled) out += ", is_scheduled=true";
  auto list = [&](std::string_view key, const auto& items, auto text) {
    if (items.empty()) return;
    out += fmt::format(", {}={{ ", key);
    for (size_t i = 0; i < items.size(); ++i) out += (i ? ", " : "") + text(items[i]);
    out += " }";
  };
  list("input_output_alias", info.aliases, [](const Alias& a) {
    return fmt::format("{{{}}}: ({}, {{{}}}, {})", fmt::join(a.output_index, ","), a.parameter,
                       fmt::join(a.parameter_index, ","), a.must_alias ? "must-alias" : "may-alias");
  });
  list("buffer_donor", info.donors, [](const BufferDonor& d) {
    return fmt::format("({}, {{{}}})", d.parameter, fmt::join(d.parameter_index, ","));
  });
  if (info.entry_result_layout) {
    out += ", entry_computation_layout={(";
    for (size_t i = 0; i < info.entry_parameter_layouts.size(); ++i) {
      if (i) out += ", ";
      if (i && i % 5 == 0) out += fmt::format("/*index={}*/", i);
      out += to_hlo(info.entry_parameter_layouts[i]);
    }
    out += ")->" + to_hlo(*info.entry_result_layout) + "}";
  }
  for (const auto& [key, text] : info.hlo_attrs) out += ", " + key + "=" + text;
  out += '\n';
}

}  // namespace eutectic::hlo
