// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9x67xf32>) -> (tensor<67xf32> {jax.result_info = "result[0]"}, tensor<9x67xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %1 = stablehlo.slice %arg0 [0:1, 0:67] : (tensor<9x67xf32>) -> tensor<1x67xf32>
    %2 = stablehlo.slice %arg0 [1:9, 0:67] : (tensor<9x67xf32>) -> tensor<8x67xf32>
    %3 = stablehlo.reshape %2 : (tensor<8x67xf32>) -> tensor<2x4x67xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x4x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5:4 = stablehlo.while(%iterArg = %3, %iterArg_1 = %c, %iterArg_2 = %0, %iterArg_3 = %4) : tensor<2x4x67xf32>, tensor<i32>, tensor<67xf32>, tensor<2x4x67xf32>
    cond {
      %c_4 = stablehlo.constant dense<2> : tensor<i32>
      %12 = stablehlo.compare LT, %iterArg_1, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      %c_4 = stablehlo.constant dense<2> : tensor<i32>
      %12 = stablehlo.subtract %c_4, %iterArg_1 : tensor<i32>
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %13 = stablehlo.subtract %12, %c_5 : tensor<i32>
      %14 = func.call @dynamic_index_in_dim(%iterArg, %13) : (tensor<2x4x67xf32>, tensor<i32>) -> tensor<4x67xf32>
      %15 = stablehlo.slice %14 [3:4, 0:67] : (tensor<4x67xf32>) -> tensor<1x67xf32>
      %16 = stablehlo.reshape %15 : (tensor<1x67xf32>) -> tensor<67xf32>
      %17:2 = func.call @closed_call(%iterArg_2, %16) : (tensor<67xf32>, tensor<67xf32>) -> (tensor<67xf32>, tensor<67xf32>)
      %18 = stablehlo.slice %14 [2:3, 0:67] : (tensor<4x67xf32>) -> tensor<1x67xf32>
      %19 = stablehlo.reshape %18 : (tensor<1x67xf32>) -> tensor<67xf32>
      %20:2 = func.call @closed_call(%17#0, %19) : (tensor<67xf32>, tensor<67xf32>) -> (tensor<67xf32>, tensor<67xf32>)
      %21 = stablehlo.slice %14 [1:2, 0:67] : (tensor<4x67xf32>) -> tensor<1x67xf32>
      %22 = stablehlo.reshape %21 : (tensor<1x67xf32>) -> tensor<67xf32>
      %23:2 = func.call @closed_call(%20#0, %22) : (tensor<67xf32>, tensor<67xf32>) -> (tensor<67xf32>, tensor<67xf32>)
      %24 = stablehlo.slice %14 [0:1, 0:67] : (tensor<4x67xf32>) -> tensor<1x67xf32>
      %25 = stablehlo.reshape %24 : (tensor<1x67xf32>) -> tensor<67xf32>
      %26:2 = func.call @closed_call(%23#0, %25) : (tensor<67xf32>, tensor<67xf32>) -> (tensor<67xf32>, tensor<67xf32>)
      %27 = stablehlo.broadcast_in_dim %26#1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %28 = stablehlo.broadcast_in_dim %23#1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %29 = stablehlo.broadcast_in_dim %20#1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %30 = stablehlo.broadcast_in_dim %17#1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %31 = stablehlo.concatenate %27, %28, %29, %30, dim = 0 : (tensor<1x67xf32>, tensor<1x67xf32>, tensor<1x67xf32>, tensor<1x67xf32>) -> tensor<4x67xf32>
      %32 = func.call @dynamic_update_index_in_dim(%iterArg_3, %31, %13) : (tensor<2x4x67xf32>, tensor<4x67xf32>, tensor<i32>) -> tensor<2x4x67xf32>
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %33 = stablehlo.add %iterArg_1, %c_6 : tensor<i32>
      stablehlo.return %iterArg, %33, %26#0, %32 : tensor<2x4x67xf32>, tensor<i32>, tensor<67xf32>, tensor<2x4x67xf32>
    }
    %6 = stablehlo.reshape %5#3 : (tensor<2x4x67xf32>) -> tensor<8x67xf32>
    %7 = stablehlo.slice %1 [0:1, 0:67] : (tensor<1x67xf32>) -> tensor<1x67xf32>
    %8 = stablehlo.reshape %7 : (tensor<1x67xf32>) -> tensor<67xf32>
    %9:2 = call @closed_call(%5#2, %8) : (tensor<67xf32>, tensor<67xf32>) -> (tensor<67xf32>, tensor<67xf32>)
    %10 = stablehlo.broadcast_in_dim %9#1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %11 = stablehlo.concatenate %10, %6, dim = 0 : (tensor<1x67xf32>, tensor<8x67xf32>) -> tensor<9x67xf32>
    return %9#0, %11 : tensor<67xf32>, tensor<9x67xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<2x4x67xf32>, %arg1: tensor<i32>) -> tensor<4x67xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 4, 67] : (tensor<2x4x67xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x67xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x67xf32>) -> tensor<4x67xf32>
    return %1 : tensor<4x67xf32>
  }
  func.func private @closed_call(%arg0: tensor<67xf32>, %arg1: tensor<67xf32>) -> (tensor<67xf32>, tensor<67xf32>) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %3 = stablehlo.multiply %2, %arg1 : tensor<67xf32>
    %4 = stablehlo.add %1, %3 : tensor<67xf32>
    return %4, %4 : tensor<67xf32>, tensor<67xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<2x4x67xf32>, %arg1: tensor<4x67xf32>, %arg2: tensor<i32>) -> tensor<2x4x67xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<4x67xf32>) -> tensor<1x4x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x4x67xf32>, tensor<1x4x67xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x67xf32>
    return %1 : tensor<2x4x67xf32>
  }
}
