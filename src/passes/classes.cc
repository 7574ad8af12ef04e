#include "passes/classes.h"

#include <algorithm>

#include "analysis/call_order.h"

namespace eutectic {
namespace {

bool counts(AttrName name) {
  switch (name) {
    case AttrName::Sharding:
    case AttrName::FrontendAttributes:
    case AttrName::ControlPredecessors:
    case AttrName::ParameterReplication:
    case AttrName::OriginalValue:
    case AttrName::Statistics:
    case AttrName::Schedule:
    case AttrName::OtherStablehlo:
      return false;
    default:
      return true;
  }
}

size_t hash_literal(const Literal& literal) {
  size_t seed = static_cast<size_t>(literal.type());
  for (int64_t d : literal.dims()) mix_hash(seed, static_cast<size_t>(d));
  if (!literal.shape().is_array()) return seed;
  // Large ones by a sample: equal() compares in full.
  const size_t n = static_cast<size_t>(literal.shape().size_bytes());
  const size_t step = n <= 1024 ? 1 : n / 1024;
  const std::byte* bytes = literal.bytes();
  for (size_t i = 0; i < n; i += step) mix_hash(seed, static_cast<size_t>(bytes[i]));
  return seed;
}

}  // namespace

Classes::Classes(const Module& module) : module_(module) {
  for (CompId id : callee_order(module)) of(id);
}

size_t Classes::hash(const Attrs& attrs) {
  size_t seed = 7;
  for (const auto& [name, value] : attrs.entries()) {
    if (!counts(name)) continue;
    mix_hash(seed, static_cast<size_t>(name));
    if (const auto* b = std::get_if<bool>(&value)) mix_hash(seed, *b);
    if (const auto* i = std::get_if<int64_t>(&value)) mix_hash(seed, static_cast<size_t>(*i));
    if (const auto* t = std::get_if<std::string>(&value)) mix_hash(seed, std::hash<std::string>()(*t));
    if (const auto* dims = std::get_if<Dims>(&value))
      for (int64_t d : *dims) mix_hash(seed, static_cast<size_t>(d));
    if (const auto* comps = std::get_if<Comps>(&value))
      for (CompId c : *comps) mix_hash(seed, of(c));
    if (const auto* literal = std::get_if<Literal>(&value)) mix_hash(seed, hash_literal(*literal));
  }
  return seed;
}

bool Classes::equal(const AttrValue& a, const AttrValue& b) {
  const Comps* x = std::get_if<Comps>(&a);
  const Comps* y = std::get_if<Comps>(&b);
  if (!x || !y) return a == b;
  return std::ranges::equal(*x, *y, [&](CompId c, CompId d) { return of(c) == of(d); });
}

bool Classes::equal(const Attrs& a, const Attrs& b) {
  size_t j = 0;
  const auto &x = a.entries(), &y = b.entries();
  auto skip = [](const auto& entries, size_t k) {
    while (k < entries.size() && !counts(entries[k].first)) ++k;
    return k;
  };
  for (size_t i = skip(x, 0);; i = skip(x, i + 1), ++j) {
    j = skip(y, j);
    if (i == x.size() || j == y.size()) return i == x.size() && j == y.size();
    if (x[i].first != y[j].first || !equal(x[i].second, y[j].second)) return false;
  }
}

uint32_t Classes::of(AttrsId id) {
  if (id.index() >= attrs_class_.size()) attrs_class_.resize(id.index() + 1, none);
  if (attrs_class_[id.index()] != none) return attrs_class_[id.index()];
  const size_t h = hash(module_[id]);
  uint32_t result = none;
  for (auto [it, last] = attrs_table_.equal_range(h); it != last && result == none; ++it)
    if (equal(module_[attrs_first_[it->second]], module_[id])) result = it->second;
  if (result == none) {
    result = static_cast<uint32_t>(attrs_first_.size());
    attrs_first_.push_back(id);
    attrs_table_.emplace(h, result);
  }
  if (id.index() >= attrs_class_.size()) attrs_class_.resize(id.index() + 1, none);
  attrs_class_[id.index()] = result;
  return result;
}

size_t Classes::hash(CompId id) {
  const Computation& comp = module_[id];
  size_t seed = comp.end.value - comp.begin.value;
  mix_hash(seed, comp.root.value - comp.begin.value);
  for (InstrId i : instrs_of(comp)) {
    mix_hash(seed, static_cast<size_t>(module_[i].op));
    mix_hash(seed, module_[i].shape.value);
    mix_hash(seed, of(module_[i].attrs));
    for (InstrId o : module_.operands(i)) mix_hash(seed, o.value - comp.begin.value);
  }
  return seed;
}

bool Classes::equal(CompId a, CompId b) {
  const Computation &x = module_[a], &y = module_[b];
  if (x.end.value - x.begin.value != y.end.value - y.begin.value) return false;
  if (x.root.value - x.begin.value != y.root.value - y.begin.value || x.execution_thread != y.execution_thread)
    return false;
  for (uint32_t k = 0; x.begin.value + k < x.end.value; ++k) {
    const InstrId i(x.begin.value + k), j(y.begin.value + k);
    if (module_[i].op != module_[j].op || module_[i].shape != module_[j].shape) return false;
    if (of(module_[i].attrs) != of(module_[j].attrs)) return false;
    if (!std::ranges::equal(module_.operands(i), module_.operands(j),
                            [&](InstrId o, InstrId p) { return o.value - x.begin.value == p.value - y.begin.value; }))
      return false;
  }
  return true;
}

uint32_t Classes::of(CompId id) {
  if (id.index() >= comp_class_.size()) comp_class_.resize(id.index() + 1, none);
  if (comp_class_[id.index()] != none) return comp_class_[id.index()];
  uint32_t result = none;
  size_t h = 0;
  if (module_[id].defined) {
    h = hash(id);
    for (auto [it, last] = comp_table_.equal_range(h); it != last && result == none; ++it)
      if (equal(first_[it->second], id)) result = it->second;
  }
  if (result == none) {
    result = static_cast<uint32_t>(first_.size());
    first_.push_back(id);
    if (module_[id].defined) comp_table_.emplace(h, result);
  }
  comp_class_[id.index()] = result;
  return result;
}

}  // namespace eutectic
