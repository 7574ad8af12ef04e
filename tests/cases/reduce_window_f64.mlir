// TOLERANCE: [[1e-12, 1e-13], [1e-12, 1e-13]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4x5xf64>) -> (tensor<3x3x2xf64> {jax.result_info = "result[0]"}, tensor<3x4x5xf64> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<f64>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<0> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 2, 3>, window_strides = array<i64: 1, 1, 2>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %3 = stablehlo.add %arg1, %arg2 : tensor<f64>
      stablehlo.return %3 : tensor<f64>
    }) : (tensor<3x4x5xf64>, tensor<f64>) -> tensor<3x3x2xf64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %2 = "stablehlo.reduce_window"(%arg0, %cst_0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [1, 1]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %3 = stablehlo.maximum %arg1, %arg2 : tensor<f64>
      stablehlo.return %3 : tensor<f64>
    }) : (tensor<3x4x5xf64>, tensor<f64>) -> tensor<3x4x5xf64>
    return %1, %2 : tensor<3x3x2xf64>, tensor<3x4x5xf64>
  }
}
