// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67x4xf32>, %arg1: tensor<67x4xf32>) -> (tensor<67x4xf32> {jax.result_info = "result[0]"}, tensor<67x4xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %arg1) : tensor<i32>, tensor<67x4xf32>, tensor<67x4xf32>
    cond {
      %c_2 = stablehlo.constant dense<9> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1:2 = func.call @closed_call(%iterArg_0, %iterArg_1) : (tensor<67x4xf32>, tensor<67x4xf32>) -> (tensor<67x4xf32>, tensor<67x4xf32>)
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_2 : tensor<i32>
      stablehlo.return %2, %1#0, %1#1 : tensor<i32>, tensor<67x4xf32>, tensor<67x4xf32>
    }
    return %0#1, %0#2 : tensor<67x4xf32>, tensor<67x4xf32>
  }
  func.func private @closed_call(%arg0: tensor<67x4xf32>, %arg1: tensor<67x4xf32>) -> (tensor<67x4xf32>, tensor<67x4xf32>) {
    %0 = stablehlo.slice %arg0 [0:67, 0:3] : (tensor<67x4xf32>) -> tensor<67x3xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = call @_pad(%0, %c) : (tensor<67x3xf32>, tensor<i32>) -> tensor<67x4xf32>
    %2 = stablehlo.slice %arg0 [0:67, 1:4] : (tensor<67x4xf32>) -> tensor<67x3xf32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %3 = call @_pad_0(%2, %c_0) : (tensor<67x3xf32>, tensor<i32>) -> tensor<67x4xf32>
    %4 = stablehlo.add %1, %3 : tensor<67x4xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67x4xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<67x4xf32>
    %7 = stablehlo.subtract %4, %6 : tensor<67x4xf32>
    %cst_1 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<67x4xf32>
    %9 = stablehlo.multiply %8, %7 : tensor<67x4xf32>
    %10 = stablehlo.add %arg1, %9 : tensor<67x4xf32>
    %cst_2 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<67x4xf32>
    %12 = stablehlo.multiply %11, %10 : tensor<67x4xf32>
    %13 = stablehlo.add %arg0, %12 : tensor<67x4xf32>
    return %13, %10 : tensor<67x4xf32>, tensor<67x4xf32>
  }
  func.func private @_pad(%arg0: tensor<67x3xf32>, %arg1: tensor<i32>) -> tensor<67x4xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<67x3xf32>, tensor<f32>) -> tensor<67x4xf32>
    return %1 : tensor<67x4xf32>
  }
  func.func private @_pad_0(%arg0: tensor<67x3xf32>, %arg1: tensor<i32>) -> tensor<67x4xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<67x3xf32>, tensor<f32>) -> tensor<67x4xf32>
    return %1 : tensor<67x4xf32>
  }
}
