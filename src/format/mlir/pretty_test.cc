// Pretty forms of operations, and that they give the attributes of the generic form.
#include <gtest/gtest.h>

#include "format/mlir/parser_test_util.h"

namespace eutectic::mlir {
namespace {

// Arguments of the body: %A, %B: 2x3xf32; %S: f32; %C: 3x2xf32; %I: i32; %P: 2x3xi1.
struct Case {
  const char *text, *shown;
};
void check(std::initializer_list<Case> cases) {
  for (const Case& c : cases) EXPECT_EQ(first(c.text), c.shown) << c.text;
}

TEST(MlirPretty, Elementwise) {
  check({
      {"%0 = stablehlo.abs %A : tensor<2x3xf32>", "stablehlo.abs(tensor<2x3xf32>) -> (tensor<2x3xf32>)"},
      {"%0 = stablehlo.add %A, %B : tensor<2x3xf32>",
       "stablehlo.add(tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)"},
      {"%0 = stablehlo.add %A, %B {a = 1 : i8} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x?xf32>",
       "stablehlo.add(tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x?xf32>) {a = 1 : i8}"},
      {"%0 = stablehlo.convert %I : (tensor<i32>) -> tensor<f32>", "stablehlo.convert(tensor<i32>) -> (tensor<f32>)"},
      {"%0 = stablehlo.reshape %A : (tensor<2x3xf32>) -> tensor<6xf32>",
       "stablehlo.reshape(tensor<2x3xf32>) -> (tensor<6xf32>)"},
      {"%0 = stablehlo.clamp %A, %B, %A : tensor<2x3xf32>",
       "stablehlo.clamp(tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)"},
      {"%0 = stablehlo.clamp %S, %B, %S : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>",
       "stablehlo.clamp(tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<2x3xf32>)"},
      {"%0 = stablehlo.select %P, %A, %B : tensor<2x3xi1>, tensor<2x3xf32>",
       "stablehlo.select(tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)"},
      {"%0 = stablehlo.select %P, %A, %B : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>",
       "stablehlo.select(tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)"},
      {"%0 = stablehlo.complex %A, %B : tensor<2x3xcomplex<f32>>",
       "stablehlo.complex(tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xcomplex<f32>>)"},
      {"%0 = stablehlo.exponential %A {result_accuracy = #stablehlo.result_accuracy<ulps = 1, mode = "
       "#stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x3xf32>",
       "stablehlo.exponential(tensor<2x3xf32>) -> (tensor<2x3xf32>) {result_accuracy = "
       "#stablehlo.result_accuracy<ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}"},
      {"%0 = stablehlo.reduce_precision %A, format = e5m10 : tensor<2x3xf32>",
       "stablehlo.reduce_precision(tensor<2x3xf32>) -> (tensor<2x3xf32>) {exponent_bits = 5 : i32; mantissa_bits = "
       "10 : i32}"},
      {"%0 = stablehlo.compare LT, %A, %B : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>",
       "stablehlo.compare(tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xi1>) {comparison_direction = "
       "#stablehlo<comparison_direction LT>}"},
      {"%0 = stablehlo.compare EQ, %A, %B, TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>",
       "stablehlo.compare(tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xi1>) {compare_type = "
       "#stablehlo<comparison_type TOTALORDER>; comparison_direction = #stablehlo<comparison_direction EQ>}"},
  });
}

TEST(MlirPretty, Movement) {
  check({
      {"%0 = stablehlo.iota dim = 1 : tensor<2x3xi32>",
       "stablehlo.iota() -> (tensor<2x3xi32>) {iota_dimension = 1 : i64}"},
      {"%0 = stablehlo.broadcast_in_dim %S, dims = [] : (tensor<f32>) -> tensor<4xf32>",
       "stablehlo.broadcast_in_dim(tensor<f32>) -> (tensor<4xf32>) {broadcast_dimensions = array<i64>}"},
      {"%0 = stablehlo.broadcast_in_dim %A, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x5x3xf32>",
       "stablehlo.broadcast_in_dim(tensor<2x3xf32>) -> (tensor<2x5x3xf32>) {broadcast_dimensions = array<i64: 0, 2>}"},
      {"%0 = stablehlo.broadcast %S, sizes = [4] : (tensor<f32>) -> tensor<4xf32>",
       "stablehlo.broadcast(tensor<f32>) -> (tensor<4xf32>) {broadcast_sizes = array<i64: 4>}"},
      {"%0 = stablehlo.slice %A [0:1, 0:3:2] : (tensor<2x3xf32>) -> tensor<1x2xf32>",
       "stablehlo.slice(tensor<2x3xf32>) -> (tensor<1x2xf32>) {limit_indices = array<i64: 1, 3>; start_indices = "
       "array<i64: 0, 0>; strides = array<i64: 1, 2>}"},
      {"%0 = stablehlo.slice %S [] : (tensor<f32>) -> tensor<f32>",
       "stablehlo.slice(tensor<f32>) -> (tensor<f32>) {limit_indices = array<i64>; start_indices = array<i64>; "
       "strides = array<i64>}"},
      {"%0 = stablehlo.dynamic_slice %A, %I, %I, sizes = [1, 3] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> "
       "tensor<1x3xf32>",
       "stablehlo.dynamic_slice(tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> (tensor<1x3xf32>) {slice_sizes = "
       "array<i64: 1, 3>}"},
      {"%0 = stablehlo.dynamic_update_slice %A, %B, %I, %I : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>, "
       "tensor<i32>) -> tensor<2x3xf32>",
       "stablehlo.dynamic_update_slice(tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> "
       "(tensor<2x3xf32>)"},
      {"%0 = stablehlo.concatenate %A, %B, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>",
       "stablehlo.concatenate(tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x6xf32>) {dimension = 1 : i64}"},
      {"%0 = stablehlo.pad %A, %S, low = [0, -1], high = [1, 0], interior = [0, 2] : (tensor<2x3xf32>, tensor<f32>) "
       "-> tensor<3x6xf32>",
       "stablehlo.pad(tensor<2x3xf32>, tensor<f32>) -> (tensor<3x6xf32>) {edge_padding_high = array<i64: 1, 0>; "
       "edge_padding_low = array<i64: 0, -1>; interior_padding = array<i64: 0, 2>}"},
      {"%0 = stablehlo.transpose %A, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
       "stablehlo.transpose(tensor<2x3xf32>) -> (tensor<3x2xf32>) {permutation = array<i64: 1, 0>}"},
      {"%0 = stablehlo.reverse %A, dims = [1] : tensor<2x3xf32>",
       "stablehlo.reverse(tensor<2x3xf32>) -> (tensor<2x3xf32>) {dimensions = array<i64: 1>}"},
      {"%0 = stablehlo.get_dimension_size %A, dim = 0 : (tensor<2x3xf32>) -> tensor<i32>",
       "stablehlo.get_dimension_size(tensor<2x3xf32>) -> (tensor<i32>) {dimension = 0 : i64}"},
      {"%0 = stablehlo.tuple %A, %S : tuple<tensor<2x3xf32>, tensor<f32>>",
       "stablehlo.tuple(tensor<2x3xf32>, tensor<f32>) -> (tuple<tensor<2x3xf32>, tensor<f32>>)"},
      {"%0:2 = stablehlo.optimization_barrier %A, %S : tensor<2x3xf32>, tensor<f32>",
       "stablehlo.optimization_barrier(tensor<2x3xf32>, tensor<f32>) -> (tensor<2x3xf32>, tensor<f32>)"},
      {"stablehlo.optimization_barrier ()", "stablehlo.optimization_barrier() -> ()"},
      {"%0 = stablehlo.create_token : !stablehlo.token", "stablehlo.create_token() -> (!stablehlo.token)"},
      {"%0 = stablehlo.after_all : !stablehlo.token", "stablehlo.after_all() -> (!stablehlo.token)"},
      {"%0 = stablehlo.partition_id : tensor<ui32>", "stablehlo.partition_id() -> (tensor<ui32>)"},
  });
  const Program p = parse_body(
      "%t = stablehlo.tuple %A, %S : tuple<tensor<2x3xf32>, tensor<f32>>\n"
      "%0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2x3xf32>, tensor<f32>>) -> tensor<f32>");
  EXPECT_EQ(show(p, body(p)[1]),
            "stablehlo.get_tuple_element(tuple<tensor<2x3xf32>, tensor<f32>>) -> (tensor<f32>) {index = 1 : i32}");
}

TEST(MlirPretty, Constants) {
  check({
      {"%c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>",
       "stablehlo.constant() -> (tensor<2xi32>) {value = dense<[1, 2]> : tensor<2xi32>}"},
      {"%c = stablehlo.constant {a} dense<1.0> : tensor<f32>",
       "stablehlo.constant() -> (tensor<f32>) {a = unit; value = dense<1.000000e+00> : tensor<f32>}"},
      {"%c = stablehlo.constant() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 2.0>>",
       "stablehlo.constant() -> (tensor<2x!quant.uniform<i8:f32, 2.0>>) {value = dense<1> : tensor<2xi8>}"},
  });
}

TEST(MlirPretty, Contractions) {
  check({
      {"%0 = stablehlo.dot_general %A, %C, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> "
       "tensor<2x2xf32>",
       "stablehlo.dot_general(tensor<2x3xf32>, tensor<3x2xf32>) -> (tensor<2x2xf32>) {dot_dimension_numbers = "
       "#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}"},
      {"%0 = stablehlo.dot_general %A, %B, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = "
       "[DEFAULT, HIGHEST] {a} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>",
       "stablehlo.dot_general(tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2xf32>) {a = unit; dot_dimension_numbers = "
       "#stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = "
       "[1], rhs_contracting_dimensions = [1]>; precision_config = [#stablehlo<precision DEFAULT>, "
       "#stablehlo<precision HIGHEST>]}"},
      {"%0 = stablehlo.dot_general %A, %C, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, "
       "rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, "
       "num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x2xf32>) -> "
       "tensor<2x2xf32>",
       "stablehlo.dot_general(tensor<2x3xf32>, tensor<3x2xf32>) -> (tensor<2x2xf32>) {algorithm = "
       "#stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, "
       "lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation "
       "= false>; dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], "
       "rhs_contracting_dimensions = [0]>}"},
      {"%0 = stablehlo.dot %A, %C, precision = [HIGH, HIGH] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>",
       "stablehlo.dot(tensor<2x3xf32>, tensor<3x2xf32>) -> (tensor<2x2xf32>) {precision_config = "
       "[#stablehlo<precision HIGH>, #stablehlo<precision HIGH>]}"},
      {"%0 = stablehlo.convolution(%A, %C) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : "
       "i64, feature_group_count = 1 : i64} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>",
       "stablehlo.convolution(tensor<2x3xf32>, tensor<3x2xf32>) -> (tensor<2x2xf32>) {batch_group_count = 1 : i64; "
       "dimension_numbers = #stablehlo.conv<input_batch_dimension = 0, input_feature_dimension = 1, "
       "kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 1, output_batch_dimension = 0, "
       "output_feature_dimension = 1>; feature_group_count = 1 : i64}"},
  });
}

TEST(MlirPretty, ConvolutionWindow) {
  const Program p = parse_body(R"(
    %x = "t.x"() : () -> tensor<1x8x8x4xf32>
    %w = "t.w"() : () -> tensor<3x3x4x16xf32>
    %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 1, 0, f],
      window = {stride = [4, 4], pad = [[0, 1], [2, 3]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, true]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x2x2x16xf32>)");
  const Operation& op = body(p).at(2);
  EXPECT_EQ(op.find("window_strides")->ints, (std::vector<int64_t>{4, 4}));
  EXPECT_EQ(op.find("lhs_dilation")->ints, (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(op.find("rhs_dilation")->ints, (std::vector<int64_t>{1, 1}));
  EXPECT_EQ(op.find("window_reversal")->ints, (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(to_string(*op.find("padding")), "dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>");
  const NamedAttributes& dims = op.find("dimension_numbers")->members;
  ASSERT_EQ(dims.size(), 9u);
  EXPECT_EQ(dims[2].second.ints, (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(dims[8].second.ints, (std::vector<int64_t>{2, 1}));
}

TEST(MlirPretty, Reduce) {
  check({
      {"%0 = stablehlo.reduce(%A init: %S) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, "
       "tensor<f32>) -> tensor<2xf32>",
       "stablehlo.reduce(tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>) {dimensions = array<i64: 1>} "
       "[^(tensor<f32>, tensor<f32>) stablehlo.add(tensor<f32>, tensor<f32>) -> (tensor<f32>) "
       "stablehlo.return(tensor<f32>) -> ()]"},
      {"%0:2 = stablehlo.reduce(%A init: %S), (%P init: %I) across dimensions = [0, 1] : (tensor<2x3xf32>, "
       "tensor<2x3xi1>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)\n"
       " reducer(%a: tensor<f32> loc(\"x\"), %c: tensor<f32>) (%b: tensor<i1>, %d: tensor<i32>) {\n"
       " stablehlo.return %a, %d : tensor<f32>, tensor<i32>\n }",
       "stablehlo.reduce(tensor<2x3xf32>, tensor<2x3xi1>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>) "
       "{dimensions = array<i64: 0, 1>} [^(tensor<f32>, tensor<i1>, tensor<f32>, tensor<i32>) "
       "stablehlo.return(tensor<f32>, tensor<i32>) -> ()]"},
  });
}

TEST(MlirPretty, While) {
  check({
      {"%0:2 = stablehlo.while(%i = %I, %x = %A) : tensor<i32>, tensor<2x3xf32> attributes {k = 1 : i8}\n"
       " cond {\n %c = stablehlo.compare LT, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
       " stablehlo.return %c : tensor<i1>\n} do {\n stablehlo.return %i, %x : tensor<i32>, tensor<2x3xf32>\n}",
       "stablehlo.while(tensor<i32>, tensor<2x3xf32>) -> (tensor<i32>, tensor<2x3xf32>) {k = 1 : i8} "
       "[^(tensor<i32>, tensor<2x3xf32>) stablehlo.compare(tensor<i32>, tensor<i32>) -> (tensor<i1>) "
       "{comparison_direction = #stablehlo<comparison_direction LT>} stablehlo.return(tensor<i1>) -> ()] "
       "[^(tensor<i32>, tensor<2x3xf32>) stablehlo.return(tensor<i32>, tensor<2x3xf32>) -> ()]"},
      {"stablehlo.while() cond {\n stablehlo.return\n} do {\n stablehlo.return\n}",
       "stablehlo.while() -> () [^() stablehlo.return() -> ()] [^() stablehlo.return() -> ()]"},
  });
}

TEST(MlirPretty, CallsAndChecks) {
  check({
      {"%0:2 = call @g(%A, %S) : (tensor<2x3xf32>, tensor<f32>) -> (tensor<f32>, tensor<i1>)",
       "func.call(tensor<2x3xf32>, tensor<f32>) -> (tensor<f32>, tensor<i1>) {callee = @g}"},
      {"%0 = func.call @\"a b\"() : () -> tensor<f32>", "func.call() -> (tensor<f32>) {callee = @\"a b\"}"},
      {"%0 = stablehlo.custom_call @Sharding(%A) {mhlo.sharding = \"{replicated}\"} : (tensor<2x3xf32>) -> "
       "tensor<2x3xf32>",
       "stablehlo.custom_call(tensor<2x3xf32>) -> (tensor<2x3xf32>) {call_target_name = \"Sharding\"; mhlo.sharding = "
       "\"{replicated}\"}"},
      {"stablehlo.custom_call @check.expect_eq(%A, %B) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) "
       "-> ()",
       "stablehlo.custom_call(tensor<2x3xf32>, tensor<2x3xf32>) -> () {call_target_name = \"check.expect_eq\"; "
       "has_side_effect = true}"},
      {"%0 = stablehlo.composite \"chlo.erf\" %A {decomposition = @e, version = 1 : i32} : (tensor<2x3xf32>) -> "
       "tensor<2x3xf32>",
       "stablehlo.composite(tensor<2x3xf32>) -> (tensor<2x3xf32>) {decomposition = @e; name = \"chlo.erf\"; version = "
       "1 : i32}"},
      {"check.expect_eq %A, %B : tensor<2x3xf32>", "check.expect_eq(tensor<2x3xf32>, tensor<2x3xf32>) -> ()"},
      {"check.expect_almost_eq %A, %B, tolerance = 0.1 : tensor<2x3xf32>",
       "check.expect_almost_eq(tensor<2x3xf32>, tensor<2x3xf32>) -> () {tolerance = 1.000000e-01 : f64}"},
      {"check.expect_close %A, %B, max_ulp_difference = 3 : tensor<2x3xf32>, tensor<2x3xf32>",
       "check.expect_close(tensor<2x3xf32>, tensor<2x3xf32>) -> () {max_ulp_difference = 3 : i64}"},
      {"check.expect_eq_const %S, dense<1.0> : tensor<f32>",
       "check.expect_eq_const(tensor<f32>) -> () {value = dense<1.000000e+00> : tensor<f32>}"},
      {"check.expect_almost_eq_const %S, dense<1.0> : tensor<f32>",
       "check.expect_almost_eq_const(tensor<f32>) -> () {value = dense<1.000000e+00> : tensor<f32>}"},
  });
}

TEST(MlirPretty, OtherStablehlo) {
  check({
      {"%0 = stablehlo.fft %A, type = RFFT, length = [3] : (tensor<2x3xf32>) -> tensor<2x2xcomplex<f32>>",
       "stablehlo.fft(tensor<2x3xf32>) -> (tensor<2x2xcomplex<f32>>) {fft_length = array<i64: 3>; fft_type = "
       "#stablehlo<fft_type RFFT>}"},
      {"%0:2 = stablehlo.rng_bit_generator %I, algorithm = THREE_FRY : (tensor<i32>) -> (tensor<i32>, tensor<4xui32>)",
       "stablehlo.rng_bit_generator(tensor<i32>) -> (tensor<i32>, tensor<4xui32>) {rng_algorithm = "
       "#stablehlo<rng_algorithm THREE_FRY>}"},
      {"%0 = stablehlo.rng %S, %S, %I, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<i32>) -> "
       "tensor<f32>",
       "stablehlo.rng(tensor<f32>, tensor<f32>, tensor<i32>) -> (tensor<f32>) {rng_distribution = "
       "#stablehlo<rng_distribution UNIFORM>}"},
      {"%0 = stablehlo.cholesky %A, lower = true : tensor<2x3xf32>",
       "stablehlo.cholesky(tensor<2x3xf32>) -> (tensor<2x3xf32>) {lower = true}"},
      {"%0 = stablehlo.cholesky %A : tensor<2x3xf32>", "stablehlo.cholesky(tensor<2x3xf32>) -> (tensor<2x3xf32>)"},
      {"%0 = stablehlo.einsum %A, %C, config = \"ij,jk->ik\" : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>",
       "stablehlo.einsum(tensor<2x3xf32>, tensor<3x2xf32>) -> (tensor<2x2xf32>) {einsum_config = \"ij,jk->ik\"}"},
  });
}

TEST(MlirPretty, Chlo) {
  check({
      {"%0 = chlo.erf %A : tensor<2x3xf32> -> tensor<2x3xf32>", "chlo.erf(tensor<2x3xf32>) -> (tensor<2x3xf32>)"},
      {"%0 = chlo.zeta %A, %B : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>",
       "chlo.zeta(tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)"},
      {"%0 = chlo.broadcast_add %A, %S : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>",
       "chlo.broadcast_add(tensor<2x3xf32>, tensor<f32>) -> (tensor<2x3xf32>)"},
      {"%0:2 = chlo.top_k(%A, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)",
       "chlo.top_k(tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>) {k = 2 : i64}"},
      {"%0:2 = chlo.top_k(%A, k = 2, is_stable = false) {a} : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)",
       "chlo.top_k(tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>) {a = unit; is_stable = false; k = 2 : i64}"},
      {"%0 = chlo.constant dense<1.0> : tensor<f32>",
       "chlo.constant() -> (tensor<f32>) {value = dense<1.000000e+00> : tensor<f32>}"},
  });
}

TEST(MlirPretty, Sdy) {
  check({
      {"%0 = sdy.sharding_constraint %A <@mesh, [{\"x\"}, {?}]> : tensor<2x3xf32>",
       "sdy.sharding_constraint(tensor<2x3xf32>) -> (tensor<2x3xf32>) {sharding = #sdy.sharding<@mesh, [{\"x\"}, "
       "{?}]>}"},
      {"%0 = sdy.manual_computation(%A) in_shardings=[<@mesh, [{\"x\"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] "
       "manual_axes={\"x\"} (%a: tensor<1x3xf32>) {\n sdy.return %a : tensor<1x3xf32>\n} : (tensor<2x3xf32>) -> "
       "tensor<2x3xf32>",
       "sdy.manual_computation(tensor<2x3xf32>) -> (tensor<2x3xf32>) {in_shardings = "
       "#sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>]>; manual_axes = #sdy<manual_axes{\"x\"}>; out_shardings = "
       "#sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} [^(tensor<1x3xf32>) sdy.return(tensor<1x3xf32>) -> ()]"},
  });
  const Program p = parse("sdy.mesh @mesh = <[\"x\"=4, \"y\"=2]>");
  const Operation& mesh = p.module.regions[0].blocks[0].operations[0];
  EXPECT_EQ(mesh.find("sym_name")->text, "mesh");
  EXPECT_EQ(mesh.find("mesh")->text, "#sdy.mesh<[\"x\"=4, \"y\"=2]>");
}

TEST(MlirPretty, IntegerListsHaveOneForm) {
  for (const char* list : {"array<i64: 0, 2>", "dense<[0, 2]> : tensor<2xi64>", "[0, 2]"}) {
    const Program p = parse_body(std::string("%0 = \"stablehlo.broadcast_in_dim\"(%A) {broadcast_dimensions = ") +
                                 list + "} : (tensor<2x3xf32>) -> tensor<2x5x3xf32>");
    const Attribute& a = *body(p)[0].find("broadcast_dimensions");
    EXPECT_EQ(a.kind, Attribute::Kind::IntArray) << list;
    EXPECT_EQ(a.ints, (std::vector<int64_t>{0, 2})) << list;
  }
  const Program p = parse_body(
      "%0 = \"stablehlo.x\"(%A) {padding = dense<0> : tensor<2x2xi64>, other = dense<[1]> : tensor<1xi64>} : "
      "(tensor<2x3xf32>) -> tensor<f32>");
  EXPECT_EQ(body(p)[0].find("padding")->kind, Attribute::Kind::Elements);
  EXPECT_EQ(body(p)[0].find("other")->kind, Attribute::Kind::Elements);
}

}  // namespace
}  // namespace eutectic::mlir
