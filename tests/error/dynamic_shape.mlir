// TEST: error
func.func @main(%arg0: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.negate %arg0 : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// EXPECT: FILE:2:1: unsupported: argument 0 of function @main: func.func has a dynamic shape: tensor<?x4xf32>
// EXPECT:   func.func @main(%arg0: tensor<?x4xf32>) -> tensor<?x4xf32> {
// EXPECT:   ^
// EXPECT:   hint: export the program with concrete argument shapes (jax.export without symbolic dimensions)
