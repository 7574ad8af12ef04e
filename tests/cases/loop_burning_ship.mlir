// TOLERANCE: [[0, 0]]
module @jit_pixel attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<11x67xf32>, %arg1: tensor<11x67xf32>) -> (tensor<11x67xi32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<11x67xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<11x67xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<11x67xf32>
    %3 = stablehlo.multiply %2, %arg1 : tensor<11x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [1] : (tensor<67xi32>) -> tensor<11x67xi32>
    %6:5 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %arg1, %iterArg_2 = %1, %iterArg_3 = %3, %iterArg_4 = %5) : tensor<11x67xf32>, tensor<11x67xf32>, tensor<11x67xf32>, tensor<11x67xf32>, tensor<11x67xi32>
    cond {
      %7 = stablehlo.multiply %iterArg_2, %iterArg_2 : tensor<11x67xf32>
      %8 = stablehlo.multiply %iterArg_3, %iterArg_3 : tensor<11x67xf32>
      %9 = stablehlo.add %7, %8 : tensor<11x67xf32>
      %cst_5 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
      %10 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<11x67xf32>
      %11 = stablehlo.compare LT, %9, %10, FLOAT : (tensor<11x67xf32>, tensor<11x67xf32>) -> tensor<11x67xi1>
      %c_6 = stablehlo.constant dense<100> : tensor<i32>
      %12 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<11x67xi32>
      %13 = stablehlo.compare LT, %iterArg_4, %12, SIGNED : (tensor<11x67xi32>, tensor<11x67xi32>) -> tensor<11x67xi1>
      %c_7 = stablehlo.constant dense<false> : tensor<i1>
      %14 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i1>) -> tensor<11x67xi1>
      %15 = stablehlo.compare NE, %13, %14, UNSIGNED : (tensor<11x67xi1>, tensor<11x67xi1>) -> tensor<11x67xi1>
      %16 = stablehlo.convert %15 : tensor<11x67xi1>
      %17 = stablehlo.and %11, %16 : tensor<11x67xi1>
      %c_8 = stablehlo.constant dense<false> : tensor<i1>
      %18 = stablehlo.reduce(%17 init: %c_8) applies stablehlo.or across dimensions = [0, 1] : (tensor<11x67xi1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %18 : tensor<i1>
    } do {
      %7 = stablehlo.multiply %iterArg_2, %iterArg_2 : tensor<11x67xf32>
      %8 = stablehlo.multiply %iterArg_3, %iterArg_3 : tensor<11x67xf32>
      %9 = stablehlo.subtract %7, %8 : tensor<11x67xf32>
      %10 = stablehlo.add %9, %iterArg : tensor<11x67xf32>
      %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %11 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<11x67xf32>
      %12 = stablehlo.multiply %11, %iterArg_2 : tensor<11x67xf32>
      %13 = stablehlo.multiply %12, %iterArg_3 : tensor<11x67xf32>
      %14 = stablehlo.abs %13 : tensor<11x67xf32>
      %15 = stablehlo.add %14, %iterArg_1 : tensor<11x67xf32>
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %16 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<11x67xi32>
      %17 = stablehlo.add %iterArg_4, %16 : tensor<11x67xi32>
      %18 = stablehlo.multiply %iterArg_2, %iterArg_2 : tensor<11x67xf32>
      %19 = stablehlo.multiply %iterArg_3, %iterArg_3 : tensor<11x67xf32>
      %20 = stablehlo.add %18, %19 : tensor<11x67xf32>
      %cst_7 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
      %21 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<11x67xf32>
      %22 = stablehlo.compare LT, %20, %21, FLOAT : (tensor<11x67xf32>, tensor<11x67xf32>) -> tensor<11x67xi1>
      %c_8 = stablehlo.constant dense<100> : tensor<i32>
      %23 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<11x67xi32>
      %24 = stablehlo.compare LT, %iterArg_4, %23, SIGNED : (tensor<11x67xi32>, tensor<11x67xi32>) -> tensor<11x67xi1>
      %c_9 = stablehlo.constant dense<false> : tensor<i1>
      %25 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i1>) -> tensor<11x67xi1>
      %26 = stablehlo.compare NE, %24, %25, UNSIGNED : (tensor<11x67xi1>, tensor<11x67xi1>) -> tensor<11x67xi1>
      %27 = stablehlo.convert %26 : tensor<11x67xi1>
      %28 = stablehlo.and %22, %27 : tensor<11x67xi1>
      %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<11x67xi1>) -> tensor<11x67xi1>
      %30 = stablehlo.select %29, %10, %iterArg_2 : tensor<11x67xi1>, tensor<11x67xf32>
      %31 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<11x67xi1>) -> tensor<11x67xi1>
      %32 = stablehlo.select %31, %15, %iterArg_3 : tensor<11x67xi1>, tensor<11x67xf32>
      %33 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<11x67xi1>) -> tensor<11x67xi1>
      %34 = stablehlo.select %33, %17, %iterArg_4 : tensor<11x67xi1>, tensor<11x67xi32>
      stablehlo.return %iterArg, %iterArg_1, %30, %32, %34 : tensor<11x67xf32>, tensor<11x67xf32>, tensor<11x67xf32>, tensor<11x67xf32>, tensor<11x67xi32>
    }
    return %6#4 : tensor<11x67xi32>
  }
}
