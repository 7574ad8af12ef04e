// TOLERANCE: [[0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<134xf32>) -> (tensor<134xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<i32>, tensor<i32>, tensor<134xf32>
    cond {
      %c_3 = stablehlo.constant dense<9> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1:2 = func.call @closed_call(%iterArg_1, %iterArg_2) : (tensor<i32>, tensor<134xf32>) -> (tensor<i32>, tensor<134xf32>)
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_3 : tensor<i32>
      stablehlo.return %2, %1#0, %1#1 : tensor<i32>, tensor<i32>, tensor<134xf32>
    }
    return %0#2 : tensor<134xf32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<134xf32>) -> (tensor<i32>, tensor<134xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.slice %arg1 [0:134:2] : (tensor<134xf32>) -> tensor<67xf32>
    %2 = stablehlo.slice %arg1 [1:134:2] : (tensor<134xf32>) -> tensor<67xf32>
    %cst = stablehlo.constant dense<3.600000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %4 = stablehlo.multiply %3, %1 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %6 = stablehlo.subtract %5, %1 : tensor<67xf32>
    %7 = stablehlo.multiply %4, %6 : tensor<67xf32>
    %cst_1 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %9 = stablehlo.multiply %8, %2 : tensor<67xf32>
    %10 = stablehlo.add %7, %9 : tensor<67xf32>
    %cst_2 = stablehlo.constant dense<3.500000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %12 = stablehlo.multiply %11, %2 : tensor<67xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %14 = stablehlo.subtract %13, %2 : tensor<67xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<67xf32>
    %cst_4 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %17 = stablehlo.multiply %16, %1 : tensor<67xf32>
    %18 = stablehlo.add %15, %17 : tensor<67xf32>
    %19 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<67xf32>) -> tensor<67x1xf32>
    %20 = stablehlo.broadcast_in_dim %18, dims = [0] : (tensor<67xf32>) -> tensor<67x1xf32>
    %21 = stablehlo.concatenate %19, %20, dim = 1 : (tensor<67x1xf32>, tensor<67x1xf32>) -> tensor<67x2xf32>
    %22 = stablehlo.reshape %21 : (tensor<67x2xf32>) -> tensor<134xf32>
    return %0, %22 : tensor<i32>, tensor<134xf32>
  }
}
