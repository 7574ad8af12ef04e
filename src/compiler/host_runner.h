// Host ops by the reference evaluator: leaves become literals, results leaves again.
#pragma once
#include <memory>
#include <vector>

#include "ir/module.h"
#include "runtime/executable.h"

namespace eutectic::compiler {

struct HostOp {
  InstrId instr;
  std::vector<Shape> operands;  // without layouts
};
std::vector<HostOp> host_ops(const Module& module, const std::vector<InstrId>& instrs);

std::unique_ptr<runtime::HostRunner> make_host_runner(std::shared_ptr<const Module> module,
                                                      std::shared_ptr<const std::vector<HostOp>> ops);

}  // namespace eutectic::compiler
