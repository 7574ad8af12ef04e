// TOLERANCE: [[0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xi32>) -> (tensor<2x3xi32> {jax.result_info = "result[0]"}, tensor<2x2xi32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.slice %arg0 [1:3, 0:3] : (tensor<3x4xi32>) -> tensor<2x3xi32>
    %1 = stablehlo.slice %arg0 [0:3:2, 1:4:2] : (tensor<3x4xi32>) -> tensor<2x2xi32>
    return %0, %1 : tensor<2x3xi32>, tensor<2x2xi32>
  }
}
