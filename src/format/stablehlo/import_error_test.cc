// Diagnostics of the importer: place, what is wrong, what would work; several at once.
#include "format/stablehlo/test_util.h"

namespace eutectic::stablehlo {
namespace {

TEST(StablehloErrors, UnknownOperationsAreAllReported) {
  std::string text = errors(main_of("(%x: tensor<4xf32>) -> tensor<4xf32>", R"(
    %0 = "foo.bar"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = "foo.baz"(%0) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = "foo.qux"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>)"));
  EXPECT_CONTAINS(text, "test.mlir:3:");
  EXPECT_CONTAINS(text, "foo.bar");
  EXPECT_CONTAINS(text, "foo.qux");
  EXPECT_EQ(text.find("foo.baz is"), std::string::npos);  // it reads a value that failed
}

TEST(StablehloErrors, MisspeltAttributes) {
  std::string text = errors(main_of("(%x: tensor<4xf32>) -> tensor<2xf32>", R"(
    %0 = "stablehlo.slice"(%x) {start_indices = array<i64: 0>, limit_indices = array<i64: 4>, stride = array<i64: 2>} : (tensor<4xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>)"));
  EXPECT_CONTAINS(text, "stablehlo.slice has no attribute stride");
  EXPECT_CONTAINS(text, "test.mlir:3:");
}

TEST(StablehloErrors, AttributesBetweenPropertyBracketsAreTheOpsOwn) {
  std::string text = errors(main_of("(%x: tensor<4xf32>) -> tensor<4xf32>", R"(
    %0 = "stablehlo.abs"(%x) <{from_a_later_version = 1 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>)"));
  EXPECT_CONTAINS(text, "stablehlo.abs has no attribute from_a_later_version");
}

TEST(StablehloErrors, UnsignedMagnitudes) {
  for (const char* op : {"abs", "sign"}) {
    std::string text =
        errors(main_of("(%x: tensor<4xui32>) -> tensor<4xui32>", fmt::format("%0 = stablehlo.{} %x : tensor<4xui32>\n"
                                                                             "return %0 : tensor<4xui32>",
                                                                             op)));
    EXPECT_CONTAINS(text, fmt::format("stablehlo.{} takes no unsigned integers", op));
  }
}

TEST(StablehloErrors, ConstantsOfIndex) {
  std::string text = errors(main_of("() -> tensor<2xindex>", R"(
    %0 = stablehlo.constant dense<1> : tensor<2xindex>
    return %0 : tensor<2xindex>)"));
  EXPECT_CONTAINS(text, "cannot be of type index");
  EXPECT_CONTAINS(text, "i64");
}

TEST(StablehloErrors, DynamicShapes) {
  std::string text = errors(main_of("(%x: tensor<?xf32>) -> tensor<?xf32>", R"(
    %0 = stablehlo.sine %x : tensor<?xf32>
    return %0 : tensor<?xf32>)"));
  EXPECT_CONTAINS(text, "unsupported");
  EXPECT_CONTAINS(text, "concrete argument shapes");
}

TEST(StablehloErrors, QuantizedTypes) {
  std::string text =
      errors(main_of("(%x: tensor<2x!quant.uniform<i8:f32, 0.5:-20>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:-20>>", R"(
    return %x : tensor<2x!quant.uniform<i8:f32, 0.5:-20>>)"));
  EXPECT_CONTAINS(text, "quantized type");
}

TEST(StablehloErrors, ReductionReadsOuterValue) {
  std::string text = errors(main_of("(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<f32>", R"(
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = "stablehlo.reduce"(%x, %c) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %y : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>)"));
  EXPECT_CONTAINS(text, "reads a value from outside the region");
  EXPECT_CONTAINS(text, "test.mlir:6:");
}

TEST(StablehloErrors, Entry) {
  EXPECT_CONTAINS(errors("module @m {}"), "no function");
  EXPECT_CONTAINS(errors(R"(module @m {
    func.func @a(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }
    func.func @b(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }
  })"),
                  "none is called @main");
  EXPECT_CONTAINS(errors(R"(module @m {
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = call @main(%x) : (tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }
  })"),
                  "calls itself");
  EXPECT_CONTAINS(errors(main_of("(%x: tensor<f32>) -> tensor<f32>",
                                 "%0 = call @g(%x) : (tensor<f32>) -> tensor<f32>\nreturn %0 : tensor<f32>")),
                  "@g does not exist");
}

TEST(StablehloErrors, BadBroadcast) {
  EXPECT_CONTAINS(errors(main_of("(%x: tensor<3xf32>) -> tensor<4xf32>", R"(
    %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<3xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>)")),
                  "cannot be broadcast");
  EXPECT_CONTAINS(errors(main_of("(%x: tensor<3xf32>) -> tensor<4xf32>", R"(
    %0 = stablehlo.broadcast_in_dim %x, dims = [7] : (tensor<3xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>)")),
                  "outside a result of rank 1");
}

TEST(StablehloErrors, HugeSplatsCostNothing) {
  // A splat is never expanded; the size check refuses what no machine holds.
  Module m = import(main_of("() -> tensor<1000000x1000000xf32>", R"(
    %0 = stablehlo.constant dense<1.0> : tensor<1000000x1000000xf32>
    return %0 : tensor<1000000x1000000xf32>)"));
  EXPECT_EQ(m.instr_count(), 2u);
  EXPECT_NE(errors(main_of("() -> tensor<9000000000000x9000000000000xf32>", R"(
    %0 = stablehlo.constant dense<1.0> : tensor<9000000000000x9000000000000xf32>
    return %0 : tensor<9000000000000x9000000000000xf32>)")),
            "");
}

TEST(StablehloErrors, ComparisonTypes) {
  const auto compared = [](std::string_view type, std::string_view as) {
    return main_of(fmt::format("(%x: tensor<4x{}>) -> tensor<4xi1>", type),
                   fmt::format("%0 = stablehlo.compare LT, %x, %x, {} : (tensor<4x{}>, tensor<4x{}>) -> tensor<4xi1>\n"
                               "return %0 : tensor<4xi1>",
                               as, type, type));
  };
  for (auto [type, as] : {std::pair("i32", "UNSIGNED"),
                          {"ui8", "SIGNED"},
                          {"i1", "SIGNED"},
                          {"f32", "SIGNED"},
                          {"i32", "TOTALORDER"},
                          {"complex<f32>", "TOTALORDER"}})
    EXPECT_CONTAINS(errors(compared(type, as)), fmt::format(", not {}", as));
  for (auto [type, as] :
       {std::pair("i32", "SIGNED"), {"ui8", "UNSIGNED"}, {"i1", "UNSIGNED"}, {"f32", "TOTALORDER"}, {"f32", "FLOAT"}})
    EXPECT_TRUE(read_program(compared(type, as), "t.mlir")) << type << ' ' << as;
}

TEST(StablehloErrors, DonorsAreTrueOrFalse) {
  EXPECT_CONTAINS(
      errors(main_of("(%x: tensor<4xf32> {jax.buffer_donor = \"x\"}) -> tensor<4xf32>", "return %x : tensor<4xf32>")),
      "jax.buffer_donor of argument 0 is neither true nor false");
}

TEST(StablehloErrors, WrongOperandCounts) {
  EXPECT_CONTAINS(errors(main_of("(%x: tensor<3xf32>) -> tensor<3xf32>", R"(
    %0 = "stablehlo.pad"(%x) <{edge_padding_low = array<i64: 0>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<3xf32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>)")),
                  "takes 2 operands");
}

TEST(ReadProgram, UnknownFormatsListTheKnownOnes) {
  for (std::string_view text : {std::string_view(""), std::string_view("  // only a comment\n"),
                                std::string_view("\x89PNG\r\n\x1a\n\0\0", 10), std::string_view("hello world\n")}) {
    Result<Module> m = read_program(text, "x");
    ASSERT_FALSE(m.has_value()) << text;
    EXPECT_CONTAINS(render(m.error()), "HloModule");
    EXPECT_CONTAINS(render(m.error()), "bytecode");
  }
}

TEST(ReadProgram, DetectsByContent) {
  EXPECT_EQ(detect_format("// c\nmodule @m {}"), ProgramFormat::StablehloText);
  EXPECT_EQ(detect_format("#loc = loc(unknown)\nmodule {}"), ProgramFormat::StablehloText);
  EXPECT_EQ(detect_format("func.func @main() { return }"), ProgramFormat::StablehloText);
  EXPECT_EQ(detect_format("HloModule m\n"), ProgramFormat::HloText);
  EXPECT_EQ(detect_format(std::string_view("ML\xefR", 4)), ProgramFormat::StablehloBytecode);
}

}  // namespace
}  // namespace eutectic::stablehlo
