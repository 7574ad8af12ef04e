// TEST: error
// The branches read a broadcast constant from outside, made where the case stands.
module {
  func.func @main(%i: tensor<i32>, %a: tensor<4xf32>) -> tensor<4xf32> {
    %k = stablehlo.constant dense<1.0> : tensor<f32>
    %b = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %0 = "stablehlo.case"(%i) ({
      %s = stablehlo.slice %b [2:6] : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %s : tensor<4xf32>
    }, {
      stablehlo.return %a : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// EXPECT: FILE:8:12: error: slice slice.1 in computation region_0.1: slice limit 6 is past the end of dimension 0 (4) (C3)
// EXPECT:         %s = stablehlo.slice %b [2:6] : (tensor<4xf32>) -> tensor<4xf32>
// EXPECT:              ^
