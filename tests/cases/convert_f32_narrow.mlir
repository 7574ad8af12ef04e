// TOLERANCE: [[0, 0], [0, 0], [0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<24xf32>) -> (tensor<24xf16> {jax.result_info = "result[0]"}, tensor<24xbf16> {jax.result_info = "result[1]"}, tensor<24xf8E4M3FN> {jax.result_info = "result[2]"}, tensor<24xf8E5M2> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<24xf32>) -> tensor<24xf16>
    %1 = stablehlo.convert %arg0 : (tensor<24xf32>) -> tensor<24xbf16>
    %2 = stablehlo.convert %arg0 : (tensor<24xf32>) -> tensor<24xf8E4M3FN>
    %3 = stablehlo.convert %arg0 : (tensor<24xf32>) -> tensor<24xf8E5M2>
    return %0, %1, %2, %3 : tensor<24xf16>, tensor<24xbf16>, tensor<24xf8E4M3FN>, tensor<24xf8E5M2>
  }
}
