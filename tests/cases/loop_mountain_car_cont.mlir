// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05], [0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>, %arg1: tensor<67xf32>) -> (tensor<67xf32> {jax.result_info = "result[0]"}, tensor<67xf32> {jax.result_info = "result[1]"}, tensor<67xf32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:4 = stablehlo.while(%iterArg = %c, %iterArg_1 = %arg0, %iterArg_2 = %arg1, %iterArg_3 = %0) : tensor<i32>, tensor<67xf32>, tensor<67xf32>, tensor<9x67xf32>
    cond {
      %c_4 = stablehlo.constant dense<9> : tensor<i32>
      %3 = stablehlo.compare LT, %iterArg, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3:3 = func.call @closed_call(%iterArg_1, %iterArg_2) : (tensor<67xf32>, tensor<67xf32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>)
      %4 = func.call @dynamic_update_index_in_dim(%iterArg_3, %3#2, %iterArg) : (tensor<9x67xf32>, tensor<67xf32>, tensor<i32>) -> tensor<9x67xf32>
      %c_4 = stablehlo.constant dense<1> : tensor<i32>
      %5 = stablehlo.add %iterArg, %c_4 : tensor<i32>
      stablehlo.return %5, %3#0, %3#1, %4 : tensor<i32>, tensor<67xf32>, tensor<67xf32>, tensor<9x67xf32>
    }
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1#3 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<9x67xf32>, tensor<f32>) -> tensor<67xf32>
    return %1#1, %1#2, %2 : tensor<67xf32>, tensor<67xf32>, tensor<67xf32>
  }
  func.func private @closed_call(%arg0: tensor<67xf32>, %arg1: tensor<67xf32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>) {
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<67xf32>
    %2 = stablehlo.sine %1 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %4 = stablehlo.multiply %3, %2 : tensor<67xf32>
    %cst_1 = stablehlo.constant dense<3.000000e+01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %6 = stablehlo.multiply %arg1, %5 : tensor<67xf32>
    %7 = stablehlo.add %4, %6 : tensor<67xf32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %c_2 = stablehlo.constant dense<1> : tensor<i32>
    %8 = call @clip(%7, %c, %c_2) : (tensor<67xf32>, tensor<i32>, tensor<i32>) -> tensor<67xf32>
    %cst_3 = stablehlo.constant dense<1.500000e-03> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %10 = stablehlo.multiply %8, %9 : tensor<67xf32>
    %11 = stablehlo.add %arg1, %10 : tensor<67xf32>
    %cst_4 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %13 = stablehlo.multiply %12, %arg0 : tensor<67xf32>
    %14 = stablehlo.cosine %13 : tensor<67xf32>
    %cst_5 = stablehlo.constant dense<2.500000e-03> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %16 = stablehlo.multiply %15, %14 : tensor<67xf32>
    %17 = stablehlo.subtract %11, %16 : tensor<67xf32>
    %cst_6 = stablehlo.constant dense<-7.000000e-02> : tensor<f32>
    %cst_7 = stablehlo.constant dense<7.000000e-02> : tensor<f32>
    %18 = call @clip_0(%17, %cst_6, %cst_7) : (tensor<67xf32>, tensor<f32>, tensor<f32>) -> tensor<67xf32>
    %19 = stablehlo.add %arg0, %18 : tensor<67xf32>
    %cst_8 = stablehlo.constant dense<-1.200000e+00> : tensor<f32>
    %cst_9 = stablehlo.constant dense<6.000000e-01> : tensor<f32>
    %20 = call @clip_0(%19, %cst_8, %cst_9) : (tensor<67xf32>, tensor<f32>, tensor<f32>) -> tensor<67xf32>
    %cst_10 = stablehlo.constant dense<-1.200000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %22 = stablehlo.compare LE, %20, %21, FLOAT : (tensor<67xf32>, tensor<67xf32>) -> tensor<67xi1>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %24 = stablehlo.compare LT, %18, %23, FLOAT : (tensor<67xf32>, tensor<67xf32>) -> tensor<67xi1>
    %25 = stablehlo.and %22, %24 : tensor<67xi1>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = call @_where(%25, %cst_12, %18) : (tensor<67xi1>, tensor<f32>, tensor<67xf32>) -> tensor<67xf32>
    %cst_13 = stablehlo.constant dense<4.500000e-01> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %28 = stablehlo.compare GE, %20, %27, FLOAT : (tensor<67xf32>, tensor<67xf32>) -> tensor<67xi1>
    %cst_14 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = call @_where_1(%28, %cst_14, %cst_15) : (tensor<67xi1>, tensor<f32>, tensor<f32>) -> tensor<67xf32>
    %30 = stablehlo.multiply %8, %8 : tensor<67xf32>
    %cst_16 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %32 = stablehlo.multiply %30, %31 : tensor<67xf32>
    %33 = stablehlo.convert %29 : tensor<67xf32>
    %34 = stablehlo.subtract %33, %32 : tensor<67xf32>
    %cst_17 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %35 = call @_where(%28, %cst_17, %20) : (tensor<67xi1>, tensor<f32>, tensor<67xf32>) -> tensor<67xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = call @_where(%28, %cst_18, %26) : (tensor<67xi1>, tensor<f32>, tensor<67xf32>) -> tensor<67xf32>
    return %35, %36, %34 : tensor<67xf32>, tensor<67xf32>, tensor<67xf32>
  }
  func.func private @clip(%arg0: tensor<67xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<67xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<67xf32>
    %3 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<67xf32>
    return %5 : tensor<67xf32>
  }
  func.func private @clip_0(%arg0: tensor<67xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<67xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<67xf32>
    %3 = stablehlo.convert %arg2 : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<67xf32>
    return %5 : tensor<67xf32>
  }
  func.func private @_where(%arg0: tensor<67xi1>, %arg1: tensor<f32>, %arg2: tensor<67xf32>) -> tensor<67xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %2 = stablehlo.select %arg0, %1, %arg2 : tensor<67xi1>, tensor<67xf32>
    return %2 : tensor<67xf32>
  }
  func.func private @_where_1(%arg0: tensor<67xi1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<67xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %2 = stablehlo.select %arg0, %0, %1 : tensor<67xi1>, tensor<67xf32>
    return %2 : tensor<67xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9x67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<i32>) -> tensor<9x67xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<9x67xf32>, tensor<1x67xf32>, tensor<i32>, tensor<i32>) -> tensor<9x67xf32>
    return %1 : tensor<9x67xf32>
  }
}
