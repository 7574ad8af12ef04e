// Plan: which instructions of a computation become one kernel, as a value over an unchanged module.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "explain/verdict.h"
#include "ir/module.h"

namespace eutectic::fusion {

enum class GroupKind : uint8_t {
  HostOp,       // one instruction, run by the reference evaluator
  Elementwise,  // one kernel: par over elements
  Loop,         // a while instruction as one kernel
  Control,      // a while or conditional whose computations have plans of their own, run step by step
};

struct Plan;

struct Group {
  GroupKind kind = GroupKind::HostOp;
  std::vector<InstrId> instrs;  // in program order
  std::vector<InstrId> inputs;  // values from outside that it reads, in order of first use
  std::vector<InstrId> roots;   // values it stores. Loop: the while (a tuple); its unused elements are not stored
  std::vector<int64_t> lanes;   // Elementwise: extents of the elements that it runs over
  std::vector<Plan> plans;      // Control: one per called computation (while: condition, body)
  std::vector<explain::Verdict> verdicts;
};

struct Plan {
  CompId computation;
  std::vector<Group> groups;  // in the order they run
};

std::string to_text(const Module& module, const Plan& plan);

}  // namespace eutectic::fusion
