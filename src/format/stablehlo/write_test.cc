// The writer: programs survive StableHLO -> Module -> StableHLO -> Module, and HLO programs become StableHLO
// where they can.
#include <chrono>

#include "format/stablehlo/test_util.h"

namespace eutectic::stablehlo {
namespace {

// Written, read again and written again: the text must be the same, and the module equal as HLO text (but
// for values that a loop reads from outside, which are carried explicitly from then on).
std::string stable(std::string_view text, bool same_hlo = true) {
  std::string once = rewrite(text);
  EXPECT_EQ(once, rewrite(once));
  if (same_hlo) {
    EXPECT_EQ(hlo(text), hlo(once));
  }
  return once;
}

TEST(StablehloWrite, LoopsBranchesAndCallsHaveSeveralResultsAgain) {
  std::string text = stable(R"(module @m attributes {mhlo.num_partitions = 1 : i32} {
    func.func private @f(%a: tensor<f32>, %b: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
      return %a, %b : tensor<f32>, tensor<i32>
    }
    func.func public @main(%x: tensor<f32> {tf.aliasing_output = 0 : i32}, %n: tensor<i32>, %p: tensor<i1> {jax.buffer_donor = true}) -> (tensor<f32> {jax.result_info = "r"}, tensor<i32>) {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %0:2 = stablehlo.while(%a = %x, %i = %zero) : tensor<f32>, tensor<i32>
      cond {
        %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %1:2 = func.call @f(%a, %i) : (tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
        %2 = stablehlo.add %1#1, %one : tensor<i32>
        stablehlo.return %1#0, %2 : tensor<f32>, tensor<i32>
      }
      %3:2 = "stablehlo.if"(%p) ({
        stablehlo.return %0#0, %0#1 : tensor<f32>, tensor<i32>
      }, {
        stablehlo.return %x, %0#1 : tensor<f32>, tensor<i32>
      }) : (tensor<i1>) -> (tensor<f32>, tensor<i32>)
      return %3#0, %3#1 : tensor<f32>, tensor<i32>
    }
  })",
                            false);
  EXPECT_CONTAINS(text, "mhlo.num_partitions = 1 : i32");
  EXPECT_CONTAINS(text, "tf.aliasing_output = 0 : i32");
  EXPECT_CONTAINS(text, "jax.buffer_donor = true");
  EXPECT_CONTAINS(text, "jax.result_info = \"r\"");
  EXPECT_EQ(text.find("stablehlo.tuple"), std::string::npos);
}

TEST(StablehloWrite, FrontendAttributesOfParameters) {
  const std::string text = stable(R"(module {
    func.func public @main(%x: tensor<f32> {mhlo.frontend_attributes = {a = "b"}}) -> tensor<f32> {
      return %x : tensor<f32>
    }
  })");
  EXPECT_CONTAINS(text, "mhlo.frontend_attributes = {a = \"b\"}");
  const auto module = read_hlo_text(R"(HloModule m
ENTRY e {
  ROOT x = f32[] parameter(0), frontend_attributes={c="d"}
})",
                                    "test");
  ASSERT_TRUE(module);
  const auto written = write_stablehlo_text(*module);
  ASSERT_TRUE(written);
  EXPECT_CONTAINS(*written, "{mhlo.frontend_attributes = {c = \"d\"}}");
}

TEST(StablehloWrite, DataOps) {
  stable(
      main_of("(%x: tensor<4x8xf32>, %i: tensor<i32>, %idx: tensor<2x1xi32>, %u: tensor<2x8xf32>) -> (tensor<4x8xf32>, "
              "tensor<2x8xf32>, tensor<6x9xf32>)",
              R"(
    %c = stablehlo.constant dense<0.1> : tensor<f32>
    %0 = stablehlo.slice %x [0:4:2, 1:8] : (tensor<4x8xf32>) -> tensor<2x7xf32>
    %1 = stablehlo.pad %0, %c, low = [1, 0], high = [0, 1], interior = [0, 0] : (tensor<2x7xf32>, tensor<f32>) -> tensor<3x8xf32>
    %2 = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<3x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
    %4 = stablehlo.dynamic_update_slice %3, %2, %i, %i : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %5 = "stablehlo.gather"(%4, %idx) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<2x8xf32>
    %6 = "stablehlo.scatter"(%4, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<2x1xi32>, tensor<2x8xf32>) -> tensor<4x8xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
    %8 = stablehlo.reshape %7 : (tensor<8x4xf32>) -> tensor<4x8xf32>
    %9 = stablehlo.reverse %8, dims = [1] : tensor<4x8xf32>
    %10 = stablehlo.pad %9, %c, low = [1, 0], high = [1, 1], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<6x9xf32>
    return %9, %5, %10 : tensor<4x8xf32>, tensor<2x8xf32>, tensor<6x9xf32>)"));
}

TEST(StablehloWrite, ProductsAndWindows) {
  stable(
      main_of("(%x: tensor<1x8x8x2xf32>, %k: tensor<3x3x2x4xf32>, %a: tensor<2x4x3xf32>, %b: tensor<2x3x5xf32>) -> "
              "(tensor<1x4x4x4xf32>, tensor<2x4x5xf32>, tensor<1x4x4x2xf32>)",
              R"(
    %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x4x4x4xf32>
    %1 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, DEFAULT] : (tensor<2x4x3xf32>, tensor<2x3x5xf32>) -> tensor<2x4x5xf32>
    %2 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %m = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<1x8x8x2xf32>, tensor<f32>) -> tensor<1x4x4x2xf32>
    return %0, %1, %2 : tensor<1x4x4x4xf32>, tensor<2x4x5xf32>, tensor<1x4x4x2xf32>)"));
}

TEST(StablehloWrite, ConstantsAreExact) {
  std::string text = stable(main_of(
      "() -> (tensor<4xf32>, tensor<2xbf16>, tensor<2xcomplex<f32>>, tensor<3xi1>, tensor<2xui8>, tensor<2xf64>)", R"(
    %0 = stablehlo.constant dense<[0x7FC00001, 0xFF800000, -0.0, 0.1]> : tensor<4xf32>
    %1 = stablehlo.constant dense<[1.0e-2, 0x7F80]> : tensor<2xbf16>
    %2 = stablehlo.constant dense<[(1.0, -2.5), (0.0, 1.0e10)]> : tensor<2xcomplex<f32>>
    %3 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
    %4 = stablehlo.constant dense<[0, 255]> : tensor<2xui8>
    %5 = stablehlo.constant dense<[0.1, 1.0e300]> : tensor<2xf64>
    return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<2xbf16>, tensor<2xcomplex<f32>>, tensor<3xi1>, tensor<2xui8>, tensor<2xf64>)"));
  EXPECT_CONTAINS(text, "0x7FC00001");
}

TEST(StablehloWrite, Locations) {
  std::string text = rewrite(R"(func.func @main(%a: tensor<f32> loc("x")) -> tensor<f32> {
    %0 = stablehlo.negate %a : tensor<f32> loc("jit(f)/neg"(callsite("inner"("a.py":1:2 to :5) at "outer"("b.py":7:8))))
    return %0 : tensor<f32>
  })");
  Module m = import(text);
  const Origin& o = m[m[InstrId(1u)].origin];
  EXPECT_EQ(m[o.op_name], "jit(f)/neg");
  EXPECT_EQ(m[o.function], "inner");
  EXPECT_EQ(o.end_column, 5);
  ASSERT_TRUE(o.caller.valid());
  EXPECT_EQ(m[m[o.caller].function], "outer");
  EXPECT_EQ(m.name(InstrId(0u)), "x.1");
  // Points stay points: older readers know no ranges.
  EXPECT_CONTAINS(text, "\"a.py\":1:2 to :5)");
  EXPECT_CONTAINS(text, "\"b.py\":7:8)");
}

TEST(StablehloWrite, FusionCopyAndBitcastFromHlo) {
  Result<Module> m = read_hlo_text(R"(HloModule m

%fused (p0: f32[2,3], p1: f32[2,3]) -> f32[2,3] {
  %p0 = f32[2,3]{1,0} parameter(0)
  %p1 = f32[2,3]{1,0} parameter(1)
  ROOT %add.1 = f32[2,3]{1,0} add(%p0, %p1)
}

ENTRY %main (x: f32[2,3]) -> (f32[3,2], f32[6]) {
  %x = f32[2,3]{1,0} parameter(0)
  %fusion.1 = f32[2,3]{1,0} fusion(%x, %x), kind=kLoop, calls=%fused
  %copy.1 = f32[2,3]{0,1} copy(%fusion.1)
  %bitcast.1 = f32[3,2]{1,0} bitcast(%copy.1)
  %bitcast.2 = f32[6]{0} bitcast(%fusion.1)
  ROOT %tuple.1 = (f32[3,2]{1,0}, f32[6]{0}) tuple(%bitcast.1, %bitcast.2)
}
)",
                                   "m.hlo");
  ASSERT_TRUE(m.has_value()) << render(m.error());
  Result<std::string> text = write_stablehlo_text(*m);
  ASSERT_TRUE(text.has_value()) << render(text.error());
  EXPECT_CONTAINS(*text, "func.call @fused(");
  EXPECT_CONTAINS(*text, "stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>");
  EXPECT_CONTAINS(*text, "stablehlo.reshape %0 : (tensor<2x3xf32>) -> tensor<6xf32>");
  import(*text);
}

// A tuple of n elements of which each is read takes n steps, not n times n (a minute here).
TEST(StablehloWrite, WideTuples) {
  constexpr int n = 60000;
  std::string types, names, reads;
  for (int i = 0; i < n; ++i) {
    types += i ? ", f32[]" : "f32[]";
    names += i ? ", x" : "x";
    reads += fmt::format("g{} = f32[] get-tuple-element(t), index={}\n", i, i);
  }
  Result<Module> m = read_hlo_text(
      fmt::format(
          "HloModule m\nENTRY e {{\nx = f32[] parameter(0)\nt = ({}) tuple({})\n{}ROOT r = f32[] add(g0, g{})\n}}\n",
          types, names, reads, n - 1),
      "m.hlo");
  ASSERT_TRUE(m) << render(m.error());
  const auto start = std::chrono::steady_clock::now();
  const Result<std::string> text = write_stablehlo_text(*m);
  ASSERT_TRUE(text) << render(text.error());
  EXPECT_CONTAINS(*text, "stablehlo.add %arg0, %arg0");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(StablehloWrite, SaysWhatItCannotWrite) {
  Result<Module> m = read_hlo_text(R"(HloModule m

ENTRY %main (x: f32[4]) -> s8[16] {
  %x = f32[4]{0} parameter(0)
  ROOT %bitcast.1 = s8[16]{0} bitcast(%x)
}
)",
                                   "m.hlo");
  ASSERT_TRUE(m.has_value()) << render(m.error());
  Result<std::string> text = write_stablehlo_text(*m);
  ASSERT_FALSE(text.has_value());
  EXPECT_CONTAINS(render(text.error()), "bitcast.1");
  EXPECT_CONTAINS(render(text.error()), "unsupported");
}

}  // namespace
}  // namespace eutectic::stablehlo
