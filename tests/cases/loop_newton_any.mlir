// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05], [0, 0]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<268xf32>) -> (tensor<268xf32> {jax.result_info = "result[0]"}, tensor<268xf32> {jax.result_info = "result[1]"}, tensor<i32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<268xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<268xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:4 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %0, %iterArg_2 = %1, %iterArg_3 = %c) : tensor<268xf32>, tensor<268xf32>, tensor<268xf32>, tensor<i32>
    cond {
      %3 = stablehlo.abs %iterArg_2 : tensor<268xf32>
      %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %4 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<268xf32>
      %5 = stablehlo.compare GT, %3, %4, FLOAT : (tensor<268xf32>, tensor<268xf32>) -> tensor<268xi1>
      %c_5 = stablehlo.constant dense<false> : tensor<i1>
      %6 = stablehlo.reduce(%5 init: %c_5) applies stablehlo.or across dimensions = [0] : (tensor<268xi1>, tensor<i1>) -> tensor<i1>
      %c_6 = stablehlo.constant dense<50> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_7 = stablehlo.constant dense<false> : tensor<i1>
      %8 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i1>) -> tensor<i1>
      %9 = stablehlo.compare NE, %7, %8, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %10 = stablehlo.convert %9 : tensor<i1>
      %11 = stablehlo.and %6, %10 : tensor<i1>
      stablehlo.return %11 : tensor<i1>
    } do {
      %3 = stablehlo.multiply %iterArg_1, %iterArg_1 : tensor<268xf32>
      %4 = stablehlo.multiply %3, %iterArg_1 : tensor<268xf32>
      %5 = stablehlo.subtract %4, %iterArg : tensor<268xf32>
      %cst_4 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
      %6 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<268xf32>
      %7 = stablehlo.multiply %6, %iterArg_1 : tensor<268xf32>
      %8 = stablehlo.multiply %7, %iterArg_1 : tensor<268xf32>
      %9 = stablehlo.divide %5, %8 : tensor<268xf32>
      %10 = stablehlo.subtract %iterArg_1, %9 : tensor<268xf32>
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %11 = stablehlo.add %iterArg_3, %c_5 : tensor<i32>
      stablehlo.return %iterArg, %10, %9, %11 : tensor<268xf32>, tensor<268xf32>, tensor<268xf32>, tensor<i32>
    }
    return %2#1, %2#2, %2#3 : tensor<268xf32>, tensor<268xf32>, tensor<i32>
  }
}
