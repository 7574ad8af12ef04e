// The device code run on this processor against the kernel interpreter, bit for bit; PTX of the same kernels.
// EUTECTIC_RANDOM_KERNELS: how many random kernels; EUTECTIC_RANDOM_SEED: the first.
#include "backend/gpu/ptx.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "backend/gpu/ptxas.h"
#include "kernel/interpreter.h"
#include "kernel/parse.h"
#include "kernel/random_kernel.h"

namespace eutectic::gpu {
namespace {

int64_t from_environment(const char* name, int64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atoll(text) : otherwise;
}

// False: refused as unsupported.
bool equals_interpreter(const kernel::Kernel& k, uint64_t seed, const std::string& what) {
  auto runner = HostRunner::create(k);
  if (!runner) {
    EXPECT_NE(render(runner.error()).find("unsupported"), std::string::npos) << render(runner.error());
    return false;
  }
  kernel::KernelMemory start = kernel::random_memory(k, seed), want = start, got = start;
  auto pointers = kernel::pointers(want);
  auto status = kernel::interpret(k, pointers);
  EXPECT_TRUE(status) << what << render(status.error());
  auto p = kernel::pointers(got);
  runner->run(p);
  EXPECT_EQ(kernel::first_difference(k, want, got), "") << what;
  return true;
}

TEST(GpuRandom, EqualsInterpreter) {
  const int64_t first = from_environment("EUTECTIC_RANDOM_SEED", 1),
                count = from_environment("EUTECTIC_RANDOM_KERNELS", 12);
  int64_t ran = 0;
  for (int64_t seed = first; seed < first + count && !testing::Test::HasFailure(); ++seed) {
    kernel::RandomKernelOptions options;
    options.outer_loop = seed % 4 == 0;
    kernel::Kernel k = kernel::random_kernel(static_cast<uint64_t>(seed), options);
    if (!equals_interpreter(k, static_cast<uint64_t>(seed), "seed " + std::to_string(seed) + ": ")) continue;
    ++ran;
    auto code = emit_ptx(k, {});
    ASSERT_TRUE(code) << render(code.error());
    EXPECT_NE(code->text.find(".visible .entry"), std::string::npos);
  }
  EXPECT_GT(ran, count / 3);
}

// What one thread stores, another stores again later: in the next round of a loop, or after the lanes.
TEST(GpuPtx, LaterStoresComeLater) {
  for (const char* text : {R"(kernel @race(%x: f32[256] in, %o: f32[300] out) {
  %n = const.s64 1
  %zero = const.s64 0
  %steps = const.s64 44
  par %p in %n {
    %hi = const.s64 256
    for %t in %zero..%steps {
      lanes %j in %zero..%hi {
        %a = load %x[%j]
        store %o[%j + %t] = %a
      }
    }
  }
})",
                           R"(kernel @mixed(%x: f32[256] in, %o: f32[256] out) {
  %n = const.s64 1
  %zero = const.s64 0
  par %p in %n {
    %hi = const.s64 256
    %c = const.f32 2.0
    lanes %j in %zero..%hi {
      %a = load %x[%j]
      store %o[%j] = %a
    }
    store %o[5] = %c
    store %o[250] = %c
  }
})"}) {
    auto k = kernel::parse_kernel(text, "test");
    ASSERT_TRUE(k) << render(k.error());
    for (uint64_t seed = 1; seed < 4; ++seed) EXPECT_TRUE(equals_interpreter(*k, seed, k->name));
    auto code = emit_ptx(*k, {});
    ASSERT_TRUE(code);
    EXPECT_TRUE(code->launches.at(0).meets);
  }
}

TEST(GpuPtx, NothingIsContracted) {
  auto k = kernel::parse_kernel(R"(kernel @k(%x: f32[64] in, %y: f32[64] in, %o: f32[64] out) {
  %n = const.s64 1
  par %p in %n {
    %lo = const.s64 0
    %hi = const.s64 64
    lanes %j in %lo..%hi {
      %a = load %x[%j]
      %b = load %y[%j]
      %c = mul.f32 %a, %b
      %d = add.f32 %c, %a
      %e = div.f32 %d, %b
      %f = sqrt.f32 %e
      store %o[%j] = %f
    }
  }
})",
                                "test");
  ASSERT_TRUE(k) << render(k.error());
  auto code = emit_ptx(*k, {});
  ASSERT_TRUE(code) << render(code.error());
  EXPECT_EQ(code->text.find("fma"), std::string::npos) << code->text;
  EXPECT_NE(code->text.find("div.rn.f32"), std::string::npos) << code->text;
  EXPECT_NE(code->text.find("sqrt.rn.f32"), std::string::npos) << code->text;
  EXPECT_EQ(code->text.find("ftz"), std::string::npos) << code->text;
  ASSERT_EQ(code->launches.size(), 1u);
  EXPECT_EQ(code->launches[0].blocks, 1);
  EXPECT_FALSE(code->launches[0].meets);
}

TEST(GpuPtx, ReportOfPtxasIsRead) {
  const std::string report = R"(ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'k_while' for 'sm_90'
ptxas info    : Function properties for k_while
    48 bytes stack frame, 44 bytes spill stores, 40 bytes spill loads
ptxas info    : Used 31 registers, used 1 barriers, 512 bytes smem, 384 bytes cmem[0]
)";
  const std::vector<PtxEntry> entries = read_ptxas_report(report);
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].name, "k_while");
  EXPECT_EQ(entries[0].registers, 31);
  EXPECT_EQ(entries[0].spill_store_bytes, 44);
  EXPECT_EQ(entries[0].spill_load_bytes, 40);
  EXPECT_EQ(entries[0].stack_bytes, 48);
  EXPECT_EQ(entries[0].shared_bytes, 512);
}

TEST(GpuPtx, UnknownArchitecture) {
  kernel::Kernel k = kernel::random_kernel(1);
  auto code = emit_ptx(k, {.sm = 12345});
  ASSERT_FALSE(code);
  EXPECT_NE(render(code.error()).find("sm_12345"), std::string::npos);
}

}  // namespace
}  // namespace eutectic::gpu
