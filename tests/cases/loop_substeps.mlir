// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05], [0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>, %arg1: tensor<67xf32>) -> (tensor<67xf32> {jax.result_info = "result[0][0]"}, tensor<67xf32> {jax.result_info = "result[0][1]"}, tensor<9xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:4 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %arg1, %iterArg_2 = %0) : tensor<i32>, tensor<67xf32>, tensor<67xf32>, tensor<9xf32>
    cond {
      %c_3 = stablehlo.constant dense<9> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2:3 = func.call @closed_call(%iterArg_0, %iterArg_1) : (tensor<67xf32>, tensor<67xf32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<f32>)
      %3 = func.call @dynamic_update_index_in_dim(%iterArg_2, %2#2, %iterArg) : (tensor<9xf32>, tensor<f32>, tensor<i32>) -> tensor<9xf32>
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg, %c_3 : tensor<i32>
      stablehlo.return %4, %2#0, %2#1, %3 : tensor<i32>, tensor<67xf32>, tensor<67xf32>, tensor<9xf32>
    }
    return %1#1, %1#2, %1#3 : tensor<67xf32>, tensor<67xf32>, tensor<9xf32>
  }
  func.func private @closed_call(%arg0: tensor<67xf32>, %arg1: tensor<67xf32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<f32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:4 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %c, %iterArg_2 = %arg0, %iterArg_3 = %arg1) : tensor<i32>, tensor<i32>, tensor<67xf32>, tensor<67xf32>
    cond {
      %c_4 = stablehlo.constant dense<20> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2:3 = func.call @closed_call_0(%iterArg_1, %iterArg_2, %iterArg_3) : (tensor<i32>, tensor<67xf32>, tensor<67xf32>) -> (tensor<i32>, tensor<67xf32>, tensor<67xf32>)
      %c_4 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %iterArg, %c_4 : tensor<i32>
      stablehlo.return %3, %2#0, %2#1, %2#2 : tensor<i32>, tensor<i32>, tensor<67xf32>, tensor<67xf32>
    }
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0#2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<67xf32>, tensor<f32>) -> tensor<f32>
    return %0#2, %0#3, %1 : tensor<67xf32>, tensor<67xf32>, tensor<f32>
  }
  func.func private @closed_call_0(%arg0: tensor<i32>, %arg1: tensor<67xf32>, %arg2: tensor<67xf32>) -> (tensor<i32>, tensor<67xf32>, tensor<67xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.sine %arg1 : tensor<67xf32>
    %cst = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<67xf32>
    %4 = stablehlo.subtract %arg2, %3 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<67xf32>
    %7 = stablehlo.add %arg1, %6 : tensor<67xf32>
    return %0, %7, %4 : tensor<i32>, tensor<67xf32>, tensor<67xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<9xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<9xf32>, tensor<1xf32>, tensor<i32>) -> tensor<9xf32>
    return %1 : tensor<9xf32>
  }
}
