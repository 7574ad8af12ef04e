// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05], [0.0001, 1e-05], [0.0001, 1e-05], [0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>) -> (tensor<67xf32> {jax.result_info = "result[0][0]"}, tensor<67xf32> {jax.result_info = "result[0][1]"}, tensor<67xf32> {jax.result_info = "result[0][2]"}, tensor<9xf32> {jax.result_info = "result[1][0]"}, tensor<9xf32> {jax.result_info = "result[1][1]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %1 = stablehlo.subtract %0, %arg0 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5:6 = stablehlo.while(%iterArg = %c, %iterArg_3 = %1, %iterArg_4 = %arg0, %iterArg_5 = %2, %iterArg_6 = %3, %iterArg_7 = %4) : tensor<i32>, tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<9xf32>, tensor<9xf32>
    cond {
      %c_8 = stablehlo.constant dense<9> : tensor<i32>
      %6 = stablehlo.compare LT, %iterArg, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      %6:5 = func.call @closed_call(%iterArg_3, %iterArg_4, %iterArg_5) : (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<f32>, tensor<f32>)
      %7 = func.call @dynamic_update_index_in_dim(%iterArg_6, %6#3, %iterArg) : (tensor<9xf32>, tensor<f32>, tensor<i32>) -> tensor<9xf32>
      %8 = func.call @dynamic_update_index_in_dim(%iterArg_7, %6#4, %iterArg) : (tensor<9xf32>, tensor<f32>, tensor<i32>) -> tensor<9xf32>
      %c_8 = stablehlo.constant dense<1> : tensor<i32>
      %9 = stablehlo.add %iterArg, %c_8 : tensor<i32>
      stablehlo.return %9, %6#0, %6#1, %6#2, %7, %8 : tensor<i32>, tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<9xf32>, tensor<9xf32>
    }
    return %5#1, %5#2, %5#3, %5#4, %5#5 : tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<9xf32>, tensor<9xf32>
  }
  func.func private @closed_call(%arg0: tensor<67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<67xf32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<f32>, tensor<f32>) {
    %cst = stablehlo.constant dense<3.000000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<67xf32>
    %2 = stablehlo.multiply %1, %arg1 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %4 = stablehlo.multiply %3, %arg1 : tensor<67xf32>
    %5 = stablehlo.subtract %arg0, %2 : tensor<67xf32>
    %6 = stablehlo.add %arg1, %2 : tensor<67xf32>
    %7 = stablehlo.subtract %6, %4 : tensor<67xf32>
    %8 = stablehlo.add %arg2, %4 : tensor<67xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<67xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<6.700000e+01> : tensor<f32>
    %10 = stablehlo.divide %9, %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %11 = stablehlo.reduce(%7 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<67xf32>, tensor<f32>) -> tensor<f32>
    return %5, %7, %8, %10, %11 : tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<f32>, tensor<f32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<9xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<9xf32>, tensor<1xf32>, tensor<i32>) -> tensor<9xf32>
    return %1 : tensor<9xf32>
  }
}
