// What MLIR text must not do: diagnostics with place and caret, and no way to exhaust time or memory.
#include <gtest/gtest.h>

#include "format/mlir/parser_test_util.h"

namespace eutectic::mlir {
namespace {

std::string body_error(const std::string& text) {
  return error_of("func.func @f(%a: tensor<2xf32>) {\n" + text + "\n}");
}
void expect_message(const std::string& rendered, const std::string& message) {
  EXPECT_NE(rendered.find(message), std::string::npos) << "in: " << rendered << "expected: " << message;
}

TEST(MlirError, HasPlaceLineAndCaret) {
  EXPECT_EQ(body_error("  %0 = stablehlo.add %a, %b : tensor<2xf32>"),
            "test.mlir:2:26: error: value %b is not defined here\n"
            "    %0 = stablehlo.add %a, %b : tensor<2xf32>\n"
            "                           ^\n"
            "  hint: a value is defined before its use, in the same or an enclosing region of the function\n");
}

TEST(MlirError, Messages) {
  expect_message(body_error("%0 = stablehlo.abs %a : tensor<3xf32>"),
                 "%a is defined with type tensor<2xf32>, but used here as tensor<3xf32>");
  expect_message(body_error("%a = stablehlo.abs %a : tensor<2xf32>"), "value %a is defined twice");
  expect_message(body_error("%0 = stablehlo.abs %a#1 : tensor<2xf32>"), "%a has 1 results, there is no #1");
  expect_message(body_error("%0:2 = stablehlo.abs %a : tensor<2xf32>"), "stablehlo.abs has 1 results, but 2 are named");
  expect_message(body_error("%0 = \"t.x\"(%a) : () -> ()"), "t.x has 1 operands, but 0 operand types");
  expect_message(body_error("%0 = stablehlo.case %a : tensor<2xf32>"), "stablehlo.case has no short form");
  expect_message(body_error("%0 = add %a : tensor<2xf32>"), "'add' is not an operation");
  expect_message(body_error("\"t.x\"() {a = 1 : i8, a = 2 : i8} : () -> ()"), "attribute 'a' is given twice");
  expect_message(body_error("\"t.x\"() <{a}> {a} : () -> ()"), "has attribute 'a' twice");
  expect_message(body_error("%0 = stablehlo.broadcast_in_dim %a, dims [0]"), "expected '=', found '['");
  expect_message(body_error("%0 = stablehlo.reduce_precision %a, format = e5 : tensor<2xf32>"), "such as e5m10");
  expect_message(body_error("\"t.x\"()[^bb1] : () -> ()"), "branches between blocks are not supported");
  expect_message(body_error("\"t.x\"() : () -> () loc(#loc9)"), "location alias #loc9 is not defined");
  expect_message(body_error("\"t.x\"() {a = #b} : () -> ()"), "attribute alias #b is not defined");
  expect_message(body_error("\"t.x\"() : () -> !b"), "type alias !b is not defined");
  expect_message(body_error("\"t.x\"() {a = dense_resource<r> : tensor<2xf32>} : () -> ()"),
                 "unsupported: dense_resource<...> is not supported");
  expect_message(error_of("func.func @f() {"), "expected '}' to end the region, found the end of the file");
  expect_message(error_of("module {} }"), "expected an operation, found '}'");
  expect_message(error_of("\x01"), "found byte 0x01");
  expect_message(error_of("module attributes {a = \"x} {}\n"), "unfinished string");
  expect_message(error_of("#a = 1 : i8\n#a = 2 : i8\n"), "#a is defined twice");
  expect_message(error_of("#a = 1 : i8\n  #a = 2 : i8\n"), "#a is defined twice");
  expect_message(error_of("#a = [#b]\n#b = [#a]\n"), "this alias is defined by itself");
  expect_message(error_of("ML\xefR"), "bytecode");
}

TEST(MlirError, Elements) {
  const auto dense = [](const std::string& text) { return error_of("module attributes {a = dense<" + text + "} {}"); };
  expect_message(dense("[1, 2]> : tensor<3xi32>"), "list of 2 elements, but dimension 0 of tensor<3xi32> is 3");
  expect_message(dense("[1, 2, 3, 4]> : tensor<3xi32>"), "list of 4 elements, but dimension 0 of tensor<3xi32> is 3");
  expect_message(dense("[1, ]> : tensor<1xi32>"), "elements");
  expect_message(dense("[[1], 2]> : tensor<2x1xi32>"), "expected '['");
  expect_message(dense("[]> : tensor<2xi32>"), "list of 0 elements");
  expect_message(dense("> : tensor<2xi32>"), "no elements given");
  expect_message(dense("1.5> : tensor<i32>"), "'1.5' is not an element of type i32");
  expect_message(dense("300> : tensor<i8>"), "'300' is not an element of type i8");
  expect_message(dense("-1> : tensor<ui8>"), "'-1' is not an element of type ui8");
  expect_message(dense("1> : tensor<f32>"), "'1' is an integer, but the elements are f32: write 1.0");
  expect_message(dense("[1.0, -2]> : tensor<2xbf16>"), "'-2' is an integer, but the elements are bf16: write -2.0");
  expect_message(dense("(1, 2.0)> : tensor<complex<f32>>"), "'1' is an integer");
  expect_message(dense("true> : tensor<f32>"), "'true' is not an element of type f32");
  expect_message(dense("(1.0> : tensor<complex<f32>>"), "'<' is not closed");
  expect_message(dense("(1.0)> : tensor<complex<f32>>"), "expected ','");
  expect_message(dense("\"0x00\"> : tensor<2xi32>"), "2 hex digits, but tensor<2xi32> takes 16");
  expect_message(dense("\"0x0G\"> : tensor<i8>"), "is not a hex byte");
  expect_message(dense("\"abc\"> : tensor<i8>"), "as \"0x...\"");
  expect_message(dense("1> : tensor<?xi8>"), "known dimensions");
  expect_message(dense("[1]> : tensor<1000000000x1000xi8>"), "fewer elements are given");
  expect_message(dense("1> : tensor<4611686018427387904x8xi64>"), "larger than memory");
  expect_message(dense("1> : tensor<99999999999999999999xi8>"), "does not fit in 64 bits");
}

TEST(MlirError, NestingIsLimited) {
  const auto repeat = [](const std::string& text, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += text;
    return out;
  };
  expect_message(error_of("module attributes {a = " + repeat("[", 100000) + "} {}"), "deeper than 200");
  expect_message(error_of("module attributes {a = " + repeat("{a=", 100000) + "} {}"), "deeper than 200");
  expect_message(error_of("module attributes {a = " + repeat("tuple<", 100000) + "} {}"), "deeper than 200");
  expect_message(error_of("module attributes {a = " + repeat("(", 100000) + "} {}"), "deeper than 200");
  expect_message(error_of(repeat("module {", 100000)), "deeper than 200");
  expect_message(error_of(repeat("\"a\"() ({", 100000)), "deeper than 200");
  expect_message(error_of("module {} loc(" + repeat("\"a\"(", 100000)), "deeper than 200");
  // Aliases of aliases cannot build what may not be written.
  std::string chain = "#a0 = [1 : i8]\n!t0 = tuple<i8>\n";
  for (int i = 1; i < 300; ++i) chain += "#a" + std::to_string(i) + " = [#a" + std::to_string(i - 1) + "]\n";
  expect_message(error_of(chain), "deeper than 200");
}

TEST(MlirError, CopiesAreLimited) {
  std::string laughs = "#a0 = [\"x\", \"y\"]\n!t0 = tuple<i8, i8>\n", types = "!t0 = tuple<i8, i8>\n";
  for (int i = 1; i < 60; ++i) {
    const std::string last = std::to_string(i - 1);
    laughs += "#a" + std::to_string(i) + " = [#a" + last + ", #a" + last + "]\n";
    types += "!t" + std::to_string(i) + " = tuple<!t" + last + ", !t" + last + ">\n";
  }
  expect_message(error_of(laughs), "too often");
  expect_message(error_of(types), "too often");
  // One type for many operands.
  std::string tuple = "tuple<i8";
  for (int i = 0; i < 2000; ++i) tuple += ", i8";
  tuple += ">";
  std::string operands = "%a";
  for (int i = 0; i < 2000; ++i) operands += ", %a";
  expect_message(error_of("func.func @f(%a: " + tuple + ") { stablehlo.add " + operands + " : " + tuple + " }"),
                 "too often");
}

// Every prefix of a program fails cleanly.
TEST(MlirError, Truncation) {
  const std::string text = R"(#loc1 = loc("a.py":1:2 to :3)
module @m attributes {a = [1, "x", #stablehlo.gather<offset_dims = [1]>]} {
  func.func public @main(%arg0: tensor<2xf32> {a = 1 : i8} loc("x")) -> (tensor<f32> {r}) {
    %c = stablehlo.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32> loc(#loc1)
    %0 = stablehlo.constant dense<"0x00000000"> : tensor<f32>
    %1 = stablehlo.reduce(%arg0 init: %0) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %2:2 = stablehlo.while(%i = %1, %j = %c) : tensor<f32>, tensor<2xf32> cond {
      %p = stablehlo.compare LT, %i, %i, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      stablehlo.return %i, %j : tensor<f32>, tensor<2xf32>
    } loc(callsite("f" at #loc1))
    return %2#0 : tensor<f32>
  }
})";
  parse(text);
  for (size_t n = 0; n < text.size(); ++n) {
    const auto result = parse_text(std::string_view(text).substr(0, n), "test.mlir");
    if (!result) {
      EXPECT_FALSE(result.error().empty());
    }
  }
}

}  // namespace
}  // namespace eutectic::mlir
