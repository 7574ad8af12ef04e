// The threads that run kernels: a pool of workers with fixed numbers (the caller is worker 0), and the barrier at which
// the workers of one launch meet. Waiting spins for some microseconds, since launches and phases follow each other
// closely, and then sleeps; with more workers than cores it yields instead of spinning. With a core for every worker,
// the pool's threads stay off the core of the caller.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "runtime/placement.h"

namespace eutectic::runtime {

// A reference to a callable; it must outlive the call.
class WorkerFunction {
 public:
  template <class F>
  WorkerFunction(F& f)  // NOLINT: implicit on purpose
      : object_(&f), call_([](void* o, int64_t worker) { (*static_cast<F*>(o))(worker); }) {}
  void operator()(int64_t worker) const { call_(object_, worker); }

 private:
  void* object_;
  void (*call_)(void*, int64_t);
};

// All workers of a launch arrive, then all go on; reusable at once. Memory written before is visible after.
class Barrier {
 public:
  explicit Barrier(int64_t workers);
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;
  void wait();

 private:
  const int64_t workers_;
  const bool spin_;  // a core for every worker
  alignas(64) std::atomic<int64_t> missing_;
  alignas(64) std::atomic<uint32_t> generation_{0};
  std::atomic<uint32_t> sleepers_{0};
};

class ThreadPool {
 public:
  // At most this many workers, the caller included; 0: one per core. Threads start when first needed.
  explicit ThreadPool(int64_t workers = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int64_t workers() const { return limit_; }
  // Calls fn(0) here and fn(1) .. fn(workers - 1) on the pool's threads; returns when all have. `together`: at the same
  // time, as those that meet at a barrier must; else the caller takes over what no thread has begun when it is through,
  // since a sleeping thread may take longer to wake than short work takes. More workers than the pool has are started
  // as they are asked for. Callers from several threads take turns; fn must not call run of the same pool.
  void run(int64_t workers, WorkerFunction fn, bool together = true);

 private:
  struct Worker;
  void start(int64_t workers);
  void loop(Worker& worker, int64_t number);

  const int64_t limit_;
  const Placement placement_;
  std::mutex turn_;
  std::vector<std::unique_ptr<Worker>> threads_;
  const WorkerFunction* job_ = nullptr;  // published by the workers' `open`
  bool spin_ = true;
  alignas(64) std::atomic<uint32_t> running_{0};
};

}  // namespace eutectic::runtime
