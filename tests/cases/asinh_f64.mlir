// TOLERANCE: [[1e-12, 1e-13]]
module @jit_asinh attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20xf64>) -> (tensor<20xf64> {jax.result_info = "result"}) {
    %0 = chlo.asinh %arg0 : tensor<20xf64> -> tensor<20xf64>
    return %0 : tensor<20xf64>
  }
}
