#include "passes/draft.h"

namespace eutectic {

Draft::Local Draft::push(Instr instr, std::span<const Local> operands) {
  for (Local o : operands) CHECK(o.index() < nodes_.size(), "operand of {} not built yet", hlo_name(instr.op));
  instr.first_operand = static_cast<uint32_t>(pool_.size());
  instr.operand_count = static_cast<uint32_t>(operands.size());
  if (!operands.empty() && operands.data() >= pool_.data() && operands.data() < pool_.data() + pool_.size()) {
    const size_t first = static_cast<size_t>(operands.data() - pool_.data());  // a range of the pool itself
    for (size_t i = 0; i < operands.size(); ++i) pool_.push_back(Local(pool_[first + i]));
  } else {
    pool_.insert(pool_.end(), operands.begin(), operands.end());
  }
  nodes_.push_back(instr);
  return Local(nodes_.size() - 1);
}

Draft::Local Draft::copy(InstrId id, std::span<const Local> operands) { return push(module_[id], operands); }

Draft::Local Draft::copy(InstrId id, std::span<const Local> operands, Attrs attrs) {
  Instr instr = module_[id];
  instr.attrs = module_.add_attrs(std::move(attrs));
  return push(instr, operands);
}

Draft::Local Draft::add(OpKind op, const Shape& shape, std::span<const Local> operands, Attrs attrs, InstrId like) {
  Instr instr;
  instr.op = op;
  instr.shape = module_.intern(shape);
  instr.attrs = module_.add_attrs(std::move(attrs));
  if (like.valid()) {
    instr.origin = module_[like].origin;
    if (module_[like].op == op) instr.name = module_[like].name;
  }
  return push(instr, operands);
}

Draft::Local Draft::like(Local id, const Shape& shape, std::span<const Local> operands) {
  Instr instr = nodes_[id.index()];
  instr.shape = module_.intern(shape);
  return push(instr, operands);
}

Draft::Local Draft::like(Local id, const Shape& shape, std::span<const Local> operands, Attrs attrs) {
  Instr instr = nodes_[id.index()];
  instr.shape = module_.intern(shape);
  instr.attrs = module_.add_attrs(std::move(attrs));
  return push(instr, operands);
}

Draft::Local Draft::parameter(int64_t number, const Shape& shape, InstrId like) {
  Attrs attrs;
  attrs.set(AttrName::ParameterNumber, number);
  return add(OpKind::Parameter, shape, {}, std::move(attrs), like);
}

Draft::Local Draft::constant(const Literal& value, InstrId like) {
  Attrs attrs;
  attrs.set(AttrName::Value, value);
  return add(OpKind::Constant, value.shape(), {}, std::move(attrs), like);
}

Draft::Local Draft::tuple(std::span<const Local> elements, InstrId like) {
  std::vector<Shape> shapes;
  for (Local e : elements) shapes.push_back(shape(e));
  return add(OpKind::Tuple, Shape::tuple(std::move(shapes)), elements, {}, like);
}

Draft::Local Draft::get_tuple_element(Local tuple, int64_t index, InstrId like) {
  Attrs attrs;
  attrs.set(AttrName::Index, index);
  const Shape element = shape(tuple).elements.at(static_cast<size_t>(index));
  const Local operands[] = {tuple};
  return add(OpKind::GetTupleElement, element, operands, std::move(attrs), like);
}

void Draft::finish(CompId comp, Local root) {
  const size_t base = module_.instr_count();
  std::vector<InstrId> operands, parameters;
  for (size_t n = 0; n < nodes_.size(); ++n) {
    Instr instr = nodes_[n];
    operands.clear();
    for (Local o : this->operands(Local(n))) operands.push_back(InstrId(base + o.index()));
    instr.parent = comp;
    if (!instr.name.valid()) instr.name = module_.intern_name(hlo_name(instr.op));
    const InstrId id = module_.append(instr, operands);
    if (instr.op != OpKind::Parameter) continue;
    const size_t number = static_cast<size_t>(module_.attrs(id).integer(AttrName::ParameterNumber));
    CHECK(number < nodes_.size(), "parameter number {}", number);
    if (parameters.size() <= number) parameters.resize(number + 1);
    parameters[number] = id;
  }
  Computation& c = module_.mutable_comp(comp);
  c.begin = InstrId(base);
  c.end = InstrId(module_.instr_count());
  c.root = InstrId(base + root.index());
  c.parameters = std::move(parameters);
  c.defined = true;
}

Copier::Copier(Draft& draft, CompId comp)
    : draft_(draft),
      base_(draft.module()[comp].begin.value),
      map_(draft.module()[comp].end.value - draft.module()[comp].begin.value) {}

std::span<const Draft::Local> Copier::operands(InstrId id) {
  scratch_.clear();
  for (InstrId o : draft_.module().operands(id)) scratch_.push_back(at(o));
  return scratch_;
}

Draft::Local Copier::copy(InstrId id) {
  const Draft::Local local = draft_.copy(id, operands(id));
  set(id, local);
  return local;
}

}  // namespace eutectic
