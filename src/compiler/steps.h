// From a plan to steps: names for values (slots), constants, host ops, and the last use of every slot.
#pragma once
#include <optional>
#include <unordered_map>
#include <vector>

#include "compiler/host_plan.h"
#include "fusion/plan.h"
#include "kernel/kernel.h"
#include "runtime/executable.h"

namespace eutectic::compiler {

// A group's kernel; groups without one run as host ops.
struct GroupKernel {
  uint32_t number = 0;  // in ProgramSteps::kernels
  const kernel::Kernel* kernel = nullptr;
};
using GroupKernels = std::unordered_map<const fusion::Group*, GroupKernel>;

class StepBuilder {
 public:
  StepBuilder(const Module& module, const GroupKernels& kernels)
      : module_(module), kernels_(kernels), effects_(module), host_(module, effects_), values_(module.instr_count()) {}

  // Fills all but `kernels` and `make_host_runner`.
  Result<runtime::ProgramSteps> build(const fusion::Plan& plan);
  // Instructions of the host ops, by number.
  std::vector<InstrId> host_instrs;

 private:
  using Slots = std::vector<runtime::SlotId>;

  Status add_list(const fusion::Plan& plan, runtime::Steps& steps);
  Status add_group(const fusion::Group& group, runtime::Steps& steps);
  Status add_launch(const fusion::Group& group, const GroupKernel& kernel, runtime::Steps& steps);
  Status add_control(const fusion::Group& group, runtime::Steps& steps);
  void add_host_op(InstrId id, runtime::Steps& steps);
  // Makes the leaves of a value known, by host ops where no group has stored it.
  Status need(InstrId id, runtime::Steps& steps);
  // Whether the instruction only names what its operands hold; the operands' leaves are known.
  bool name(InstrId id);
  Result<const fusion::Plan*> plan_of(const fusion::Group& group, CompId computation) const;
  Slots new_slots(const Shape& shape);
  const Slots& leaves(InstrId id) const { return *values_[id.index()]; }
  bool known(InstrId id) const { return values_[id.index()].has_value(); }

  const Module& module_;
  const GroupKernels& kernels_;
  const Effects effects_;
  HostPlanner host_;
  std::vector<std::optional<Slots>> values_;  // by instruction
  runtime::ProgramSteps out_;
};

// Finds last uses: sets Use::last, drops results that nobody reads, and fills releases.
void mark_last_uses(runtime::ProgramSteps& program);

}  // namespace eutectic::compiler
