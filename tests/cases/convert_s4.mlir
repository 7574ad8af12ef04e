// TOLERANCE: [[0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<40xi8>) -> (tensor<40xi8> {jax.result_info = "result[0]"}, tensor<40xui8> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<40xi8>) -> tensor<40xi4>
    %1 = stablehlo.convert %0 : (tensor<40xi4>) -> tensor<40xi8>
    %2 = stablehlo.convert %arg0 : (tensor<40xi8>) -> tensor<40xui4>
    %3 = stablehlo.convert %2 : (tensor<40xui4>) -> tensor<40xui8>
    return %1, %3 : tensor<40xi8>, tensor<40xui8>
  }
}
