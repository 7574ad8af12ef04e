// TOLERANCE: [[1e-12, 1e-13], [1e-12, 1e-13], [1e-12, 1e-13], [1e-12, 1e-13]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf64>, %arg1: tensor<4x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result[0]"}, tensor<5xf64> {jax.result_info = "result[1]"}, tensor<3xf64> {jax.result_info = "result[2]"}, tensor<f64> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xf64>, tensor<4x5xf64>) -> tensor<3x5xf64>
    %1 = stablehlo.slice %arg0 [0:1, 0:4] : (tensor<3x4xf64>) -> tensor<1x4xf64>
    %2 = stablehlo.reshape %1 : (tensor<1x4xf64>) -> tensor<4xf64>
    %3 = stablehlo.dot_general %2, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xf64>, tensor<4x5xf64>) -> tensor<5xf64>
    %4 = stablehlo.slice %arg1 [0:4, 0:1] : (tensor<4x5xf64>) -> tensor<4x1xf64>
    %5 = stablehlo.reshape %4 : (tensor<4x1xf64>) -> tensor<4xf64>
    %6 = stablehlo.dot_general %arg0, %5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xf64>, tensor<4xf64>) -> tensor<3xf64>
    %7 = stablehlo.slice %arg0 [0:1, 0:4] : (tensor<3x4xf64>) -> tensor<1x4xf64>
    %8 = stablehlo.reshape %7 : (tensor<1x4xf64>) -> tensor<4xf64>
    %9 = stablehlo.slice %arg1 [0:4, 1:2] : (tensor<4x5xf64>) -> tensor<4x1xf64>
    %10 = stablehlo.reshape %9 : (tensor<4x1xf64>) -> tensor<4xf64>
    %11 = stablehlo.dot_general %8, %10, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xf64>, tensor<4xf64>) -> tensor<f64>
    return %0, %3, %6, %11 : tensor<3x5xf64>, tensor<5xf64>, tensor<3xf64>, tensor<f64>
  }
}
