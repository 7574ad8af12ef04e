// TOLERANCE: [[0.0001, 0.0001], [0.0001, 0.0001], [0.0001, 0.0001], [0.0001, 0.0001]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xcomplex<f32>>, %arg1: tensor<4x5xcomplex<f32>>) -> (tensor<3x5xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<5xcomplex<f32>> {jax.result_info = "result[1]"}, tensor<3xcomplex<f32>> {jax.result_info = "result[2]"}, tensor<complex<f32>> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xcomplex<f32>>, tensor<4x5xcomplex<f32>>) -> tensor<3x5xcomplex<f32>>
    %1 = stablehlo.slice %arg0 [0:1, 0:4] : (tensor<3x4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
    %2 = stablehlo.reshape %1 : (tensor<1x4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    %3 = stablehlo.dot_general %2, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xcomplex<f32>>, tensor<4x5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
    %4 = stablehlo.slice %arg1 [0:4, 0:1] : (tensor<4x5xcomplex<f32>>) -> tensor<4x1xcomplex<f32>>
    %5 = stablehlo.reshape %4 : (tensor<4x1xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    %6 = stablehlo.dot_general %arg0, %5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<3xcomplex<f32>>
    %7 = stablehlo.slice %arg0 [0:1, 0:4] : (tensor<3x4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
    %8 = stablehlo.reshape %7 : (tensor<1x4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    %9 = stablehlo.slice %arg1 [0:4, 1:2] : (tensor<4x5xcomplex<f32>>) -> tensor<4x1xcomplex<f32>>
    %10 = stablehlo.reshape %9 : (tensor<4x1xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    %11 = stablehlo.dot_general %8, %10, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<complex<f32>>
    return %0, %3, %6, %11 : tensor<3x5xcomplex<f32>>, tensor<5xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<complex<f32>>
  }
}
