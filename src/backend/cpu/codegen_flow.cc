// Which values of a region differ between lanes. The kernel's own flags make every carry of a loop in lanes a lane
// value; what is the same in all lanes is kept in scalar registers and computed once per vector group.
#include "backend/cpu/codegen.h"

namespace eutectic::cpu {

bool Codegen::flow_lane(ValueId v) const {
  return flow_stamp_[v.index()] == flow_now_ ? flow_lane_[v.index()] : rep(v).lane;
}

// Returns whether it changed; a value once lane stays so.
bool Codegen::flow_set(ValueId v, bool lane) {
  if (flow_stamp_[v.index()] != flow_now_) {
    flow_stamp_[v.index()] = flow_now_;
    flow_lane_[v.index()] = lane;
    return true;
  }
  if (!lane || flow_lane_[v.index()]) return false;
  flow_lane_[v.index()] = true;
  return true;
}

// One pass over a region; returns whether anything changed. Regions nest at most 64 deep.
bool Codegen::flow_region(RegionId region) {
  bool changed = false;
  for (StmtId id : kernel_.regions[region].stmts) {
    const Stmt& s = kernel_.stmts[id];
    switch (s.kind) {
      case StmtKind::For:
      case StmtKind::While:
        changed |= flow_loop(s);
        break;
      case StmtKind::When: {
        changed |= flow_region(s.regions[0]);
        const kernel::Region& body = kernel_.regions[s.regions[0]];
        for (size_t i = 0; i < s.results.size(); ++i)
          changed |= flow_set(s.results[i],
                              flow_lane(s.operands[0]) || flow_lane(s.operands[i + 1]) || flow_lane(body.yields[i]));
        break;
      }
      default: {
        bool lane = false;
        for (ValueId o : s.operands) lane |= flow_lane(o);
        for (const kernel::IndexTerm& t : s.index.terms) lane |= flow_lane(t.value);
        for (ValueId r : s.results) changed |= flow_set(r, lane);
        break;
      }
    }
  }
  return changed;
}

// Starts from the carries' initial values and goes round until no carry changes.
bool Codegen::flow_loop(const Stmt& s) {
  bool is_for = s.kind == StmtKind::For;
  size_t skip = is_for ? 2 : 0, n = s.operands.size() - skip;
  const kernel::Region& body = kernel_.regions[s.regions[is_for ? 0 : 1]];
  bool changed = false;
  if (is_for) changed |= flow_set(body.params[0], false);
  for (size_t i = 0; i < n; ++i) {
    bool lane = flow_lane(s.operands[i + skip]);
    changed |= flow_set(body.params[i + (is_for ? 1 : 0)], lane);
    if (!is_for) changed |= flow_set(kernel_.regions[s.regions[0]].params[i], lane);
  }
  for (bool again = true; again;) {
    bool divergent = false;
    if (!is_for) {
      changed |= flow_region(s.regions[0]);
      divergent = flow_lane(kernel_.regions[s.regions[0]].yields[0]);
    }
    changed |= flow_region(s.regions[is_for ? 0 : 1]);
    again = false;
    for (size_t i = 0; i < n; ++i) {
      bool lane = divergent || flow_lane(body.yields[i]);
      again |= flow_set(body.params[i + (is_for ? 1 : 0)], lane);
      if (!is_for) again |= flow_set(kernel_.regions[s.regions[0]].params[i], lane);
    }
    changed |= again;
  }
  for (size_t i = 0; i < n; ++i) changed |= flow_set(s.results[i], flow_lane(body.params[i + (is_for ? 1 : 0)]));
  return changed;
}

std::vector<bool> Codegen::lane_carries(const Stmt& loop) {
  ++flow_now_;
  flow_loop(loop);
  std::vector<bool> lane;
  for (ValueId r : loop.results) lane.push_back(flow_lane(r));
  return lane;
}

}  // namespace eutectic::cpu
