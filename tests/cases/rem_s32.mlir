// TOLERANCE: [[0, 0]]
module @jit_rem attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<26xi32>, %arg1: tensor<26xi32>) -> (tensor<26xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.remainder %arg0, %arg1 : tensor<26xi32>
    return %0 : tensor<26xi32>
  }
}
