// TOLERANCE: [[0, 0], [0, 0], [0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x400xi1>, %arg1: tensor<3x400xi1>) -> (tensor<3x400xi1> {jax.result_info = "result[0]"}, tensor<3x400xi1> {jax.result_info = "result[1]"}, tensor<400xi1> {jax.result_info = "result[2]"}, tensor<3xi1> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<3x400xi1>
    %1 = stablehlo.minimum %arg0, %arg1 : tensor<3x400xi1>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %2 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<3x400xi1>, tensor<i1>) -> tensor<400xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %3 = stablehlo.reduce(%arg0 init: %c_0) applies stablehlo.minimum across dimensions = [1] : (tensor<3x400xi1>, tensor<i1>) -> tensor<3xi1>
    return %0, %1, %2, %3 : tensor<3x400xi1>, tensor<3x400xi1>, tensor<400xi1>, tensor<3xi1>
  }
}
