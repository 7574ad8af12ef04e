// TOLERANCE: [[0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xi32>) -> (tensor<3x4xi32> {jax.result_info = "result[0]"}, tensor<2xi32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<[[true, false, false, false], [false, true, false, false], [false, true, true, true]]> : tensor<3x4xi1>
    %c_0 = stablehlo.constant dense<[[3, -4, -5, 8], [-6, -4, 2, 5], [2, 6, -9, -2]]> : tensor<3x4xi32>
    %0 = call @_where(%c, %arg0, %c_0) : (tensor<3x4xi1>, tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x4xi32>
    %c_1 = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2xi32>
    return %0, %1 : tensor<3x4xi32>, tensor<2xi32>
  }
  func.func private @_where(%arg0: tensor<3x4xi1>, %arg1: tensor<3x4xi32>, %arg2: tensor<3x4xi32>) -> tensor<3x4xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<3x4xi1>, tensor<3x4xi32>
    return %0 : tensor<3x4xi32>
  }
}
