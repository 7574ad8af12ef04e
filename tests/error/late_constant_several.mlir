// TEST: error
// Each error stands at its op, though both read a constant for the first time.
module {
  func.func @main(%a: tensor<4x6xf32>) -> tensor<6xf32> {
    %z = stablehlo.constant dense<0.0> : tensor<f64>
    %y = stablehlo.negate %a : tensor<4x6xf32>
    %i = stablehlo.constant dense<0> : tensor<i32>
    %q = stablehlo.dynamic_slice %y, %i, %i, sizes = [5, 6] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<5x6xf32>
    %0 = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x6xf32>, tensor<f64>) -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
}

// EXPECT: FILE:8:10: error: dynamic-slice dynamic-slice.1 in computation main.2: slice size 5 is not in [0, 4] in dimension 0 (C4)
// EXPECT:       %q = stablehlo.dynamic_slice %y, %i, %i, sizes = [5, 6] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> t
// EXPECT:            ^
// EXPECT: FILE:9:10: error: reduce reduce.1 in computation main.2: the body takes accumulator 0 as f32[] and its element as f32[], but init and input are f64[] and f32[4,6]
// EXPECT:       %0 = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x6xf32>, tenso
// EXPECT:            ^
