// TOLERANCE: [[1e-11, 1e-12]]
module @jit_mul attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20xcomplex<f64>>, %arg1: tensor<20xcomplex<f64>>) -> (tensor<20xcomplex<f64>> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<20xcomplex<f64>>
    return %0 : tensor<20xcomplex<f64>>
  }
}
