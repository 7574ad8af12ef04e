// The kernels of the corpus as device code, run on this processor, against the kernel interpreter.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "backend/gpu/ptx.h"
#include "backend/gpu/ptxas.h"
#include "compiler/compile.h"
#include "format/format.h"
#include "kernel/interpreter.h"
#include "kernel/random_kernel.h"

namespace eutectic::compiler {
namespace {

namespace fs = std::filesystem;

const std::set<std::string> one_kernel = {"cartpole_baseline",
                                          "cartpole_baseline_unroll10",
                                          "cartpole_norng",
                                          "cartpole_noconcat",
                                          "cartpole_noconcat_unroll10",
                                          "pendulum_rk4",
                                          "acrobot_stacked",
                                          "lorenz_euler",
                                          "mandelbrot",
                                          "monte_carlo_option",
                                          "black_scholes"};

TEST(PtxCorpus, EqualsInterpreter) {
  const std::string ptxas = gpu::find_ptxas();
  size_t programs = 0, kernels = 0, refused = 0;
  for (const std::string& name : one_kernel) {
    const fs::path path = fs::path(EUTECTIC_SOURCE_DIR) / "tests" / "corpus" / name / "program.mlirbc";
    std::ifstream file(path, std::ios::binary);
    ASSERT_TRUE(file) << path;
    std::stringstream bytes;
    bytes << file.rdbuf();
    auto module = read_program(bytes.str(), name);
    ASSERT_TRUE(module) << render(module.error());
    CompileRecord record;
    auto status = compile_record(std::move(*module), {}, record);
    ASSERT_TRUE(status) << render(status.error());
    ++programs;
    for (const KernelRecord& k : record.kernels) {
      ++kernels;
      auto runner = gpu::HostRunner::create(k.kernel);
      if (!runner) {
        ADD_FAILURE() << name << ": " << render(runner.error());
        ++refused;
        continue;
      }
      kernel::KernelMemory start = kernel::random_memory(k.kernel, kernels), want = start, got = start;
      auto expected = kernel::pointers(want), pointers = kernel::pointers(got);
      auto interpreted = kernel::interpret(k.kernel, expected);
      ASSERT_TRUE(interpreted) << name << render(interpreted.error());
      runner->run(pointers);
      EXPECT_EQ(kernel::first_difference(k.kernel, want, got), "") << name;
      auto code = gpu::emit_ptx(k.kernel, {});
      ASSERT_TRUE(code) << name << render(code.error());
      if (ptxas.empty()) continue;
      auto entries = gpu::assemble(ptxas, code->text);
      ASSERT_TRUE(entries) << name << render(entries.error());
      EXPECT_EQ(entries->size(), code->launches.size());
      for (const gpu::PtxEntry& e : *entries) {
        EXPECT_GT(e.registers, 0) << e.name;
        EXPECT_EQ(e.spill_store_bytes, 0) << name;
      }
    }
  }
  EXPECT_EQ(programs, one_kernel.size());
  EXPECT_GE(kernels, programs);
  EXPECT_EQ(refused, 0u);
}

}  // namespace
}  // namespace eutectic::compiler
