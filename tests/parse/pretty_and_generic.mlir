// TEST: parse --to stablehlo
module @forms {
  func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) -> (tensor<2x4xf32>, tensor<2xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    %cst = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    %1 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %2 = "stablehlo.tanh"(%1) : (tensor<2xf32>) -> tensor<2xf32>
    return %0, %2 : tensor<2x4xf32>, tensor<2xf32>
  }
}

// EXPECT: module @forms {
// EXPECT:   func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) -> (tensor<2x4xf32>, tensor<2xf32>) {
// EXPECT:     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// EXPECT:     %1 = stablehlo.constant dense<0.0> : tensor<f32>
// EXPECT:     %2 = "stablehlo.reduce"(%arg0, %1) <{dimensions = array<i64: 1>}> ({
// EXPECT:       ^bb0(%3: tensor<f32>, %4: tensor<f32>):
// EXPECT:       %5 = stablehlo.add %3, %4 : tensor<f32>
// EXPECT:       stablehlo.return %5 : tensor<f32>
// EXPECT:     }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// EXPECT:     %6 = stablehlo.tanh %2 : tensor<2xf32>
// EXPECT:     return %0, %6 : tensor<2x4xf32>, tensor<2xf32>
// EXPECT:   }
// EXPECT: }
