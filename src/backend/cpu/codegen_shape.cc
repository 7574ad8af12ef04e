// How wide the vectors of a `lanes` are and how many are worked on together.
#include <algorithm>

#include "backend/cpu/codegen.h"

namespace eutectic::cpu {
namespace {

// The width of the arithmetic that an operation does: f16 and bf16 compute in f32.
int work_bits(ElementType t) {
  if (t == ElementType::Pred) return 0;
  if (is_float(t)) return info(t).bits == 64 ? 64 : 32;
  return info(t).bits;
}

int power_of_two_at_least(int64_t n) {
  int p = 1;
  while (p < n) p *= 2;
  return p;
}

}  // namespace

// Counts operations, nested regions once each.
void Codegen::body_cost(RegionId region, BodyCost& cost, int depth) {
  for (StmtId id : kernel_.regions[region].stmts) {
    const Stmt& s = kernel_.stmts[id];
    switch (s.kind) {
      case StmtKind::Op: {
        int bits = work_bits(type_of(s.operands.empty() ? s.results[0] : s.operands.back()));
        // s64 that is not loaded from memory is nearly always an index, done in 32 bits.
        if (type_of(s.results[0]) == ElementType::S64 || type_of(s.operands.back()) == ElementType::S64) bits = 0;
        (bits == 64   ? cost.ops64
         : bits == 32 ? cost.ops32
         : bits == 16 ? cost.ops16
         : bits == 8  ? cost.ops8
                      : cost.ops) += 1;
        if (bits != 0) cost.ops += 1;
        break;
      }
      case StmtKind::Load:
      case StmtKind::Store: {
        cost.ops += 1;
        int bits = info(kernel_.buffers[s.buffer].type).bits;
        if (kernel_.buffers[s.buffer].type == ElementType::Pred) break;
        (bits == 64 ? cost.ops64 : bits == 32 ? cost.ops32 : bits == 16 ? cost.ops16 : cost.ops8) += 1;
        break;
      }
      case StmtKind::Call: {
        int callee = function_cost(s.function);
        cost.ops += callee;
        cost.ops32 += callee;
        break;
      }
      case StmtKind::For:
        cost.loop = true;
        cost.early_exit |= s.fixpoint > 0;
        break;
      case StmtKind::While:
        cost.loop = true;
        cost.early_exit |= kernel_.values[kernel_.regions[s.regions[0]].yields[0]].lane;
        break;
      default:
        break;
    }
    if (depth >= 64) continue;
    for (RegionId r : s.regions) {
      BodyCost inner;
      body_cost(r, inner, depth + 1);
      // An arm is taken for granted to be rare.
      (s.kind == StmtKind::When ? cost.cold_ops : cost.ops) += inner.ops;
      cost.cold_ops += inner.cold_ops;
      cost.ops64 += inner.ops64;
      cost.ops32 += inner.ops32;
      cost.ops16 += inner.ops16;
      cost.ops8 += inner.ops8;
      cost.loop |= inner.loop;
      cost.early_exit |= inner.early_exit;
    }
  }
}

// The most lane values alive at once, in program order.
int Codegen::live_values(RegionId region) {
  struct Item {
    const Stmt* stmt;  // null: the end of a loop
    int begin;
  };
  std::map<uint32_t, std::pair<int, int>> span;  // value: first and last position
  int position = 0;
  auto define_value = [&](ValueId v) {
    if (kernel_.values[v].lane) span[v.value] = {position, position};
  };
  auto use = [&](ValueId v) {
    if (auto it = span.find(v.value); it != span.end()) it->second.second = position;
  };
  // Regions nest at most 64 deep.
  auto walk = [&](auto& self, RegionId r) -> void {
    const kernel::Region& body = kernel_.regions[r];
    ++position;
    for (ValueId p : body.params) define_value(p);
    for (StmtId id : body.stmts) {
      const Stmt& s = kernel_.stmts[id];
      ++position;
      for (ValueId o : s.operands) use(o);
      for (const kernel::IndexTerm& t : s.index.terms) use(t.value);
      int begin = position;
      for (RegionId inner : s.regions) self(self, inner);
      if (s.kind == StmtKind::For || s.kind == StmtKind::While) {
        // What a loop reads from outside lives until its end.
        for (auto& [v, range] : span)
          if (range.first <= begin && range.second > begin) range.second = position;
      }
      for (ValueId x : s.results) define_value(x);
    }
    ++position;
    for (ValueId y : body.yields) use(y);
  };
  walk(walk, region);
  std::vector<int> change(static_cast<size_t>(position) + 2, 0);
  for (auto& [v, range] : span) {
    int weight = work_bits(type_of(ValueId(v))) == 64 && type_of(ValueId(v)) != ElementType::S64 ? 2 : 1;
    change[static_cast<size_t>(range.first)] += weight;
    change[static_cast<size_t>(range.second)] -= weight;
  }
  int live = 0, most = 0;
  for (int c : change) most = std::max(most, live += c);
  return most;
}

Codegen::Shape Codegen::choose_shape(const Stmt& stmt, int64_t known) {
  BodyCost cost;
  body_cost(stmt.regions[0], cost, 0);
  int bits = 32;
  if (cost.ops64 > cost.ops32)
    bits = 64;
  else if (cost.ops32 == 0 && cost.ops64 == 0 && cost.ops16 > 0)
    bits = 16;
  else if (cost.ops32 == 0 && cost.ops64 == 0 && cost.ops8 > 0)
    bits = 8;
  Shape shape;
  shape.width = std::min(target_.vector_bits / bits, 64);
  if (known >= 0) shape.width = std::min(shape.width, power_of_two_at_least(std::max<int64_t>(known, 1)));
  int count = stmt.interleave > 0 ? stmt.interleave : options_.interleave;
  if (count <= 0) {
    // Measured (znver3): a loop over time is a chain of dependent operations, and four chains side by side are faster
    // than two even where a third of their values is spilled (Cartpole 5.4, 6.5, 8.4 ms with 4, 2, 1). Without such a
    // loop the processor finds the next vectors by itself. Large bodies are limited by compile time.
    int live = std::max(1, live_values(stmt.regions[0]));
    // One that a group leaves together, when its last lane has come to an end, waits less in a small group.
    if (cost.early_exit)
      count = cost.ops <= 120 ? 4 : cost.ops <= 300 ? 2 : 1;
    else if (cost.loop)
      count = cost.ops <= 500 ? 4 : cost.ops <= 1000 ? 2 : 1;
    else
      count = cost.ops <= 60 && live <= 6 ? 4 : cost.ops <= 250 ? 2 : 1;
    // Sums of little else are bound by the latency of the operation unless all 64 accumulators are in registers.
    if (!stmt.reducers.empty() && cost.ops <= 24 && stmt.reducers.size() <= 2) count = 64 / shape.width;
  }
  count = power_of_two_at_least(count);
  while (count > 1 && shape.width * count > 64) count /= 2;
  if (known >= 0)
    while (count > 1 && int64_t{shape.width} * count > known) count /= 2;
  else
    while (count > 1 && stmt.multiple > 1 && stmt.multiple % (int64_t{shape.width} * count) != 0 &&
           stmt.multiple % shape.width == 0)
      count /= 2;
  shape.count = count;
  return shape;
}

}  // namespace eutectic::cpu
