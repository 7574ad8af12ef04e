// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05]]
module @jit_one attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x67xf32>) -> (tensor<2x67xf32> {jax.result_info = "result[0]"}, tensor<9x67xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x67xf32>) -> tensor<67x2xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %0, %iterArg_1 = %1) : tensor<i32>, tensor<67x2xf32>, tensor<9x67xf32>
    cond {
      %c_2 = stablehlo.constant dense<9> : tensor<i32>
      %4 = stablehlo.compare LT, %iterArg, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4:2 = func.call @closed_call(%iterArg_0) : (tensor<67x2xf32>) -> (tensor<67x2xf32>, tensor<67xf32>)
      %5 = func.call @dynamic_update_index_in_dim(%iterArg_1, %4#1, %iterArg) : (tensor<9x67xf32>, tensor<67xf32>, tensor<i32>) -> tensor<9x67xf32>
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %6 = stablehlo.add %iterArg, %c_2 : tensor<i32>
      stablehlo.return %6, %4#0, %5 : tensor<i32>, tensor<67x2xf32>, tensor<9x67xf32>
    }
    %3 = stablehlo.transpose %2#1, dims = [1, 0] : (tensor<67x2xf32>) -> tensor<2x67xf32>
    return %3, %2#2 : tensor<2x67xf32>, tensor<9x67xf32>
  }
  func.func private @closed_call(%arg0: tensor<67x2xf32>) -> (tensor<67x2xf32>, tensor<67xf32>) {
    %0 = stablehlo.slice %arg0 [0:67, 1:2] : (tensor<67x2xf32>) -> tensor<67x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<67x1xf32>) -> tensor<67xf32>
    %2 = stablehlo.slice %arg0 [0:67, 0:1] : (tensor<67x2xf32>) -> tensor<67x1xf32>
    %3 = stablehlo.reshape %2 : (tensor<67x1xf32>) -> tensor<67xf32>
    %4 = stablehlo.sine %3 : tensor<67xf32>
    %5 = stablehlo.negate %4 : tensor<67xf32>
    %6 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<67xf32>) -> tensor<67x1xf32>
    %7 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<67xf32>) -> tensor<67x1xf32>
    %8 = stablehlo.concatenate %6, %7, dim = 1 : (tensor<67x1xf32>, tensor<67x1xf32>) -> tensor<67x2xf32>
    %cst = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67x2xf32>
    %10 = stablehlo.multiply %9, %8 : tensor<67x2xf32>
    %11 = stablehlo.add %arg0, %10 : tensor<67x2xf32>
    %12 = stablehlo.slice %arg0 [0:67, 0:1] : (tensor<67x2xf32>) -> tensor<67x1xf32>
    %13 = stablehlo.reshape %12 : (tensor<67x1xf32>) -> tensor<67xf32>
    return %11, %13 : tensor<67x2xf32>, tensor<67xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9x67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<i32>) -> tensor<9x67xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<9x67xf32>, tensor<1x67xf32>, tensor<i32>, tensor<i32>) -> tensor<9x67xf32>
    return %1 : tensor<9x67xf32>
  }
}
