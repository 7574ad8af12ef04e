// TEST: error
func.func @main(%a: tensor<2x3xf32>, %b: tensor<4x5xf32>) -> tensor<2x5xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// EXPECT: FILE:3:8: error: dot dot.1 in computation main.1: contracting dimension 1 of lhs has extent 3, but dimension 0 of rhs has 4
// EXPECT:     %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<4x5xf32>) -> tens
// EXPECT:          ^
