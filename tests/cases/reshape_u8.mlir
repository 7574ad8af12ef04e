// TOLERANCE: [[0, 0], [0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xui8>) -> (tensor<12xui8> {jax.result_info = "result[0]"}, tensor<2x3x2xui8> {jax.result_info = "result[1]"}, tensor<12xui8> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<3x4xui8>) -> tensor<12xui8>
    %1 = stablehlo.reshape %arg0 : (tensor<3x4xui8>) -> tensor<2x3x2xui8>
    %2 = stablehlo.reshape %arg0 : (tensor<3x4xui8>) -> tensor<1x12xui8>
    %3 = stablehlo.reshape %2 : (tensor<1x12xui8>) -> tensor<12xui8>
    return %0, %1, %3 : tensor<12xui8>, tensor<2x3x2xui8>, tensor<12xui8>
  }
}
