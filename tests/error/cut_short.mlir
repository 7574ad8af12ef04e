// TEST: error
func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %arg0,

// EXPECT: FILE:4:1: error: expected a value such as %0, found the end of the file
