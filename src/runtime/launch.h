// One compiled kernel as the runtime sees it: a C entry that every worker calls, and the memory it wants.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace eutectic::runtime {

class Barrier;     // thread_pool.h
class ThreadPool;  // thread_pool.h

// What an entry gets. Chunks: of a par's `count` iterations worker w runs [w * count / workers, (w+1) * count /
// workers).
struct LaunchArgs {
  void* const* params;  // one pointer per Param buffer, in the kernel's order
  void* local;          // this worker's scratch for Local buffers, 64-byte aligned
  void* shared;         // the launch's Worker buffers, 64-byte aligned, the same for all workers
  int64_t worker, workers;
  Barrier* barrier;  // null when workers == 1
};

struct KernelEntry {
  std::string name;
  void (*entry)(const LaunchArgs*) = nullptr;
  int64_t local_bytes = 0, shared_bytes = 0;
  int64_t max_workers = 1;      // more would have no par iteration to run
  bool workers_meet = true;     // at barriers
  std::shared_ptr<void> owner;  // keeps the code alive
};

// Called by compiled code at the end of a par: returns when all workers have arrived.
extern "C" void eutectic_barrier(Barrier* barrier);

// Memory for Local and Worker buffers, grown as launches ask and reused by later ones. Serves one launch at a time.
class Scratch {
 public:
  Scratch() = default;
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  // 64-byte aligned memory of at least this size; what the one for an earlier, smaller request held is lost.
  std::byte* shared(int64_t bytes);
  std::byte* local(int64_t bytes);

 private:
  struct Block {
    std::byte* data = nullptr;
    int64_t bytes = 0;
  };
  static std::byte* grow(Block& block, int64_t bytes);
  Block shared_, local_;
};

// Runs a kernel with at most `workers` workers of the pool (0: as many as the pool has), and never more than it can
// use. Returns when it is done.
void run_kernel(const KernelEntry& kernel, std::span<void* const> params, ThreadPool& pool, int64_t workers,
                Scratch& scratch);

}  // namespace eutectic::runtime
