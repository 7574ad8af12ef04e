// The interpreter on hand-written kernels, and its fast ops against the table of scalar ops.
#include "kernel/interpreter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "kernel/interpret/fast_op.h"
#include "kernel/parse.h"
#include "kernel/random_body.h"
#include "kernel/random_kernel.h"
#include "kernel/reduce.h"
#include "kernel/text.h"
#include "kernel/verify.h"

namespace eutectic::kernel {
namespace {

using scalar::Op;

Kernel parsed(std::string_view text) {
  auto kernel = parse_kernel(text, "test");
  EXPECT_TRUE(kernel) << render(kernel.error());
  if (!kernel) return {};
  auto ok = verify(*kernel, {.strict_disjoint = true});
  EXPECT_TRUE(ok) << render(ok.error());
  return std::move(*kernel);
}
template <class... T>
void run(const Kernel& k, std::vector<T>&... memory) {
  if (k.regions.empty()) return;
  void* params[] = {memory.data()...};
  auto ok = interpret(k, params, {.refuse_undefined = true});
  EXPECT_TRUE(ok) << render(ok.error());
}

TEST(KernelInterpreter, ReductionOrder) {
  const Kernel k = parsed(R"(kernel @sum(%x: f32[1000] in, %y: f32[2] out) {
  %one = const.s64 1
  par %p in %one {
    %lo = const.s64 7
    %hi = const.s64 1000
    %sum, %max = lanes %j in %lo..%hi reduce(add, max) {
      %v = load %x[%j]
      yield %v, %v
    }
    store %y[0] = %sum
    store %y[1] = %max
  }
})");
  std::vector<float> x(1000), y(2);
  for (size_t i = 0; i < x.size(); ++i) x[i] = 1.0f / static_cast<float>(i + 1) - 0.001f * static_cast<float>(i % 7);
  run(k, x, y);
  float acc[64];
  std::fill(std::begin(acc), std::end(acc), -0.0f);
  for (size_t i = 7; i < x.size(); ++i) acc[(i - 7) % 64] += x[i];
  for (int s = 32; s > 0; s /= 2)
    for (int i = 0; i < s; ++i) acc[i] += acc[i + s];
  EXPECT_EQ(y[0], acc[0]);
  EXPECT_EQ(y[1], *std::max_element(x.begin() + 7, x.end()));
}

TEST(KernelInterpreter, EmptyReductionsGiveIdentities) {
  const Kernel k = parsed(R"(kernel @empty(%f: f32[4] out, %s: s32[4] out) {
  %one = const.s64 1
  par %p in %one {
    %lo = const.s64 5
    %hi = const.s64 3
    %a, %b, %c, %d, %e, %g, %h, %i = lanes %j in %lo..%hi reduce(add, mul, min, max, add, min, max, and) {
      %v = const.f32 1
      %w = const.s32 1
      yield %v, %v, %v, %v, %w, %w, %w, %w
    }
    store %f[0] = %a
    store %f[1] = %b
    store %f[2] = %c
    store %f[3] = %d
    store %s[0] = %e
    store %s[1] = %g
    store %s[2] = %h
    store %s[3] = %i
  }
})");
  std::vector<float> f(4);
  std::vector<int32_t> s(4);
  void* params[] = {f.data(), s.data()};
  ASSERT_TRUE(interpret(k, params));
  EXPECT_TRUE(f[0] == 0 && std::signbit(f[0]));
  EXPECT_EQ(f[1], 1);
  EXPECT_EQ(f[2], INFINITY);
  EXPECT_EQ(f[3], -INFINITY);
  EXPECT_EQ(s, (std::vector<int32_t>{0, INT32_MAX, INT32_MIN, -1}));
}

TEST(KernelInterpreter, CarriesMoveAtOnce) {
  // Fibonacci by swapping carries; a while where each lane stops alone; a call.
  const Kernel k = parsed(R"(func @next(%a: s32, %b: s32) {
  %c = add.s32 %a, %b
  yield %b, %c
}
kernel @fib(%y: s32[10] out, %z: s32[10] out) {
  %n = const.s64 10
  %one = const.s64 1
  par %p in %one {
    %zero = const.s64 0
    lanes %j in %zero..%n {
      %a0 = const.s32 0
      %b0 = const.s32 1
      %a, %b = for %t in %zero..%n carry(%x = %a0, %y0 = %b0) {
        %u, %v = call @next(%x, %y0)
        yield %u, %v
      }
      %l, %r = for %t2 in %zero..%n carry(%l0 = %a, %r0 = %b) {
        yield %r0, %l0
      }
      store %y[%j] = %l
      %limit = convert.s32 %j
      %steps = while carry(%i = %a0) {
        %sq = mul.s32 %i, %i
        %go = lt.s32 %sq, %limit
        yield %go
      } do(%i2) {
        %k = add.s32 %i2, %b0
        yield %k
      }
      store %z[%j] = %steps
    }
  }
})");
  std::vector<int32_t> y(10), z(10);
  run(k, y, z);
  EXPECT_EQ(y, std::vector<int32_t>(10, 55));
  EXPECT_EQ(z, (std::vector<int32_t>{0, 1, 2, 2, 2, 3, 3, 3, 3, 3}));
}

TEST(KernelInterpreter, PhasesTilesAndMasks) {
  const Kernel k = parsed(R"(kernel @shift(%x: s32[10] in, %y: s32[10] inout) {
  local %t: s32[4]
  worker %w: s32[10]
  %tiles = const.s64 3
  %n = const.s64 10
  par %p in %tiles {
    %four = const.s64 4
    %lo = mul.s64 %p, %four
    %end = add.s64 %lo, %four
    %hi = min.s64 %end, %n
    lanes %j in %lo..%hi {
      %v = load %x[%j]
      %d = add.s32 %v, %v
      store %t[%j - %lo] = %d
    }
    lanes %k in %lo..%hi {
      %u = load %t[%k - %lo]
      store %w[-%k + 9] = %u
    }
  }
  par %q in %n {
    %one = const.s64 1
    %m = ge.s64 %q, %one
    %s0 = const.s32 -1
    %s = load %w[%q - 1] if %m else %s0
    %three = const.s64 3
    %o = ne.s64 %q, %three
    store %y[%q] = %s if %o
  }
})");
  std::vector<int32_t> x(10), y(10, 77);
  std::iota(x.begin(), x.end(), 0);
  run(k, x, y);
  EXPECT_EQ(y, (std::vector<int32_t>{-1, 18, 16, 77, 12, 10, 8, 6, 4, 2}));
}

// The example of docs/kernel.md is a kernel, printed as it stands there, and does what is said.
TEST(KernelInterpreter, ExampleOfTheManual) {
  std::ifstream file(EUTECTIC_SOURCE_DIR "/docs/kernel.md");
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const size_t begin = page.find("```\n") + 4;
  const std::string text = page.substr(begin, page.find("```", begin) - begin);
  const Kernel k = parsed(text);
  EXPECT_EQ(to_text(k), text);
  std::vector<float> xs(1000), ys(1000);
  std::vector<int32_t> count(1000), total(1);
  int32_t sum = 0;
  for (size_t i = 0; i < xs.size(); ++i) xs[i] = static_cast<float>(i) / 1000, ys[i] = 1 - xs[i];
  run(k, xs, ys, count, total);
  for (size_t i = 0; i < xs.size(); ++i) {
    int32_t n = 0;
    for (float x = xs[i], y = ys[i]; std::fma(x, x, y * y) > 0.01f; x *= 0.9f, y *= 0.9f) ++n;
    EXPECT_EQ(count[i], n);
    sum += n;
  }
  EXPECT_EQ(total[0], sum);
}

TEST(KernelInterpreter, KernelsOfTheTestFolder) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(EUTECTIC_SOURCE_DIR "/tests/kernels")) {
    if (entry.path().extension() != ".kernel") continue;
    ++files;
    std::ifstream file(entry.path());
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const Kernel k = parsed(text);
    EXPECT_EQ(to_text(k), text) << entry.path();
    KernelMemory memory = random_memory(k, 1);
    auto ok = interpret(k, pointers(memory), {.refuse_undefined = true});
    EXPECT_TRUE(ok) << render(ok.error());
  }
  EXPECT_GE(files, 6);
}

TEST(KernelInterpreter, SaysWhatIsOutside) {
  auto k = parse_kernel(R"(kernel @bad(%x: s32[10] in, %y: s32[10] out) {
  %n = const.s64 10
  par %p in %n {
    %v = load %x[%p + 3]
    store %y[%p] = %v
  }
})",
                        "test");
  ASSERT_TRUE(k);
  std::vector<int32_t> x(10), y(10);
  void* params[] = {x.data(), y.data()};
  auto ok = interpret(*k, params);
  ASSERT_FALSE(ok);
  EXPECT_EQ(ok.error()[0].message, "kernel bad: element 10 of %x is outside its 10\n  in %v = load %x[%p + 3]");
  EXPECT_FALSE(interpret(*k, std::span(params, 1)));
}

TEST(KernelInterpreter, UndefinedReadsShow) {
  auto k = parse_kernel(R"(kernel @bad(%y: f32[1] out) {
  local %t: f32[4]
  %one = const.s64 1
  par %p in %one {
    %v = load %t[2]
    store %y[0] = %v
  }
})",
                        "test");
  ASSERT_TRUE(k);
  std::vector<float> y(1);
  void* params[] = {y.data()};
  ASSERT_TRUE(interpret(*k, params));
  EXPECT_TRUE(std::isnan(y[0]));
  auto strict = interpret(*k, params, {.refuse_undefined = true});
  ASSERT_FALSE(strict);
  EXPECT_EQ(strict.error()[0].message, "kernel bad: element 2 of %t is read before it is stored\n  in %v = load %t[2]");
}

TEST(KernelInterpreter, EndsAfterTheGivenSteps) {
  auto k = parse_kernel("kernel @k() { %t = const.pred true while { yield %t } do { } }", "test");
  ASSERT_TRUE(k) << render(k.error());
  auto ok = interpret(*k, {}, {.max_steps = 1000});
  ASSERT_FALSE(ok);
}

// Values that meet every edge.
scalar::Bits sample(Random& r, ElementType type) {
  const scalar::Bits mask = ~scalar::Bits{0} >> (64 - info(type).bits);
  switch (r.below(4)) {
    case 0:
      return r.next() & mask;
    case 1:
      return (scalar::Bits{1} << r.below(info(type).bits)) - static_cast<scalar::Bits>(r.below(2));
    case 2:
      return is_float(type) ? scalar::encode(type, static_cast<double>(r.between(-9, 9)) / 2) : r.next() % 70 & mask;
    default: {
      const double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1e-45, 0.5, 1.5, 2147483648.0, -1.0};
      return scalar::encode(type, special[r.below(10)]);
    }
  }
}

TEST(FastOp, AgreesWithTheTable) {
  Random r(1);
  int functions = 0;
  for (int o = 0; o <= static_cast<int>(Op::Bitcast); ++o) {
    const Op op = static_cast<Op>(o);
    for (int t = 0; t < element_type_count; ++t) {
      const auto type = static_cast<ElementType>(t);
      if (!scalar::is_scalar_type(type)) continue;
      for (int w = 0; w < element_type_count; ++w) {
        const auto wanted = static_cast<ElementType>(w);
        if (op != Op::Convert && op != Op::Bitcast && wanted != type) continue;
        std::vector<ElementType> types(static_cast<size_t>(scalar::info(op).operands), type);
        if (op == Op::Select) types[0] = ElementType::Pred;
        const auto result = scalar::result_type(op, types, wanted);
        const FastOp fast = result ? fast_op(op, *result, types) : nullptr;
        if (!fast) continue;
        ++functions;
        for (int i = 0; i < 400; ++i) {
          scalar::Bits v[3] = {};
          for (size_t n = 0; n < types.size(); ++n) v[n] = sample(r, types[n]);
          const scalar::Bits a = fast(v[0], v[1], v[2]);
          const scalar::Bits b = scalar::evaluate(op, *result, types, std::span(v, types.size()));
          if (a == b) continue;
          // Which NaN comes out of two is not said.
          EXPECT_TRUE(is_float(*result) && std::isnan(scalar::decode(*result, a)) &&
                      std::isnan(scalar::decode(*result, b)))
              << scalar::info(op).text << '.' << info(type).hlo << " to " << info(*result).hlo << ": " << v[0] << ' '
              << v[1] << ' ' << v[2] << " gives " << a << ", not " << b;
        }
      }
    }
  }
  EXPECT_GT(functions, 150);
}

TEST(ReduceIdentity, ChangesNothing) {
  Random r(2);
  for (Op op : {Op::Add, Op::Mul, Op::Min, Op::Max, Op::And, Op::Or, Op::Xor}) {
    for (int t = 0; t < element_type_count; ++t) {
      const auto type = static_cast<ElementType>(t);
      const auto identity = reduce_identity(op, type);
      if (!identity) continue;
      const ElementType types[] = {type, type};
      for (int i = 0; i < 200; ++i) {
        const scalar::Bits v = sample(r, type), operands[] = {*identity, v};
        const scalar::Bits out = scalar::evaluate(op, type, types, operands);
        if (is_float(type) && std::isnan(scalar::decode(type, v))) {
          EXPECT_TRUE(std::isnan(scalar::decode(type, out)));
        } else {
          EXPECT_EQ(out, v) << scalar::info(op).text << '.' << info(type).hlo;
        }
      }
    }
  }
}

TEST(RandomKernels, VerifyAndRun) {
  for (uint64_t seed = 1000; seed < 1060; ++seed) {
    const Kernel k = random_kernel(seed);
    auto ok = verify(k, {.strict_disjoint = true});
    EXPECT_TRUE(ok) << render(ok.error()) << to_text(k);
    KernelMemory memory = random_memory(k, seed);
    auto ran = interpret(k, pointers(memory), {.refuse_undefined = true});
    EXPECT_TRUE(ran) << render(ran.error());
    // The text means the same.
    auto again = parse_kernel(to_text(k), "test");
    ASSERT_TRUE(again);
    KernelMemory other = random_memory(k, seed);
    ASSERT_TRUE(interpret(*again, pointers(other)));
    EXPECT_EQ(first_difference(k, memory, other), "");
  }
}

}  // namespace
}  // namespace eutectic::kernel
