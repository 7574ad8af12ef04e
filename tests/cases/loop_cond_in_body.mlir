// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>) -> (tensor<67xf32> {jax.result_info = "result[0]"}, tensor<9xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.iota dim = 0 : tensor<9xi32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:4 = stablehlo.while(%iterArg = %0, %iterArg_0 = %c, %iterArg_1 = %arg0, %iterArg_2 = %1) : tensor<9xi32>, tensor<i32>, tensor<67xf32>, tensor<9xf32>
    cond {
      %c_3 = stablehlo.constant dense<9> : tensor<i32>
      %3 = stablehlo.compare LT, %iterArg_0, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_0) : (tensor<9xi32>, tensor<i32>) -> tensor<i32>
      %4:2 = func.call @closed_call(%iterArg_1, %3) : (tensor<67xf32>, tensor<i32>) -> (tensor<67xf32>, tensor<f32>)
      %5 = func.call @dynamic_update_index_in_dim(%iterArg_2, %4#1, %iterArg_0) : (tensor<9xf32>, tensor<f32>, tensor<i32>) -> tensor<9xf32>
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %6 = stablehlo.add %iterArg_0, %c_3 : tensor<i32>
      stablehlo.return %iterArg, %6, %4#0, %5 : tensor<9xi32>, tensor<i32>, tensor<67xf32>, tensor<9xf32>
    }
    return %2#2, %2#3 : tensor<67xf32>, tensor<9xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<9xi32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<9xi32>, tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @closed_call(%arg0: tensor<67xf32>, %arg1: tensor<i32>) -> (tensor<67xf32>, tensor<f32>) {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %0 = call @remainder(%arg1, %c) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.convert %1 : (tensor<i1>) -> tensor<i32>
    %3 = "stablehlo.case"(%2) ({
      %5 = stablehlo.sine %arg0 : tensor<67xf32>
      %cst_1 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<67xf32>
      %7 = stablehlo.multiply %6, %5 : tensor<67xf32>
      %8 = stablehlo.add %arg0, %7 : tensor<67xf32>
      stablehlo.return %8 : tensor<67xf32>
    }, {
      %cst_1 = stablehlo.constant dense<0.899999976> : tensor<f32>
      %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<67xf32>
      %6 = stablehlo.multiply %arg0, %5 : tensor<67xf32>
      stablehlo.return %6 : tensor<67xf32>
    }) : (tensor<i32>) -> tensor<67xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.maximum across dimensions = [0] : (tensor<67xf32>, tensor<f32>) -> tensor<f32>
    return %3, %4 : tensor<67xf32>, tensor<f32>
  }
  func.func private @remainder(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.remainder %arg0, %2 : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.compare NE, %3, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %3, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %8 = stablehlo.and %7, %4 : tensor<i1>
    %9 = stablehlo.add %3, %2 : tensor<i32>
    %10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<i32>
    return %10 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<9xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<9xf32>, tensor<1xf32>, tensor<i32>) -> tensor<9xf32>
    return %1 : tensor<9xf32>
  }
}
