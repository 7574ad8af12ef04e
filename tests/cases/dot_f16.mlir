// TOLERANCE: [[0.01, 0.03], [0.01, 0.03], [0.01, 0.03], [0.01, 0.03]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf16>, %arg1: tensor<4x5xf16>) -> (tensor<3x5xf16> {jax.result_info = "result[0]"}, tensor<5xf16> {jax.result_info = "result[1]"}, tensor<3xf16> {jax.result_info = "result[2]"}, tensor<f16> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xf16>, tensor<4x5xf16>) -> tensor<3x5xf16>
    %1 = stablehlo.slice %arg0 [0:1, 0:4] : (tensor<3x4xf16>) -> tensor<1x4xf16>
    %2 = stablehlo.reshape %1 : (tensor<1x4xf16>) -> tensor<4xf16>
    %3 = stablehlo.dot_general %2, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xf16>, tensor<4x5xf16>) -> tensor<5xf16>
    %4 = stablehlo.slice %arg1 [0:4, 0:1] : (tensor<4x5xf16>) -> tensor<4x1xf16>
    %5 = stablehlo.reshape %4 : (tensor<4x1xf16>) -> tensor<4xf16>
    %6 = stablehlo.dot_general %arg0, %5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xf16>, tensor<4xf16>) -> tensor<3xf16>
    %7 = stablehlo.slice %arg0 [0:1, 0:4] : (tensor<3x4xf16>) -> tensor<1x4xf16>
    %8 = stablehlo.reshape %7 : (tensor<1x4xf16>) -> tensor<4xf16>
    %9 = stablehlo.slice %arg1 [0:4, 1:2] : (tensor<4x5xf16>) -> tensor<4x1xf16>
    %10 = stablehlo.reshape %9 : (tensor<4x1xf16>) -> tensor<4xf16>
    %11 = stablehlo.dot_general %8, %10, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xf16>, tensor<4xf16>) -> tensor<f16>
    return %0, %3, %6, %11 : tensor<3x5xf16>, tensor<5xf16>, tensor<3xf16>, tensor<f16>
  }
}
