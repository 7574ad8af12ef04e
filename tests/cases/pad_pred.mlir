// TOLERANCE: [[0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xi1>, %arg1: tensor<i1>) -> (tensor<6x11xi1> {jax.result_info = "result[0]"}, tensor<5x3xi1> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [2, 1], interior = [0, 2] : (tensor<3x4xi1>, tensor<i1>) -> tensor<6x11xi1>
    %1 = stablehlo.pad %arg0, %arg1, low = [-1, 2], high = [1, -3], interior = [1, 0] : (tensor<3x4xi1>, tensor<i1>) -> tensor<5x3xi1>
    return %0, %1 : tensor<6x11xi1>, tensor<5x3xi1>
  }
}
