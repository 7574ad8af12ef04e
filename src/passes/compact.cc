// The last step of a pipeline: a fresh module of what the entry reaches, in the old order.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/call_order.h"
#include "passes/passes.h"

namespace eutectic {
namespace {

// "add.12" -> "add"
std::string_view without_number(std::string_view name) {
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size()) return name;
  for (char c : name.substr(dot + 1))
    if (c < '0' || c > '9') return name;
  return name.substr(0, dot);
}

// Gives each name once; a name met again gets the next free number.
class Names {
 public:
  explicit Names(Module& module) : module_(module) {}
  void reserve(NameId name) { wanted_.emplace(std::string(module_[name]), false); }
  NameId unique(NameId name) {
    const std::string text(module_[name]);
    if (bool& used = wanted_[text]; !used) {
      used = true;
      return name;
    }
    const std::string_view stem = without_number(text);
    int64_t& number = next_.emplace(std::string(stem), 1).first->second;
    while (true) {
      std::string candidate = fmt::format("{}.{}", stem, number++);
      if (wanted_.emplace(candidate, true).second) return module_.intern_name(candidate);
    }
  }

 private:
  Module& module_;
  std::unordered_map<std::string, bool> wanted_;  // names of the source, and whether given out
  std::unordered_map<std::string, int64_t> next_;
};

}  // namespace

Module compact(const Module& from) {
  Module to;
  to.info = from.info;
  std::vector<CompId> order = callee_order(from);
  std::ranges::sort(order);
  std::vector<CompId> comps(from.comp_count());
  std::vector<ShapeId> shapes;
  std::vector<AttrsId> attrs;
  std::vector<OriginId> origins;
  std::vector<NameId> names;
  auto slot = [](auto& table, auto id) -> auto& {
    if (id.index() >= table.size()) table.resize(id.index() + 1);
    return table[id.index()];
  };
  auto name_of = [&](NameId id) {
    if (!id.valid()) return id;
    NameId& out = slot(names, id);
    if (!out.valid()) out = to.intern_name(from[id]);
    return out;
  };
  // Callers before callees in a chain of frames; chains are acyclic, since frames are added innermost last.
  auto origin_of = [&](OriginId id) {
    std::vector<OriginId> chain;
    for (OriginId o = id; o.valid() && !slot(origins, o).valid(); o = from[o].caller) chain.push_back(o);
    for (size_t i = chain.size(); i-- > 0;) {
      Origin o = from[chain[i]];
      for (NameId* n : {&o.op_name, &o.op_type, &o.file, &o.function, &o.extra}) *n = name_of(*n);
      if (o.caller.valid()) o.caller = slot(origins, o.caller);
      slot(origins, chain[i]) = to.intern(o);
    }
    return id.valid() ? slot(origins, id) : id;
  };
  Names comp_names(to), instr_names(to);
  for (CompId c : order) comp_names.reserve(name_of(from[c].name));
  for (CompId c : order) {
    comps[c.index()] = to.add_computation(from.name(c));
    Computation& out = to.mutable_comp(comps[c.index()]);
    out.name = comp_names.unique(out.name);
    out.execution_thread = from[c].execution_thread;
    for (InstrId id : instrs_of(from[c])) instr_names.reserve(name_of(from[id].name));
  }
  auto attrs_of = [&](AttrsId id) {
    AttrsId& out = slot(attrs, id);
    if (out.valid()) return out;
    Attrs copy = from[id];
    for (auto& [name, value] : copy.mutable_entries())
      if (Comps* called = std::get_if<Comps>(&value))
        for (CompId& c : *called) c = comps[c.index()];
    return out = to.add_attrs(std::move(copy));
  };
  std::vector<InstrId> operands;
  for (CompId c : order) {
    const Computation& source = from[c];
    const uint32_t base = static_cast<uint32_t>(to.instr_count());
    auto moved = [&](InstrId id) { return InstrId(base + (id.value - source.begin.value)); };
    for (InstrId id : instrs_of(source)) {
      Instr instr = from[id];
      if (ShapeId& shape = slot(shapes, instr.shape); !shape.valid()) shape = to.intern(from[instr.shape]);
      instr.shape = shapes[instr.shape.index()];
      instr.attrs = attrs_of(instr.attrs);
      instr.origin = origin_of(instr.origin);
      instr.name = instr_names.unique(name_of(instr.name));
      instr.parent = comps[c.index()];
      operands.clear();
      for (InstrId o : from.operands(id)) operands.push_back(moved(o));
      to.append(instr, operands);
    }
    Computation& out = to.mutable_comp(comps[c.index()]);
    out.begin = InstrId(base);
    out.end = InstrId(to.instr_count());
    out.root = moved(source.root);
    for (InstrId p : source.parameters) out.parameters.push_back(moved(p));
    out.defined = true;
  }
  to.entry = comps[from.entry.index()];
  return to;
}

}  // namespace eutectic
