// TEST: run
func.func @main() -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 6.0]]> : tensor<2x2xf32>
  %scale = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %offset = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>
}

// EXPECT: FILE: StableHLO text, 8 instructions
// EXPECT:   out0   f32[2,2]           min -1 mean 0.5 max 3; first -1 -1 1 3
// EXPECT:   out1   f32[2]             min 2 mean 3 max 4; first 2 4
// EXPECT:   out2   f32[2]             min 1 mean 2.5 max 4; first 1 4
// EXPECT: evaluated
