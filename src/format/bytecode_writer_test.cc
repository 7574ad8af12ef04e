// Bytecode that is written and read again is the program that StableHLO's text says.
#include <gtest/gtest.h>

#include <filesystem>

#include "format/format.h"
#include "format/mlir/ast.h"
#include "format/test_files.h"

namespace eutectic {
namespace {

// What is wrong with the way through bytecode, or "".
std::string wrong(const std::string& text) {
  const Result<Module> direct = read_stablehlo_text(text, "");
  if (!direct) return "does not read: " + render(direct.error());
  const Result<std::string> bytes = write_stablehlo_bytecode(*direct);
  if (!bytes) return "does not write: " + render(bytes.error());
  if (!mlir::is_bytecode(*bytes)) return "is no bytecode";
  const Result<Module> back = read_stablehlo_bytecode(*bytes, "");
  if (!back) return "does not read back: " + render(back.error());
  // The text that was written on the way has other names than the source may have.
  const Result<Module> rewritten = read_stablehlo_text(*write_stablehlo_text(*direct), "");
  // Of source places the file, line and column are kept, not where they end.
  const auto shown = [](const Module& module) { return write_hlo_text(module, {.metadata = false}); };
  if (shown(*rewritten) == shown(*back)) return "";
  return "differs:\n" + shown(*rewritten) + "\n" + shown(*back);
}

TEST(BytecodeWriter, ProgramsReadBack) {
  const std::filesystem::path tests = std::filesystem::path(EUTECTIC_SOURCE_DIR) / "tests";
  int good = 0, chlo = 0;
  for (const char* folder : {"cases", "corpus"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tests / folder)) {
      if (entry.path().extension() != ".mlir") continue;
      const std::string text = read_file(entry.path()), problem = wrong(text);
      if (problem.empty())
        ++good;
      else if (text.find("chlo.") != std::string::npos && problem.find("is no operation of VHLO") != std::string::npos)
        ++chlo;
      else
        ADD_FAILURE() << entry.path() << " " << problem.substr(0, 2000);
    }
  EXPECT_GT(good, 500);
  EXPECT_GT(chlo, 50);
}

// Attributes that the programs above have not.
TEST(BytecodeWriter, RareAttributes) {
  EXPECT_EQ(wrong(R"(
module @m attributes {mhlo.num_partitions = 2 : i32, jax.flag = true, jax.list = [1, "a b"]} {
  func.func public @main(%a: tensor<2x3xf32> {jax.arg_info = "a", jax.buffer_donor = true}, %i: tensor<ui4>,
                         %t: !stablehlo.token) -> (tensor<2x2xf32> {jax.result_info = ""}, tensor<4xf32>,
                                                   tensor<3xf32>, tensor<ui4>, !stablehlo.token) {
    %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1],
      algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
                   lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3,
                   allow_imprecise_accumulation = false>
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
    %1 = stablehlo.custom_call @target(%a) {api_version = 4 : i32, backend_config = {n = -7 : i8, x = 1.5 : f64},
      has_side_effect = true, operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
      result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2x3xf32>) -> tensor<4xf32>
    %2 = stablehlo.constant dense<[1.0, -0.0, 0x7FC00000]> : tensor<3xf32>
    %3 = stablehlo.constant dense<9> : tensor<ui4>
    return %0, %1, %2, %3, %t : tensor<2x2xf32>, tensor<4xf32>, tensor<3xf32>, tensor<ui4>, !stablehlo.token
  }
})"),
            "");
  EXPECT_EQ(wrong(R"(
func.func @main(%p: tensor<9xi1>, %a: tensor<1x8x8x2xbf16>, %k: tensor<3x3x2x4xbf16>, %c: tensor<2xcomplex<f64>>)
    -> (tensor<9xi1>, tensor<1x4x4x4xbf16>, tensor<2xcomplex<f64>>, tensor<1x4x8x2xbf16>) {
  %0 = stablehlo.constant dense<[true, false, true, true, false, false, false, true, true]> : tensor<9xi1>
  %1 = stablehlo.and %p, %0 : tensor<9xi1>
  %2 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {stride = [2, 2], pad = [[0, 1], [0, 1]], reverse = [true, false]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x8x8x2xbf16>, tensor<3x3x2x4xbf16>) -> tensor<1x4x4x4xbf16>
  %3 = stablehlo.constant dense<(1.0, -2.5)> : tensor<2xcomplex<f64>>
  %4 = stablehlo.add %c, %3 : tensor<2xcomplex<f64>>
  %5 = stablehlo.constant dense<0.0> : tensor<bf16>
  %6 = "stablehlo.reduce_window"(%a, %5) <{window_dimensions = array<i64: 1, 2, 1, 1>,
    window_strides = array<i64: 1, 2, 1, 1>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %s = stablehlo.maximum %x, %y : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<1x8x8x2xbf16>, tensor<bf16>) -> tensor<1x4x8x2xbf16>
  return %1, %2, %4, %6 : tensor<9xi1>, tensor<1x4x4x4xbf16>, tensor<2xcomplex<f64>>, tensor<1x4x8x2xbf16>
})"),
            "");
}

TEST(BytecodeWriter, WhatVhloLacks) {
  const Result<Module> module = read_stablehlo_text(
      "func.func @main(%a: tensor<f32>) -> tensor<f32> { %0 = chlo.erf %a : tensor<f32> -> tensor<f32> "
      "return %0 : tensor<f32> }",
      "");
  ASSERT_TRUE(module);
  const Result<std::string> bytes = write_stablehlo_bytecode(*module);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().front().severity, Severity::Unsupported);
  EXPECT_EQ(bytes.error().front().message, "'chlo.erf' is no operation of VHLO");
}

}  // namespace
}  // namespace eutectic
