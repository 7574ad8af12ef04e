// TOLERANCE: [[0, 0]]
module @jit_max attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20xi1>, %arg1: tensor<20xi1>) -> (tensor<20xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<20xi1>
    return %0 : tensor<20xi1>
  }
}
