// What verify() refuses, and what it can prove.
#include "kernel/verify.h"

#include <gtest/gtest.h>

#include "kernel/builder.h"
#include "kernel/interpreter.h"
#include "kernel/parse.h"
#include "kernel/random_body.h"
#include "kernel/random_kernel.h"

namespace eutectic::kernel {
namespace {

using scalar::Op;

// The messages without "kernel k: " and without statements' texts, one per line.
std::string violations(const Kernel& kernel, bool strict = true) {
  auto ok = verify(kernel, {.strict_disjoint = strict});
  std::string out;
  if (ok) return out;
  for (const Diagnostic& d : ok.error()) {
    std::string m = d.message.substr(d.message.find(": ") + 2);
    out += m.substr(0, m.find('\n')) + "\n";
  }
  return out;
}
std::string violations(std::string_view text, bool strict = true) {
  auto kernel = parse_kernel(text, "test");
  return kernel ? violations(*kernel, strict) : render(kernel.error());
}
// Statements of a par with iterations %p of 0 .. 3; %x, %i are read, %y written, 32 elements each.
std::string in_par(std::string_view body, bool strict = true) {
  return violations(R"(kernel @k(%x: f32[32] in, %i: s64[32] in, %y: f32[32] out) {
  local %t: f32[8]
  worker %w: f32[32]
  %n = const.s64 4
  par %p in %n {
    %eight = const.s64 8
    %lo = mul.s64 %p, %eight
    %hi = add.s64 %lo, %eight
    %f = const.f32 1
    %zero = const.s64 0
)" + std::string(body) + "\n}}",
                    strict);
}

TEST(KernelVerify, Places) {
  EXPECT_EQ(violations("kernel @k(%y: f32[1] out) { %f = const.f32 1 store %y[0] = %f }"),
            "a store outside of every par: all workers would do it\n");
  EXPECT_EQ(in_par("par %q in %n {}"), "a par inside of a par\n");
  EXPECT_EQ(in_par("lanes %j in %lo..%hi { lanes %k in %lo..%hi {} }"), "lanes inside of lanes\n");
  EXPECT_EQ(in_par("lanes %j in %lo..%hi { par %q in %n {} }"), "a par inside of lanes\n");
  EXPECT_EQ(in_par("lanes %j in %lo..%hi { %c = lt.s64 %j, %n when %c { store %y[%j] = %f } }"),
            "a store in an arm that only some lanes take: give it a mask\n");
  EXPECT_EQ(in_par("lanes %j in %lo..%hi { %c = lt.s64 %j, %n store %y[%j] = %f if %c }"), "");
  EXPECT_EQ(in_par("%c = eq.s64 %p, %zero when %c { store %y[0] = %f }"), "");
  EXPECT_EQ(in_par("store %x[%p] = %f"), "%x is only read\n");
  EXPECT_EQ(in_par("%r = for %u in %zero..%n carry(%a = %f) fixpoint 4 { yield %a }"),
            "a fixpoint hint outside of lanes\n");
  EXPECT_EQ(in_par("lanes %j in %lo..%hi { %r = for %u in %zero..%n carry(%a = %f) fixpoint 4 { "
                   "%v = convert.f32 %u yield %v } }"),
            "%u is not defined here\n");
  EXPECT_EQ(violations("func @f(%a: s64) { %r = lanes %j in %a..%a reduce(add) { yield %j } yield %r } kernel @k() {}"),
            "lanes inside of a function\n");
  EXPECT_EQ(
      violations("kernel @k() { while { %t = const.pred false %n = const.s64 1 par %p in %n {} yield %t } do { } }"),
      "a par in the condition of a while\n");
  // At the root, in loops and branches, a par is fine.
  EXPECT_EQ(
      violations(
          "kernel @k() { %n = const.s64 2 %c = const.pred true for %t in %n..%n { when %c { par %p in %n {} } } }"),
      "");
}

TEST(KernelVerify, UniformBounds) {
  EXPECT_EQ(in_par("lanes %j in %lo..%hi { for %u in %zero..%j {} }"), "the upper bound is not uniform\n");
  EXPECT_EQ(in_par("lanes %j in %lo..%hi multiple 3 {}"), "8 lanes are no multiple of 3\n");
}

TEST(KernelVerify, Bounds) {
  EXPECT_EQ(in_par("%v = load %x[%p + 28]"), "");
  EXPECT_EQ(in_par("%v = load %x[%p + 29]"), "elements 29 to 32 may be outside of %x with its 32\n");
  EXPECT_EQ(in_par("%v = load %x[-1]"), "elements -1 to -1 are outside of %x with its 32\n");
  EXPECT_EQ(in_par("lanes %j in %lo..%hi { store %t[%j - %lo] = %f }"), "");
  EXPECT_EQ(in_par("lanes %j in %lo..%hi { store %t[%j - %lo + 1] = %f }"),
            "elements 1 to 8 may be outside of %t with its 8\n");
  EXPECT_EQ(in_par("%at = load %i[0] %v = load %x[%at]"),
            "elements -9223372036854775808 to 9223372036854775807 may be outside of %x with its 32\n");
  EXPECT_EQ(in_par("%at = load %i[0] %a = max.s64 %at, %zero %b = min.s64 %a, %n %v = load %x[4 * %b]"), "");
  EXPECT_EQ(in_par("%at = load %i[0] %m = lt.s64 %at, %n %v = load %x[%at] if %m else %f"), "");
  // Conditions narrow what is known.
  EXPECT_EQ(in_par("%c = lt.s64 %p, %n when %c { %v = load %x[10 * %p] }"), "");
  EXPECT_EQ(in_par("%two = const.s64 2 %c = le.s64 %p, %two when %c { %v = load %x[15 * %p] }"), "");
  EXPECT_EQ(in_par("%two = const.s64 2 %c = lt.s64 %p, %two %d = not.pred %c when %d { %v = load %x[%p - 2] }"), "");
  // Code that never runs.
  EXPECT_EQ(in_par("for %u in %n..%zero { %v = load %x[99] }"), "");
  // Unsigned division.
  EXPECT_EQ(in_par("lanes %j in %lo..%hi { %u = convert.u32 %j %d = const.u32 5 %r = div.u32 %u, %d"
                   " %rs = convert.s64 %r %v = load %x[5 * %rs] }"),
            "");
}

TEST(KernelVerify, DefinedMemory) {
  EXPECT_EQ(in_par("%v = load %w[%p]"), "%w is read, but nothing was stored there before\n");
  EXPECT_EQ(in_par("%v = load %t[0]"), "%t is read, but nothing was stored there before\n");
  EXPECT_EQ(in_par("for %u in %zero..%n { %v = load %t[0] store %t[0] = %f }"),
            "%t is read, but nothing was stored there before\n");
  EXPECT_EQ(in_par("store %t[0] = %f } par %q in %n { %v = load %t[0]"),
            "%t is read, but nothing was stored there before\n");
  EXPECT_EQ(in_par("store %w[%p] = %f } par %q in %n { %v = load %w[%q]"), "");
  EXPECT_EQ(in_par("store %w[%p] = %f } %v = load %w[0] par %q in %n {"), "");
  EXPECT_EQ(in_par("store %w[%p] = %f } %v = load %t[0] par %q in %n {"),
            "%t is read, but nothing was stored there before\n%t belongs to the iterations of a par\n");
}

TEST(KernelVerify, RacesBetweenWorkers) {
  // One worker may be in the second par while another still loads.
  EXPECT_EQ(in_par("store %w[%p] = %f } %v = load %w[0] par %q in %n { store %w[%q] = %v"),
            "another worker may already store to %w in par %q in %n\n");
  EXPECT_EQ(in_par("store %w[%p] = %f } %zz = const.s64 0 for %u in %zz..%n { %v = load %w[0] } par %q in %n { %g = "
                   "const.f32 2 store %w[%q] = %g"),
            "another worker may already store to %w in par %q in %n\n");
  EXPECT_EQ(
      in_par(
          "store %w[%p] = %f } %z = const.s64 0 for %u in %z..%n { par %q in %n { %g = const.f32 2 store %w[%q] = %g } "
          "%v = load %w[0] } par %r in %n {"),
      "another worker may already store to %w in par %q in %n\n");
  EXPECT_EQ(in_par("store %w[%p] = %f } %v = load %w[0] par %r in %n { } par %q in %n { store %w[%q] = %v"), "");
}

TEST(KernelVerify, IterationsKeepApart) {
  EXPECT_EQ(in_par("store %y[0] = %f"), "every iteration of the par stores the same element\n");
  EXPECT_EQ(in_par("store %y[%p] = %f"), "");
  EXPECT_EQ(in_par("store %y[-3 * %p + 31] = %f"), "");
  EXPECT_EQ(in_par("lanes %j in %lo..%hi { store %y[%j] = %f }"), "");
  EXPECT_EQ(in_par("lanes %j in %lo..%hi { store %y[-%j + 31] = %f }"), "");
  // Rows of steps.
  EXPECT_EQ(
      in_par(
          "%two = const.s64 2 for %u in %zero..%n { lanes %j in %zero..%two { store %y[8 * %u + 2 * %p + %j] = %f } }"),
      "");
  EXPECT_EQ(
      in_par("%three = const.s64 3 for %u in %zero..%three { lanes %j in %zero..%three { store %y[8 * %u + 2 * %p + "
             "%j] = %f } }"),
      "it cannot be shown that iterations of the par keep apart in %y\n");
  // A number taken apart.
  EXPECT_EQ(in_par("%two = const.s64 2 %r = div.s64 %p, %two %c = rem.s64 %p, %two store %y[%r + 16 * %c] = %f"), "");
  EXPECT_EQ(violations(R"(kernel @k(%y: f32[240] out) {
  %n = const.s64 120
  par %p in %n {
    %four = const.s64 4
    %five = const.s64 5
    %twenty = const.s64 20
    %a = div.s64 %p, %twenty
    %q = div.s64 %p, %four
    %b = rem.s64 %q, %five
    %c = rem.s64 %p, %four
    %f = const.f32 0
    %zero = const.s64 0
    %two = const.s64 2
    lanes %j in %zero..%two {
      store %y[2 * %a + 12 * %b + 60 * %c + %j] = %f
    }
  }
})"),
            "");
  EXPECT_EQ(in_par("%two = const.s64 2 %r = div.s64 %p, %two store %y[%r] = %f"),
            "it cannot be shown that iterations of the par keep apart in %y\n");
  // Another iteration's element.
  EXPECT_EQ(in_par("store %w[%p] = %f } par %q in %n { %g = load %w[-%q + 3] store %w[%q] = %g"),
            "it cannot be shown that iterations of the par keep apart in %w; see %g = load %w[-%q + 3]\n");
  EXPECT_EQ(in_par("store %w[%p] = %f } par %q in %n { %g = load %w[%q] store %w[%q] = %g"), "");
  // Not shown, but trusted by default.
  EXPECT_EQ(in_par("%at = load %i[%p] %a = max.s64 %at, %zero %b = min.s64 %a, %n store %y[%b] = %f", false), "");
}

// What text cannot say.
Kernel small(auto&& edit) {
  KernelBuilder b("k");
  const ValueId n = b.s64(2);
  b.begin_par(n);
  const ValueId f = b.constant(ElementType::F32, 0);
  b.op(Op::Add, ElementType::F32, {f, f});
  b.end();
  Kernel k = b.finish();
  edit(k);
  return k;
}

TEST(KernelVerify, Structure) {
  EXPECT_EQ(violations(small([](Kernel&) {})), "");
  EXPECT_EQ(violations(small([](Kernel& k) { k.stmts[StmtId(3u)].operands.pop_back(); })), "1 operands\n");
  EXPECT_EQ(violations(small([](Kernel& k) { k.stmts[StmtId(3u)].operands[0] = ValueId(99u); })),
            "an operand or result is no value\n");
  EXPECT_EQ(violations(small([](Kernel& k) { k.stmts[StmtId(3u)].results[0] = k.stmts[StmtId(2u)].results[0]; })),
            "%2 is defined twice\n");
  EXPECT_EQ(violations(small([](Kernel& k) { k.regions[k.root].stmts.push_back(StmtId(3u)); })),
            "a statement stands in two places\n");
  EXPECT_EQ(violations(small([](Kernel& k) { k.stmts[StmtId(1u)].regions[0] = k.root; })),
            "a region belongs to two statements\n");
  EXPECT_EQ(violations(small([](Kernel& k) { k.stmts[StmtId(3u)].op = Op::Atan2; })), "atan2 is not a primitive\n");
  EXPECT_EQ(violations(small([](Kernel& k) { k.stmts[StmtId(3u)].op = Op::And; })), "there is no and of f32, f32\n");
  EXPECT_EQ(violations(small([](Kernel& k) { k.values[k.stmts[StmtId(3u)].results[0]].lane = true; })),
            "%3 is marked lane, but it is uniform\n");
  EXPECT_EQ(violations(small([](Kernel& k) { k.values[k.stmts[StmtId(3u)].results[0]].type = ElementType::F64; })),
            "the result is f32, not f64\n");
  EXPECT_EQ(violations(small([](Kernel& k) { k.values[k.stmts[StmtId(2u)].results[0]].type = ElementType::C64; })),
            "a value is of c64\n");
  EXPECT_EQ(
      violations(small([](Kernel& k) { k.stmts[StmtId(0u)].bits = 1, k.values[ValueId(0u)].type = ElementType::S32; })),
      "the count is s32, not s64\n");
  EXPECT_EQ(violations(small([](Kernel& k) {
              std::vector<StmtId>& s = k.regions[k.stmts[StmtId(1u)].regions[0]].stmts;
              std::swap(s[0], s[1]);
            })),
            "%3 is not defined here\n%3 is not defined here\n");
  EXPECT_EQ(violations(small([](Kernel& k) { k.buffers.add({"b", ElementType::F32, -1, Space::Local, Access::In}); })),
            "buffer %b has -1 elements\n");
}

TEST(KernelVerify, FunctionsDoNotRecurse) {
  KernelBuilder b("k");
  const ElementType types[] = {ElementType::F32};
  const std::vector<ValueId> p = b.begin_function("f", types);
  b.end(p);
  Kernel k = b.finish();
  Stmt call;
  call.kind = StmtKind::Call;
  call.function = FunctionId(0u);
  call.operands = {p[0]};
  call.results = {k.values.add({ElementType::F32, true, ""})};
  k.regions[k.functions[FunctionId(0u)].body].stmts.push_back(k.stmts.add(call));
  EXPECT_EQ(violations(k), "a function calls only earlier ones: @f comes later\n");
}

TEST(KernelVerify, ReportsAllWithTheirText) {
  auto kernel = parse_kernel(R"(kernel @k(%x: f32[4] in) {
  %n = const.s64 5
  par %p in %n {
    %a = load %x[%p]
    %b = load %x[%p + 1]
  }
})",
                             "test");
  ASSERT_TRUE(kernel);
  auto ok = verify(*kernel);
  ASSERT_FALSE(ok);
  ASSERT_EQ(ok.error().size(), 2u);
  EXPECT_EQ(ok.error()[1].message,
            "kernel k: elements 1 to 5 may be outside of %x with its 4\n  in %b = load %x[%p + 1]");
}

// A number, a scale, a mask or a clamp is changed: either that is refused, or the kernel still stays in its memory.
TEST(KernelVerify, WhatVerifiesStaysInBounds) {
  int refused = 0, verified = 0;
  for (uint64_t seed = 0; seed < 25; ++seed) {
    RandomKernelOptions options;
    options.max_statements = 10;
    options.max_lanes = 80;
    const Kernel original = random_kernel(seed, options);
    Random r(seed);
    for (int m = 0; m < 12; ++m) {
      Kernel k = original;
      for (bool changed = false; !changed;) {
        Stmt& s = k.stmts[StmtId(static_cast<size_t>(r.below(static_cast<int64_t>(k.stmts.size()))))];
        changed = true;
        if (s.kind == StmtKind::Const && k.values[s.results[0]].type == ElementType::S64) {
          s.bits += static_cast<scalar::Bits>(r.between(-2, 2));
        } else if (s.kind == StmtKind::Op && (s.op == Op::Max || s.op == Op::Min)) {
          s.op = s.op == Op::Max ? Op::Min : Op::Max;
        } else if ((s.kind == StmtKind::Load || s.kind == StmtKind::Store) && !s.index.terms.empty()) {
          if (r.chance(40)) s.index.offset += r.between(-2, 2);
          if (r.chance(40)) s.index.terms[0].scale += r.between(-1, 1);
          if (r.chance(20)) s.operands.resize(s.kind == StmtKind::Store ? 1 : 0);
        } else {
          changed = false;
        }
      }
      if (!verify(k)) {
        ++refused;
        continue;
      }
      ++verified;
      KernelMemory memory = random_memory(k, seed);
      auto ok = interpret(k, pointers(memory), {.max_steps = 1000000});
      // A changed mask may let a masked access out; a changed bound may make a loop long.
      if (ok) continue;
      const std::string& message = ok.error()[0].message;
      EXPECT_TRUE(message.find(" if ") != std::string::npos || message.find(" steps") != std::string::npos) << message;
    }
  }
  EXPECT_GT(refused, 30);
  EXPECT_GT(verified, 100);
}

}  // namespace
}  // namespace eutectic::kernel
