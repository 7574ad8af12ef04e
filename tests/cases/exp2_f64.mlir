// TOLERANCE: [[1e-12, 1e-13]]
module @jit_exp2 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20xf64>) -> (tensor<20xf64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.69314718055994529> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<20xf64>
    %1 = stablehlo.multiply %0, %arg0 : tensor<20xf64>
    %2 = stablehlo.exponential %1 : tensor<20xf64>
    return %2 : tensor<20xf64>
  }
}
