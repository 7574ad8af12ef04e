// Compiled kernels against the interpreter, bit for bit, over processors, vector widths, interleaving and workers.
// EUTECTIC_RANDOM_KERNELS: how many kernels; EUTECTIC_RANDOM_SEED: the first.
#include <gtest/gtest.h>

#include <cstdlib>

#include "backend/cpu/compile.h"
#include "kernel/interpreter.h"
#include "kernel/random_kernel.h"
#include "kernel/text.h"
#include "runtime/thread_pool.h"

namespace eutectic::cpu {
namespace {

struct Variant {
  const char* cpu;
  int vector_bits, interleave;
  bool per_vector_when;
};

std::vector<Variant> variants() {
  std::vector<Variant> v{{"", 0, 0, false}};
#if defined(__x86_64__)
  for (int u : {1, 2, 4, 8}) {
    v.push_back({"x86-64-v3", 256, u, u == 2});
    v.push_back({"x86-64-v3", 128, u, u == 4});
    v.push_back({"x86-64-v2", 128, u, u == 8});
  }
#endif
  return v;
}

int64_t from_environment(const char* name, int64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atoll(text) : otherwise;
}

TEST(CpuRandom, EqualsInterpreter) {
  int64_t first = from_environment("EUTECTIC_RANDOM_SEED", 1),
          kernels = from_environment("EUTECTIC_RANDOM_KERNELS", 12);
  std::vector<Variant> all = variants();
  runtime::ThreadPool pool(3);
  runtime::Scratch scratch;
  int failures = 0;
  for (int64_t seed = first; seed < first + kernels; ++seed) {
    kernel::Kernel k = kernel::random_kernel(static_cast<uint64_t>(seed));
    kernel::KernelMemory start = kernel::random_memory(k, static_cast<uint64_t>(seed)), want = start;
    auto pointers = kernel::pointers(want);
    auto status = kernel::interpret(k, pointers);
    ASSERT_TRUE(status) << "seed " << seed << ": " << render(status.error());
    // Each seed takes its own three of the variants, all of them over time.
    for (int i = 0; i < 3; ++i) {
      const Variant& v = i == 0 ? all[0] : all[(static_cast<size_t>(seed) * 2 + static_cast<size_t>(i)) % all.size()];
      CpuOptions options;
      options.cpu = v.cpu;
      options.vector_bits = v.vector_bits;
      options.interleave = v.interleave;
      options.per_vector_when = v.per_vector_when;
      options.cache = false;
      auto entry = compile(k, options);
      ASSERT_TRUE(entry) << render(entry.error());
      for (int64_t workers : {1, 2, 3}) {
        kernel::KernelMemory got = start;
        auto p = kernel::pointers(got);
        run_kernel(*entry, p, pool, workers, scratch);
        std::string difference = kernel::first_difference(k, want, got);
        if (difference.empty()) continue;
        ADD_FAILURE() << "seed " << seed << " on '" << v.cpu << "' " << v.vector_bits << " x" << v.interleave
                      << (v.per_vector_when ? " per vector" : "") << ", " << workers << " workers: " << difference;
        if (++failures > 8) return;
        break;
      }
    }
  }
}

}  // namespace
}  // namespace eutectic::cpu
