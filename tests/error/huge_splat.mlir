// TEST: error
func.func @main() -> tensor<4xf32> {
  %0 = stablehlo.constant dense<0.0> : tensor<99999999999x99999999999xf32>
  %1 = stablehlo.slice %0 [0:1, 0:4] : (tensor<99999999999x99999999999xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// EXPECT: FILE:3:40: error: tensor<99999999999x99999999999xf32> is larger than memory can be
// EXPECT:     %0 = stablehlo.constant dense<0.0> : tensor<99999999999x99999999999xf32>
// EXPECT:                                          ^
