// TOLERANCE: [[0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xi1>, %arg1: tensor<3x2xi1>) -> (tensor<3x6xi1> {jax.result_info = "result[0]"}, tensor<6x4xi1> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<3x4xi1>, tensor<3x2xi1>) -> tensor<3x6xi1>
    %1 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<3x4xi1>, tensor<3x4xi1>) -> tensor<6x4xi1>
    return %0, %1 : tensor<3x6xi1>, tensor<6x4xi1>
  }
}
