// The whole way from a module to an executable: passes, plan, kernels, machine code, steps. What was made on the way
// is the compile record, which the command line and reports read.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fusion/plan.h"
#include "ir/module.h"
#include "kernel/kernel.h"
#include "runtime/executable.h"

namespace eutectic::runtime {
class ThreadPool;
}

namespace eutectic::compiler {

// xla: relaxations that XLA:CPU makes too (contract, reciprocal). strict: none.
enum class Numbers : uint8_t { Xla, Strict };
// eutectic: kernels wherever they can be. none: every op is a host op.
enum class Strategy : uint8_t { Eutectic, None };

struct CompileOptions {
  int threads = 0;  // 0: one per core
  Numbers numbers = Numbers::Xla;
  Strategy strategy = Strategy::Eutectic;
  std::string cpu;     // LLVM's name; empty: this machine
  bool passes = true;  // run the pass pipeline first
  bool cache = true;   // machine code may come from the caches
  // Stop after the kernels: for plan, explain, kernel, llvm and asm.
  bool machine_code = true;
  std::shared_ptr<runtime::ThreadPool> pool;  // shared with other executables; empty: one of its own
};

struct KernelRecord {
  kernel::Kernel kernel;
  InstrId root;  // the group's first root
  bool memory_hit = false, disk_hit = false;
  int64_t object_bytes = 0;
  int64_t work_ns = 0;  // estimated
};

struct CompileRecord {
  std::shared_ptr<const Module> module;  // after the passes: the plan's ids are its
  fusion::Plan plan;
  std::vector<KernelRecord> kernels;
  std::vector<std::pair<std::string, double>> phase_ms;  // in order
  std::vector<explain::Verdict> fallbacks;               // groups that became host ops after all, and why

  double total_ms() const {
    double sum = 0;
    for (const auto& [phase, ms] : phase_ms) sum += ms;
    return sum;
  }
};

Result<std::shared_ptr<runtime::Executable>> compile(Module module, const CompileOptions& options = {},
                                                     CompileRecord* record = nullptr);
// The same up to the kernels: fills the record's module, plan and kernels.
Status compile_record(Module module, const CompileOptions& options, CompileRecord& record);

}  // namespace eutectic::compiler
