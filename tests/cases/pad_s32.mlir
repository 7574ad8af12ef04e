// TOLERANCE: [[0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xi32>, %arg1: tensor<i32>) -> (tensor<6x11xi32> {jax.result_info = "result[0]"}, tensor<5x3xi32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [2, 1], interior = [0, 2] : (tensor<3x4xi32>, tensor<i32>) -> tensor<6x11xi32>
    %1 = stablehlo.pad %arg0, %arg1, low = [-1, 2], high = [1, -3], interior = [1, 0] : (tensor<3x4xi32>, tensor<i32>) -> tensor<5x3xi32>
    return %0, %1 : tensor<6x11xi32>, tensor<5x3xi32>
  }
}
