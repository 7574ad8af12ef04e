// The pipeline on the corpus: every program still verifies and computes the same bits, and its text reads back.
#include "passes/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "format/format.h"
#include "format/npz/npz.h"
#include "ops/evaluator.h"

namespace eutectic {
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

std::vector<fs::path> programs() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(corpus()))
    if (fs::exists(entry.path() / "program.mlir") && fs::exists(entry.path() / "input.npz"))
      out.push_back(entry.path());
  std::ranges::sort(out);
  return out;
}

Result<std::vector<Literal>> arguments_of(const Module& module, const fs::path& program) {
  const std::string bytes = slurp(program / "input.npz");
  ASSIGN_OR_RETURN(NpzFile file, NpzFile::open(bytes, "input.npz"));
  std::vector<Literal> out;
  const std::vector<std::string> names = file.names();
  const std::vector<Shape> shapes = module.parameter_shapes(module.entry);
  if (names.size() < shapes.size()) return error("too few arguments");
  for (size_t p = 0; p < shapes.size(); ++p) {
    ASSIGN_OR_RETURN(Literal value, file.read(names.at(p), shapes[p]));
    out.push_back(std::move(value));
  }
  return out;
}

bool holds(const Module& module, OpKind op) {
  for (size_t c = 0; c < module.comp_count(); ++c)
    for (InstrId id : instrs_of(module[CompId(c)]))
      if (module[id].op == op) return true;
  return false;
}

TEST(Pipeline, KeepsTheBitsOfTheCorpus) {
  for (const fs::path& program : programs()) {
    SCOPED_TRACE(program.filename().string());
    const Result<Module> module = read_program(slurp(program / "program.mlir"), "program.mlir");
    ASSERT_TRUE(module) << render(module.error());
    PipelineOptions options;
    options.verify_each = true;
    const Result<Module> after = run_pipeline(*module, options);
    ASSERT_TRUE(after) << render(after.error());
    EXPECT_FALSE(holds(*after, OpKind::Call));
    EXPECT_EQ(after->info.aliases, module->info.aliases);
    EXPECT_EQ(after->info.parameter_attrs, module->info.parameter_attrs);
    EXPECT_EQ(after->info.result_attrs, module->info.result_attrs);

    const Result<Module> again = read_program(write_hlo_text(*after), "after.hlo");
    ASSERT_TRUE(again) << render(again.error());

    const Result<std::vector<Literal>> arguments = arguments_of(*module, program);
    ASSERT_TRUE(arguments) << render(arguments.error());
    Evaluator before_evaluator(*module), after_evaluator(*after);
    const Result<Literal> expected = before_evaluator.run(*arguments);
    ASSERT_TRUE(expected) << render(expected.error());
    const Result<Literal> result = after_evaluator.run(*arguments);
    ASSERT_TRUE(result) << render(result.error());
    EXPECT_TRUE(*result == *expected);
  }
}

// XLA's own stages, where they are at hand: fusions, physical bitcasts, layouts. Some need ops that are not evaluated.
TEST(Pipeline, KeepsTheBitsOfFusedStages) {
  size_t compared = 0;
  for (const fs::path& program : programs()) {
    std::vector<fs::path> stages;
    for (const auto& entry : fs::recursive_directory_iterator(program))
      if (entry.path().extension() == ".hlo" && entry.path().filename().string().find("after") != std::string::npos)
        stages.push_back(entry.path());
    std::ranges::sort(stages);
    for (const fs::path& stage : stages) {
      SCOPED_TRACE(stage.string());
      const Result<Module> module = read_program(slurp(stage), "stage.hlo");
      if (!module) continue;
      const Result<std::vector<Literal>> arguments = arguments_of(*module, program);
      if (!arguments) continue;
      Evaluator before_evaluator(*module);
      const Result<Literal> expected = before_evaluator.run(*arguments);
      if (!expected) continue;
      const Result<Module> after = run_pipeline(*module);
      ASSERT_TRUE(after) << render(after.error());
      Evaluator after_evaluator(*after);
      const Result<Literal> result = after_evaluator.run(*arguments);
      ASSERT_TRUE(result) << render(result.error());
      EXPECT_TRUE(*result == *expected);
      ++compared;
    }
  }
  RecordProperty("compared", static_cast<int>(compared));
}

}  // namespace
}  // namespace eutectic
