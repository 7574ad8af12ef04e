// The root level, which all workers run alike: where they must meet besides the ends of pars. A worker that is ahead
// may otherwise overwrite what a slower one has yet to read:
//   - a par that writes, or a root-level store to, what was read at root level since the last barrier;
//   - a read (at root level or in a par) of what was stored at root level more than once since then;
//   - a par that writes what was stored at root level since then.
#include <algorithm>

#include "backend/cpu/codegen.h"

namespace eutectic::cpu {

// Loads and stores of a region. `with_pars`: those in pars too. Regions nest at most 64 deep.
void Codegen::count_accesses(RegionId region, bool with_pars, Accesses& a) const {
  for (StmtId id : kernel_.regions[region].stmts) {
    const Stmt& s = kernel_.stmts[id];
    if (s.kind == StmtKind::Par && !with_pars) continue;
    if (s.kind == StmtKind::Load) a.loaded[s.buffer.index()] = true;
    if (s.kind == StmtKind::Store) a.stored[s.buffer.index()] += 1;
    for (RegionId r : s.regions) count_accesses(r, with_pars, a);
  }
}

// What a root-level region reads and stores after its last par; `met`: there is one.
Codegen::Accesses Codegen::left_by(RegionId region, bool& met) const {
  Accesses left = no_accesses();
  for (StmtId id : kernel_.regions[region].stmts) {
    const Stmt& s = kernel_.stmts[id];
    if (s.kind == StmtKind::Par) {
      left = no_accesses();
      met = true;
      continue;
    }
    const int times = s.kind == StmtKind::For || s.kind == StmtKind::While ? 2 : 1;
    for (int n = 0; n < times; ++n) {
      if (s.kind == StmtKind::Load) left.loaded[s.buffer.index()] = true;
      if (s.kind == StmtKind::Store) left.stored[s.buffer.index()] += 1;
      for (RegionId r : s.regions) count_accesses(r, false, left);
    }
  }
  return left;
}

// Whether something new needs a barrier after what `since_barrier_` holds.
bool Codegen::conflicts(const Accesses& now, bool par) const {
  for (size_t i = 0; i < since_barrier_.loaded.size(); ++i)
    for (size_t k = 0; k < now.loaded.size(); ++k) {
      if (!may_alias(BufferId(i), BufferId(k)) || kernel_.buffers[BufferId(i)].space == kernel::Space::Local) continue;
      if (since_barrier_.loaded[i] && now.stored[k] > 0) return true;
      if (since_barrier_.stored[i] > 1 && now.loaded[k]) return true;
      if (par && since_barrier_.stored[i] > 0 && now.stored[k] > 0) return true;
    }
  return false;
}

void Codegen::meet_if_needed(const Accesses& now, bool par) {
  if (!conflicts(now, par)) return;
  emit_barrier();
  since_barrier_ = no_accesses();
}

void Codegen::add_accesses(const Accesses& now) {
  for (size_t i = 0; i < now.loaded.size(); ++i) {
    since_barrier_.loaded[i] = since_barrier_.loaded[i] || now.loaded[i];
    since_barrier_.stored[i] = std::min(2, since_barrier_.stored[i] + now.stored[i]);
  }
}

Codegen::Accesses Codegen::no_accesses() const {
  return {std::vector<bool>(kernel_.buffers.size(), false), std::vector<int>(kernel_.buffers.size(), 0)};
}

// A statement at root level of a kernel that several workers run.
void Codegen::emit_root_stmt(const Stmt& s) {
  Accesses now = no_accesses();
  switch (s.kind) {
    case StmtKind::Load:
    case StmtKind::Store:
      if (s.kind == StmtKind::Load)
        now.loaded[s.buffer.index()] = true;
      else
        now.stored[s.buffer.index()] = 1;
      meet_if_needed(now, false);
      emit_plain_stmt(s);
      add_accesses(now);
      return;
    case StmtKind::Lanes:
      count_accesses(s.regions[0], true, now);
      meet_if_needed(now, false);
      emit_plain_stmt(s);
      add_accesses(now);
      return;
    case StmtKind::Par: {
      count_accesses(s.regions[0], true, now);
      meet_if_needed(now, true);
      in_par_ = true;
      emit_plain_stmt(s);
      in_par_ = false;
      since_barrier_ = no_accesses();
      return;
    }
    case StmtKind::For:
    case StmtKind::While: {
      // What an iteration leaves is there when the next begins. There may be no iteration.
      Accesses before = since_barrier_;
      for (RegionId r : s.regions) {
        bool met = false;
        Accesses left = left_by(r, met);
        add_accesses(left);
        if (!met) add_accesses(left);  // twice, so stores count as several
      }
      emit_plain_stmt(s);
      add_accesses(before);
      return;
    }
    case StmtKind::When: {
      Accesses before = since_barrier_;
      emit_plain_stmt(s);
      add_accesses(before);
      return;
    }
    default:
      return emit_plain_stmt(s);
  }
}

// The last par of the root needs no barrier if only arithmetic follows: the launch ends there.
void Codegen::find_last_par() {
  last_par_ = nullptr;
  several_workers_ = false;
  for (const Stmt& s : kernel_.stmts) several_workers_ |= s.kind == StmtKind::Par;
  const kernel::Region& root = kernel_.regions[kernel_.root];
  for (size_t i = root.stmts.size(); i-- > 0;) {
    const Stmt& s = kernel_.stmts[root.stmts[i]];
    if (s.kind == StmtKind::Par) last_par_ = &s;
    if (s.kind != StmtKind::Const && s.kind != StmtKind::Op) return;
  }
}

}  // namespace eutectic::cpu
