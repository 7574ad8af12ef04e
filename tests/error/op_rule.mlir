// TEST: error
module {
  func.func @main(%a: tensor<4xf32>) -> tensor<2xf32> {
    %0 = stablehlo.slice %a [3:5] : (tensor<4xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

// EXPECT: FILE:4:10: error: slice slice.1 in computation main.1: slice limit 5 is past the end of dimension 0 (4) (C3)
// EXPECT:       %0 = stablehlo.slice %a [3:5] : (tensor<4xf32>) -> tensor<2xf32>
// EXPECT:            ^
