// TOLERANCE: [[0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<268xf32>) -> (tensor<268xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<268xf32>
    cond {
      %c_1 = stablehlo.constant dense<9> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = func.call @closed_call(%iterArg_0) : (tensor<268xf32>) -> tensor<268xf32>
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      stablehlo.return %2, %1 : tensor<i32>, tensor<268xf32>
    }
    return %0#1 : tensor<268xf32>
  }
  func.func private @closed_call(%arg0: tensor<268xf32>) -> tensor<268xf32> {
    %0 = stablehlo.reshape %arg0 : (tensor<268xf32>) -> tensor<67x4xf32>
    %cst = stablehlo.constant dense<3.700000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67x4xf32>
    %2 = stablehlo.multiply %1, %0 : tensor<67x4xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67x4xf32>
    %4 = stablehlo.subtract %3, %0 : tensor<67x4xf32>
    %5 = stablehlo.multiply %2, %4 : tensor<67x4xf32>
    %cst_1 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<67x4xf32>
    %7 = stablehlo.multiply %5, %6 : tensor<67x4xf32>
    %8 = call @_roll_static(%0) : (tensor<67x4xf32>) -> tensor<67x4xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<67x4xf32>
    %10 = stablehlo.multiply %9, %8 : tensor<67x4xf32>
    %11 = stablehlo.add %7, %10 : tensor<67x4xf32>
    %12 = stablehlo.reshape %11 : (tensor<67x4xf32>) -> tensor<268xf32>
    return %12 : tensor<268xf32>
  }
  func.func private @_roll_static(%arg0: tensor<67x4xf32>) -> tensor<67x4xf32> {
    %0 = stablehlo.slice %arg0 [0:67, 3:4] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %1 = stablehlo.slice %arg0 [0:67, 0:3] : (tensor<67x4xf32>) -> tensor<67x3xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<67x1xf32>, tensor<67x3xf32>) -> tensor<67x4xf32>
    return %2 : tensor<67x4xf32>
  }
}
