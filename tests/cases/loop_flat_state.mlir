// TOLERANCE: [[0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<134xf32>) -> (tensor<134xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<134xf32>
    cond {
      %c_1 = stablehlo.constant dense<9> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = func.call @closed_call(%iterArg_0) : (tensor<134xf32>) -> tensor<134xf32>
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      stablehlo.return %2, %1 : tensor<i32>, tensor<134xf32>
    }
    return %0#1 : tensor<134xf32>
  }
  func.func private @closed_call(%arg0: tensor<134xf32>) -> tensor<134xf32> {
    %0 = stablehlo.slice %arg0 [0:67] : (tensor<134xf32>) -> tensor<67xf32>
    %1 = stablehlo.slice %arg0 [67:134] : (tensor<134xf32>) -> tensor<67xf32>
    %cst = stablehlo.constant dense<1.100000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %3 = stablehlo.multiply %2, %0 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<4.000000e-01> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %5 = stablehlo.multiply %4, %0 : tensor<67xf32>
    %6 = stablehlo.multiply %5, %1 : tensor<67xf32>
    %7 = stablehlo.subtract %3, %6 : tensor<67xf32>
    %cst_1 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %9 = stablehlo.multiply %8, %7 : tensor<67xf32>
    %10 = stablehlo.add %0, %9 : tensor<67xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %12 = stablehlo.multiply %11, %0 : tensor<67xf32>
    %13 = stablehlo.multiply %12, %1 : tensor<67xf32>
    %cst_3 = stablehlo.constant dense<4.000000e-01> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %15 = stablehlo.multiply %14, %1 : tensor<67xf32>
    %16 = stablehlo.subtract %13, %15 : tensor<67xf32>
    %cst_4 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %18 = stablehlo.multiply %17, %16 : tensor<67xf32>
    %19 = stablehlo.add %1, %18 : tensor<67xf32>
    %20 = stablehlo.concatenate %10, %19, dim = 0 : (tensor<67xf32>, tensor<67xf32>) -> tensor<134xf32>
    return %20 : tensor<134xf32>
  }
}
