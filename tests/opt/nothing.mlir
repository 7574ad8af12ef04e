// TEST: opt -o - --to stablehlo --explain
// Nothing to do: the program comes back as it was, donation included.
module @nothing {
  func.func public @main(%arg0: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
    %1 = func.call @f(%0) : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.sine %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// EXPECT: module @nothing {
// EXPECT:   func.func public @main(%arg0: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> (tensor<4xf32>) {
// EXPECT:     %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
// EXPECT:     %1 = func.call @f(%0) : (tensor<4xf32>) -> tensor<4xf32>
// EXPECT:     return %1 : tensor<4xf32>
// EXPECT:   }
// EXPECT:   func.func private @f(%arg0: tensor<4xf32>) -> (tensor<4xf32>) {
// EXPECT:     %0 = stablehlo.sine %arg0 : tensor<4xf32>
// EXPECT:     return %0 : tensor<4xf32>
// EXPECT:   }
// EXPECT: }
// EXPECT: for xla-gpu, before: 1 launches, 5.257 us
// EXPECT: clean-loops: nothing to do
// EXPECT: plain-rng: nothing to do
// EXPECT: rng-ahead: nothing to do
// EXPECT: split-carried: nothing to do
// EXPECT: forward-slices: nothing to do
// EXPECT: unroll: nothing to do
// EXPECT: after: 1 launches, 5.257 us; the program is unchanged
