// TOLERANCE: [[0, 0]]
module @jit_sign attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20xui32>) -> (tensor<20xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<ui32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<20xui32>
    %1 = stablehlo.compare EQ, %arg0, %0, UNSIGNED : (tensor<20xui32>, tensor<20xui32>) -> tensor<20xi1>
    %c_0 = stablehlo.constant dense<0> : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<20xui32>
    %c_1 = stablehlo.constant dense<1> : tensor<ui32>
    %3 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<20xui32>
    %4 = stablehlo.select %1, %2, %3 : tensor<20xi1>, tensor<20xui32>
    return %4 : tensor<20xui32>
  }
}
