#include "runtime/thread_pool.h"

#include <gtest/gtest.h>

#include <cstring>

#include "runtime/launch.h"

namespace eutectic::runtime {
namespace {

TEST(ThreadPool, EveryWorkerRunsOnce) {
  ThreadPool pool(3);
  for (int round = 0; round < 300; ++round) {
    int64_t workers = 1 + round % 5;
    std::vector<int> ran(5, 0);
    auto work = [&](int64_t w) { ran[static_cast<size_t>(w)] += 1; };
    pool.run(workers, work);
    for (int64_t w = 0; w < 5; ++w) EXPECT_EQ(ran[static_cast<size_t>(w)], w < workers ? 1 : 0);
  }
}

// Short work that the caller often takes over, between jobs for which all must be there.
TEST(ThreadPool, TheCallerTakesOverWhatNobodyBegan) {
  ThreadPool pool(3);
  for (int round = 0; round < 3000; ++round) {
    std::vector<int> ran(5, 0);
    auto work = [&](int64_t w) { ran[static_cast<size_t>(w)] += 1; };
    pool.run(2 + round % 4, work, round % 7 == 0);
    for (int w = 0; w < 5; ++w) ASSERT_EQ(ran[static_cast<size_t>(w)], w < 2 + round % 4 ? 1 : 0) << round;
    if (round % 500 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(ThreadPool, CallersTakeTurns) {
  ThreadPool pool(2);
  std::atomic<int> total{0};
  auto call = [&] {
    for (int i = 0; i < 50; ++i) {
      auto work = [&](int64_t) { total.fetch_add(1); };
      pool.run(2, work);
    }
  };
  std::thread a(call), b(call);
  a.join();
  b.join();
  EXPECT_EQ(total.load(), 200);
}

// More workers than cores too: each phase reads what the neighbour wrote in the one before.
TEST(Barrier, PhasesSeeEachOther) {
  for (int64_t workers : {2, 3, 4}) {
    ThreadPool pool;
    Barrier barrier(workers);
    constexpr int phases = 200;
    std::vector<int64_t> now(static_cast<size_t>(workers), 0), next(static_cast<size_t>(workers), 0);
    std::atomic<int> wrong{0};
    auto work = [&](int64_t w) {
      auto self = static_cast<size_t>(w), other = static_cast<size_t>((w + 1) % workers);
      for (int p = 0; p < phases; ++p) {
        auto& from = p % 2 == 0 ? now : next;
        auto& to = p % 2 == 0 ? next : now;
        if (from[other] != p) wrong.fetch_add(1);
        to[self] = p + 1;
        barrier.wait();
      }
    };
    pool.run(workers, work);
    EXPECT_EQ(wrong.load(), 0) << workers;
  }
}

TEST(Launch, ScratchIsAlignedAndWorkersAreLimited) {
  KernelEntry kernel;
  kernel.local_bytes = 100;
  kernel.shared_bytes = 64;
  kernel.max_workers = 2;
  kernel.entry = [](const LaunchArgs* args) {
    std::memset(args->local, 1, 100);
    auto* out = static_cast<int64_t*>(args->params[0]);
    out[args->worker] = args->workers + (reinterpret_cast<uintptr_t>(args->local) % 64 != 0) * 100 +
                        (reinterpret_cast<uintptr_t>(args->shared) % 64 != 0) * 100;
    if (args->barrier) eutectic_barrier(args->barrier);
  };
  ThreadPool pool(4);
  Scratch scratch;
  int64_t out[4] = {};
  void* params[] = {out};
  run_kernel(kernel, params, pool, 0, scratch);
  EXPECT_EQ(out[0], 2);
  EXPECT_EQ(out[1], 2);
  EXPECT_EQ(out[2], 0);
}

}  // namespace
}  // namespace eutectic::runtime
