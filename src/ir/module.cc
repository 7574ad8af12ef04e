#include "ir/module.h"

#include <fmt/format.h>

#include <array>

#include "ir/builder.h"

namespace eutectic {
namespace {

struct OpNames {
  std::string_view hlo, stablehlo;
};
constexpr OpNames op_names[] = {
#define OP(name, hlo, stablehlo) {hlo, stablehlo},
#include "ir/op_kind.def"
#undef OP
};

std::unordered_map<std::string_view, OpKind> index_ops(std::string_view OpNames::* field) {
  std::unordered_map<std::string_view, OpKind> out;
  for (int i = 0; i < op_kind_count; ++i)
    if (!(op_names[i].*field).empty()) out.emplace(op_names[i].*field, static_cast<OpKind>(i));
  return out;
}

void mix(size_t& seed, size_t value) { seed ^= value + 0x9e3779b97f4a7c15ull + (seed << 6) + (seed >> 2); }

size_t hash_of(const Shape& s) {
  size_t seed = static_cast<size_t>(s.type);
  for (int64_t d : s.dims) mix(seed, static_cast<size_t>(d));
  if (s.layout)
    for (int64_t d : s.layout->minor_to_major) mix(seed, static_cast<size_t>(d) + 100);
  for (const Shape& e : s.elements) mix(seed, hash_of(e));
  return seed;
}

size_t hash_of(const Origin& o) {
  size_t seed = o.op_name.value;
  for (size_t v : {size_t{o.op_type.value}, size_t{o.file.value}, size_t{o.function.value}, size_t{o.caller.value},
                   size_t{o.extra.value}, static_cast<size_t>(o.line), static_cast<size_t>(o.column)})
    mix(seed, v);
  return seed;
}

}  // namespace

std::string_view hlo_name(OpKind op) { return op_names[static_cast<int>(op)].hlo; }
std::string_view stablehlo_name(OpKind op) { return op_names[static_cast<int>(op)].stablehlo; }
std::optional<OpKind> op_from_hlo(std::string_view name) {
  static const auto index = index_ops(&OpNames::hlo);
  auto it = index.find(name);
  return it == index.end() ? std::nullopt : std::optional(it->second);
}
std::optional<OpKind> op_from_stablehlo(std::string_view name) {
  static const auto index = index_ops(&OpNames::stablehlo);
  auto it = index.find(name);
  return it == index.end() ? std::nullopt : std::optional(it->second);
}

std::vector<CompId> Module::callees(InstrId id) const {
  std::vector<CompId> out;
  for (const auto& [name, value] : attrs(id).entries())
    if (const Comps* comps = std::get_if<Comps>(&value)) out.insert(out.end(), comps->begin(), comps->end());
  return out;
}

std::vector<Shape> Module::parameter_shapes(CompId id) const {
  std::vector<Shape> out;
  for (InstrId p : comps_[id].parameters) out.push_back(shape(p));
  return out;
}

std::string Module::where(InstrId id) const {
  for (OriginId o = instrs_[id].origin; o.valid(); o = origins_[o].caller) {
    const Origin& origin = origins_[o];
    if (!origin.file.valid() || origin.line <= 0) continue;
    std::string out = fmt::format("{}:{}", (*this)[origin.file], origin.line);
    if (origin.column > 0) out += fmt::format(":{}", origin.column);
    return out;
  }
  return "";
}

ShapeId Module::intern(const Shape& shape) {
  size_t h = hash_of(shape);
  auto [first, last] = shape_ids_.equal_range(h);
  for (auto it = first; it != last; ++it)
    if (shapes_[it->second] == shape) return it->second;
  ShapeId id = shapes_.add(shape);
  shape_ids_.emplace(h, id);
  return id;
}

NameId Module::intern_name(std::string_view name) {
  if (auto it = name_ids_.find(std::string(name)); it != name_ids_.end()) return it->second;
  NameId id = names_.add(std::string(name));
  name_ids_.emplace(std::string(name), id);
  return id;
}

OriginId Module::intern(const Origin& origin) {
  size_t h = hash_of(origin);
  auto [first, last] = origin_ids_.equal_range(h);
  for (auto it = first; it != last; ++it)
    if (origins_[it->second] == origin) return it->second;
  OriginId id = origins_.add(origin);
  origin_ids_.emplace(h, id);
  return id;
}

AttrsId Module::add_attrs(Attrs attrs) {
  if (attrs_.empty()) attrs_.add({});
  if (attrs.entries().empty()) return AttrsId(0u);
  return attrs_.add(std::move(attrs));
}

Attrs& Module::mutable_attrs(InstrId id) {
  if (instrs_[id].attrs == AttrsId(0u)) instrs_[id].attrs = attrs_.add({});
  return attrs_[instrs_[id].attrs];
}

CompId Module::add_computation(std::string_view name) {
  Computation c;
  c.name = intern_name(name);
  return comps_.add(std::move(c));
}

InstrId Module::append(Instr instr, std::span<const InstrId> operands) {
  instr.first_operand = static_cast<uint32_t>(operand_pool_.size());
  instr.operand_count = static_cast<uint32_t>(operands.size());
  operand_pool_.insert(operand_pool_.end(), operands.begin(), operands.end());
  return instrs_.add(instr);
}

void Module::set_input_place(InstrId id, InputPlace place) {
  if (input_places_.size() <= id.index()) input_places_.resize(id.index() + 1);
  input_places_[id.index()] = place;
}

Place Module::input_place(InstrId id) const {
  Place out;
  if (id.index() >= input_places_.size()) return out;
  const InputPlace p = input_places_[id.index()];
  if (p.line) {
    out.line = static_cast<int>(p.line);
    out.column = static_cast<int>(p.column);
  } else if (p.column) {
    out.byte_offset = p.column;
  }
  return out;
}

ComputationBuilder::Local ComputationBuilder::add(OpKind op, const Shape& shape, std::span<const Local> operands,
                                                  Attrs attrs, std::string_view name, OriginId origin) {
  Pending p;
  p.instr.op = op;
  p.instr.shape = module_.intern(shape);
  p.instr.attrs = module_.add_attrs(std::move(attrs));
  if (!name.empty()) p.instr.name = module_.intern_name(name);
  p.instr.origin = origin;
  p.place = place_;
  p.operands.assign(operands.begin(), operands.end());
  for (Local o : operands) CHECK(o.index() < instrs_.size(), "operand of {} not built yet", hlo_name(op));
  instrs_.push_back(std::move(p));
  return Local(instrs_.size() - 1);
}

ComputationBuilder::Local ComputationBuilder::parameter(int64_t number, const Shape& shape, std::string_view name,
                                                        OriginId origin) {
  Attrs attrs;
  attrs.set(AttrName::ParameterNumber, number);
  return add(OpKind::Parameter, shape, {}, std::move(attrs), name, origin);
}

ComputationBuilder::Local ComputationBuilder::constant(const Literal& value, std::string_view name, OriginId origin) {
  Attrs attrs;
  attrs.set(AttrName::Value, value);
  return add(OpKind::Constant, value.shape(), {}, std::move(attrs), name, origin);
}

ComputationBuilder::Local ComputationBuilder::get_tuple_element(Local tuple, int64_t index, std::string_view name,
                                                                OriginId origin) {
  Attrs attrs;
  attrs.set(AttrName::Index, index);
  Shape element = shape(tuple).elements.at(static_cast<size_t>(index));
  return add(OpKind::GetTupleElement, element, {tuple}, std::move(attrs), name, origin);
}

void ComputationBuilder::finish(CompId comp, Local root) {
  base_ = static_cast<uint32_t>(module_.instr_count());
  std::vector<InstrId> operands, parameters;
  for (Pending& p : instrs_) {
    operands.clear();
    for (Local o : p.operands) operands.push_back(final_id(o));
    p.instr.parent = comp;
    if (!p.instr.name.valid())
      p.instr.name = module_.intern_name(fmt::format("{}.{}", hlo_name(p.instr.op), module_.instr_count()));
    InstrId id = module_.append(p.instr, operands);
    if (p.place.line || p.place.column) module_.set_input_place(id, p.place);
    if (p.instr.op == OpKind::Parameter) {
      size_t n = static_cast<size_t>(module_.attrs(id).integer(AttrName::ParameterNumber));
      CHECK(n < instrs_.size(), "parameter number {}", n);
      if (parameters.size() <= n) parameters.resize(n + 1);
      parameters[n] = id;
    }
  }
  Computation& c = module_.mutable_comp(comp);
  CHECK(!c.defined, "computation {} defined twice", module_.name(comp));
  c.begin = InstrId(base_);
  c.end = InstrId(module_.instr_count());
  c.root = final_id(root);
  c.parameters = std::move(parameters);
  c.defined = true;
}

Status verify_structure(const Module& module) {
  Diagnostics errors;
  auto fail = [&](std::string message) { errors.push_back({Severity::Error, {}, std::move(message), {}}); };
  if (!module.entry.valid()) fail("the module has no entry computation");
  for (size_t c = 0; c < module.comp_count(); ++c) {
    const Computation& comp = module[CompId(c)];
    if (!comp.defined) {
      fail(fmt::format("computation {} is called but not defined", module.name(CompId(c))));
      continue;
    }
    if (comp.root < comp.begin || comp.root >= comp.end)
      fail(fmt::format("the root of {} is outside it", module.name(CompId(c))));
    for (size_t p = 0; p < comp.parameters.size(); ++p)
      if (!comp.parameters[p].valid())
        fail(fmt::format("computation {} has no parameter {}", module.name(CompId(c)), p));
    for (InstrId id : instrs_of(comp)) {
      if (module[id].parent != CompId(c)) fail(fmt::format("{} is in the wrong computation", module.name(id)));
      for (InstrId o : module.operands(id))
        if (o < comp.begin || o >= id)
          fail(fmt::format("operand of {} does not stand before it in {}", module.name(id), module.name(CompId(c))));
    }
  }
  if (!errors.empty()) return std::unexpected(std::move(errors));
  // Cycles in the call graph: peel computations whose callees are all peeled, with a worklist.
  std::vector<std::vector<CompId>> callers(module.comp_count());
  std::vector<size_t> waiting(module.comp_count(), 0);
  for (size_t c = 0; c < module.comp_count(); ++c)
    for (InstrId id : instrs_of(module[CompId(c)]))
      for (CompId callee : module.callees(id)) {
        if (callee.index() >= module.comp_count())
          return error(fmt::format("{} calls a computation that does not exist", module.name(id)));
        callers[callee.index()].push_back(CompId(c));
        ++waiting[c];
      }
  std::vector<CompId> ready;
  size_t done = 0;
  for (size_t c = 0; c < module.comp_count(); ++c)
    if (waiting[c] == 0) ready.push_back(CompId(c));
  while (!ready.empty()) {
    CompId c = ready.back();
    ready.pop_back();
    ++done;
    for (CompId caller : callers[c.index()])
      if (--waiting[caller.index()] == 0) ready.push_back(caller);
  }
  if (done != module.comp_count())
    for (size_t c = 0; c < module.comp_count(); ++c)
      if (waiting[c])
        return error(fmt::format("computation {} calls itself, directly or through others", module.name(CompId(c))));
  return {};
}

}  // namespace eutectic
