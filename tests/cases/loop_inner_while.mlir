// TOLERANCE: [[0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>) -> (tensor<67xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<67xf32>
    cond {
      %c_1 = stablehlo.constant dense<9> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = func.call @closed_call(%iterArg_0) : (tensor<67xf32>) -> tensor<67xf32>
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      stablehlo.return %2, %1 : tensor<i32>, tensor<67xf32>
    }
    return %0#1 : tensor<67xf32>
  }
  func.func private @closed_call(%arg0: tensor<67xf32>) -> tensor<67xf32> {
    %0 = stablehlo.abs %arg0 : tensor<67xf32>
    %cst = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %2 = stablehlo.add %0, %1 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %4 = stablehlo.add %2, %3 : tensor<67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %6:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %2, %iterArg_4 = %4, %iterArg_5 = %5) : tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<67xi32>
    cond {
      %13 = stablehlo.multiply %iterArg_4, %iterArg_4 : tensor<67xf32>
      %14 = stablehlo.subtract %13, %iterArg : tensor<67xf32>
      %15 = stablehlo.abs %14 : tensor<67xf32>
      %cst_6 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
      %16 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<67xf32>
      %17 = stablehlo.compare GT, %15, %16, FLOAT : (tensor<67xf32>, tensor<67xf32>) -> tensor<67xi1>
      %c_7 = stablehlo.constant dense<20> : tensor<i32>
      %18 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<67xi32>
      %19 = stablehlo.compare LT, %iterArg_5, %18, SIGNED : (tensor<67xi32>, tensor<67xi32>) -> tensor<67xi1>
      %c_8 = stablehlo.constant dense<false> : tensor<i1>
      %20 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i1>) -> tensor<67xi1>
      %21 = stablehlo.compare NE, %19, %20, UNSIGNED : (tensor<67xi1>, tensor<67xi1>) -> tensor<67xi1>
      %22 = stablehlo.convert %21 : tensor<67xi1>
      %23 = stablehlo.and %17, %22 : tensor<67xi1>
      %c_9 = stablehlo.constant dense<false> : tensor<i1>
      %24 = stablehlo.reduce(%23 init: %c_9) applies stablehlo.or across dimensions = [0] : (tensor<67xi1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %24 : tensor<i1>
    } do {
      %13 = stablehlo.divide %iterArg_3, %iterArg_4 : tensor<67xf32>
      %14 = stablehlo.add %iterArg_4, %13 : tensor<67xf32>
      %cst_6 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %15 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<67xf32>
      %16 = stablehlo.multiply %15, %14 : tensor<67xf32>
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %17 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<67xi32>
      %18 = stablehlo.add %iterArg_5, %17 : tensor<67xi32>
      %19 = stablehlo.multiply %iterArg_4, %iterArg_4 : tensor<67xf32>
      %20 = stablehlo.subtract %19, %iterArg : tensor<67xf32>
      %21 = stablehlo.abs %20 : tensor<67xf32>
      %cst_8 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
      %22 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<67xf32>
      %23 = stablehlo.compare GT, %21, %22, FLOAT : (tensor<67xf32>, tensor<67xf32>) -> tensor<67xi1>
      %c_9 = stablehlo.constant dense<20> : tensor<i32>
      %24 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<67xi32>
      %25 = stablehlo.compare LT, %iterArg_5, %24, SIGNED : (tensor<67xi32>, tensor<67xi32>) -> tensor<67xi1>
      %c_10 = stablehlo.constant dense<false> : tensor<i1>
      %26 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i1>) -> tensor<67xi1>
      %27 = stablehlo.compare NE, %25, %26, UNSIGNED : (tensor<67xi1>, tensor<67xi1>) -> tensor<67xi1>
      %28 = stablehlo.convert %27 : tensor<67xi1>
      %29 = stablehlo.and %23, %28 : tensor<67xi1>
      %30 = stablehlo.broadcast_in_dim %29, dims = [0] : (tensor<67xi1>) -> tensor<67xi1>
      %31 = stablehlo.select %30, %16, %iterArg_4 : tensor<67xi1>, tensor<67xf32>
      %32 = stablehlo.broadcast_in_dim %29, dims = [0] : (tensor<67xi1>) -> tensor<67xi1>
      %33 = stablehlo.select %32, %18, %iterArg_5 : tensor<67xi1>, tensor<67xi32>
      stablehlo.return %iterArg, %iterArg_3, %31, %33 : tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<67xi32>
    }
    %cst_1 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %8 = stablehlo.multiply %7, %6#2 : tensor<67xf32>
    %9 = stablehlo.sine %8 : tensor<67xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %11 = stablehlo.multiply %10, %arg0 : tensor<67xf32>
    %12 = stablehlo.add %9, %11 : tensor<67xf32>
    return %12 : tensor<67xf32>
  }
}
