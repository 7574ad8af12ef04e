#include "compiler/work.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace eutectic::compiler {
namespace {

using kernel::Kernel;
using kernel::RegionId;
using kernel::Stmt;
using kernel::StmtId;
using kernel::StmtKind;
using kernel::ValueId;

constexpr double unknown_trips = 64;
constexpr double lanes_per_vector = 8;
constexpr double ns_per_op = 0.15;  // two per cycle at 3.3 GHz
constexpr int max_depth = 70;       // regions nest at most 64 deep

double latency(scalar::Op op) {
  switch (op) {
    case scalar::Op::Div:
    case scalar::Op::Rem:
    case scalar::Op::Sqrt:
      return 8;
    default:
      return 1;
  }
}

class Estimate {
 public:
  explicit Estimate(const Kernel& kernel) : k_(kernel) {
    for (const Stmt& s : k_.stmts)
      for (ValueId r : s.results) maker_.emplace(r.value, &s);
  }

  // How often the workers meet.
  double pars(RegionId id, int depth) const {
    double sum = 0;
    if (depth > max_depth) return 0;
    for (StmtId sid : k_.regions[id].stmts) {
      const Stmt& s = k_.stmts[sid];
      if (s.kind == StmtKind::Par) sum += 1;
      if (s.kind == StmtKind::For) sum += trips(s.operands[0], s.operands[1]) * pars(s.regions[0], depth + 1);
      if (s.kind == StmtKind::While) sum += unknown_trips * pars(s.regions[1], depth + 1);
    }
    return sum;
  }

  double region(RegionId id, bool in_lanes, int depth) {
    double sum = 0;
    if (depth > max_depth) return 0;
    for (StmtId sid : k_.regions[id].stmts) {
      const Stmt& s = k_.stmts[sid];
      auto inner = [&](size_t n, bool lanes) { return region(s.regions[n], lanes, depth + 1); };
      switch (s.kind) {
        case StmtKind::Const:
          break;
        case StmtKind::Op:
          sum += latency(s.op);
          break;
        case StmtKind::Load:
        case StmtKind::Store:
          sum += 1;
          break;
        case StmtKind::For:
          sum += trips(s.operands[0], s.operands[1]) * inner(0, in_lanes);
          break;
        case StmtKind::While:
          sum += unknown_trips * (inner(0, in_lanes) + inner(1, in_lanes));
          break;
        case StmtKind::When:
          sum += inner(0, in_lanes);
          break;
        case StmtKind::Par:
          sum += constant(s.operands[0]).value_or(unknown_trips) * inner(0, in_lanes);
          break;
        case StmtKind::Lanes:
          sum += std::max(1.0, trips(s.operands[0], s.operands[1]) / lanes_per_vector) * inner(0, true);
          break;
        case StmtKind::Call:
          sum += region(k_.functions[s.function].body, in_lanes, depth + 1);
          break;
      }
    }
    return sum;
  }

 private:
  std::optional<double> constant(ValueId v) const {
    auto it = maker_.find(v.value);
    if (it == maker_.end() || it->second->kind != StmtKind::Const) return std::nullopt;
    return static_cast<double>(static_cast<int64_t>(it->second->bits));
  }
  // hi - lo, where hi is a constant, lo + constant, or the smaller of such and something else.
  double trips(ValueId lo, ValueId hi) const {
    auto l = constant(lo), h = constant(hi);
    if (l && h) return std::max(0.0, *h - *l);
    auto it = maker_.find(hi.value);
    if (it == maker_.end() || it->second->kind != StmtKind::Op) return unknown_trips;
    const Stmt& s = *it->second;
    if (s.op == scalar::Op::Min) return trips(lo, s.operands[0]);
    if (s.op == scalar::Op::Add)
      for (size_t n : {0, 1})
        if (auto c = constant(s.operands[n]); c && s.operands[1 - n] == lo) return *c;
    return unknown_trips;
  }

  const Kernel& k_;
  std::unordered_map<uint32_t, const Stmt*> maker_;
};

}  // namespace

int64_t estimate_work_ns(const Kernel& kernel) {
  Estimate estimate(kernel);
  const double all = estimate.region(kernel.root, false, 0) * ns_per_op, pars = estimate.pars(kernel.root, 0);
  // Workers that meet often must each have some microseconds of work in between.
  constexpr double few_pars = 8, times = 4;
  return static_cast<int64_t>(std::min(1e15, pars <= few_pars ? all : std::min(all, times * all / pars)));
}

}  // namespace eutectic::compiler
