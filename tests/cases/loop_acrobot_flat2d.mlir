// TOLERANCE: [[0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x67x4xf32>) -> (tensor<2x67x4xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<2x67x4xf32>
    cond {
      %c_1 = stablehlo.constant dense<9> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = func.call @closed_call(%iterArg_0) : (tensor<2x67x4xf32>) -> tensor<2x67x4xf32>
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      stablehlo.return %2, %1 : tensor<i32>, tensor<2x67x4xf32>
    }
    return %0#1 : tensor<2x67x4xf32>
  }
  func.func private @closed_call(%arg0: tensor<2x67x4xf32>) -> tensor<2x67x4xf32> {
    %0 = stablehlo.slice %arg0 [0:2, 0:67, 0:1] : (tensor<2x67x4xf32>) -> tensor<2x67x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<2x67x1xf32>) -> tensor<2x67xf32>
    %2 = stablehlo.slice %arg0 [0:2, 0:67, 1:2] : (tensor<2x67x4xf32>) -> tensor<2x67x1xf32>
    %3 = stablehlo.reshape %2 : (tensor<2x67x1xf32>) -> tensor<2x67xf32>
    %4 = stablehlo.slice %arg0 [0:2, 0:67, 2:3] : (tensor<2x67x4xf32>) -> tensor<2x67x1xf32>
    %5 = stablehlo.reshape %4 : (tensor<2x67x1xf32>) -> tensor<2x67xf32>
    %6 = stablehlo.slice %arg0 [0:2, 0:67, 3:4] : (tensor<2x67x4xf32>) -> tensor<2x67x1xf32>
    %7 = stablehlo.reshape %6 : (tensor<2x67x1xf32>) -> tensor<2x67xf32>
    %cst = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x67xf32>
    %9 = stablehlo.multiply %8, %5 : tensor<2x67xf32>
    %10 = stablehlo.add %1, %9 : tensor<2x67xf32>
    %cst_0 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x67xf32>
    %12 = stablehlo.multiply %11, %7 : tensor<2x67xf32>
    %13 = stablehlo.add %3, %12 : tensor<2x67xf32>
    %14 = stablehlo.sine %1 : tensor<2x67xf32>
    %15 = stablehlo.cosine %3 : tensor<2x67xf32>
    %cst_1 = stablehlo.constant dense<3.000000e-01> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x67xf32>
    %17 = stablehlo.multiply %16, %15 : tensor<2x67xf32>
    %18 = stablehlo.add %14, %17 : tensor<2x67xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x67xf32>
    %20 = stablehlo.multiply %19, %18 : tensor<2x67xf32>
    %21 = stablehlo.subtract %5, %20 : tensor<2x67xf32>
    %22 = stablehlo.add %1, %3 : tensor<2x67xf32>
    %23 = stablehlo.sine %22 : tensor<2x67xf32>
    %cst_3 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x67xf32>
    %25 = stablehlo.multiply %24, %23 : tensor<2x67xf32>
    %26 = stablehlo.subtract %7, %25 : tensor<2x67xf32>
    %27 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<2x67xf32>) -> tensor<2x67x1xf32>
    %28 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<2x67xf32>) -> tensor<2x67x1xf32>
    %29 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<2x67xf32>) -> tensor<2x67x1xf32>
    %30 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<2x67xf32>) -> tensor<2x67x1xf32>
    %31 = stablehlo.concatenate %27, %28, %29, %30, dim = 2 : (tensor<2x67x1xf32>, tensor<2x67x1xf32>, tensor<2x67x1xf32>, tensor<2x67x1xf32>) -> tensor<2x67x4xf32>
    return %31 : tensor<2x67x4xf32>
  }
}
