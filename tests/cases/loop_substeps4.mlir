// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05], [0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>, %arg1: tensor<67xf32>) -> (tensor<67xf32> {jax.result_info = "result[0][0]"}, tensor<67xf32> {jax.result_info = "result[0][1]"}, tensor<9x67xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.iota dim = 0 : tensor<9xf32>
    %1 = stablehlo.cosine %0 : tensor<9xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3:5 = stablehlo.while(%iterArg = %1, %iterArg_0 = %c, %iterArg_1 = %arg0, %iterArg_2 = %arg1, %iterArg_3 = %2) : tensor<9xf32>, tensor<i32>, tensor<67xf32>, tensor<67xf32>, tensor<9x67xf32>
    cond {
      %c_4 = stablehlo.constant dense<9> : tensor<i32>
      %4 = stablehlo.compare LT, %iterArg_0, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_0) : (tensor<9xf32>, tensor<i32>) -> tensor<f32>
      %5:3 = func.call @closed_call(%iterArg_1, %iterArg_2, %4) : (tensor<67xf32>, tensor<67xf32>, tensor<f32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>)
      %6 = func.call @dynamic_update_index_in_dim(%iterArg_3, %5#2, %iterArg_0) : (tensor<9x67xf32>, tensor<67xf32>, tensor<i32>) -> tensor<9x67xf32>
      %c_4 = stablehlo.constant dense<1> : tensor<i32>
      %7 = stablehlo.add %iterArg_0, %c_4 : tensor<i32>
      stablehlo.return %iterArg, %7, %5#0, %5#1, %6 : tensor<9xf32>, tensor<i32>, tensor<67xf32>, tensor<67xf32>, tensor<9x67xf32>
    }
    return %3#2, %3#3, %3#4 : tensor<67xf32>, tensor<67xf32>, tensor<9x67xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<9xf32>, %arg1: tensor<i32>) -> tensor<f32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<9xf32>, tensor<i32>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @closed_call(%arg0: tensor<67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<f32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:5 = stablehlo.while(%iterArg = %arg2, %iterArg_1 = %c_0, %iterArg_2 = %c, %iterArg_3 = %arg0, %iterArg_4 = %arg1) : tensor<f32>, tensor<i32>, tensor<i32>, tensor<67xf32>, tensor<67xf32>
    cond {
      %c_5 = stablehlo.constant dense<4> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg_1, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1:3 = func.call @closed_call_0(%iterArg, %iterArg_2, %iterArg_3, %iterArg_4) : (tensor<f32>, tensor<i32>, tensor<67xf32>, tensor<67xf32>) -> (tensor<i32>, tensor<67xf32>, tensor<67xf32>)
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg_1, %c_5 : tensor<i32>
      stablehlo.return %iterArg, %2, %1#0, %1#1, %1#2 : tensor<f32>, tensor<i32>, tensor<i32>, tensor<67xf32>, tensor<67xf32>
    }
    return %0#3, %0#4, %0#3 : tensor<67xf32>, tensor<67xf32>, tensor<67xf32>
  }
  func.func private @closed_call_0(%arg0: tensor<f32>, %arg1: tensor<i32>, %arg2: tensor<67xf32>, %arg3: tensor<67xf32>) -> (tensor<i32>, tensor<67xf32>, tensor<67xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg1, %c : tensor<i32>
    %1 = stablehlo.negate %arg2 : tensor<67xf32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %3 = stablehlo.add %1, %2 : tensor<67xf32>
    %cst = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %5 = stablehlo.multiply %4, %3 : tensor<67xf32>
    %6 = stablehlo.add %arg3, %5 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %8 = stablehlo.multiply %7, %6 : tensor<67xf32>
    %9 = stablehlo.add %arg2, %8 : tensor<67xf32>
    return %0, %9, %6 : tensor<i32>, tensor<67xf32>, tensor<67xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9x67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<i32>) -> tensor<9x67xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<9x67xf32>, tensor<1x67xf32>, tensor<i32>, tensor<i32>) -> tensor<9x67xf32>
    return %1 : tensor<9x67xf32>
  }
}
