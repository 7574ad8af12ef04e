// Rewritten programs verify, read back, keep their interface, and compute what they computed: the corpus and random
// loops through the reference evaluator, each rewrite alone and all together, whatever the estimate says of them.
#include "optimize/optimize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "compiler/random_loop_test.h"
#include "format/format.h"
#include "format/npz/npz.h"
#include "ops/evaluator.h"
#include "passes/pipeline.h"
#include "passes/rewrites/random_chain_test.h"
#include "passes/rewrites/random_stack_test.h"

namespace eutectic::optimize {
namespace {

namespace fs = std::filesystem;

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

fs::path corpus() {
  if (const char* given = std::getenv("EUTECTIC_CORPUS")) return given;
  return fs::path(EUTECTIC_SOURCE_DIR) / "tests" / "corpus";
}

std::vector<Literal> arguments_of(const Module& module, const fs::path& program) {
  const std::string bytes = slurp(program / "input.npz");
  const Result<NpzFile> file = NpzFile::open(bytes, "input.npz");
  std::vector<Literal> out;
  if (!file) return out;
  const std::vector<std::string> names = file->names();
  const std::vector<Shape> shapes = module.parameter_shapes(module.entry);
  for (size_t p = 0; p < shapes.size(); ++p)
    if (Result<Literal> value = file->read(names.at(p), shapes[p])) out.push_back(std::move(*value));
  return out;
}

// Integers to the bit; floats nearly: sums over a split dimension are taken in another order.
std::string difference(const Literal& got, const Literal& want, double bound) {
  if (want.shape().is_tuple()) {
    for (size_t i = 0; i < want.elements().size(); ++i)
      if (std::string d = difference(got.element(i), want.element(i), bound); !d.empty())
        return fmt::format("result {}: {}", i, d);
    return "";
  }
  if (!same_logical(got.shape(), want.shape())) return "another shape";
  if (bound == 0 || is_integer(want.type()) || want.type() == ElementType::Pred) {
    if (got == want) return "";
    for (int64_t i = 0; i < want.element_count(); ++i)
      if (got.as_double(i) != want.as_double(i))
        return fmt::format("element {}: {} instead of {}", i, got.as_double(i), want.as_double(i));
    return "the bits differ";
  }
  for (int64_t i = 0; i < want.element_count(); ++i) {
    const double a = got.as_double(i), b = want.as_double(i);
    if (std::isnan(a) && std::isnan(b)) continue;
    if (!(a == b || std::abs(a - b) <= bound * (1 + std::abs(b))))
      return fmt::format("element {}: {} instead of {}", i, a, b);
  }
  return "";
}

Result<Literal> value_of(const Module& module, const std::vector<Literal>& arguments) {
  Evaluator evaluator(module);
  return evaluator.run(arguments);
}

std::vector<Choice> one(std::string_view name, int64_t factor = 0) { return {{rewrites::find_rewrite(name), factor}}; }

// All rewrites forced in turn, without asking the estimate.
Result<Module> rewritten(const Module& module, const std::vector<Choice>& choices, bool& changed, bool on_cpu = false,
                         std::map<rewrites::Reason, size_t>* seen = nullptr) {
  const bool cleans = !choices.empty() && choices[0].rewrite->cleans;
  ASSIGN_OR_RETURN(Module work, run_pipeline(module, {.reroll = false, .loops = !cleans}));
  for (const Choice& c : choices) {
    rewrites::Context context;
    context.factor = c.factor;
    context.on_cpu = on_cpu;
    ASSIGN_OR_RETURN(const bool here, c.rewrite->run(work, context));
    changed |= here;
    if (seen)
      for (const rewrites::Verdict& v : context.verdicts) ++(*seen)[v.reason];
    ASSIGN_OR_RETURN(work, rewrites::cleaned(work));
  }
  return work;
}

std::vector<Choice> all_choices() {
  std::vector<Choice> out;
  for (const rewrites::Rewrite& r : rewrites::all_rewrites()) out.push_back({&r});
  return out;
}

TEST(Optimize, KeepsTheValuesOfTheCorpus) {
  size_t changes = 0;
  for (const auto& entry : fs::directory_iterator(corpus())) {
    const fs::path& program = entry.path();
    if (!fs::exists(program / "program.mlir") || !fs::exists(program / "input.npz")) continue;
    SCOPED_TRACE(program.filename().string());
    const Result<Module> module = read_program(slurp(program / "program.mlir"), "program.mlir");
    ASSERT_TRUE(module) << render(module.error());
    const std::vector<Literal> arguments = arguments_of(*module, program);
    const Result<Literal> want = value_of(*module, arguments);
    ASSERT_TRUE(want) << render(want.error());
    std::vector<std::vector<Choice>> lists{all_choices()};
    for (const Choice& c : lists[0]) lists.push_back({c});
    lists.push_back(all_choices());  // for XLA:CPU
    for (const std::vector<Choice>& choices : lists) {
      const bool on_cpu = &choices == &lists.back();
      SCOPED_TRACE(choices.size() == 1 ? std::string(choices[0].rewrite->name) : on_cpu ? "all, for CPUs" : "all");
      bool changed = false;
      const Result<Module> after = rewritten(*module, choices, changed, on_cpu);
      ASSERT_TRUE(after) << render(after.error());
      if (!changed) continue;
      ++changes;
      EXPECT_EQ(after->info.aliases, module->info.aliases);
      EXPECT_EQ(after->info.donors, module->info.donors);
      EXPECT_EQ(after->info.parameter_attrs, module->info.parameter_attrs);
      EXPECT_EQ(after->info.result_attrs, module->info.result_attrs);
      EXPECT_EQ(after->parameter_shapes(after->entry), module->parameter_shapes(module->entry));
      EXPECT_EQ(after->result_shape(after->entry), module->result_shape(module->entry));
      for (const std::string& text : {write_hlo_text(*after), write_stablehlo_text(*after).value_or("")}) {
        const Result<Module> again = read_program(text, "again");
        ASSERT_TRUE(again) << render(again.error());
      }
      const Result<Literal> got = value_of(*after, arguments);
      ASSERT_TRUE(got) << render(got.error());
      EXPECT_EQ(difference(*got, *want, 1e-5), "");
    }
  }
  EXPECT_GT(changes, 5u);
}

uint64_t seed_count(uint64_t otherwise) {
  const char* given = std::getenv("EUTECTIC_REWRITE_SEEDS");
  return given ? std::strtoull(given, nullptr, 10) : otherwise;
}

// One rewrite alone, or all of them; those that take a factor with a small one.
std::vector<Choice> choices_of(uint64_t seed) {
  const size_t n = rewrites::all_rewrites().size();
  std::vector<Choice> choices = seed % 2 ? all_choices() : one(rewrites::all_rewrites()[seed / 2 % n].name);
  for (Choice& c : choices)
    if (c.rewrite->takes_factor) c.factor = 2 + static_cast<int64_t>(seed / 8 % 4);
  return choices;
}

TEST(Optimize, KeepsTheBitsOfRandomLoops) {
  const uint64_t seeds = seed_count(300);
  size_t changes = 0;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Module module = compiler::random_loop(seed);
    const std::vector<Literal> arguments = compiler::random_loop_inputs(module, seed);
    bool changed = false;
    const Result<Module> after = rewritten(module, choices_of(seed), changed, seed % 3 == 0);
    ASSERT_TRUE(after) << render(after.error());
    if (!changed) continue;
    ++changes;
    const Result<Literal> want = value_of(module, arguments), got = value_of(*after, arguments);
    ASSERT_TRUE(want && got);
    ASSERT_EQ(difference(*got, *want, 0), "") << write_hlo_text(module) << write_hlo_text(*after);
  }
  EXPECT_GT(changes, seeds / 10);
}

// Random programs, rewritten, against themselves; counts what was decided.
void keeps_the_bits(std::string (*program)(uint64_t), uint64_t seeds, std::map<rewrites::Reason, size_t>& seen) {
  size_t changes = 0;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const std::string text = program(seed);
    const Result<Module> module = read_program(text, "random.hlo");
    ASSERT_TRUE(module) << render(module.error()) << text;
    std::vector<Literal> arguments;
    uint32_t word = static_cast<uint32_t>(seed) * 2654435761u + 1;
    for (const Shape& shape : module->parameter_shapes(module->entry)) {
      Literal value = Literal::uninitialized(shape);
      for (uint32_t& x : value.mutable_data<uint32_t>()) x = (word = word * 1664525u + 1013904223u) >> 12;
      arguments.push_back(std::move(value));
    }
    bool changed = false;
    const Result<Module> after = rewritten(*module, choices_of(seed), changed, seed % 3 == 0, &seen);
    ASSERT_TRUE(after) << render(after.error()) << text;
    if (!changed) continue;
    ++changes;
    const Result<Literal> want = value_of(*module, arguments), got = value_of(*after, arguments);
    ASSERT_TRUE(want) << render(want.error()) << text;
    ASSERT_TRUE(got) << render(got.error());
    ASSERT_EQ(difference(*got, *want, 0), "") << text << write_hlo_text(*after);
  }
  EXPECT_GT(changes, seeds / 2);
}

// The programs are worth something only if every rewrite finds work in them.
void all_seen(const std::map<rewrites::Reason, size_t>& seen, size_t least,
              std::initializer_list<rewrites::Reason> reasons) {
  for (const rewrites::Reason r : reasons)
    EXPECT_GT(seen.contains(r) ? seen.at(r) : 0, least) << rewrites::info(r).text;
}

TEST(Optimize, KeepsTheBitsOfRandomStacks) {
  const uint64_t seeds = seed_count(600);
  std::map<rewrites::Reason, size_t> seen;
  keeps_the_bits(rewrites::random_stack_program, seeds, seen);
  all_seen(seen, seeds / 100,
           {rewrites::Reason::CarriedSplit, rewrites::Reason::SliceForwarded, rewrites::Reason::ReductionOfParts,
            rewrites::Reason::HashCall, rewrites::Reason::DrawnAhead, rewrites::Reason::LoopUnrolled});
}

TEST(Optimize, KeepsTheBitsOfRandomChainsOfLoops) {
  const uint64_t seeds = seed_count(600);
  std::map<rewrites::Reason, size_t> seen;
  keeps_the_bits(rewrites::random_chain_program, seeds, seen);
  all_seen(seen, seeds / 100,
           {rewrites::Reason::LoopOfNoStep, rewrites::Reason::LoopOfOneStep, rewrites::Reason::CarriedDropped,
            rewrites::Reason::InvariantMoved, rewrites::Reason::CounterDerived, rewrites::Reason::CounterUneven});
}

// What was planned before is not planned again, and makes no difference.
TEST(Estimator, RemembersWhatComputationsBecome) {
  for (const Target target : {Target::XlaGpu, Target::XlaCpu})
    for (const char* name : {"cartpole_baseline", "ode_adjoint_grad", "lstm_scan", "monte_carlo_option", "softmax"}) {
      SCOPED_TRACE(name);
      const Result<Module> module = read_program(slurp(corpus() / name / "program.mlir"), "program.mlir");
      ASSERT_TRUE(module) << render(module.error());
      rewrites::Context context;
      Module rewritten = *module;
      ASSERT_TRUE(rewrites::plain_rng(rewritten, context));
      Estimator one(target), two(target), both(target);
      const Result<Estimate> alone[] = {one(*module), two(rewritten)};
      const Result<Estimate> after[] = {both(*module), both(rewritten), both(*module)};
      for (size_t i = 0; i < 3; ++i) {
        ASSERT_TRUE(after[i] && alone[i % 2]);
        EXPECT_EQ(after[i]->time_us, alone[i % 2]->time_us);
        EXPECT_EQ(after[i]->launches, alone[i % 2]->launches);
        ASSERT_EQ(after[i]->loops.size(), alone[i % 2]->loops.size());
        for (size_t l = 0; l < after[i]->loops.size(); ++l) {
          EXPECT_EQ(after[i]->loops[l].launches, alone[i % 2]->loops[l].launches);
          EXPECT_EQ(after[i]->loops[l].bytes, alone[i % 2]->loops[l].bytes);
        }
      }
      EXPECT_GT(one.planned(), 0);
      EXPECT_LE(both.planned(), one.planned() + two.planned());
      const int64_t planned = both.planned();
      ASSERT_TRUE(both(rewritten));
      EXPECT_EQ(both.planned(), planned);
    }
}

TEST(Optimize, LeavesAProgramAloneWhereNothingPays) {
  const Result<Module> module = read_program(slurp(corpus() / "softmax" / "program.mlir"), "program.mlir");
  ASSERT_TRUE(module) << render(module.error());
  const Result<Optimized> done = optimize(*module, {});
  ASSERT_TRUE(done) << render(done.error());
  EXPECT_FALSE(done->changed);
  EXPECT_EQ(write_hlo_text(done->module), write_hlo_text(*module));
}

TEST(Optimize, SplitsCartpolesState) {
  const Result<Module> module = read_program(slurp(corpus() / "cartpole_norng" / "program.mlir"), "program.mlir");
  ASSERT_TRUE(module) << render(module.error());
  const Result<Optimized> done = optimize(*module, {.rewrites = one("split-carried")});
  ASSERT_TRUE(done) << render(done.error());
  EXPECT_TRUE(done->changed);
  ASSERT_EQ(done->before.loops.size(), 1u);
  ASSERT_EQ(done->after.loops.size(), 1u);
  EXPECT_EQ(done->before.loops[0].launches, 5);  // as XLA launches
  EXPECT_EQ(done->after.loops[0].launches, 3);
  ASSERT_FALSE(done->steps.empty());
  ASSERT_FALSE(done->steps[0].verdicts.empty());
  EXPECT_EQ(done->steps[0].verdicts[0].reason, rewrites::Reason::CarriedSplit);

  const Result<Optimized> without = optimize(*module, {.rewrites = one("split-carried"), .fuel = 0});
  ASSERT_TRUE(without) << render(without.error());
  EXPECT_FALSE(without->changed);
}

size_t barriers_in(const Module& module) {
  size_t count = 0;
  for (size_t c = 0; c < module.comp_count(); ++c)
    for (InstrId id : instrs_of(module[CompId(c)])) count += module[id].op == OpKind::OptimizationBarrier;
  return count;
}

TEST(Optimize, KeepsTheProgramsBarriers) {
  const Result<Module> module =
      read_program(slurp(fs::path(EUTECTIC_SOURCE_DIR) / "tests" / "opt" / "barrier.hlo"), "barrier.hlo");
  ASSERT_TRUE(module) << render(module.error());
  ASSERT_EQ(barriers_in(*module), 2u);
  const Result<Optimized> done = optimize(*module, {.rewrites = one("split-carried"), .forced = true});
  ASSERT_TRUE(done) << render(done.error());
  EXPECT_TRUE(done->changed);
  EXPECT_EQ(barriers_in(done->module), 2u);
}

}  // namespace
}  // namespace eutectic::optimize
