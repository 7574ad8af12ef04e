// TOLERANCE: [[0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>) -> (tensor<67xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<67xf32>
    cond {
      %c_1 = stablehlo.constant dense<9> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = func.call @closed_call(%iterArg_0) : (tensor<67xf32>) -> tensor<67xf32>
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      stablehlo.return %2, %1 : tensor<i32>, tensor<67xf32>
    }
    return %0#1 : tensor<67xf32>
  }
  func.func private @closed_call(%arg0: tensor<67xf32>) -> tensor<67xf32> {
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<67xf32>
    %2 = stablehlo.sine %1 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %4 = stablehlo.multiply %3, %2 : tensor<67xf32>
    %5 = stablehlo.add %arg0, %4 : tensor<67xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<67xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<6.700000e+01> : tensor<f32>
    %7 = stablehlo.divide %6, %cst_2 : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %9 = stablehlo.subtract %5, %8 : tensor<67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %10 = call @_std(%5, %c) : (tensor<67xf32>, tensor<i32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %11 = stablehlo.add %10, %cst_3 : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %13 = stablehlo.divide %9, %12 : tensor<67xf32>
    return %13 : tensor<67xf32>
  }
  func.func private @_std(%arg0: tensor<67xf32>, %arg1: tensor<i32>) -> tensor<f32> {
    %0 = call @_var(%arg0, %arg1) : (tensor<67xf32>, tensor<i32>) -> tensor<f32>
    %1 = stablehlo.sqrt %0 : tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @_var(%arg0: tensor<67xf32>, %arg1: tensor<i32>) -> tensor<f32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<67xf32>, tensor<f32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %cst_0 = stablehlo.constant dense<6.700000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xf32>) -> tensor<67xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<67xf32>
    %6 = chlo.square %5 : tensor<67xf32> -> tensor<67xf32>
    %7 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<6.700000e+01> : tensor<f32>
    %8 = stablehlo.subtract %cst_1, %7 : tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<67xf32>, tensor<f32>) -> tensor<f32>
    %10 = stablehlo.divide %9, %8 : tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.compare GT, %8, %cst_3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %12 = call @_where(%11, %10, %cst_4) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    return %12 : tensor<f32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<i1>, tensor<f32>
    return %1 : tensor<f32>
  }
}
