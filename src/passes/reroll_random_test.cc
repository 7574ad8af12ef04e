// Random steps, written out K times with small differences: whatever rerolling makes of them has the same
// bits. The step's order varies between repetitions; values are dropped, shared and read late at random.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "format/format.h"
#include "ops/evaluator.h"
#include "ops/verify.h"
#include "passes/passes.h"
#include "passes/pipeline.h"
#include "passes/reroll.h"

namespace eutectic {
namespace {

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  std::string program() {
    steps_ = 3 + pick(6);
    const size_t ops = 3 + pick(8), states = 1 + pick(3);
    text_ = "HloModule m\nENTRY e {\n  w = f32[4] parameter(0)\n";
    text_ += fmt::format("  xs = f32[{},4] parameter(1)\n  j = s32[4] parameter(2)\n", steps_);
    std::vector<std::string> state;
    for (size_t s = 0; s < states; ++s) {
      text_ += fmt::format("  p{0} = f32[4] parameter({1})\n", s, s + 3);
      // Sometimes the initial state looks like a step's result.
      if (pick(3) == 0) {
        text_ += fmt::format("  q{0} = f32[4] multiply(p{0}, w)\n", s);
        state.push_back(fmt::format("q{}", s));
      } else {
        state.push_back(fmt::format("p{}", s));
      }
    }
    // The step: per op its kind and where its operands come from (state, invariant, earlier op of the step).
    struct Op {
      size_t kind;
      size_t a, b;
    };
    std::vector<Op> step;
    for (size_t o = 0; o < ops; ++o) step.push_back({pick(9), pick(states + 1 + o), pick(states + 1 + o)});
    std::vector<size_t> next;
    for (size_t s = 0; s < states; ++s) next.push_back(pick(ops));
    const size_t stacked = pick(ops + 1), read = pick(ops), read_at = pick(steps_);
    std::string list, read_value;
    for (size_t t = 0; t < steps_; ++t) {
      std::vector<std::string> value = state;
      value.emplace_back("w");
      for (size_t o = 0; o < ops; ++o) {
        const std::string name = fmt::format("v{}_{}", t, o), &a = value[step[o].a], &b = value[step[o].b];
        switch (step[o].kind) {
          case 0:
            line("{} = f32[4] add({}, {})", name, a, b);
            break;
          case 1:
            line("{} = f32[4] multiply({}, {})", name, a, b);
            break;
          case 2:
            line("{} = f32[4] sine({})", name, a);
            break;
          case 3:
            line("{}s = f32[1,4] slice(xs), slice={{[{}:{}], [0:4]}}", name, t, t + 1);
            line("{0}r = f32[4] reshape({0}s)", name);
            line("{0} = f32[4] add({0}r, {1})", name, a);
            break;
          case 4:
            line("{}c = s32[] constant({})", name, 5 * t + o);
            line("{0}b = s32[4] broadcast({0}c), dimensions={{}}", name);
            line("{0}i = s32[4] xor({0}b, j)", name);
            line("{0}f = f32[4] convert({0}i)", name);
            line("{0} = f32[4] subtract({0}f, {1})", name, a);
            break;
          case 5:
            line("{}k = f32[] constant(0.25)", name);
            line("{0}b = f32[4] broadcast({0}k), dimensions={{}}", name);
            line("{0} = f32[4] multiply({0}b, {1})", name, a);
            break;
          case 6:
            line("{}k = f32[] constant({}.5)", name, (t * t + 3) % 7);
            line("{0}b = f32[4] broadcast({0}k), dimensions={{}}", name);
            line("{0} = f32[4] maximum({0}b, {1})", name, a);
            break;
          case 7:
            line("{}c = s32[] constant({})", name, 2 * t);
            line("{}z = s32[] constant(0)", name);
            line("{0}d = f32[1,4] dynamic-slice(xs, {0}c, {0}z), dynamic_slice_sizes={{1,4}}", name);
            line("{0}r = f32[4] reshape({0}d)", name);
            line("{0} = f32[4] subtract({1}, {0}r)", name, a);
            break;
          default:
            line("{}e = f32[4] tanh(w)", name);  // merged across repetitions
            line("{0} = f32[4] multiply({0}e, {1})", name, b);
        }
        value.push_back(name);
      }
      for (size_t s = 0; s < states; ++s) state[s] = value[states + 1 + next[s]];
      if (stacked < ops) {
        line("o{} = f32[1,4] reshape({})", t, value[states + 1 + stacked]);
        list += fmt::format("{}o{}", t ? ", " : "", t);
      }
      if (t == read_at) read_value = value[states + 1 + read];
    }
    std::string results = state[pick(states)];
    std::string shapes = "f32[4]";
    if (stacked < ops) {
      line("y = f32[{},4] concatenate({}), dimensions={{0}}", steps_, list);
      results += ", y";
      shapes += fmt::format(", f32[{},4]", steps_);
    }
    if (pick(2)) {
      results += ", " + read_value;
      shapes += ", f32[4]";
    }
    text_ += fmt::format("  ROOT r = ({}) tuple({})\n}}\n", shapes, results);
    return text_;
  }

 private:
  size_t pick(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random_); }
  template <class... A>
  void line(fmt::format_string<A...> format, A&&... arguments) {
    text_ += "  " + fmt::format(format, std::forward<A>(arguments)...) + "\n";
  }
  std::mt19937 random_;
  size_t steps_ = 0;
  std::string text_;
};

Literal evaluate(const Module& module) {
  std::vector<Literal> arguments;
  int64_t i = 7;
  for (const Shape& s : module.parameter_shapes(module.entry)) {
    Literal value = Literal::zeros(s);
    if (s.type == ElementType::F32)
      for (float& v : value.mutable_data<float>()) v = static_cast<float>((i = i * 37 % 101) - 50) / 64.0f;
    else
      for (int32_t& v : value.mutable_data<int32_t>()) v = static_cast<int32_t>(i = i * 37 % 101);
    arguments.push_back(std::move(value));
  }
  Evaluator evaluator(module);
  Result<Literal> out = evaluator.run(std::move(arguments));
  EXPECT_TRUE(out) << render(out.error());
  return out ? std::move(*out) : Literal();
}

TEST(Reroll, RandomSteps) {
  const char* given = std::getenv("EUTECTIC_RANDOM_PROGRAMS");
  const uint32_t programs = given ? static_cast<uint32_t>(std::atoi(given)) : 300;
  size_t rerolled = 0;
  for (uint32_t seed = 0; seed < programs && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const std::string text = Generator(seed).program();
    const Result<Module> before = read_program(text, "test.hlo");
    ASSERT_TRUE(before) << render(before.error()) << text;
    Module work = *before;
    ASSERT_TRUE(merge_equal(work));
    ASSERT_TRUE(remove_dead_code(work));
    const Result<bool> changed = reroll_with(work, {3, 8});
    ASSERT_TRUE(changed);
    rerolled += *changed;
    const Module after = compact(work);
    const Status status = verify(after);
    ASSERT_TRUE(status) << render(status.error()) << text;
    const Literal expected = evaluate(*before);
    EXPECT_TRUE(evaluate(after) == expected) << text << write_hlo_text(after);
    const Result<Module> piped = run_pipeline(after);
    ASSERT_TRUE(piped) << render(piped.error());
    EXPECT_TRUE(evaluate(*piped) == expected) << text << write_hlo_text(after) << write_hlo_text(*piped);
  }
  RecordProperty("rerolled", static_cast<int>(rerolled));
  EXPECT_GT(rerolled, programs / 3);
}

}  // namespace
}  // namespace eutectic
