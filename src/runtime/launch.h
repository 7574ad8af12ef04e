// One compiled kernel as the runtime sees it: a C entry that every worker calls, and the memory it wants.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

namespace eutectic::runtime {

class Barrier;  // thread_pool.h

// What an entry gets. Chunks: of a par's `count` iterations worker w runs [w * count / workers, (w+1) * count / workers).
struct LaunchArgs {
  void* const* params;  // one pointer per Param buffer, in the kernel's order
  void* local;          // this worker's scratch for Local buffers, 64-byte aligned
  void* shared;         // the launch's Worker buffers, 64-byte aligned, the same for all workers
  int64_t worker, workers;
  Barrier* barrier;     // null when workers == 1
};

struct KernelEntry {
  std::string name;
  void (*entry)(const LaunchArgs*) = nullptr;
  int64_t local_bytes = 0, shared_bytes = 0;
  int64_t max_workers = 1;      // more would have no par iteration to run
  std::shared_ptr<void> owner;  // keeps the code alive
};

// Called by compiled code at the end of a par: returns when all workers have arrived.
extern "C" void eutectic_barrier(Barrier* barrier);

}  // namespace eutectic::runtime
