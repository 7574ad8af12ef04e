// TOLERANCE: [[0.002, 0.001]]
module @jit_log1p attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20xf16>) -> (tensor<20xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.log_plus_one %arg0 : tensor<20xf16>
    return %0 : tensor<20xf16>
  }
}
