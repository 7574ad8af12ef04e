#include "ops/contract/sort_key.h"

#include <map>

#include "ir/builder.h"

namespace eutectic::contract {

namespace {

// Instructions that `root` depends on, ascending (operands before users), or nothing if one of them calls a
// computation or has a shape that is not an array. `parameter` gets the one parameter among them.
std::optional<std::vector<InstrId>> slice_of(const Module& module, InstrId root, InstrId& parameter) {
  std::map<uint32_t, bool> seen;
  std::vector<InstrId> work = {root}, out;
  parameter = InstrId();
  while (!work.empty()) {
    InstrId id = work.back();
    work.pop_back();
    if (!seen.emplace(id.value, true).second) continue;
    if (!module.shape(id).is_array() || !module.callees(id).empty()) return std::nullopt;
    if (module[id].op == OpKind::Parameter) {
      if (parameter.valid()) return std::nullopt;
      parameter = id;
    }
    for (InstrId operand : module.operands(id)) work.push_back(operand);
  }
  for (auto& [id, unused] : seen) out.push_back(InstrId(id));
  if (!parameter.valid()) return std::nullopt;
  return out;
}

// Whether `a` and `b` compute the same function of their parameters.
bool isomorphic(const Module& module, InstrId a, InstrId b) {
  std::map<std::pair<uint32_t, uint32_t>, bool> seen;
  std::vector<std::pair<InstrId, InstrId>> work = {{a, b}};
  while (!work.empty()) {
    auto [x, y] = work.back();
    work.pop_back();
    if (!seen.emplace(std::pair(x.value, y.value), true).second) continue;
    if (module[x].op != module[y].op || !same_logical(module.shape(x), module.shape(y))) return false;
    if (module[x].op == OpKind::Parameter) continue;
    if (x == y && module[x].operand_count == 0) continue;
    if (!(module.attrs(x) == module.attrs(y)) || module[x].operand_count != module[y].operand_count) return false;
    for (size_t n = 0; n < module[x].operand_count; ++n) work.push_back({module.operand(x, n), module.operand(y, n)});
  }
  return true;
}

}  // namespace

std::optional<SortKey> find_sort_key(const Module& module, CompId comparator, std::span<const Literal> operands) {
  InstrId root = module[comparator].root;
  if (module[root].op != OpKind::Compare || module[root].operand_count != 2) return std::nullopt;
  const Attrs& attrs = module.attrs(root);
  const std::string& direction = attrs.text(AttrName::Direction);
  if (direction != "LT" && direction != "GT") return std::nullopt;
  InstrId left = module.operand(root, 0), right = module.operand(root, 1), left_parameter, right_parameter;
  auto left_slice = slice_of(module, left, left_parameter), right_slice = slice_of(module, right, right_parameter);
  if (!left_slice || !right_slice || !isomorphic(module, left, right)) return std::nullopt;
  int64_t a = module.attrs(left_parameter).integer(AttrName::ParameterNumber),
          b = module.attrs(right_parameter).integer(AttrName::ParameterNumber);
  if (a / 2 != b / 2 || a == b) return std::nullopt;
  SortKey key;
  key.operand = static_cast<size_t>(a / 2);
  key.descending = (direction == "GT") == (a < b);
  key.total_order = attrs.text(AttrName::CompareType) == "TOTALORDER";
  if (key.operand >= operands.size() || is_complex(module.shape(left).type) || module.shape(left).rank() != 0)
    return std::nullopt;
  if (left == left_parameter) return key;
  key.map_module = std::make_shared<Module>();
  CompId comp = key.map_module->add_computation("key");
  ComputationBuilder builder(*key.map_module);
  std::map<uint32_t, ComputationBuilder::Local> local;
  for (InstrId id : *left_slice) {
    if (id == left_parameter) {
      local[id.value] = builder.parameter(0, module.shape(id));
      continue;
    }
    std::vector<ComputationBuilder::Local> from;
    for (InstrId operand : module.operands(id)) from.push_back(local[operand.value]);
    local[id.value] = builder.add(module[id].op, module.shape(id), from, module.attrs(id));
  }
  builder.finish(comp, local[left.value]);
  auto program = ScalarProgram::compile(*key.map_module, comp);
  if (!program) return std::nullopt;
  key.map = std::move(*program);
  return key;
}

Literal key_values(const SortKey& key, const Literal& operand) {
  if (!key.map) return operand;
  Literal out = Literal::uninitialized(Shape::array(key.map->result_type(0), operand.dims()));
  size_t in_size = static_cast<size_t>(info(operand.type()).storage_bytes),
         out_size = static_cast<size_t>(info(out.type()).storage_bytes);
  size_t total = static_cast<size_t>(operand.element_count());
  constexpr size_t block = 4096;
  std::byte* to = out.mutable_bytes();
  for (size_t i = 0; i < total; i += block) {
    const std::byte* in[] = {operand.bytes() + i * in_size};
    std::byte* results[] = {to + i * out_size};
    key.map->run(in, results, std::min(block, total - i));
  }
  return out;
}

}  // namespace eutectic::contract
