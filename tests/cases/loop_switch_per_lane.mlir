// TOLERANCE: [[0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>) -> (tensor<67xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.iota dim = 0 : tensor<9xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:3 = stablehlo.while(%iterArg = %0, %iterArg_0 = %c, %iterArg_1 = %arg0) : tensor<9xi32>, tensor<i32>, tensor<67xf32>
    cond {
      %c_2 = stablehlo.constant dense<9> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg_0, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_0) : (tensor<9xi32>, tensor<i32>) -> tensor<i32>
      %3 = func.call @closed_call(%iterArg_1, %2) : (tensor<67xf32>, tensor<i32>) -> tensor<67xf32>
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg_0, %c_2 : tensor<i32>
      stablehlo.return %iterArg, %4, %3 : tensor<9xi32>, tensor<i32>, tensor<67xf32>
    }
    return %1#2 : tensor<67xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<9xi32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<9xi32>, tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @closed_call(%arg0: tensor<67xf32>, %arg1: tensor<i32>) -> tensor<67xf32> {
    %cst = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<67xf32>
    %2 = stablehlo.convert %1 : (tensor<67xf32>) -> tensor<67xi32>
    %c = stablehlo.constant dense<4> : tensor<i32>
    %3 = call @remainder(%2, %c) : (tensor<67xi32>, tensor<i32>) -> tensor<67xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<3> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %6 = stablehlo.clamp %4, %3, %5 : tensor<67xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %8 = stablehlo.compare EQ, %6, %7, SIGNED : (tensor<67xi32>, tensor<67xi32>) -> tensor<67xi1>
    %9 = stablehlo.select %8, %arg0, %arg0 : tensor<67xi1>, tensor<67xf32>
    %cst_3 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %11 = stablehlo.multiply %9, %10 : tensor<67xf32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %13 = stablehlo.compare EQ, %6, %12, SIGNED : (tensor<67xi32>, tensor<67xi32>) -> tensor<67xi1>
    %14 = stablehlo.select %13, %arg0, %arg0 : tensor<67xi1>, tensor<67xf32>
    %15 = stablehlo.sine %14 : tensor<67xf32>
    %c_5 = stablehlo.constant dense<2> : tensor<i32>
    %16 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %17 = stablehlo.compare EQ, %6, %16, SIGNED : (tensor<67xi32>, tensor<67xi32>) -> tensor<67xi1>
    %18 = stablehlo.select %17, %arg0, %arg0 : tensor<67xi1>, tensor<67xf32>
    %cst_6 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %20 = stablehlo.add %18, %19 : tensor<67xf32>
    %c_7 = stablehlo.constant dense<3> : tensor<i32>
    %21 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %22 = stablehlo.compare EQ, %6, %21, SIGNED : (tensor<67xi32>, tensor<67xi32>) -> tensor<67xi1>
    %23 = stablehlo.select %22, %arg0, %arg0 : tensor<67xi1>, tensor<67xf32>
    %24 = stablehlo.multiply %23, %23 : tensor<67xf32>
    %cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %26 = stablehlo.subtract %24, %25 : tensor<67xf32>
    %c_9 = stablehlo.constant dense<2> : tensor<i32>
    %27 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %28 = stablehlo.compare LT, %6, %27, SIGNED : (tensor<67xi32>, tensor<67xi32>) -> tensor<67xi1>
    %c_10 = stablehlo.constant dense<1> : tensor<i32>
    %29 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %30 = stablehlo.compare LT, %6, %29, SIGNED : (tensor<67xi32>, tensor<67xi32>) -> tensor<67xi1>
    %31 = stablehlo.select %30, %11, %15 : tensor<67xi1>, tensor<67xf32>
    %c_11 = stablehlo.constant dense<3> : tensor<i32>
    %32 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %33 = stablehlo.compare LT, %6, %32, SIGNED : (tensor<67xi32>, tensor<67xi32>) -> tensor<67xi1>
    %34 = stablehlo.select %33, %20, %26 : tensor<67xi1>, tensor<67xf32>
    %35 = stablehlo.select %28, %31, %34 : tensor<67xi1>, tensor<67xf32>
    return %35 : tensor<67xf32>
  }
  func.func private @remainder(%arg0: tensor<67xi32>, %arg1: tensor<i32>) -> tensor<67xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<67xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<67xi32>, tensor<67xi32>) -> tensor<67xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<67xi32>, tensor<67xi32>) -> tensor<67xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<67xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<67xi1>, tensor<67xi1>) -> tensor<67xi1>
    %12 = stablehlo.and %11, %6 : tensor<67xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %14 = stablehlo.add %4, %13 : tensor<67xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<67xi1>, tensor<67xi32>
    return %15 : tensor<67xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
