// TOLERANCE: [[0.016, 0.01]]
module @jit_exp2 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20xbf16>) -> (tensor<20xbf16> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<6.914060e-01> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<20xbf16>
    %1 = stablehlo.multiply %0, %arg0 : tensor<20xbf16>
    %2 = stablehlo.exponential %1 : tensor<20xbf16>
    return %2 : tensor<20xbf16>
  }
}
