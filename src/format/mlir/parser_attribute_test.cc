// Attributes and types of MLIR text, and their printing.
#include <gtest/gtest.h>

#include <cmath>

#include "format/mlir/parser_test_util.h"

namespace eutectic::mlir {
namespace {

Attribute attribute(const std::string& text) {
  const Program p = parse("module attributes {a = " + text + "} {}");
  const Attribute* a = p.module.find("a");
  return a ? *a : Attribute{};
}
std::string again(const std::string& text) { return to_string(attribute(text)); }
Type type_of(const std::string& text) {
  const Attribute a = attribute(text);
  return a.type ? *a.type : Type{};
}

TEST(MlirAttribute, ReadAndPrintedAlike) {
  for (const char* text : {
           "true",
           "false",
           "unit",
           "5 : i32",
           "-5 : i64",
           "18446744073709551615 : ui64",
           "1.500000e+00 : f32",
           "0x7FC00000 : f32",
           "0xFF800000 : f32",
           "\"a\\22b\\\\\\0A\"",
           "@f",
           "@\"a b\"",
           "[]",
           "[1 : i64, \"x\", [true]]",
           "{}",
           "{a = 1 : i8, b}",
           "{\"a b\" = 1 : i8}",
           "array<i64>",
           "array<i64: 1, -2>",
           "array<i32: 1>",
           "array<i1: true, false>",
           "tensor<2x3xf32>",
           "(f32) -> i1",
           "(f32, i1) -> (i8, i8)",
           "() -> ()",
           "dense<1> : tensor<i32>",
           "dense<[1, -2]> : tensor<2xi64>",
           "dense<[[1, 2], [3, 4]]> : tensor<2x2xui8>",
           "dense<[true, false]> : tensor<2xi1>",
           "dense<[1.000000e+00, 0x7FC00000]> : tensor<2xf32>",
           "dense<(1.000000e+00,-2.000000e+00)> : tensor<complex<f32>>",
           "dense<> : tensor<0x2xf32>",
           "dense<[1, 0]> : tensor<2xindex>",
           "#stablehlo<comparison_direction EQ>",
           "#stablehlo<precision HIGHEST>",
           "#chlo<comparison_direction EQ>",
           "#stablehlo.result_accuracy_mode<HIGHEST>",
           "#stablehlo.channel_handle<handle = 1, type = 2>",
           "#stablehlo.bounds<3, ?>",
           "#sdy.sharding<@mesh, [{\"x\"}, {\"y\", ?}]>",
           "#sdy<manual_axes{\"x\"}>",
           "#foo.bar",
           "#mhlo.x<a -> b>",
           "affine_map<(d0) -> (d0)>",
       })
    EXPECT_EQ(again(text), text);
}

TEST(MlirAttribute, OtherSpellings) {
  EXPECT_EQ(again("5"), "5 : i64");
  EXPECT_EQ(again("1.5"), "1.500000e+00 : f64");
  EXPECT_EQ(again("0x10 : i32"), "16 : i32");
  EXPECT_EQ(again("0.1 : f32"), "1.000000e-01 : f32");
  EXPECT_EQ(again("0x3F800000 : f32"), "1.000000e+00 : f32");
  EXPECT_EQ(again("{b = 1 : i8, a = 2 : i8}"), "{a = 2 : i8, b = 1 : i8}");
  EXPECT_EQ(again("[1, 2,\n // x\n 3]"), "[1 : i64, 2 : i64, 3 : i64]");
  EXPECT_EQ(attribute("\"\\t\\n\\41\"").text, "\t\nA");
}

TEST(MlirAttribute, Structs) {
  const Attribute gather = attribute(
      "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
      "start_index_map = [0], index_vector_dim = 1>");
  EXPECT_EQ(gather.kind, Attribute::Kind::Struct);
  EXPECT_EQ(gather.name, "stablehlo.gather");
  ASSERT_EQ(gather.members.size(), 6u);  // those left out are there too
  EXPECT_EQ(gather.members[0].second.ints, std::vector<int64_t>{1});
  EXPECT_EQ(gather.members[2].first, "operand_batching_dims");
  EXPECT_EQ(gather.members[2].second.kind, Attribute::Kind::IntArray);
  EXPECT_EQ(gather.members[5].second.integer, 1);
  EXPECT_EQ(attribute("#stablehlo.scatter<>").members.size(), 6u);
  const Attribute conv = attribute("#stablehlo.conv<[b, 0, f]x[0, i, o]->[f, b, 0]>");
  ASSERT_EQ(conv.members.size(), 9u);
  EXPECT_EQ(conv.members[6].second.integer, 1);
  EXPECT_EQ(conv.members[7].second.integer, 0);
  EXPECT_EQ(attribute("#stablehlo.conv<raw input_batch_dimension = 2>").members[0].second.integer, 2);
  const Attribute alias = attribute(
      "#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, "
      "operand_tuple_indices = []>");
  EXPECT_EQ(alias.members[1].second.integer, 1);
}

// As bytecode, which has the bits.
TEST(MlirAttribute, FloatsAreOfTheirType) {
  EXPECT_EQ(attribute("1.000000e-03 : f32").number, static_cast<double>(1e-3f));
  EXPECT_EQ(attribute("1.000000e-03 : f64").number, 1e-3);
  EXPECT_EQ(attribute("1.000000e-03").number, 1e-3);
  EXPECT_EQ(attribute("1.01 : bf16").number, 1.0078125);
  EXPECT_EQ(attribute("-1.0e-60 : f32").number, 0.0);
  EXPECT_EQ(attribute("array<f32: 0.1>").elements[0].number, static_cast<double>(0.1f));
}

TEST(MlirAttribute, DenseHex) {
  EXPECT_EQ(again("dense<\"0x0100000002000000\"> : tensor<2xi32>"), "dense<[1, 2]> : tensor<2xi32>");
  EXPECT_EQ(again("dense<\"0x0000803F\"> : tensor<4xf32>"), "dense<1.000000e+00> : tensor<4xf32>");
  // i1: packed, or a byte each.
  EXPECT_EQ(again("dense<\"0x0D02\"> : tensor<10xi1>"),
            "dense<[true, false, true, true, false, false, false, false, false, true]> : tensor<10xi1>");
  EXPECT_EQ(again("dense<\"0x010001\"> : tensor<3xi1>"), "dense<[true, false, true]> : tensor<3xi1>");
  EXPECT_EQ(again("dense<\"0xFF\"> : tensor<20xi1>"), "dense<true> : tensor<20xi1>");
  EXPECT_EQ(again("dense<\"0x0F01\"> : tensor<2xi4>"), "dense<[-1, 1]> : tensor<2xi4>");
  EXPECT_EQ(again("dense<\"0x0F01\"> : tensor<2xui4>"), "dense<[15, 1]> : tensor<2xui4>");
  EXPECT_EQ(again("dense<\"0x803F0040\"> : tensor<2xbf16>"), "dense<[1.000000e+00, 2.000000e+00]> : tensor<2xbf16>");
}

TEST(MlirAttribute, DenseElements) {
  const Attribute a = attribute("dense<[[1.0, -2.5e1], [0x7F800000, 0xFFC00000]]> : tensor<2x2xf32>");
  EXPECT_EQ(a.literal.dims(), (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(a.literal.as_double(1), -25.0);
  EXPECT_TRUE(std::isinf(a.literal.as_double(2)));
  EXPECT_TRUE(std::isnan(a.literal.as_double(3)));
  EXPECT_EQ(attribute("dense<[-1, 255]> : tensor<2xi8>").literal.as_int(1), -1);
  EXPECT_EQ(attribute("dense<0x3C00> : tensor<f16>").literal.as_double(), 1.0);
  EXPECT_EQ(attribute("dense<0x3C> : tensor<f8E5M2>").literal.as_double(), 1.0);
  EXPECT_EQ(attribute("dense<1.5> : tensor<3xf8E4M3FN>").literal.as_double(2), 1.5);
  EXPECT_EQ(attribute("dense<1.0e-50> : tensor<f32>").literal.as_double(), 0.0);
  EXPECT_EQ(attribute("dense<-8> : tensor<i4>").literal.as_int(), -8);
  EXPECT_EQ(attribute("dense<[(1.0, 2.0), (3.0, 0x40800000)]> : tensor<2xcomplex<f32>>").literal.as_double(1), 3.0);
  EXPECT_EQ(attribute("dense<[[], []]> : tensor<2x0xi32>").literal.element_count(), 0);
  // A type that we have no values of is carried.
  EXPECT_EQ(attribute("dense<1.0> : tensor<2xf8E3M4>").kind, Attribute::Kind::Opaque);
}

TEST(MlirAttribute, LargeSplatsStayScalars) {
  const Attribute small = attribute("dense<1> : tensor<100xi32>");
  EXPECT_FALSE(small.splat);
  EXPECT_EQ(small.literal.element_count(), 100);
  const Attribute large = attribute("dense<1> : tensor<1000000x1000000xi32>");
  EXPECT_TRUE(large.splat);
  EXPECT_EQ(large.literal.element_count(), 1);
  EXPECT_EQ(to_string(large), "dense<1> : tensor<1000000x1000000xi32>");
}

TEST(MlirType, Kinds) {
  const Type tensor = type_of("tensor<2x0x3xbf16>");
  EXPECT_EQ(tensor.kind, Type::Kind::Tensor);
  EXPECT_EQ(tensor.shape.dims, (std::vector<int64_t>{2, 0, 3}));
  EXPECT_EQ(tensor.shape.type, ElementType::BF16);
  const Type bounded = type_of("tensor<?x3xf32, #stablehlo.bounds<4, ?>>");
  EXPECT_TRUE(bounded.dynamic);
  EXPECT_EQ(bounded.shape.dims[0], -1);
  EXPECT_EQ(bounded.text, "#stablehlo.bounds<4, ?>");
  EXPECT_EQ(type_of("tensor<complex<f64>>").shape.type, ElementType::C128);
  EXPECT_EQ(type_of("tuple<tensor<f32>, tuple<>>").elements.size(), 2u);
  EXPECT_EQ(type_of("!stablehlo.token").kind, Type::Kind::Token);
  EXPECT_EQ(type_of("tensor<2x!quant.uniform<i8:f32, 2.0:15>>").kind, Type::Kind::Opaque);
  EXPECT_EQ(type_of("tensor<*xf32>").kind, Type::Kind::Opaque);
  EXPECT_EQ(type_of("!foo.bar<x -> y>").text, "!foo.bar<x -> y>");
  EXPECT_EQ(type_of("none").kind, Type::Kind::None);
  EXPECT_EQ(type_of("index").text, "index");
  EXPECT_EQ(type_of("(tensor<f32>) -> (tensor<i1>, f32)").input_count, 1u);
  for (const char* text : {"tensor<?x3xf32, #stablehlo.bounds<4, ?>>", "tensor<2xindex>", "!foo.bar", "f8E3M4",
                           "memref<2x?xf32>", "tuple<>", "tensor<2xcomplex<f32>>", "tensor<0x5xi1>"})
    EXPECT_EQ(to_string(type_of(text)), text);
}

}  // namespace
}  // namespace eutectic::mlir
