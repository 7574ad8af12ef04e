// TOLERANCE: [[0.002, 0.001]]
module @jit_exp2 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20xf16>) -> (tensor<20xf16> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<6.933590e-01> : tensor<f16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<20xf16>
    %1 = stablehlo.multiply %0, %arg0 : tensor<20xf16>
    %2 = stablehlo.exponential %1 : tensor<20xf16>
    return %2 : tensor<20xf16>
  }
}
