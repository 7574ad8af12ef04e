#include "backend/cpu/target.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <mutex>
#include <vector>

namespace eutectic::cpu {
namespace {

bool starts_with_any(const std::string& s, std::initializer_list<const char*> prefixes) {
  for (const char* p : prefixes)
    if (s.starts_with(p)) return true;
  return false;
}

// The processor names of AArch64 that people give; everything else is looked up on the host's architecture.
bool is_aarch64_name(const std::string& cpu) {
  return starts_with_any(cpu,
                         {"neoverse", "cortex-a", "cortex-x", "apple-", "a64fx", "ampere", "armv8", "generic-arm"});
}

bool is_x86_name(const std::string& cpu) {
  return starts_with_any(cpu, {"x86-64",         "znver",         "haswell",     "skylake",     "icelake",
                               "sapphirerapids", "broadwell",     "nehalem",     "sandybridge", "ivybridge",
                               "core",           "alderlake",     "cascadelake", "cannonlake",  "tigerlake",
                               "graniterapids",  "emeraldrapids", "bdver",       "btver",       "knl"});
}

std::string host_features() {
  std::vector<std::string> features;
  for (const auto& [name, on] : llvm::sys::getHostCPUFeatures()) features.push_back((on ? "+" : "-") + name.str());
  std::sort(features.begin(), features.end());
  return fmt::format("{}", fmt::join(features, ","));
}

}  // namespace

std::string host_cpu_and_features() { return llvm::sys::getHostCPUName().str() + " " + host_features(); }

bool is_host_cpu(const std::string& cpu) { return cpu.empty() || cpu == "host"; }

void initialize_llvm() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
  });
}

Result<Target> make_target(const CpuOptions& options) {
  initialize_llvm();
  Target t;
  std::string triple = llvm::sys::getProcessTriple();
  if (is_host_cpu(options.cpu)) {
    t.cpu = llvm::sys::getHostCPUName().str();
    t.features = host_features();
  } else {
    t.cpu = options.cpu;
    bool host_x86 = llvm::Triple(triple).isX86(), host_arm = llvm::Triple(triple).isAArch64();
    if (is_aarch64_name(t.cpu) && !host_arm) triple = "aarch64-unknown-linux-gnu";
    if (is_x86_name(t.cpu) && !host_x86) triple = "x86_64-unknown-linux-gnu";
  }
  llvm::Triple parsed(triple);
  std::string message;
#if LLVM_VERSION_MAJOR >= 22
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(parsed, message);
#else
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, message);
#endif
  if (!target) return unsupported(fmt::format("LLVM has no code generator for '{}': {}", triple, message));
  auto subtarget = [&](const std::string& cpu) {
#if LLVM_VERSION_MAJOR >= 22
    return std::unique_ptr<llvm::MCSubtargetInfo>(target->createMCSubtargetInfo(parsed, cpu, t.features));
#else
    return std::unique_ptr<llvm::MCSubtargetInfo>(target->createMCSubtargetInfo(triple, cpu, t.features));
#endif
  };
  std::unique_ptr<llvm::MCSubtargetInfo> info = subtarget("");
  if (!info || !info->isCPUStringValid(t.cpu))
    return error(fmt::format("no processor '{}' for {}", t.cpu, triple), {},
                 "names are LLVM's: x86-64-v2, x86-64-v3, x86-64-v4, znver3, neoverse-n1; empty for this machine");
  info = subtarget(t.cpu);
  llvm::TargetOptions target_options;
  target_options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
#if LLVM_VERSION_MAJOR >= 21
  t.machine.reset(target->createTargetMachine(parsed, t.cpu, t.features, target_options, llvm::Reloc::PIC_,
                                              llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default));
#else
  t.machine.reset(target->createTargetMachine(triple, t.cpu, t.features, target_options, llvm::Reloc::PIC_,
                                              llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default));
#endif
  if (!t.machine) return unsupported(fmt::format("LLVM cannot make code for '{}'", triple));
  t.x86 = parsed.isX86();
  t.aarch64 = parsed.isAArch64();
  auto has = [&](const char* feature) { return info->checkFeatures(std::string("+") + feature); };
  t.vector_bits = 128;
  if (t.x86) {
    t.sse41 = has("sse4.1");
    t.avx = has("avx");
    t.avx2 = has("avx2");
    t.fma = has("fma");
    t.f16c = has("f16c");
    t.avx512 = has("avx512f") && has("avx512vl") && has("avx512dq") && has("avx512bw");
    t.fast_gather = t.avx512 || has("fast-gather");
    t.vector_bits = t.avx512 ? 512 : t.avx2 ? 256 : 128;
  } else {
    t.fma = t.f16c = t.aarch64;
  }
  if (options.vector_bits != 0) {
    if (options.vector_bits != 128 && options.vector_bits != 256 && options.vector_bits != 512)
      return error(fmt::format("vectors of {} bits: 128, 256 and 512 are possible", options.vector_bits));
    t.vector_bits = options.vector_bits;
  }
  return t;
}

void set_target(llvm::Module& module, const Target& target) {
  module.setDataLayout(target.machine->createDataLayout());
#if LLVM_VERSION_MAJOR >= 21
  module.setTargetTriple(target.machine->getTargetTriple());
#else
  module.setTargetTriple(target.machine->getTargetTriple().str());
#endif
}

}  // namespace eutectic::cpu
