// TOLERANCE: [[0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67x9xf32>) -> (tensor<67x9xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %1 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<67x9xf32>) -> tensor<9x67xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<9x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3:5 = stablehlo.while(%iterArg = %1, %iterArg_2 = %c, %iterArg_3 = %0, %iterArg_4 = %cst_0, %iterArg_5 = %2) : tensor<9x67xf32>, tensor<i32>, tensor<67xf32>, tensor<f32>, tensor<9x67xf32>
    cond {
      %c_6 = stablehlo.constant dense<9> : tensor<i32>
      %5 = stablehlo.compare LT, %iterArg_2, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %5 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_2) : (tensor<9x67xf32>, tensor<i32>) -> tensor<67xf32>
      %6:3 = func.call @closed_call(%iterArg_3, %iterArg_4, %5) : (tensor<67xf32>, tensor<f32>, tensor<67xf32>) -> (tensor<67xf32>, tensor<f32>, tensor<67xf32>)
      %7 = func.call @dynamic_update_index_in_dim(%iterArg_5, %6#2, %iterArg_2) : (tensor<9x67xf32>, tensor<67xf32>, tensor<i32>) -> tensor<9x67xf32>
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg_2, %c_6 : tensor<i32>
      stablehlo.return %iterArg, %8, %6#0, %6#1, %7 : tensor<9x67xf32>, tensor<i32>, tensor<67xf32>, tensor<f32>, tensor<9x67xf32>
    }
    %4 = stablehlo.transpose %3#4, dims = [1, 0] : (tensor<9x67xf32>) -> tensor<67x9xf32>
    return %4 : tensor<67x9xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<9x67xf32>, %arg1: tensor<i32>) -> tensor<67xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 67] : (tensor<9x67xf32>, tensor<i32>, tensor<i32>) -> tensor<1x67xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x67xf32>) -> tensor<67xf32>
    return %1 : tensor<67xf32>
  }
  func.func private @closed_call(%arg0: tensor<67xf32>, %arg1: tensor<f32>, %arg2: tensor<67xf32>) -> (tensor<67xf32>, tensor<f32>, tensor<67xf32>) {
    %cst = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %0 = stablehlo.add %arg1, %cst : tensor<f32>
    %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %1 = stablehlo.add %0, %cst_0 : tensor<f32>
    %2 = stablehlo.divide %0, %1 : tensor<f32>
    %3 = stablehlo.convert %arg0 : tensor<67xf32>
    %4 = stablehlo.subtract %arg2, %3 : tensor<67xf32>
    %5 = stablehlo.convert %2 : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %7 = stablehlo.multiply %6, %4 : tensor<67xf32>
    %8 = stablehlo.convert %arg0 : tensor<67xf32>
    %9 = stablehlo.add %8, %7 : tensor<67xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %10 = stablehlo.subtract %cst_1, %2 : tensor<f32>
    %11 = stablehlo.multiply %10, %0 : tensor<f32>
    return %9, %11, %9 : tensor<67xf32>, tensor<f32>, tensor<67xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9x67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<i32>) -> tensor<9x67xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<9x67xf32>, tensor<1x67xf32>, tensor<i32>, tensor<i32>) -> tensor<9x67xf32>
    return %1 : tensor<9x67xf32>
  }
}
