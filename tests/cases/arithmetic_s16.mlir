// TOLERANCE: [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xi16>) -> (tensor<3x4xi16> {jax.result_info = "result[0]"}, tensor<3x4xi16> {jax.result_info = "result[1]"}, tensor<3x4xi16> {jax.result_info = "result[2]"}, tensor<3x4xi16> {jax.result_info = "result[3]"}, tensor<3x4xi16> {jax.result_info = "result[4]"}, tensor<3x4xi16> {jax.result_info = "result[5]"}, tensor<3x4xi16> {jax.result_info = "result[6]"}, tensor<i16> {jax.result_info = "result[7]"}, tensor<3x4xf32> {jax.result_info = "result[8]"}, tensor<3x4xi16> {jax.result_info = "result[9]"}) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<3x4xi16>
    %1 = stablehlo.slice %arg0 [0:1, 0:4] : (tensor<3x4xi16>) -> tensor<1x4xi16>
    %2 = stablehlo.reshape %1 : (tensor<1x4xi16>) -> tensor<4xi16>
    %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<4xi16>) -> tensor<1x4xi16>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x4xi16>) -> tensor<3x4xi16>
    %5 = stablehlo.subtract %arg0, %4 : tensor<3x4xi16>
    %6 = stablehlo.multiply %arg0, %arg0 : tensor<3x4xi16>
    %7 = stablehlo.slice %arg0 [0:1, 0:4] : (tensor<3x4xi16>) -> tensor<1x4xi16>
    %8 = stablehlo.reshape %7 : (tensor<1x4xi16>) -> tensor<4xi16>
    %9 = call @floor_divide(%arg0, %8) : (tensor<3x4xi16>, tensor<4xi16>) -> tensor<3x4xi16>
    %10 = stablehlo.slice %arg0 [0:1, 0:4] : (tensor<3x4xi16>) -> tensor<1x4xi16>
    %11 = stablehlo.reshape %10 : (tensor<1x4xi16>) -> tensor<4xi16>
    %12 = call @remainder(%arg0, %11) : (tensor<3x4xi16>, tensor<4xi16>) -> tensor<3x4xi16>
    %13 = stablehlo.slice %arg0 [0:1, 0:4] : (tensor<3x4xi16>) -> tensor<1x4xi16>
    %14 = stablehlo.reshape %13 : (tensor<1x4xi16>) -> tensor<4xi16>
    %15 = stablehlo.broadcast_in_dim %14, dims = [1] : (tensor<4xi16>) -> tensor<1x4xi16>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x4xi16>) -> tensor<3x4xi16>
    %17 = stablehlo.maximum %arg0, %16 : tensor<3x4xi16>
    %18 = stablehlo.negate %arg0 : tensor<3x4xi16>
    %c = stablehlo.constant dense<0> : tensor<i16>
    %19 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xi16>, tensor<i16>) -> tensor<i16>
    %20 = stablehlo.convert %arg0 : (tensor<3x4xi16>) -> tensor<3x4xf32>
    %21 = call @sort(%arg0) : (tensor<3x4xi16>) -> tensor<3x4xi16>
    return %0, %5, %6, %9, %12, %17, %18, %19, %20, %21 : tensor<3x4xi16>, tensor<3x4xi16>, tensor<3x4xi16>, tensor<3x4xi16>, tensor<3x4xi16>, tensor<3x4xi16>, tensor<3x4xi16>, tensor<i16>, tensor<3x4xf32>, tensor<3x4xi16>
  }
  func.func private @floor_divide(%arg0: tensor<3x4xi16>, %arg1: tensor<4xi16>) -> tensor<3x4xi16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4xi16>) -> tensor<1x4xi16>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x4xi16>) -> tensor<3x4xi16>
    %2 = stablehlo.divide %arg0, %1 : tensor<3x4xi16>
    %3 = stablehlo.sign %arg0 : tensor<3x4xi16>
    %4 = stablehlo.sign %0 : tensor<1x4xi16>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x4xi16>) -> tensor<3x4xi16>
    %6 = stablehlo.compare NE, %3, %5, SIGNED : (tensor<3x4xi16>, tensor<3x4xi16>) -> tensor<3x4xi1>
    %7 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x4xi16>) -> tensor<3x4xi16>
    %8 = stablehlo.remainder %arg0, %7 : tensor<3x4xi16>
    %c = stablehlo.constant dense<0> : tensor<i16>
    %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i16>) -> tensor<3x4xi16>
    %10 = stablehlo.compare NE, %8, %9, SIGNED : (tensor<3x4xi16>, tensor<3x4xi16>) -> tensor<3x4xi1>
    %11 = stablehlo.and %6, %10 : tensor<3x4xi1>
    %c_0 = stablehlo.constant dense<1> : tensor<i16>
    %12 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i16>) -> tensor<3x4xi16>
    %13 = stablehlo.subtract %2, %12 : tensor<3x4xi16>
    %14 = call @_where(%11, %13, %2) : (tensor<3x4xi1>, tensor<3x4xi16>, tensor<3x4xi16>) -> tensor<3x4xi16>
    return %14 : tensor<3x4xi16>
  }
  func.func private @_where(%arg0: tensor<3x4xi1>, %arg1: tensor<3x4xi16>, %arg2: tensor<3x4xi16>) -> tensor<3x4xi16> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<3x4xi1>, tensor<3x4xi16>
    return %0 : tensor<3x4xi16>
  }
  func.func private @remainder(%arg0: tensor<3x4xi16>, %arg1: tensor<4xi16>) -> tensor<3x4xi16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4xi16>) -> tensor<1x4xi16>
    %c = stablehlo.constant dense<0> : tensor<i16>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i16>) -> tensor<1x4xi16>
    %2 = stablehlo.compare EQ, %0, %1, SIGNED : (tensor<1x4xi16>, tensor<1x4xi16>) -> tensor<1x4xi1>
    %c_0 = stablehlo.constant dense<1> : tensor<i16>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i16>) -> tensor<1x4xi16>
    %4 = call @_where_0(%2, %3, %0) : (tensor<1x4xi1>, tensor<1x4xi16>, tensor<1x4xi16>) -> tensor<1x4xi16>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x4xi16>) -> tensor<3x4xi16>
    %6 = stablehlo.remainder %arg0, %5 : tensor<3x4xi16>
    %c_1 = stablehlo.constant dense<0> : tensor<i16>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i16>) -> tensor<3x4xi16>
    %8 = stablehlo.compare NE, %6, %7, SIGNED : (tensor<3x4xi16>, tensor<3x4xi16>) -> tensor<3x4xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i16>
    %9 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i16>) -> tensor<3x4xi16>
    %10 = stablehlo.compare LT, %6, %9, SIGNED : (tensor<3x4xi16>, tensor<3x4xi16>) -> tensor<3x4xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i16>
    %11 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i16>) -> tensor<1x4xi16>
    %12 = stablehlo.compare LT, %4, %11, SIGNED : (tensor<1x4xi16>, tensor<1x4xi16>) -> tensor<1x4xi1>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<1x4xi1>) -> tensor<3x4xi1>
    %14 = stablehlo.compare NE, %10, %13, UNSIGNED : (tensor<3x4xi1>, tensor<3x4xi1>) -> tensor<3x4xi1>
    %15 = stablehlo.and %14, %8 : tensor<3x4xi1>
    %16 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x4xi16>) -> tensor<3x4xi16>
    %17 = stablehlo.add %6, %16 : tensor<3x4xi16>
    %18 = stablehlo.select %15, %17, %6 : tensor<3x4xi1>, tensor<3x4xi16>
    return %18 : tensor<3x4xi16>
  }
  func.func private @_where_0(%arg0: tensor<1x4xi1>, %arg1: tensor<1x4xi16>, %arg2: tensor<1x4xi16>) -> tensor<1x4xi16> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<1x4xi1>, tensor<1x4xi16>
    return %0 : tensor<1x4xi16>
  }
  func.func private @sort(%arg0: tensor<3x4xi16>) -> tensor<3x4xi16> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<i16>, %arg2: tensor<i16>):
      %1 = stablehlo.compare LT, %arg1, %arg2, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<3x4xi16>) -> tensor<3x4xi16>
    return %0 : tensor<3x4xi16>
  }
}
