// The processor that code is made for, and the one place that knows how LLVM versions differ in this.
// Private to backend/cpu.
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

#include "backend/cpu/compile.h"

namespace eutectic::cpu {

struct Target {
  std::unique_ptr<llvm::TargetMachine> machine;
  std::string cpu, features;
  int vector_bits = 128;
  bool x86 = false, aarch64 = false;
  bool fast_gather = false;  // gathers beat single loads
  bool sse41 = false, avx = false, avx2 = false, avx512 = false, fma = false, f16c = false;
};

void initialize_llvm();  // before anything else of LLVM; cheap when done before
Result<Target> make_target(const CpuOptions& options);
// Gives a module the target's triple and data layout.
void set_target(llvm::Module& module, const Target& target);
// This machine's processor and features, as one text.
std::string host_cpu_and_features();
bool is_host_cpu(const std::string& cpu);

}  // namespace eutectic::cpu
