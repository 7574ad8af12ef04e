// The planner's state while it plans one computation. plan.cc has the rounds, cones.cc what a value takes to compute
// and whether values are a kernel together, repeated_work.cc what is stored because kernels of several levels read it.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/loop.h"
#include "fusion/eutectic/plan.h"

namespace eutectic::fusion {

// What became of each value that a loop which is one kernel carries or reads.
std::vector<explain::Verdict> verdicts_of(const Module& module, const analysis::LoopAnalysis& loop);

class Planner {
 public:
  Planner(const Module& module, CompId computation, const PlanOptions& options)
      : module_(module), computation_(computation), options_(options) {}
  Result<Plan> run(int depth);

 private:
  // A value that another instruction makes.
  bool is_name(InstrId id) const {
    OpKind op = module_[id].op;
    if (op == OpKind::GetTupleElement) return !written_out_.contains(module_.operand(id, 0).value);
    return op == OpKind::Tuple || op == OpKind::Parameter;
  }
  // An op that an element-wise kernel may compute, as far as its kind tells.
  bool may_fuse(InstrId id) const;
  // A loop of a few small steps, such as threefry's rounds.
  bool is_short(InstrId loop) const;
  std::optional<std::vector<int64_t>> lanes_of(InstrId root) const;
  void find_materialized();
  // What computing a value takes from what is in memory.
  struct Cone {
    std::vector<InstrId> instrs, inputs;  // instructions in program order; the values they read
    uint64_t hash = 0;                    // of the root and the instructions
    int64_t most_elements = 0;            // of what is reduced in it
  };
  const Cone& cone(InstrId root);
  Cone walk(InstrId root, size_t most);  // ends after so many instructions; not sorted, no hash
  void store_repeated_work();
  // Roots in the order in which they were added, and what each takes: what the analysis of a group depends on.
  static uint64_t joined(uint64_t roots, uint64_t cone) {
    uint64_t x = roots ^ (cone + 0x9e3779b97f4a7c15u + (roots << 6) + (roots >> 2));
    x = (x ^ (x >> 31)) * 0xbf58476d1ce4e5b9u;
    return x ^ (x >> 29);
  }
  struct Tried {
    std::optional<explain::Verdict> refusal;
    std::vector<InstrId> inputs;
  };
  // Whether the first `count` roots are a kernel; asked once.
  const Tried& tried(const Group& group, const std::vector<int64_t>& lanes, size_t count);
  // Fills in the group, or says which instruction keeps it from being a kernel.
  std::optional<explain::Verdict> try_group(Group& group, const std::vector<int64_t>& lanes);
  // Whether the group is a kernel; else it is known from now on which first roots are none.
  bool holds(const Group& group, const std::vector<int64_t>& lanes);
  bool place(InstrId id, const std::vector<int64_t>& lanes, bool& again);
  bool is_too_small(InstrId id, const std::vector<int64_t>& lanes);
  bool cut(InstrId reduction, const Group& group);
  bool refuse(const Group& group, explain::Verdict verdict);
  bool no_kernel(InstrId id, explain::Verdict verdict);
  void host_op(InstrId id, std::vector<explain::Verdict> verdicts = {});

  const Module& module_;
  CompId computation_;
  const PlanOptions& options_;
  Plan plan_;
  std::set<uint32_t> materialized_;
  std::map<uint32_t, Group> loops_;                  // whiles and conditionals
  std::map<uint32_t, explain::Verdict> refused_;     // ops that no kernel computes, and why
  std::set<uint32_t> cut_;                           // reductions that have a pass of their own
  std::map<uint32_t, explain::Verdict> own_passes_;  // why, by the reduction
  std::set<uint32_t> written_out_;                   // short loops, reductions of several values
  std::map<uint32_t, size_t> position_;              // group that makes a value
  std::map<size_t, std::vector<int64_t>> lanes_;     // of element-wise groups
  std::map<std::vector<int64_t>, std::vector<size_t>> with_lanes_;
  std::unordered_map<size_t, uint64_t> hashes_;  // of their roots
  std::unordered_map<uint32_t, Cone> cones_;     // while nothing more is refused
  std::map<std::pair<uint64_t, std::vector<int64_t>>, Tried> tried_;
  // Values whose cones, or that in others' cones, are no longer what they were when this round began.
  std::set<uint32_t> touched_;
  std::vector<uint32_t> seen_;  // by cone()
  uint32_t walk_ = 0;
};

}  // namespace eutectic::fusion
