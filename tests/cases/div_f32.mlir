// TOLERANCE: [[0, 0]]
module @jit_div attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf32>, %arg1: tensor<32xf32>) -> (tensor<32xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<32xf32>
    return %0 : tensor<32xf32>
  }
}
