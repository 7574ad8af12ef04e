// TOLERANCE: [[0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<268xf32>) -> (tensor<268xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0:3 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg0, %iterArg_1 = %cst) : tensor<268xf32>, tensor<268xf32>, tensor<f32>
    cond {
      %cst_2 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
      %1 = stablehlo.compare GT, %iterArg_1, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.divide %iterArg, %iterArg_0 : tensor<268xf32>
      %2 = stablehlo.add %iterArg_0, %1 : tensor<268xf32>
      %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %3 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<268xf32>
      %4 = stablehlo.multiply %3, %2 : tensor<268xf32>
      %5 = stablehlo.subtract %4, %iterArg_0 : tensor<268xf32>
      %6 = stablehlo.abs %5 : tensor<268xf32>
      %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %7 = stablehlo.reduce(%6 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<268xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %iterArg, %4, %7 : tensor<268xf32>, tensor<268xf32>, tensor<f32>
    }
    return %0#1 : tensor<268xf32>
  }
}
