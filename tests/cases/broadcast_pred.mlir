// TOLERANCE: [[0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xi1>) -> (tensor<2x3x4xi1> {jax.result_info = "result[0]"}, tensor<4x5x3xi1> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<3x4xi1>) -> tensor<2x3x4xi1>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 0] : (tensor<3x4xi1>) -> tensor<4x5x3xi1>
    return %0, %1 : tensor<2x3x4xi1>, tensor<4x5x3xi1>
  }
}
