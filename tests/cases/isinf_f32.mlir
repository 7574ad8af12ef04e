// TOLERANCE: [[0, 0]]
module @jit_isinf attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf32>) -> (tensor<32xi1> {jax.result_info = "result"}) {
    %0 = call @isinf(%arg0) : (tensor<32xf32>) -> tensor<32xi1>
    return %0 : tensor<32xi1>
  }
  func.func private @isinf(%arg0: tensor<32xf32>) -> tensor<32xi1> {
    %0 = stablehlo.abs %arg0 : tensor<32xf32>
    %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %2 = stablehlo.compare EQ, %0, %1, FLOAT : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xi1>
    return %2 : tensor<32xi1>
  }
}
