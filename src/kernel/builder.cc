#include "kernel/builder.h"

#include "base/check.h"

namespace eutectic::kernel {

KernelBuilder::KernelBuilder(std::string name) {
  kernel_.name = std::move(name);
  kernel_.root = kernel_.regions.add({});
  frames_.push_back({StmtId(), kernel_.root, false, false, 0});
}

BufferId KernelBuilder::buffer(std::string_view name, ElementType type, int64_t size, Space space, Access access) {
  return kernel_.buffers.add({std::string(name), type, size, space, access});
}

ValueId KernelBuilder::value(ElementType type, bool lane) { return kernel_.values.add({type, lane, ""}); }

bool KernelBuilder::is_lane(std::span<const ValueId> values) const {
  for (ValueId v : values)
    if (kernel_.values[v].lane) return true;
  return false;
}

bool KernelBuilder::index_is_lane(const Index& index) const {
  for (const IndexTerm& t : index.terms)
    if (kernel_.values[t.value].lane) return true;
  return false;
}

StmtId KernelBuilder::add(Stmt stmt) {
  StmtId id = kernel_.stmts.add(std::move(stmt));
  kernel_.regions[frames_.back().region].stmts.push_back(id);
  return id;
}

ValueId KernelBuilder::constant(ElementType type, scalar::Bits bits) {
  ValueId result = value(type, false);
  Stmt s;
  s.kind = StmtKind::Const;
  s.bits = bits;
  s.results = {result};
  add(std::move(s));
  return result;
}

ValueId KernelBuilder::s64(int64_t v) { return constant(ElementType::S64, static_cast<scalar::Bits>(v)); }

ValueId KernelBuilder::op(scalar::Op op, ElementType type, std::span<const ValueId> operands) {
  CHECK(scalar::info(op).group == scalar::OpGroup::Primitive, "{} is not a primitive", scalar::info(op).text);
  CHECK(static_cast<int>(operands.size()) == scalar::info(op).operands, "{} operands of {}", operands.size(),
        scalar::info(op).text);
  ValueId result = value(type, is_lane(operands));
  Stmt s;
  s.kind = StmtKind::Op;
  s.op = op;
  s.operands.assign(operands.begin(), operands.end());
  s.results = {result};
  add(std::move(s));
  return result;
}

ValueId KernelBuilder::load(BufferId buffer, Index index) {
  ValueId result = value(kernel_.buffers[buffer].type, index_is_lane(index));
  Stmt s;
  s.kind = StmtKind::Load;
  s.buffer = buffer;
  s.index = std::move(index);
  s.results = {result};
  add(std::move(s));
  return result;
}

ValueId KernelBuilder::load(BufferId buffer, Index index, ValueId mask, ValueId otherwise) {
  ValueId both[] = {mask, otherwise};
  const ValueId result = value(kernel_.buffers[buffer].type, index_is_lane(index) || is_lane(both));
  Stmt s;
  s.kind = StmtKind::Load;
  s.buffer = buffer;
  s.index = std::move(index);
  s.operands = {mask, otherwise};
  s.results = {result};
  add(std::move(s));
  return result;
}

void KernelBuilder::store(BufferId buffer, Index index, ValueId v, ValueId mask) {
  store(buffer, std::move(index), v);
  kernel_.stmts[kernel_.regions[frames_.back().region].stmts.back()].operands.push_back(mask);
}

void KernelBuilder::store(BufferId buffer, Index index, ValueId v) {
  Stmt s;
  s.kind = StmtKind::Store;
  s.buffer = buffer;
  s.index = std::move(index);
  s.operands = {v};
  add(std::move(s));
}

std::vector<ValueId> KernelBuilder::call(FunctionId function, std::span<const ValueId> operands) {
  bool lane = is_lane(operands);
  Stmt s;
  s.kind = StmtKind::Call;
  s.function = function;
  s.operands.assign(operands.begin(), operands.end());
  const Region& body = kernel_.regions[kernel_.functions[function].body];
  std::vector<ElementType> types;
  for (ValueId y : body.yields) types.push_back(kernel_.values[y].type);
  for (ElementType t : types) s.results.push_back(value(t, lane));
  std::vector<ValueId> results = s.results;
  add(std::move(s));
  return results;
}

KernelBuilder::Frame& KernelBuilder::enter(StmtId stmt, RegionId region, bool in_lanes) {
  bool function = frames_.back().function;
  frames_.push_back({stmt, region, in_lanes, function, 0});
  CHECK(frames_.size() <= 64, "regions nested deeper than 64");
  return frames_.back();
}

ValueId KernelBuilder::begin_par(ValueId count) {
  Stmt s;
  s.kind = StmtKind::Par;
  s.operands = {count};
  RegionId region = kernel_.regions.add({});
  s.regions = {region};
  StmtId id = add(std::move(s));
  ValueId p = value(ElementType::S64, false);
  kernel_.regions[region].params = {p};
  enter(id, region, false);
  return p;
}

ValueId KernelBuilder::begin_lanes(ValueId lo, ValueId hi, std::span<const scalar::Op> reducers, int64_t multiple,
                                   int interleave) {
  Stmt s;
  s.kind = StmtKind::Lanes;
  s.operands = {lo, hi};
  s.reducers.assign(reducers.begin(), reducers.end());
  s.multiple = multiple;
  s.interleave = interleave;
  RegionId region = kernel_.regions.add({});
  s.regions = {region};
  StmtId id = add(std::move(s));
  ValueId j = value(ElementType::S64, true);
  kernel_.regions[region].params = {j};
  enter(id, region, true);
  return j;
}

std::vector<ValueId> KernelBuilder::begin_for(ValueId lo, ValueId hi, std::span<const ValueId> carries, int fixpoint) {
  bool lane = frames_.back().in_lanes;
  Stmt s;
  s.kind = StmtKind::For;
  s.operands = {lo, hi};
  s.operands.insert(s.operands.end(), carries.begin(), carries.end());
  s.fixpoint = fixpoint;
  RegionId region = kernel_.regions.add({});
  s.regions = {region};
  StmtId id = add(std::move(s));
  std::vector<ValueId> params{value(ElementType::S64, false)};
  for (ValueId c : carries) params.push_back(value(kernel_.values[c].type, lane));
  kernel_.regions[region].params = params;
  enter(id, region, lane);
  return params;
}

std::vector<ValueId> KernelBuilder::begin_while(std::span<const ValueId> carries) {
  bool lane = frames_.back().in_lanes;
  Stmt s;
  s.kind = StmtKind::While;
  s.operands.assign(carries.begin(), carries.end());
  RegionId condition = kernel_.regions.add({}), body = kernel_.regions.add({});
  s.regions = {condition, body};
  StmtId id = add(std::move(s));
  for (RegionId r : {condition, body})
    for (ValueId c : carries) kernel_.regions[r].params.push_back(value(kernel_.values[c].type, lane));
  enter(id, condition, lane);
  return kernel_.regions[condition].params;
}

std::vector<ValueId> KernelBuilder::next(ValueId condition) {
  Frame& f = frames_.back();
  CHECK(f.part == 0 && kernel_.stmts[f.stmt].kind == StmtKind::While, "next() outside a while's condition");
  kernel_.regions[f.region].yields = {condition};
  f.region = kernel_.stmts[f.stmt].regions[1];
  f.part = 1;
  return kernel_.regions[f.region].params;
}

void KernelBuilder::begin_when(ValueId pred, std::span<const ValueId> otherwise) {
  bool lane = frames_.back().in_lanes;
  Stmt s;
  s.kind = StmtKind::When;
  s.operands = {pred};
  s.operands.insert(s.operands.end(), otherwise.begin(), otherwise.end());
  RegionId region = kernel_.regions.add({});
  s.regions = {region};
  StmtId id = add(std::move(s));
  enter(id, region, lane);
}

std::vector<ValueId> KernelBuilder::begin_function(std::string_view name, std::span<const ElementType> params) {
  RegionId region = kernel_.regions.add({});
  kernel_.functions.add({std::string(name), region});
  std::vector<ValueId> ids;
  for (ElementType t : params) ids.push_back(value(t, true));
  kernel_.regions[region].params = ids;
  frames_.push_back({StmtId(), region, true, true, 0});
  return ids;
}

FunctionId KernelBuilder::last_function() const { return FunctionId(kernel_.functions.size() - 1); }

std::vector<ValueId> KernelBuilder::end(std::span<const ValueId> yields) {
  CHECK(frames_.size() > 1, "end() of the root region");
  Frame f = frames_.back();
  frames_.pop_back();
  kernel_.regions[f.region].yields.assign(yields.begin(), yields.end());
  if (!f.stmt.valid()) return {};  // a function
  Stmt& s = kernel_.stmts[f.stmt];
  switch (s.kind) {
    case StmtKind::For:
    case StmtKind::While:
      for (ValueId y : yields) s.results.push_back(value(kernel_.values[y].type, f.in_lanes));
      break;
    case StmtKind::When: {
      // Lane if the condition, an arm's value or an otherwise value is.
      for (size_t i = 0; i < yields.size(); ++i) {
        ValueId all[] = {s.operands[0], s.operands[i + 1], yields[i]};
        bool lane = is_lane(all);
        s.results.push_back(value(kernel_.values[yields[i]].type, lane));
      }
      break;
    }
    case StmtKind::Lanes:
      for (ValueId y : yields) s.results.push_back(value(kernel_.values[y].type, false));
      break;
    default:
      break;
  }
  return s.results;
}

Kernel KernelBuilder::finish() {
  CHECK(frames_.size() == 1, "{} regions still open", frames_.size() - 1);
  return std::move(kernel_);
}

}  // namespace eutectic::kernel
