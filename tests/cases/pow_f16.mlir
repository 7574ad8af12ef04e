// TOLERANCE: [[0.002, 0.001]]
module @jit_pow attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20xf16>, %arg1: tensor<20xf16>) -> (tensor<20xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.power %arg0, %arg1 : tensor<20xf16>
    return %0 : tensor<20xf16>
  }
}
