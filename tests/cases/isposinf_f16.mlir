// TOLERANCE: [[0, 0]]
module @jit_isposinf attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf16>) -> (tensor<32xi1> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0x7C00> : tensor<f16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<32xf16>
    %1 = stablehlo.compare EQ, %arg0, %0, FLOAT : (tensor<32xf16>, tensor<32xf16>) -> tensor<32xi1>
    return %1 : tensor<32xi1>
  }
}
