// TEST: verify --describe --round-trip
module @donating attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<4xf32> {jax.buffer_donor = true}) -> (tensor<4xf32> {jax.result_info = "r"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// EXPECT: FILE: ok (StableHLO text, 1 computations, 3 instructions)
// EXPECT:   module        donating
// EXPECT:   computations  1
// EXPECT:   instructions  3 (3 in the entry)
// EXPECT:   ops           parameter 2, add 1
// EXPECT:   loops         0
// EXPECT:   donated       2 of 2 parameters
// EXPECT:   parameters    2
// EXPECT:     arg0   f32[4]  Arg_0.1
// EXPECT:     arg1   f32[4]  Arg_1.1
// EXPECT:   results       1
// EXPECT:     out0   f32[4]
