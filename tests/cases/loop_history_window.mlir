// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67x4xf32>, %arg1: tensor<9x67xf32>) -> (tensor<67x4xf32> {jax.result_info = "result[0]"}, tensor<9x67xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<[1.000000e-01, 2.000000e-01, 3.000000e-01, 4.000000e-01]> : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<9x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:5 = stablehlo.while(%iterArg = %arg1, %iterArg_1 = %cst, %iterArg_2 = %c, %iterArg_3 = %arg0, %iterArg_4 = %0) : tensor<9x67xf32>, tensor<4xf32>, tensor<i32>, tensor<67x4xf32>, tensor<9x67xf32>
    cond {
      %c_5 = stablehlo.constant dense<9> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg_2, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_2) : (tensor<9x67xf32>, tensor<i32>) -> tensor<67xf32>
      %3:2 = func.call @closed_call(%iterArg_1, %iterArg_3, %2) : (tensor<4xf32>, tensor<67x4xf32>, tensor<67xf32>) -> (tensor<67x4xf32>, tensor<67xf32>)
      %4 = func.call @dynamic_update_index_in_dim(%iterArg_4, %3#1, %iterArg_2) : (tensor<9x67xf32>, tensor<67xf32>, tensor<i32>) -> tensor<9x67xf32>
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %5 = stablehlo.add %iterArg_2, %c_5 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_1, %5, %3#0, %4 : tensor<9x67xf32>, tensor<4xf32>, tensor<i32>, tensor<67x4xf32>, tensor<9x67xf32>
    }
    return %1#3, %1#4 : tensor<67x4xf32>, tensor<9x67xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<9x67xf32>, %arg1: tensor<i32>) -> tensor<67xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 67] : (tensor<9x67xf32>, tensor<i32>, tensor<i32>) -> tensor<1x67xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x67xf32>) -> tensor<67xf32>
    return %1 : tensor<67xf32>
  }
  func.func private @closed_call(%arg0: tensor<4xf32>, %arg1: tensor<67x4xf32>, %arg2: tensor<67xf32>) -> (tensor<67x4xf32>, tensor<67xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<67x4xf32>
    %2 = stablehlo.multiply %arg1, %1 : tensor<67x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<67x4xf32>, tensor<f32>) -> tensor<67xf32>
    %4 = stablehlo.slice %arg1 [0:67, 1:4] : (tensor<67x4xf32>) -> tensor<67x3xf32>
    %5 = stablehlo.add %3, %arg2 : tensor<67xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<67xf32>) -> tensor<67x1xf32>
    %7 = stablehlo.concatenate %4, %6, dim = 1 : (tensor<67x3xf32>, tensor<67x1xf32>) -> tensor<67x4xf32>
    return %7, %3 : tensor<67x4xf32>, tensor<67xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9x67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<i32>) -> tensor<9x67xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<9x67xf32>, tensor<1x67xf32>, tensor<i32>, tensor<i32>) -> tensor<9x67xf32>
    return %1 : tensor<9x67xf32>
  }
}
