// TOLERANCE: [[1e-12, 1e-13], [1e-12, 1e-13], [1e-12, 1e-13], [1e-12, 1e-13]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4x5xf64>) -> (tensor<3x4x5xf64> {jax.result_info = "result[0]"}, tensor<3x4x5xf64> {jax.result_info = "result[1]"}, tensor<3x4x5xf64> {jax.result_info = "result[2]"}, tensor<3x4x5xf64> {jax.result_info = "result[3]"}) {
    %0 = call @cumsum(%arg0) : (tensor<3x4x5xf64>) -> tensor<3x4x5xf64>
    %1 = call @cummax(%arg0) : (tensor<3x4x5xf64>) -> tensor<3x4x5xf64>
    %2 = call @cummin(%arg0) : (tensor<3x4x5xf64>) -> tensor<3x4x5xf64>
    %3 = call @cumprod(%arg0) : (tensor<3x4x5xf64>) -> tensor<3x4x5xf64>
    return %0, %1, %2, %3 : tensor<3x4x5xf64>, tensor<3x4x5xf64>, tensor<3x4x5xf64>, tensor<3x4x5xf64>
  }
  func.func private @cumsum(%arg0: tensor<3x4x5xf64>) -> tensor<3x4x5xf64> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<f64>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [3, 0], [0, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 4, 1>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f64>
      stablehlo.return %2 : tensor<f64>
    }) : (tensor<3x4x5xf64>, tensor<f64>) -> tensor<3x4x5xf64>
    return %1 : tensor<3x4x5xf64>
  }
  func.func private @cummax(%arg0: tensor<3x4x5xf64>) -> tensor<3x4x5xf64> {
    %cst = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<f64>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [0, 0], [4, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 1, 5>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<f64>
      stablehlo.return %2 : tensor<f64>
    }) : (tensor<3x4x5xf64>, tensor<f64>) -> tensor<3x4x5xf64>
    return %1 : tensor<3x4x5xf64>
  }
  func.func private @cummin(%arg0: tensor<3x4x5xf64>) -> tensor<3x4x5xf64> {
    %cst = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<f64>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 2], [0, 0], [0, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 3, 1, 1>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %2 = stablehlo.minimum %arg1, %arg2 : tensor<f64>
      stablehlo.return %2 : tensor<f64>
    }) : (tensor<3x4x5xf64>, tensor<f64>) -> tensor<3x4x5xf64>
    return %1 : tensor<3x4x5xf64>
  }
  func.func private @cumprod(%arg0: tensor<3x4x5xf64>) -> tensor<3x4x5xf64> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [0, 0], [4, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 1, 5>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %1 = stablehlo.multiply %arg1, %arg2 : tensor<f64>
      stablehlo.return %1 : tensor<f64>
    }) : (tensor<3x4x5xf64>, tensor<f64>) -> tensor<3x4x5xf64>
    return %0 : tensor<3x4x5xf64>
  }
}
