// TOLERANCE: [[0, 0]]
module @jit_min attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20xui32>, %arg1: tensor<20xui32>) -> (tensor<20xui32> {jax.result_info = "result"}) {
    %0 = stablehlo.minimum %arg0, %arg1 : tensor<20xui32>
    return %0 : tensor<20xui32>
  }
}
