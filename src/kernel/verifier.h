// The walk behind verify(). Private to verify*.cc.
#pragma once
#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kernel/ranges.h"
#include "kernel/text.h"
#include "kernel/verify.h"

namespace eutectic::kernel {

class Verifier {
 public:
  Verifier(const Kernel& kernel, const VerifyOptions& options) : k_(kernel), o_(options) {}
  Status run();

 private:
  // Where the walk is.
  struct Place {
    bool in_par = false, in_lanes = false, in_function = false;
    bool pure = false;       // in the arm of a lane condition
    bool condition = false;  // in the condition of a while
    bool guarded = false;    // in an arm or a while, since the par
    bool reachable = true;   // no loop around it is known to be empty
    bool fixpoint = false;   // in a for with that hint
  };
  // How an address tells the iterations of a par apart: see footprint().
  struct Step {
    int64_t scale = 0;
    Wide lo = 0, hi = 0;
    uint32_t pivot = UINT32_MAX;
  };
  struct Touch {
    StmtId stmt;
    BufferId buffer;
    bool store = false, masked = false, guarded = false;
    bool constant = false;  // one element, whatever the iteration
    bool single = false;    // only one iteration comes here
    Wide iteration = 0;
    bool known = false;
    std::vector<Step> steps;
  };
  struct Phases {
    bool barrier = false;
    std::map<BufferId, StmtId> loads;  // since the last barrier
    std::map<BufferId, StmtId> first;  // stored before the first barrier, by this par
  };

  template <class... Args>
  void fail(StmtId at, fmt::format_string<Args...> text, Args&&... args) {
    report(at, fmt::format(text, std::forward<Args>(args)...));
  }
  void report(StmtId at, std::string message);
  std::string name(ValueId v) const { return names_->value(v); }
  ElementType type(ValueId v) const { return k_.values[v].type; }
  bool lane(ValueId v) const { return k_.values[v].lane; }

  // verify_structure.cc
  void buffers();
  bool structure();
  bool counts(StmtId id);

  // verify.cc
  void region(RegionId id, const Place& place);
  void statement(StmtId id, const Place& place);
  void op(StmtId id, const Stmt& s);
  void for_loop(StmtId id, const Stmt& s, const Place& place);
  void while_loop(StmtId id, const Stmt& s, const Place& place);
  void when(StmtId id, const Stmt& s, const Place& place);
  void par(StmtId id, const Stmt& s, const Place& place);
  void lanes(StmtId id, const Stmt& s, const Place& place);
  void call(StmtId id, const Stmt& s);
  void where(StmtId id, const Stmt& s, const Place& place);
  void same(StmtId id, ValueId a, ValueId b, std::string_view what);
  void kind(StmtId id, ValueId v, bool lane);
  void define(ValueId v);
  bool visible(ValueId v) const { return visible_[v.index()]; }
  void use(StmtId id, ValueId v);
  void bound(StmtId id, ValueId v, std::string_view what);

  // verify_memory.cc
  void memory(StmtId id, const Stmt& s, const Place& place);
  void record(StmtId id, const Stmt& s, const Place& place);
  void footprint(Touch& touch, Form form);
  void disjoint();
  Phases phases(RegionId id);
  void race(const Phases& before, const Phases& after);

  const Kernel& k_;
  const VerifyOptions& o_;
  Diagnostics diagnostics_;
  std::unique_ptr<Names> names_;
  std::unique_ptr<Ranges> ranges_;
  std::vector<bool> visible_, stored_;
  std::vector<ValueId> scope_;
  size_t functions_done_ = 0;
  // The par being walked.
  ValueId iteration_;
  std::vector<Touch> touches_;
};

}  // namespace eutectic::kernel
