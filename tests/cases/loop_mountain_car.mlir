// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05], [0.0001, 1e-05], [0, 0]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<9x67xi32>) -> (tensor<67xf32> {jax.result_info = "result[0][0]"}, tensor<67xf32> {jax.result_info = "result[0][1]"}, tensor<9x67xf32> {jax.result_info = "result[1][0]"}, tensor<9x67xi1> {jax.result_info = "result[1][1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9x67xf32>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<9x67xi1>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %2:6 = stablehlo.while(%iterArg = %arg2, %iterArg_1 = %c_0, %iterArg_2 = %arg0, %iterArg_3 = %arg1, %iterArg_4 = %0, %iterArg_5 = %1) : tensor<9x67xi32>, tensor<i32>, tensor<67xf32>, tensor<67xf32>, tensor<9x67xf32>, tensor<9x67xi1>
    cond {
      %c_6 = stablehlo.constant dense<9> : tensor<i32>
      %3 = stablehlo.compare LT, %iterArg_1, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_1) : (tensor<9x67xi32>, tensor<i32>) -> tensor<67xi32>
      %4:4 = func.call @closed_call(%iterArg_2, %iterArg_3, %3) : (tensor<67xf32>, tensor<67xf32>, tensor<67xi32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<67xi1>)
      %5 = func.call @dynamic_update_index_in_dim(%iterArg_4, %4#2, %iterArg_1) : (tensor<9x67xf32>, tensor<67xf32>, tensor<i32>) -> tensor<9x67xf32>
      %6 = func.call @dynamic_update_index_in_dim_0(%iterArg_5, %4#3, %iterArg_1) : (tensor<9x67xi1>, tensor<67xi1>, tensor<i32>) -> tensor<9x67xi1>
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %7 = stablehlo.add %iterArg_1, %c_6 : tensor<i32>
      stablehlo.return %iterArg, %7, %4#0, %4#1, %5, %6 : tensor<9x67xi32>, tensor<i32>, tensor<67xf32>, tensor<67xf32>, tensor<9x67xf32>, tensor<9x67xi1>
    }
    return %2#2, %2#3, %2#4, %2#5 : tensor<67xf32>, tensor<67xf32>, tensor<9x67xf32>, tensor<9x67xi1>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<9x67xi32>, %arg1: tensor<i32>) -> tensor<67xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 67] : (tensor<9x67xi32>, tensor<i32>, tensor<i32>) -> tensor<1x67xi32>
    %1 = stablehlo.reshape %0 : (tensor<1x67xi32>) -> tensor<67xi32>
    return %1 : tensor<67xi32>
  }
  func.func private @closed_call(%arg0: tensor<67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<67xi32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<67xi1>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %1 = stablehlo.subtract %arg2, %0 : tensor<67xi32>
    %2 = stablehlo.convert %1 : (tensor<67xi32>) -> tensor<67xf32>
    %cst = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %4 = stablehlo.multiply %2, %3 : tensor<67xf32>
    %5 = stablehlo.convert %4 : tensor<67xf32>
    %6 = stablehlo.add %arg1, %5 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %8 = stablehlo.multiply %7, %arg0 : tensor<67xf32>
    %9 = stablehlo.cosine %8 : tensor<67xf32>
    %cst_1 = stablehlo.constant dense<-2.500000e-03> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %11 = stablehlo.multiply %9, %10 : tensor<67xf32>
    %12 = stablehlo.add %6, %11 : tensor<67xf32>
    %cst_2 = stablehlo.constant dense<-7.000000e-02> : tensor<f32>
    %cst_3 = stablehlo.constant dense<7.000000e-02> : tensor<f32>
    %13 = call @clip(%12, %cst_2, %cst_3) : (tensor<67xf32>, tensor<f32>, tensor<f32>) -> tensor<67xf32>
    %14 = stablehlo.add %arg0, %13 : tensor<67xf32>
    %cst_4 = stablehlo.constant dense<-1.200000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<6.000000e-01> : tensor<f32>
    %15 = call @clip(%14, %cst_4, %cst_5) : (tensor<67xf32>, tensor<f32>, tensor<f32>) -> tensor<67xf32>
    %cst_6 = stablehlo.constant dense<-1.200000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %17 = stablehlo.compare EQ, %15, %16, FLOAT : (tensor<67xf32>, tensor<67xf32>) -> tensor<67xi1>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %19 = stablehlo.compare LT, %13, %18, FLOAT : (tensor<67xf32>, tensor<67xf32>) -> tensor<67xi1>
    %20 = stablehlo.and %17, %19 : tensor<67xi1>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = call @_where(%20, %cst_8, %13) : (tensor<67xi1>, tensor<f32>, tensor<67xf32>) -> tensor<67xf32>
    %cst_9 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %23 = stablehlo.compare GE, %15, %22, FLOAT : (tensor<67xf32>, tensor<67xf32>) -> tensor<67xi1>
    %cst_10 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %24 = call @_where(%23, %cst_10, %15) : (tensor<67xi1>, tensor<f32>, tensor<67xf32>) -> tensor<67xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = call @_where(%23, %cst_11, %21) : (tensor<67xi1>, tensor<f32>, tensor<67xf32>) -> tensor<67xf32>
    return %24, %25, %15, %23 : tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<67xi1>
  }
  func.func private @clip(%arg0: tensor<67xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<67xf32> {
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
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9x67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<i32>) -> tensor<9x67xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<9x67xf32>, tensor<1x67xf32>, tensor<i32>, tensor<i32>) -> tensor<9x67xf32>
    return %1 : tensor<9x67xf32>
  }
  func.func private @dynamic_update_index_in_dim_0(%arg0: tensor<9x67xi1>, %arg1: tensor<67xi1>, %arg2: tensor<i32>) -> tensor<9x67xi1> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<67xi1>) -> tensor<1x67xi1>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<9x67xi1>, tensor<1x67xi1>, tensor<i32>, tensor<i32>) -> tensor<9x67xi1>
    return %1 : tensor<9x67xi1>
  }
}
