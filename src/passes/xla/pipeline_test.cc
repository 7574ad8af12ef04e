// XLA's passes on the corpus: every program still verifies, and computes the same up to the rounding that XLA allows
// itself.
#include "passes/xla/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "format/format.h"
#include "format/npz/npz.h"
#include "ops/evaluator.h"

namespace eutectic::xla_passes {
namespace {

namespace fs = std::filesystem;

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> programs() {
  const char* given = std::getenv("EUTECTIC_CORPUS");
  const fs::path corpus = given ? fs::path(given) : fs::path(EUTECTIC_SOURCE_DIR) / "tests" / "corpus";
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(corpus))
    if (fs::exists(entry.path() / "program.mlir") && fs::exists(entry.path() / "input.npz"))
      out.push_back(entry.path());
  std::ranges::sort(out);
  return out;
}

void leaves(const Literal& value, std::vector<Literal>& out) {
  if (!value.shape().is_tuple()) return out.push_back(value);
  for (const Literal& e : value.elements()) leaves(e, out);
}

// The largest |a - b| / (|a| + small) of floats; integers and truth values must be equal.
double difference(const Literal& a, const Literal& b) {
  double worst = 0;
  for (int64_t i = 0; i < a.element_count(); ++i) {
    const double x = a.as_double(i), y = b.as_double(i);
    if (std::isnan(x) && std::isnan(y)) continue;
    if (x == y) continue;
    if (!is_float(a.type()) && !is_complex(a.type())) return INFINITY;
    worst = std::max(worst, std::abs(x - y) / (std::abs(x) + 1e-3));
  }
  return worst;
}

double allowed(const std::string& program) {
  if (program == "mixed_dtypes") return 0.13;   // f32 -> f8 -> f32 goes
  if (program == "rmsnorm_bf16") return 0.02;   // rounding to bf16 in between goes
  if (program == "black_scholes") return 0.02;  // small prices are differences of large numbers
  return 2e-3;
}

void check(Target target) {
  int count = 0;
  for (const fs::path& path : programs()) {
    const std::string name = path.filename().string();
    SCOPED_TRACE(name);
    if (name == "cartpole_baseline_unroll10") continue;  // long; cartpole_baseline has what it has
    const std::string text = slurp(path / "program.mlir");
    Result<Module> module = read_program(text, "program.mlir");
    ASSERT_TRUE(module) << render(module.error());
    const Result<Module> after = run_xla_passes(*module, target, {.verify_each = true});
    ASSERT_TRUE(after) << render(after.error());
    const std::string bytes = slurp(path / "input.npz");
    Result<NpzFile> file = NpzFile::open(bytes, "input.npz");
    ASSERT_TRUE(file);
    std::vector<Literal> arguments;
    const std::vector<std::string> names = file->names();
    const std::vector<Shape> shapes = module->parameter_shapes(module->entry);
    ASSERT_GE(names.size(), shapes.size());
    for (size_t p = 0; p < shapes.size(); ++p) {
      Result<Literal> value = file->read(names[p], shapes[p]);
      ASSERT_TRUE(value);
      arguments.push_back(std::move(*value));
    }
    Evaluator first(*module), second(*after);
    const Result<Literal> want = first.run(arguments), got = second.run(arguments);
    ASSERT_TRUE(want) << render(want.error());
    ASSERT_TRUE(got) << render(got.error());
    std::vector<Literal> a, b;
    leaves(*want, a);
    leaves(*got, b);
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i) {
      EXPECT_TRUE(same_logical(a[i].shape(), b[i].shape()));
      EXPECT_LE(difference(a[i], b[i]), allowed(name)) << "output " << i;
    }
    ++count;
  }
  EXPECT_GE(count, 38);
}

TEST(XlaPasses, KeepTheCorpusOnGpu2024) { check(Target::Gpu2024); }
TEST(XlaPasses, KeepTheCorpusOnGpu2026) { check(Target::Gpu2026); }
TEST(XlaPasses, KeepTheCorpusOnCpu2026) { check(Target::Cpu2026); }

}  // namespace
}  // namespace eutectic::xla_passes
