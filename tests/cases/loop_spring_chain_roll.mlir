// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67x8xf32>, %arg1: tensor<67x8xf32>) -> (tensor<67x8xf32> {jax.result_info = "result[0]"}, tensor<67x8xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %arg1) : tensor<i32>, tensor<67x8xf32>, tensor<67x8xf32>
    cond {
      %c_2 = stablehlo.constant dense<9> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1:2 = func.call @closed_call(%iterArg_0, %iterArg_1) : (tensor<67x8xf32>, tensor<67x8xf32>) -> (tensor<67x8xf32>, tensor<67x8xf32>)
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_2 : tensor<i32>
      stablehlo.return %2, %1#0, %1#1 : tensor<i32>, tensor<67x8xf32>, tensor<67x8xf32>
    }
    return %0#1, %0#2 : tensor<67x8xf32>, tensor<67x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<67x8xf32>, %arg1: tensor<67x8xf32>) -> (tensor<67x8xf32>, tensor<67x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %1 = stablehlo.slice %arg0 [0:67, 0:7] : (tensor<67x8xf32>) -> tensor<67x7xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<67x1xf32>, tensor<67x7xf32>) -> tensor<67x8xf32>
    %3 = stablehlo.slice %arg0 [0:67, 1:8] : (tensor<67x8xf32>) -> tensor<67x7xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %5 = stablehlo.concatenate %3, %4, dim = 1 : (tensor<67x7xf32>, tensor<67x1xf32>) -> tensor<67x8xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<67x8xf32>
    %7 = stablehlo.multiply %6, %arg0 : tensor<67x8xf32>
    %8 = stablehlo.subtract %2, %7 : tensor<67x8xf32>
    %9 = stablehlo.add %8, %5 : tensor<67x8xf32>
    %cst_2 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<67x8xf32>
    %11 = stablehlo.multiply %10, %9 : tensor<67x8xf32>
    %12 = stablehlo.add %arg1, %11 : tensor<67x8xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<67x8xf32>
    %14 = stablehlo.multiply %13, %12 : tensor<67x8xf32>
    %15 = stablehlo.add %arg0, %14 : tensor<67x8xf32>
    return %15, %12 : tensor<67x8xf32>, tensor<67x8xf32>
  }
}
