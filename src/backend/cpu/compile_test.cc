// The back end as others use it: assembly for several processors, the caches, loops and lanes of odd sizes.
#include "backend/cpu/compile.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "backend/cpu/cache.h"
#include "kernel/builder.h"
#include "runtime/thread_pool.h"

namespace eutectic::cpu {
namespace {

using kernel::Access;
using kernel::Index;
using kernel::Kernel;
using kernel::KernelBuilder;
using kernel::Space;
using kernel::ValueId;
using scalar::Op;

constexpr ElementType f32 = ElementType::F32, s64 = ElementType::S64;

ValueId number(KernelBuilder& k, float v) { return k.constant(f32, std::bit_cast<uint32_t>(v)); }

// x, y: n values each run `steps` steps of x = fma(x, y, 0.5), y = floor(max(x, y)); then out = sum of x.
Kernel sample(int64_t n, int64_t steps, float constant = 0.5f) {
  KernelBuilder k("sample");
  auto x = k.buffer("x", f32, n, Space::Param, Access::InOut), y = k.buffer("y", f32, n, Space::Param, Access::In);
  auto out = k.buffer("out", f32, 1, Space::Param, Access::Out);
  auto part = k.buffer("part", f32, 64, Space::Worker);
  ValueId zero = k.s64(0), size = k.s64(n), tile = k.s64((n + 3) / 4), four = k.s64(4);
  Op reducers[] = {Op::Add};
  ValueId p = k.begin_par(four);
  ValueId lo = k.op(Op::Mul, s64, {p, tile});
  ValueId hi = k.op(Op::Min, s64, {k.op(Op::Add, s64, {lo, tile}), size});
  ValueId j = k.begin_lanes(lo, hi, reducers);
  ValueId start[] = {k.load(x, {{{j, 1}}, 0}), k.load(y, {{{j, 1}}, 0})};
  auto carries = k.begin_for(zero, k.s64(steps), start);
  ValueId nx = k.op(Op::Fma, f32, {carries[1], carries[2], number(k, constant)});
  ValueId next[] = {nx, k.op(Op::Floor, f32, {k.op(Op::Max, f32, {nx, carries[2]})})};
  auto last = k.end(next);
  k.store(x, {{{j, 1}}, 0}, last[0]);
  ValueId yields[] = {last[0]};
  auto sum = k.end(yields);
  k.store(part, {{{p, 1}}, 0}, sum[0]);
  k.end();
  ValueId i = k.begin_lanes(zero, four, reducers);
  ValueId parts[] = {k.load(part, {{{i, 1}}, 0})};
  auto total = k.end(parts);
  k.store(out, {}, total[0]);
  return k.finish();
}

std::vector<float> run(const runtime::KernelEntry& entry, int n, int64_t workers) {
  std::vector<float> x(static_cast<size_t>(n)), y(static_cast<size_t>(n)), out(1);
  for (int i = 0; i < n; ++i) {
    x[static_cast<size_t>(i)] = static_cast<float>(i) * 0.01f;
    y[static_cast<size_t>(i)] = static_cast<float>(i % 7) * 0.1f;
  }
  void* params[] = {x.data(), y.data(), out.data()};
  runtime::ThreadPool pool(3);
  runtime::Scratch scratch;
  run_kernel(entry, params, pool, workers, scratch);
  x.push_back(out[0]);
  return x;
}

TEST(CpuCompile, SameBitsWhateverTheShape) {
  for (int n : {1, 3, 8, 61, 64, 257, 1000}) {
    Kernel k = sample(n, 5);
    std::vector<float> want;
    for (int bits : {0, 128})
      for (int interleave : {0, 1, 2, 8})
        for (int workers : {1, 2, 3}) {
          CpuOptions o;
          o.vector_bits = bits;
          o.interleave = interleave;
          auto entry = compile(k, o);
          ASSERT_TRUE(entry) << render(entry.error());
          std::vector<float> got = run(*entry, n, workers);
          if (want.empty()) want = got;
          EXPECT_EQ(want, got) << n << " " << bits << " " << interleave << " " << workers;
        }
  }
}

TEST(CpuCompile, AssemblyOfOtherProcessors) {
  Kernel k = sample(4096, 100);
  auto text = [&](const char* cpu) {
    CpuOptions o;
    o.cpu = cpu;
    auto a = emit_assembly(k, o);
    EXPECT_TRUE(a) << render(a.error());
    return a ? *a : std::string();
  };
  std::string sse = text("x86-64-v2"), avx2 = text("x86-64-v3"), avx512 = text("x86-64-v4"), neon = text("neoverse-n1");
  auto has = [](const std::string& s, const char* what) { return s.find(what) != std::string::npos; };
  EXPECT_TRUE(has(sse, "%xmm") && !has(sse, "%ymm") && has(sse, "roundps"));
  EXPECT_TRUE(has(avx2, "%ymm") && !has(avx2, "%zmm") && has(avx2, "vfmadd") && has(avx2, "vroundps"));
  EXPECT_TRUE(has(avx512, "%zmm") && has(avx512, "vfmadd") && has(avx512, "vrndscaleps"));
  EXPECT_TRUE(has(neon, "fmla\tv") && has(neon, "frintm\tv"));
}

TEST(CpuCompile, UnknownProcessor) {
  CpuOptions o;
  o.cpu = "x86-64-v99";
  auto a = emit_assembly(sample(8, 1), o);
  ASSERT_FALSE(a);
  EXPECT_NE(render(a.error()).find("x86-64-v99"), std::string::npos);
}

TEST(CpuCompile, Caches) {
  namespace fs = std::filesystem;
  const char* old = std::getenv("XDG_CACHE_HOME");
  std::string saved = old ? old : "";
  fs::path folder = fs::path(testing::TempDir()) / "eutectic_cache_test";
  fs::remove_all(folder);
  setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  Kernel k = sample(100, 3, 0.625f);
  CompileTimes t;
  auto first = compile(k, {}, &t);
  ASSERT_TRUE(first) << render(first.error());
  EXPECT_FALSE(t.memory_hit || t.disk_hit);
  ASSERT_TRUE(compile(k, {}, &t));
  EXPECT_TRUE(t.memory_hit);
  CacheKey key = cache_key(k, {});
  auto object = read_object(key);
  ASSERT_TRUE(object);
  auto loaded = load_object(std::span<const char>(*object));
  ASSERT_TRUE(loaded) << render(loaded.error());
  runtime::KernelEntry again = *first;
  again.entry = reinterpret_cast<void (*)(const runtime::LaunchArgs*)>(loaded->entry);
  EXPECT_EQ(run(*first, 100, 2), run(again, 100, 2));
  // Another kernel, another key.
  EXPECT_NE(key, cache_key(sample(100, 3, 0.75f), {}));
  // Every damaged byte and every cut is noticed.
  fs::path file;
  for (const auto& e : fs::directory_iterator(folder / "eutectic")) file = e.path();
  auto size = static_cast<int64_t>(fs::file_size(file));
  for (int64_t at : {int64_t{0}, int64_t{9}, int64_t{41}, size - 1}) {
    std::fstream f(file, std::ios::in | std::ios::out | std::ios::binary);
    f.seekg(at);
    char c = static_cast<char>(f.get());
    f.seekp(at);
    f.put(static_cast<char>(c ^ 1));
    f.close();
    EXPECT_FALSE(read_object(key)) << at;
    std::fstream back(file, std::ios::in | std::ios::out | std::ios::binary);
    back.seekp(at);
    back.put(c);
  }
  EXPECT_TRUE(read_object(key));
  fs::resize_file(file, static_cast<uintmax_t>(size / 2));
  EXPECT_FALSE(read_object(key));
  fs::resize_file(file, 3);
  EXPECT_FALSE(read_object(key));
  fs::remove_all(folder);
  if (old)
    setenv("XDG_CACHE_HOME", saved.c_str(), 1);
  else
    unsetenv("XDG_CACHE_HOME");
}

}  // namespace
}  // namespace eutectic::cpu
