// TOLERANCE: [[2e-05, 2e-06]]
module @jit_logistic attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20xcomplex<f32>>) -> (tensor<20xcomplex<f32>> {jax.result_info = "result"}) {
    %0 = stablehlo.negate %arg0 : tensor<20xcomplex<f32>>
    %1 = stablehlo.exponential %0 : tensor<20xcomplex<f32>>
    %cst = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<20xcomplex<f32>>
    %3 = stablehlo.add %2, %1 : tensor<20xcomplex<f32>>
    %cst_0 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<20xcomplex<f32>>
    %5 = stablehlo.divide %4, %3 : tensor<20xcomplex<f32>>
    return %5 : tensor<20xcomplex<f32>>
  }
}
