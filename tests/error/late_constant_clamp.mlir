// TEST: error
// A constant that is read here for the first time, at the rank that is wrong: the clamp is to blame, not the constant.
module {
  func.func @main(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
    %z = stablehlo.constant dense<0.0> : tensor<6xf32>
    %y = stablehlo.negate %a : tensor<4x6xf32>
    %0 = stablehlo.clamp %z, %y, %z : (tensor<6xf32>, tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
}

// EXPECT: FILE:7:10: error: clamp clamp.1 in computation main.1: clamp of f32[4,6] by f32[6] (C1)
// EXPECT:       %0 = stablehlo.clamp %z, %y, %z : (tensor<6xf32>, tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
// EXPECT:            ^
// EXPECT:   hint: bounds have the operand's element type and are scalars or of its dimensions
