// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67x2xf32>, %arg1: tensor<2x8xf32>, %arg2: tensor<8x1xf32>) -> (tensor<67x2xf32> {jax.result_info = "result[0]"}, tensor<9x67xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:5 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg2, %iterArg_1 = %c, %iterArg_2 = %arg0, %iterArg_3 = %0) : tensor<2x8xf32>, tensor<8x1xf32>, tensor<i32>, tensor<67x2xf32>, tensor<9x67xf32>
    cond {
      %c_4 = stablehlo.constant dense<9> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg_1, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2:2 = func.call @closed_call(%iterArg, %iterArg_0, %iterArg_2) : (tensor<2x8xf32>, tensor<8x1xf32>, tensor<67x2xf32>) -> (tensor<67x2xf32>, tensor<67xf32>)
      %3 = func.call @dynamic_update_index_in_dim(%iterArg_3, %2#1, %iterArg_1) : (tensor<9x67xf32>, tensor<67xf32>, tensor<i32>) -> tensor<9x67xf32>
      %c_4 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg_1, %c_4 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_0, %4, %2#0, %3 : tensor<2x8xf32>, tensor<8x1xf32>, tensor<i32>, tensor<67x2xf32>, tensor<9x67xf32>
    }
    return %1#3, %1#4 : tensor<67x2xf32>, tensor<9x67xf32>
  }
  func.func private @closed_call(%arg0: tensor<2x8xf32>, %arg1: tensor<8x1xf32>, %arg2: tensor<67x2xf32>) -> (tensor<67x2xf32>, tensor<67xf32>) {
    %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<67x2xf32>, tensor<2x8xf32>) -> tensor<67x8xf32>
    %1 = stablehlo.tanh %0 : tensor<67x8xf32>
    %2 = stablehlo.dot_general %1, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<67x8xf32>, tensor<8x1xf32>) -> tensor<67x1xf32>
    %3 = stablehlo.reshape %2 : (tensor<67x1xf32>) -> tensor<67xf32>
    %4 = stablehlo.slice %arg2 [0:67, 0:1] : (tensor<67x2xf32>) -> tensor<67x1xf32>
    %5 = stablehlo.reshape %4 : (tensor<67x1xf32>) -> tensor<67xf32>
    %6 = stablehlo.slice %arg2 [0:67, 1:2] : (tensor<67x2xf32>) -> tensor<67x1xf32>
    %7 = stablehlo.reshape %6 : (tensor<67x1xf32>) -> tensor<67xf32>
    %8 = stablehlo.subtract %3, %5 : tensor<67xf32>
    %cst = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %10 = stablehlo.multiply %9, %8 : tensor<67xf32>
    %11 = stablehlo.add %7, %10 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %13 = stablehlo.multiply %12, %11 : tensor<67xf32>
    %14 = stablehlo.add %5, %13 : tensor<67xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<67xf32>) -> tensor<67x1xf32>
    %16 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<67xf32>) -> tensor<67x1xf32>
    %17 = stablehlo.concatenate %15, %16, dim = 1 : (tensor<67x1xf32>, tensor<67x1xf32>) -> tensor<67x2xf32>
    return %17, %14 : tensor<67x2xf32>, tensor<67xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9x67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<i32>) -> tensor<9x67xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<9x67xf32>, tensor<1x67xf32>, tensor<i32>, tensor<i32>) -> tensor<9x67xf32>
    return %1 : tensor<9x67xf32>
  }
}
