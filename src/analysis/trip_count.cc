#include "analysis/trip_count.h"

#include <limits>

namespace eutectic {
namespace {

InstrId strip_copies(const Module& module, InstrId id) {
  while (module[id].op == OpKind::Copy || module[id].op == OpKind::OptimizationBarrier) id = module.operand(id, 0);
  return id;
}

// Which element of the carried value `id` is, in a computation with that one parameter.
std::optional<int64_t> carried_element(const Module& module, InstrId id) {
  id = strip_copies(module, id);
  if (module[id].op == OpKind::Parameter)
    return module.shape(id).is_tuple() ? std::nullopt : std::optional(int64_t{-1});
  if (module[id].op != OpKind::GetTupleElement || module[module.operand(id, 0)].op != OpKind::Parameter)
    return std::nullopt;
  return module.attrs(id).integer(AttrName::Index);
}

// What a tuple-building root or operand holds at `index`.
std::optional<InstrId> element(const Module& module, InstrId tuple, int64_t index) {
  if (index < 0) return tuple;
  tuple = strip_copies(module, tuple);
  if (module[tuple].op != OpKind::Tuple || static_cast<size_t>(index) >= module[tuple].operand_count)
    return std::nullopt;
  return module.operand(tuple, static_cast<size_t>(index));
}

std::string_view mirrored(std::string_view direction) {
  if (direction == "LT") return "GT";
  if (direction == "GT") return "LT";
  if (direction == "LE") return "GE";
  if (direction == "GE") return "LE";
  return direction;
}

bool holds(std::string_view direction, __int128 a, __int128 b) {
  if (direction == "LT") return a < b;
  if (direction == "LE") return a <= b;
  if (direction == "GT") return a > b;
  if (direction == "GE") return a >= b;
  if (direction == "NE") return a != b;
  return a == b;
}

std::optional<int64_t> count_of(const TripCount& t, ElementType type) {
  const __int128 start = *t.start, limit = *t.limit, step = t.step;
  const int bits = info(type).bits;
  const bool is_signed = is_signed_int(type);
  const __int128 low = is_signed ? -(__int128{1} << (bits - 1)) : 0;
  const __int128 high = is_signed ? (__int128{1} << (bits - 1)) - 1 : (__int128{1} << bits) - 1;
  if (!holds(t.direction, start, limit)) return 0;
  __int128 n;
  if (t.direction == "LT" && step > 0)
    n = (limit - start + step - 1) / step;
  else if (t.direction == "LE" && step > 0)
    n = (limit - start) / step + 1;
  else if (t.direction == "GT" && step < 0)
    n = (start - limit - step - 1) / -step;
  else if (t.direction == "GE" && step < 0)
    n = (start - limit) / -step + 1;
  else if (t.direction == "NE" && step != 0 && (limit - start) % step == 0 && (limit - start) / step > 0)
    n = (limit - start) / step;
  else
    return std::nullopt;
  const __int128 last = start + n * step;  // the counter after the loop
  if (last < low || last > high || n > std::numeric_limits<int64_t>::max()) return std::nullopt;
  return static_cast<int64_t>(n);
}

}  // namespace

std::optional<int64_t> integer_constant(const Module& module, InstrId id) {
  while (true) {
    const OpKind op = module[id].op;
    if (op == OpKind::Reshape || op == OpKind::Copy || op == OpKind::Bitcast) {
      if (module.shape(id).element_count() != 1 || module.shape(id).type != module.shape(module.operand(id, 0)).type)
        return std::nullopt;
      id = module.operand(id, 0);
      continue;
    }
    if (op != OpKind::Constant || !is_integer(module.shape(id).type) || module.shape(id).element_count() != 1)
      return std::nullopt;
    const Literal& value = module.attrs(id).value();
    const int64_t v = value.as_int();
    if (value.type() == ElementType::U64 && v < 0) return std::nullopt;
    return v;
  }
}

std::optional<TripCount> trip_count(const Module& module, InstrId while_instr) {
  if (module[while_instr].op != OpKind::While) return std::nullopt;
  const Attrs& attrs = module.attrs(while_instr);
  const Computation& condition = module[attrs.comps(AttrName::Condition)[0]];
  const Computation& body = module[attrs.comps(AttrName::Body)[0]];
  const InstrId compare = strip_copies(module, condition.root);
  if (module[compare].op != OpKind::Compare) return std::nullopt;
  for (const bool swap : {false, true}) {
    TripCount t;
    t.direction = module.attrs(compare).text(AttrName::Direction);
    if (swap) t.direction = std::string(mirrored(t.direction));
    if (t.direction == "EQ") return std::nullopt;
    const InstrId counter = module.operand(compare, swap ? 1 : 0), bound = module.operand(compare, swap ? 0 : 1);
    const std::optional<int64_t> index = carried_element(module, counter);
    const ElementType type = module.shape(counter).type;
    if (!index || !is_integer(type) || !module.shape(counter).dims.empty()) continue;
    t.index = *index;
    const std::optional<InstrId> next_value = element(module, body.root, t.index);
    if (!next_value) continue;
    const InstrId next = strip_copies(module, *next_value);
    const OpKind op = module[next].op;
    if (op != OpKind::Add && op != OpKind::Subtract) continue;
    if (carried_element(module, module.operand(next, 0)) == t.index) {
      const std::optional<int64_t> step = integer_constant(module, module.operand(next, 1));
      if (!step) continue;
      t.step = op == OpKind::Add ? *step : -*step;
    } else if (op == OpKind::Add && carried_element(module, module.operand(next, 1)) == t.index) {
      const std::optional<int64_t> step = integer_constant(module, module.operand(next, 0));
      if (!step) continue;
      t.step = *step;
    } else {
      continue;
    }
    if (const std::optional<InstrId> start = element(module, module.operand(while_instr, 0), t.index))
      t.start = integer_constant(module, *start);
    t.limit = integer_constant(module, bound);
    if (!t.limit) {
      const std::optional<int64_t> at = carried_element(module, bound);
      if (!at || *at < 0) continue;
      const std::optional<InstrId> after = element(module, body.root, *at);
      if (!after || carried_element(module, *after) != at) continue;
      t.limit_index = *at;
      if (const std::optional<InstrId> before = element(module, module.operand(while_instr, 0), *at))
        t.limit = integer_constant(module, *before);
    }
    // A subtraction of an unsigned constant wraps; its count is left open.
    if (t.start && t.limit && (op == OpKind::Add || is_signed_int(type))) t.count = count_of(t, type);
    return t;
  }
  return std::nullopt;
}

}  // namespace eutectic
