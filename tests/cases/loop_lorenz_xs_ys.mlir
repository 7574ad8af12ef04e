// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05], [0.0001, 1e-05]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x67xf32>, %arg1: tensor<9x67xf32>) -> (tensor<3x67xf32> {jax.result_info = "result[0]"}, tensor<9x67xf32> {jax.result_info = "result[1][0]"}, tensor<9x67xf32> {jax.result_info = "result[1][1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9x67xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<9x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:5 = stablehlo.while(%iterArg = %arg1, %iterArg_1 = %c, %iterArg_2 = %arg0, %iterArg_3 = %0, %iterArg_4 = %1) : tensor<9x67xf32>, tensor<i32>, tensor<3x67xf32>, tensor<9x67xf32>, tensor<9x67xf32>
    cond {
      %c_5 = stablehlo.constant dense<9> : tensor<i32>
      %3 = stablehlo.compare LT, %iterArg_1, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_1) : (tensor<9x67xf32>, tensor<i32>) -> tensor<67xf32>
      %4:3 = func.call @closed_call(%iterArg_2, %3) : (tensor<3x67xf32>, tensor<67xf32>) -> (tensor<3x67xf32>, tensor<67xf32>, tensor<67xf32>)
      %5 = func.call @dynamic_update_index_in_dim(%iterArg_3, %4#1, %iterArg_1) : (tensor<9x67xf32>, tensor<67xf32>, tensor<i32>) -> tensor<9x67xf32>
      %6 = func.call @dynamic_update_index_in_dim(%iterArg_4, %4#2, %iterArg_1) : (tensor<9x67xf32>, tensor<67xf32>, tensor<i32>) -> tensor<9x67xf32>
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %7 = stablehlo.add %iterArg_1, %c_5 : tensor<i32>
      stablehlo.return %iterArg, %7, %4#0, %5, %6 : tensor<9x67xf32>, tensor<i32>, tensor<3x67xf32>, tensor<9x67xf32>, tensor<9x67xf32>
    }
    return %2#2, %2#3, %2#4 : tensor<3x67xf32>, tensor<9x67xf32>, tensor<9x67xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<9x67xf32>, %arg1: tensor<i32>) -> tensor<67xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 67] : (tensor<9x67xf32>, tensor<i32>, tensor<i32>) -> tensor<1x67xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x67xf32>) -> tensor<67xf32>
    return %1 : tensor<67xf32>
  }
  func.func private @closed_call(%arg0: tensor<3x67xf32>, %arg1: tensor<67xf32>) -> (tensor<3x67xf32>, tensor<67xf32>, tensor<67xf32>) {
    %0 = stablehlo.slice %arg0 [0:1, 0:67] : (tensor<3x67xf32>) -> tensor<1x67xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x67xf32>) -> tensor<67xf32>
    %2 = stablehlo.slice %arg0 [1:2, 0:67] : (tensor<3x67xf32>) -> tensor<1x67xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x67xf32>) -> tensor<67xf32>
    %4 = stablehlo.slice %arg0 [2:3, 0:67] : (tensor<3x67xf32>) -> tensor<1x67xf32>
    %5 = stablehlo.reshape %4 : (tensor<1x67xf32>) -> tensor<67xf32>
    %6 = stablehlo.subtract %3, %1 : tensor<67xf32>
    %cst = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %8 = stablehlo.multiply %7, %6 : tensor<67xf32>
    %9 = stablehlo.add %8, %arg1 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<2.800000e+01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %11 = stablehlo.subtract %10, %5 : tensor<67xf32>
    %12 = stablehlo.multiply %1, %11 : tensor<67xf32>
    %13 = stablehlo.subtract %12, %3 : tensor<67xf32>
    %14 = stablehlo.multiply %1, %3 : tensor<67xf32>
    %cst_1 = stablehlo.constant dense<2.66666675> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %16 = stablehlo.multiply %15, %5 : tensor<67xf32>
    %17 = stablehlo.subtract %14, %16 : tensor<67xf32>
    %18 = stablehlo.broadcast_in_dim %9, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %19 = stablehlo.broadcast_in_dim %13, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %20 = stablehlo.broadcast_in_dim %17, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %21 = stablehlo.concatenate %18, %19, %20, dim = 0 : (tensor<1x67xf32>, tensor<1x67xf32>, tensor<1x67xf32>) -> tensor<3x67xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-03> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %23 = stablehlo.multiply %22, %21 : tensor<3x67xf32>
    %24 = stablehlo.add %arg0, %23 : tensor<3x67xf32>
    %25 = stablehlo.slice %24 [0:1, 0:67] : (tensor<3x67xf32>) -> tensor<1x67xf32>
    %26 = stablehlo.reshape %25 : (tensor<1x67xf32>) -> tensor<67xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %27 = stablehlo.reduce(%24 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<3x67xf32>, tensor<f32>) -> tensor<67xf32>
    return %24, %26, %27 : tensor<3x67xf32>, tensor<67xf32>, tensor<67xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9x67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<i32>) -> tensor<9x67xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<9x67xf32>, tensor<1x67xf32>, tensor<i32>, tensor<i32>) -> tensor<9x67xf32>
    return %1 : tensor<9x67xf32>
  }
}
