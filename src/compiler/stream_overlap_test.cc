// Rows written into a carried array one per step: where the rows overlap along the lanes, the last step's value must
// stay whichever tile or thread runs first; where they do not, the loop is still one kernel.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/compile.h"
#include "format/format.h"
#include "ops/evaluator.h"
#include "runtime/thread_pool.h"

namespace eutectic::compiler {
namespace {

// 10 steps of y = y / 2 + 1, stored at `step` * (number of the step).
std::string program(int64_t lanes, int64_t step) {
  return fmt::format(R"(
module @rows {{
  func.func public @main(%x: tensor<{0}xf32>) -> tensor<{1}xf32> {{
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %step = stablehlo.constant dense<{2}> : tensor<i32>
    %empty = stablehlo.constant dense<0.0> : tensor<{1}xf32>
    %half = stablehlo.constant dense<0.5> : tensor<{0}xf32>
    %unit = stablehlo.constant dense<1.0> : tensor<{0}xf32>
    %r:3 = stablehlo.while(%t = %zero, %y = %x, %rows = %empty) : tensor<i32>, tensor<{0}xf32>, tensor<{1}xf32>
    cond {{
      %c = stablehlo.compare LT, %t, %ten, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }} do {{
      %m = stablehlo.multiply %y, %half : tensor<{0}xf32>
      %n = stablehlo.add %m, %unit : tensor<{0}xf32>
      %at = stablehlo.multiply %t, %step : tensor<i32>
      %u = stablehlo.dynamic_update_slice %rows, %n, %at : (tensor<{1}xf32>, tensor<{0}xf32>, tensor<i32>) -> tensor<{1}xf32>
      %next = stablehlo.add %t, %one : tensor<i32>
      stablehlo.return %next, %n, %u : tensor<i32>, tensor<{0}xf32>, tensor<{1}xf32>
    }}
    return %r#2 : tensor<{1}xf32>
  }}
}}
)",
                     lanes, lanes + 9 * step, step);
}

void check(int64_t lanes, int64_t step, bool one_kernel) {
  SCOPED_TRACE(fmt::format("{} lanes, rows {} apart", lanes, step));
  auto module = read_program(program(lanes, step), "rows.mlir");
  ASSERT_TRUE(module) << render(module.error());
  Literal x = Literal::zeros(Shape::array(ElementType::F32, {lanes}));
  for (int64_t i = 0; i < lanes; ++i) x.mutable_data<float>()[static_cast<size_t>(i)] = static_cast<float>(i);
  auto want = Evaluator(*module).run({x});
  ASSERT_TRUE(want) << render(want.error());
  for (int threads : {1, 2}) {
    CompileOptions options;
    options.threads = threads;
    options.cache = false;
    CompileRecord record;
    auto executable = compile(*module, options, &record);
    ASSERT_TRUE(executable) << render(executable.error());
    bool loop = false;
    for (const fusion::Group& g : record.plan.groups) loop |= g.kind == fusion::GroupKind::Loop;
    EXPECT_EQ(loop, one_kernel);
    auto got = (*executable)->run({x});
    ASSERT_TRUE(got) << render(got.error());
    const auto g = got->data<float>(), w = want->data<float>();
    EXPECT_TRUE(std::ranges::equal(g, w));
  }
}

TEST(StreamOverlap, LastStepStays) {
  for (int64_t lanes : {100, 300, 2000}) check(lanes, 1, false);
  check(2000, 1999, false);
}

TEST(StreamOverlap, RowsApartAreOneKernel) {
  check(300, 300, true);
  check(2000, 2048, true);
}

}  // namespace
}  // namespace eutectic::compiler
