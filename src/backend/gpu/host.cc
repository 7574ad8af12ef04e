// The device code on this processor: one thread for each of a block's where they meet, else one after the other.
#include <llvm/IR/LLVMContext.h>

#include <cstdlib>
#include <vector>

#include "backend/cpu/jit.h"
#include "backend/cpu/optimize.h"
#include "backend/gpu/codegen.h"
#include "backend/gpu/pipeline.h"
#include "runtime/thread_pool.h"

namespace eutectic::gpu {
namespace {

struct Arguments {  // as Codegen::emit_host_entry reads them
  void* const* params;
  std::byte* scratch;
  int64_t launch, thread, block;
  runtime::Barrier* barrier;
};

}  // namespace

Result<HostRunner> HostRunner::create(const kernel::Kernel& kernel) {
  ASSIGN_OR_RETURN(cpu::Target target, cpu::make_target({}));
  // The operations are written as for the device, which has fma and no x86 instructions.
  target.x86 = target.aarch64 = target.sse41 = target.avx = target.avx2 = target.avx512 = target.f16c = false;
  llvm::LLVMContext context;
  llvm::Module module(kernel.name, context);
  cpu::set_target(module, target);
  Codegen codegen(kernel, target, false, module);
  HostRunner runner;
  ASSIGN_OR_RETURN(runner.launches_, codegen.run());
  runner.scratch_bytes_ = codegen.scratch_bytes();
  run_pipeline(module, *target.machine);
  llvm::SmallVector<char, 0> object = cpu::make_code(module, target, cpu::CodeKind::Object);
  ASSIGN_OR_RETURN(cpu::LoadedCode code, cpu::load_object(std::span<const char>(object.data(), object.size())));
  runner.entry_ = code.entry;
  runner.owner_ = std::move(code.owner);
  return runner;
}

#if defined(__clang__)
__attribute__((no_sanitize("function")))  // generated code has no type in front of it
#endif
void HostRunner::run(std::span<void* const> params) {
  auto entry = reinterpret_cast<void (*)(const Arguments*)>(entry_);
  std::vector<std::byte> scratch(static_cast<size_t>(scratch_bytes_) + 64);
  static runtime::ThreadPool pool(1024);
  for (size_t n = 0; n < launches_.size(); ++n)
    for (int64_t block = 0; block < launches_[n].blocks; ++block) {
      const int64_t threads = launches_[n].threads;
      Arguments arguments{params.data(), scratch.data(), static_cast<int64_t>(n), 0, block, nullptr};
      if (!launches_[n].meets) {
        for (int64_t t = 0; t < threads; ++t) {
          arguments.thread = t;
          entry(&arguments);
        }
        continue;
      }
      runtime::Barrier barrier(threads);
      auto work = [&](int64_t t) {
        Arguments mine = arguments;
        mine.thread = t;
        mine.barrier = &barrier;
        entry(&mine);
      };
      pool.run(threads, work);
    }
}

}  // namespace eutectic::gpu
