// TOLERANCE: [[0.03, 0.3], [0.03, 0.3], [0.03, 0.3], [0.03, 0.3]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4x5xbf16>) -> (tensor<4x5xbf16> {jax.result_info = "result[0]"}, tensor<3xbf16> {jax.result_info = "result[1]"}, tensor<3x4xbf16> {jax.result_info = "result[2]"}, tensor<5xbf16> {jax.result_info = "result[3]"}) {
    %cst = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [0] : (tensor<3x4x5xbf16>, tensor<bf16>) -> tensor<4x5xbf16>
    %cst_0 = stablehlo.constant dense<0x7F80> : tensor<bf16>
    %1 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.minimum across dimensions = [1, 2] : (tensor<3x4x5xbf16>, tensor<bf16>) -> tensor<3xbf16>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %2 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<3x4x5xbf16>, tensor<bf16>) -> tensor<3x4xbf16>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %3 = stablehlo.reduce(%arg0 init: %cst_2) applies stablehlo.multiply across dimensions = [0, 1] : (tensor<3x4x5xbf16>, tensor<bf16>) -> tensor<5xbf16>
    return %0, %1, %2, %3 : tensor<4x5xbf16>, tensor<3xbf16>, tensor<3x4xbf16>, tensor<5xbf16>
  }
}
