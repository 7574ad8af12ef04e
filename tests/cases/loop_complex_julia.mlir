// TOLERANCE: [[0, 0]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x67xcomplex<f32>>) -> (tensor<8x67xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x67xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:3 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %arg0, %iterArg_2 = %0) : tensor<i32>, tensor<8x67xcomplex<f32>>, tensor<8x67xi32>
    cond {
      %c_3 = stablehlo.constant dense<64> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2:2 = func.call @closed_call(%iterArg_1, %iterArg_2) : (tensor<8x67xcomplex<f32>>, tensor<8x67xi32>) -> (tensor<8x67xcomplex<f32>>, tensor<8x67xi32>)
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %iterArg, %c_3 : tensor<i32>
      stablehlo.return %3, %2#0, %2#1 : tensor<i32>, tensor<8x67xcomplex<f32>>, tensor<8x67xi32>
    }
    return %1#2 : tensor<8x67xi32>
  }
  func.func private @closed_call(%arg0: tensor<8x67xcomplex<f32>>, %arg1: tensor<8x67xi32>) -> (tensor<8x67xcomplex<f32>>, tensor<8x67xi32>) {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<8x67xcomplex<f32>>
    %cst = stablehlo.constant dense<(-8.000000e-01,1.560000e-01)> : tensor<complex<f32>>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<8x67xcomplex<f32>>
    %2 = stablehlo.add %0, %1 : tensor<8x67xcomplex<f32>>
    %3 = stablehlo.abs %2 : (tensor<8x67xcomplex<f32>>) -> tensor<8x67xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x67xf32>
    %5 = stablehlo.compare LT, %3, %4, FLOAT : (tensor<8x67xf32>, tensor<8x67xf32>) -> tensor<8x67xi1>
    %6 = stablehlo.convert %5 : (tensor<8x67xi1>) -> tensor<8x67xi32>
    %7 = stablehlo.add %arg1, %6 : tensor<8x67xi32>
    return %2, %7 : tensor<8x67xcomplex<f32>>, tensor<8x67xi32>
  }
}
