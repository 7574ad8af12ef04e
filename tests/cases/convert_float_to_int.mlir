// TOLERANCE: [[0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5xf32>) -> (tensor<5xi32> {jax.result_info = "result[0]"}, tensor<5xi64> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<5xf32>) -> tensor<5xi32>
    %1 = stablehlo.convert %arg0 : (tensor<5xf32>) -> tensor<5xi64>
    return %0, %1 : tensor<5xi32>, tensor<5xi64>
  }
}
