#include "runtime/launch.h"

#include <algorithm>
#include <new>

#include "runtime/thread_pool.h"

namespace eutectic::runtime {
namespace {
constexpr std::align_val_t alignment{64};
constexpr int64_t page = 4096;

// Generated code has no type in front of it, which clang's check of calls through pointers would read.
#if defined(__clang__)
__attribute__((no_sanitize("function")))
#endif
void enter(const KernelEntry& kernel, LaunchArgs& args) {
  kernel.entry(&args);
}
}  // namespace

Scratch::~Scratch() {
  for (Block* b : {&shared_, &local_})
    if (b->data) ::operator delete(b->data, alignment);
}

std::byte* Scratch::grow(Block& block, int64_t bytes) {
  if (bytes > block.bytes) {
    if (block.data) ::operator delete(block.data, alignment);
    block = {};
    int64_t size = std::max(bytes, std::min<int64_t>(2 * block.bytes, int64_t{1} << 20));
    size = (size + page - 1) / page * page;
    block.data = static_cast<std::byte*>(::operator new(static_cast<size_t>(size), alignment));
    block.bytes = size;
  }
  return block.data;
}

std::byte* Scratch::shared(int64_t bytes) { return grow(shared_, bytes); }
std::byte* Scratch::local(int64_t bytes) { return grow(local_, bytes); }

void run_kernel(const KernelEntry& kernel, std::span<void* const> params, ThreadPool& pool, int64_t workers,
                Scratch& scratch) {
  if (workers <= 0) workers = pool.workers();
  workers = std::max<int64_t>(1, std::min(workers, kernel.max_workers));
  // Each worker's part starts on its own page, so that no two share a cache line or its neighbour.
  int64_t stride = (kernel.local_bytes + page - 1) / page * page;
  std::byte* local = scratch.local(stride * workers);
  std::byte* shared = scratch.shared(kernel.shared_bytes);
  if (workers == 1) {
    LaunchArgs args{params.data(), local, shared, 0, 1, nullptr};
    enter(kernel, args);
    return;
  }
  Barrier barrier(workers);
  auto work = [&](int64_t worker) {
    LaunchArgs args{params.data(), local + worker * stride, shared, worker, workers, &barrier};
    enter(kernel, args);
  };
  pool.run(workers, work, kernel.workers_meet);
}

}  // namespace eutectic::runtime
