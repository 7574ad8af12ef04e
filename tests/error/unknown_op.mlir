// TEST: error
func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.ad %arg0, %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// EXPECT: FILE:3:8: unsupported: operation stablehlo.ad is not supported
// EXPECT:     %0 = stablehlo.ad %arg0, %arg0 : tensor<4xf32>
// EXPECT:          ^
