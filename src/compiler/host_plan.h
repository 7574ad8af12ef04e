// The plan without kernels: every instruction that matters is a host op, loops and branches run step by step. What any
// program can fall back to.
#pragma once
#include "analysis/effects.h"
#include "fusion/plan.h"

namespace eutectic::compiler {

class HostPlanner {
 public:
  HostPlanner(const Module& module, const Effects& effects) : module_(module), effects_(effects) {}
  fusion::Plan plan(CompId computation, int depth = 0);
  // The same for one instruction.
  fusion::Group group(InstrId instr, int depth = 0);

 private:
  const Module& module_;
  const Effects& effects_;
  int64_t groups_ = 0;
};

}  // namespace eutectic::compiler
