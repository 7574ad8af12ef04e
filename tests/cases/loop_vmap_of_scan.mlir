// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05], [0.0001, 1e-05]]
module @jit_one attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<67x9xf32>) -> (tensor<67xf32> {jax.result_info = "result[0][0]"}, tensor<67xf32> {jax.result_info = "result[0][1]"}, tensor<67x9xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.transpose %arg2, dims = [1, 0] : (tensor<67x9xf32>) -> tensor<9x67xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:5 = stablehlo.while(%iterArg = %0, %iterArg_0 = %c, %iterArg_1 = %arg0, %iterArg_2 = %arg1, %iterArg_3 = %1) : tensor<9x67xf32>, tensor<i32>, tensor<67xf32>, tensor<67xf32>, tensor<9x67xf32>
    cond {
      %c_4 = stablehlo.constant dense<9> : tensor<i32>
      %4 = stablehlo.compare LT, %iterArg_0, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_0) : (tensor<9x67xf32>, tensor<i32>) -> tensor<67xf32>
      %5:3 = func.call @closed_call(%iterArg_1, %iterArg_2, %4) : (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>)
      %6 = func.call @dynamic_update_index_in_dim(%iterArg_3, %5#2, %iterArg_0) : (tensor<9x67xf32>, tensor<67xf32>, tensor<i32>) -> tensor<9x67xf32>
      %c_4 = stablehlo.constant dense<1> : tensor<i32>
      %7 = stablehlo.add %iterArg_0, %c_4 : tensor<i32>
      stablehlo.return %iterArg, %7, %5#0, %5#1, %6 : tensor<9x67xf32>, tensor<i32>, tensor<67xf32>, tensor<67xf32>, tensor<9x67xf32>
    }
    %3 = stablehlo.transpose %2#4, dims = [1, 0] : (tensor<9x67xf32>) -> tensor<67x9xf32>
    return %2#2, %2#3, %3 : tensor<67xf32>, tensor<67xf32>, tensor<67x9xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<9x67xf32>, %arg1: tensor<i32>) -> tensor<67xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 67] : (tensor<9x67xf32>, tensor<i32>, tensor<i32>) -> tensor<1x67xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x67xf32>) -> tensor<67xf32>
    return %1 : tensor<67xf32>
  }
  func.func private @closed_call(%arg0: tensor<67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<67xf32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>) {
    %0 = stablehlo.subtract %arg2, %arg0 : tensor<67xf32>
    %cst = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %2 = stablehlo.multiply %1, %arg1 : tensor<67xf32>
    %3 = stablehlo.subtract %0, %2 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %5 = stablehlo.multiply %4, %3 : tensor<67xf32>
    %6 = stablehlo.add %arg1, %5 : tensor<67xf32>
    %cst_1 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %8 = stablehlo.multiply %7, %6 : tensor<67xf32>
    %9 = stablehlo.add %arg0, %8 : tensor<67xf32>
    return %9, %6, %9 : tensor<67xf32>, tensor<67xf32>, tensor<67xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9x67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<i32>) -> tensor<9x67xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<9x67xf32>, tensor<1x67xf32>, tensor<i32>, tensor<i32>) -> tensor<9x67xf32>
    return %1 : tensor<9x67xf32>
  }
}
