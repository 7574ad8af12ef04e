// TOLERANCE: [[0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4x5xui8>) -> (tensor<3x3x2xui8> {jax.result_info = "result[0]"}, tensor<3x4x5xui8> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<ui8>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui8>) -> tensor<ui8>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<0> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 2, 3>, window_strides = array<i64: 1, 1, 2>}> ({
    ^bb0(%arg1: tensor<ui8>, %arg2: tensor<ui8>):
      %4 = stablehlo.add %arg1, %arg2 : tensor<ui8>
      stablehlo.return %4 : tensor<ui8>
    }) : (tensor<3x4x5xui8>, tensor<ui8>) -> tensor<3x3x2xui8>
    %c_0 = stablehlo.constant dense<0> : tensor<ui8>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui8>) -> tensor<ui8>
    %3 = "stablehlo.reduce_window"(%arg0, %2) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [1, 1]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<ui8>, %arg2: tensor<ui8>):
      %4 = stablehlo.maximum %arg1, %arg2 : tensor<ui8>
      stablehlo.return %4 : tensor<ui8>
    }) : (tensor<3x4x5xui8>, tensor<ui8>) -> tensor<3x4x5xui8>
    return %1, %3 : tensor<3x3x2xui8>, tensor<3x4x5xui8>
  }
}
