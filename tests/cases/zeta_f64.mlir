// TOLERANCE: [[1e-09, 1e-10]]
module @jit_zeta attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20xf64>, %arg1: tensor<20xf64>) -> (tensor<20xf64> {jax.result_info = "result"}) {
    %0 = chlo.zeta %arg0, %arg1 : tensor<20xf64>, tensor<20xf64> -> tensor<20xf64>
    return %0 : tensor<20xf64>
  }
}
