// The GPU back end, compile only: a kernel becomes PTX through LLVM's NVPTX target. One thread is one lane (or every
// `threads`-th lane), a block is one iteration of a `par`, and each `par` and each run of statements between them is a
// launch. The bits are those of the kernel interpreter: nothing is contracted, reductions keep the order of
// kernel/reduce.h. There is no device runtime; the host runner executes the same LLVM IR thread by thread.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "kernel/kernel.h"

namespace eutectic::gpu {

struct GpuOptions {
  int sm = 90;  // compute capability: 75, 80, 90 ...
};

struct GpuLaunch {
  std::string name;
  int64_t blocks = 1;
  int threads = 1;           // of a block
  int64_t shared_bytes = 0;  // of a block
  bool meets = false;        // whether the threads of a block wait for each other
};

// Every launch takes the kernel's Param buffers in order as device pointers, then one to `scratch_bytes` of memory that
// all launches of a run share.
struct GpuCode {
  std::string text;
  std::vector<GpuLaunch> launches;  // in the order of running
  int64_t scratch_bytes = 0;
};

// PTX. What has no form here (a root-level loop around launches, more shared memory than a block has) is `unsupported`.
Result<GpuCode> emit_ptx(const kernel::Kernel& kernel, const GpuOptions& options);
// The LLVM IR that PTX is made from, before optimization.
Result<GpuCode> emit_ir(const kernel::Kernel& kernel, const GpuOptions& options);

// The same code for this processor, run block after block, the threads of a block as threads that meet at its barriers.
class HostRunner {
 public:
  static Result<HostRunner> create(const kernel::Kernel& kernel);
  void run(std::span<void* const> params);
  const std::vector<GpuLaunch>& launches() const { return launches_; }

 private:
  std::vector<GpuLaunch> launches_;
  int64_t scratch_bytes_ = 0;
  void* entry_ = nullptr;
  std::shared_ptr<void> owner_;
};

}  // namespace eutectic::gpu
