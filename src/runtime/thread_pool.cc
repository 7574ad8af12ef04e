#include "runtime/thread_pool.h"

#include <algorithm>

#include "runtime/launch.h"

namespace eutectic::runtime {
namespace {

// About 20 us of spinning on current machines; a sleeping thread takes 5 to 50 us to wake.
constexpr int spin_rounds = 500;
constexpr int yield_rounds = 64;

inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

int64_t cores() { return std::max<int64_t>(1, std::thread::hardware_concurrency()); }

// Waits until `word` is no longer `old`.
void wait_change(const std::atomic<uint32_t>& word, uint32_t old, bool spin, std::atomic<uint32_t>* sleepers) {
  if (spin)
    for (int i = 0; i < spin_rounds; ++i) {
      if (word.load(std::memory_order_acquire) != old) return;
      relax();
    }
  for (int i = 0; i < yield_rounds; ++i) {
    if (word.load(std::memory_order_acquire) != old) return;
    std::this_thread::yield();
  }
  // The sleeper counts itself before it looks once more (in wait), the waker changes the word before it looks for
  // sleepers.
  if (sleepers) sleepers->fetch_add(1, std::memory_order_seq_cst);
  while (word.load(std::memory_order_seq_cst) == old) word.wait(old, std::memory_order_acquire);
  if (sleepers) sleepers->fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace

Barrier::Barrier(int64_t workers) : workers_(workers), spin_(workers <= cores()), missing_(workers) {}

void Barrier::wait() {
  uint32_t generation = generation_.load(std::memory_order_relaxed);
  if (missing_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    missing_.store(workers_, std::memory_order_relaxed);
    generation_.store(generation + 1, std::memory_order_seq_cst);
    if (sleepers_.load(std::memory_order_seq_cst) != 0) generation_.notify_all();
    return;
  }
  wait_change(generation_, generation, spin_, &sleepers_);
}

struct alignas(64) ThreadPool::Worker {
  std::atomic<uint32_t> ticket{0};  // counts jobs
  std::atomic<bool> open{false};    // whoever takes it away does its part of the job
  std::atomic<uint32_t> sleepers{0};
  std::atomic<bool> stop{false};
  int avoids = -1;  // the core it keeps off
  std::thread thread;
};

ThreadPool::ThreadPool(int64_t workers) : limit_(workers > 0 ? workers : cores()) {}

ThreadPool::~ThreadPool() {
  for (auto& w : threads_) {
    w->stop.store(true, std::memory_order_relaxed);
    w->ticket.fetch_add(1, std::memory_order_seq_cst);
    w->ticket.notify_all();
  }
  for (auto& w : threads_) w->thread.join();
}

void ThreadPool::start(int64_t workers) {
  while (static_cast<int64_t>(threads_.size()) < workers - 1) {
    threads_.push_back(std::make_unique<Worker>());
    Worker& w = *threads_.back();
    int64_t number = static_cast<int64_t>(threads_.size());
    w.thread = std::thread([this, &w, number] { loop(w, number); });
  }
}

void ThreadPool::loop(Worker& worker, int64_t number) {
  uint32_t seen = 0;
  bool spin = true;
  for (;;) {
    wait_change(worker.ticket, seen, spin, &worker.sleepers);
    seen = worker.ticket.load(std::memory_order_acquire);
    if (worker.stop.load(std::memory_order_relaxed)) return;
    if (!worker.open.exchange(false, std::memory_order_acq_rel)) continue;
    spin = spin_;
    (*job_)(number);
    if (running_.fetch_sub(1, std::memory_order_seq_cst) == 1) running_.notify_all();
  }
}

void ThreadPool::run(int64_t workers, WorkerFunction fn, bool together) {
  if (workers <= 1) {
    fn(0);
    return;
  }
  std::lock_guard lock(turn_);
  start(workers);
  job_ = &fn;
  spin_ = workers <= cores();
  running_.store(static_cast<uint32_t>(workers - 1), std::memory_order_relaxed);
  const int here = spin_ ? placement_.core() : -1;
  for (int64_t i = 0; i + 1 < workers; ++i) {
    Worker& w = *threads_[static_cast<size_t>(i)];
    if (here >= 0 && w.avoids != here) {
      placement_.keep_off(w.thread.native_handle(), here);
      w.avoids = here;
    }
    w.open.store(true, std::memory_order_release);
    w.ticket.fetch_add(1, std::memory_order_seq_cst);
    if (w.sleepers.load(std::memory_order_seq_cst) != 0) w.ticket.notify_all();
  }
  fn(0);
  if (!together)
    for (int64_t i = workers - 1; i > 0; --i)
      if (threads_[static_cast<size_t>(i - 1)]->open.exchange(false, std::memory_order_acq_rel)) {
        fn(i);
        running_.fetch_sub(1, std::memory_order_relaxed);
      }
  bool spin = spin_;
  for (uint32_t left; (left = running_.load(std::memory_order_acquire)) != 0;)
    wait_change(running_, left, spin, nullptr);
}

extern "C" void eutectic_barrier(Barrier* barrier) { barrier->wait(); }

}  // namespace eutectic::runtime
