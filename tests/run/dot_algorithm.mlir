// TEST: run
// An algorithm says to what the operands are rounded: 1.001 is 1 in bf16 and 1.0009765625 in tf32.
func.func @main() -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %x = stablehlo.constant dense<[1.001, 1.0]> : tensor<2xf32>
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %1 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %2 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 3, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %3 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return %0, %1, %2, %3 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// EXPECT: FILE: StableHLO text, 6 instructions
// EXPECT:   out0   f32[]              2
// EXPECT:   out1   f32[]              2.00195408
// EXPECT:   out2   f32[]              2.00200105
// EXPECT:   out3   f32[]              2.00200105
// EXPECT: evaluated
