// TOLERANCE: [[0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4x5xui8>) -> (tensor<3x4x5xi64> {jax.result_info = "result[0]"}, tensor<3x4x5xi64> {jax.result_info = "result[1]"}) {
    %0 = call @argsort(%arg0) : (tensor<3x4x5xui8>) -> tensor<3x4x5xi64>
    %1 = call @argsort_0(%arg0) : (tensor<3x4x5xui8>) -> tensor<3x4x5xi64>
    return %0, %1 : tensor<3x4x5xi64>, tensor<3x4x5xi64>
  }
  func.func private @argsort(%arg0: tensor<3x4x5xui8>) -> tensor<3x4x5xi64> {
    %0 = stablehlo.iota dim = 1 : tensor<3x4x5xi64>
    %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<ui8>, %arg2: tensor<ui8>, %arg3: tensor<i64>, %arg4: tensor<i64>):
      %2 = stablehlo.compare LT, %arg1, %arg2, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<3x4x5xui8>, tensor<3x4x5xi64>) -> (tensor<3x4x5xui8>, tensor<3x4x5xi64>)
    return %1#1 : tensor<3x4x5xi64>
  }
  func.func private @argsort_0(%arg0: tensor<3x4x5xui8>) -> tensor<3x4x5xi64> {
    %0 = stablehlo.iota dim = 2 : tensor<3x4x5xi64>
    %1 = stablehlo.reverse %arg0, dims = [2] : tensor<3x4x5xui8>
    %2 = stablehlo.reverse %0, dims = [2] : tensor<3x4x5xi64>
    %3:2 = "stablehlo.sort"(%1, %2) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<ui8>, %arg2: tensor<ui8>, %arg3: tensor<i64>, %arg4: tensor<i64>):
      %5 = stablehlo.compare LT, %arg1, %arg2, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    }) : (tensor<3x4x5xui8>, tensor<3x4x5xi64>) -> (tensor<3x4x5xui8>, tensor<3x4x5xi64>)
    %4 = stablehlo.reverse %3#1, dims = [2] : tensor<3x4x5xi64>
    return %4 : tensor<3x4x5xi64>
  }
}
