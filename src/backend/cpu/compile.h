// The CPU back end: a kernel becomes LLVM IR with explicit vectors, and machine code in this process. The bits it gives
// are those of the kernel interpreter, whatever the processor, vector width and interleaving.
#pragma once
#include <cstdint>
#include <string>

#include "base/result.h"
#include "kernel/kernel.h"
#include "runtime/launch.h"

namespace eutectic::cpu {

struct CpuOptions {
  std::string cpu;               // LLVM's name: "znver3", "x86-64-v3", "neoverse-n1" ...; empty: this machine
  int vector_bits = 0;           // 0: the target's; 128, 256 or 512
  int interleave = 0;            // vectors worked on together where the kernel does not say; 0: chosen per `lanes`
  bool per_vector_when = false;  // `when` of a lane predicate branches for each vector alone
  bool cache = true;             // compile: may use the caches in memory and on disk
  bool operator==(const CpuOptions&) const = default;
};

// Milliseconds.
struct CompileTimes {
  double emit_ms = 0, optimize_ms = 0, code_ms = 0, link_ms = 0;
  bool memory_hit = false, disk_hit = false;
  int64_t object_bytes = 0;
};

// Machine code for this machine; `options.cpu` must be one that it can run.
Result<runtime::KernelEntry> compile(const kernel::Kernel& kernel, const CpuOptions& options,
                                     CompileTimes* times = nullptr);

// Text, for any target that LLVM was built with.
Result<std::string> emit_llvm(const kernel::Kernel& kernel, const CpuOptions& options, bool optimized);
Result<std::string> emit_assembly(const kernel::Kernel& kernel, const CpuOptions& options);

// What the interpreter and the entry need to agree on: bytes of the scratch areas and their layout is private.
struct KernelFootprint {
  int64_t local_bytes = 0, shared_bytes = 0, max_workers = 1;
  bool workers_meet = true;  // at barriers; else each worker's part may run at any time
};
KernelFootprint footprint(const kernel::Kernel& kernel);

}  // namespace eutectic::cpu
