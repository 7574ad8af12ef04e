// TOLERANCE: [[0.0001, 0.0001], [0.0001, 0.0001]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x4x3xcomplex<f32>>, %arg1: tensor<2x4x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<3x3xcomplex<f32>> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x3xcomplex<f32>>, tensor<2x4x3xcomplex<f32>>) -> tensor<2x3x3xcomplex<f32>>
    %1 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x3xcomplex<f32>>, tensor<2x4x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
    return %0, %1 : tensor<2x3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>
  }
}
