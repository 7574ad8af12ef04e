// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05], [0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>) -> (tensor<67xf32> {jax.result_info = "result[0]"}, tensor<67xf32> {jax.result_info = "result[1]"}, tensor<67xf32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %3 = stablehlo.multiply %2, %arg0 : tensor<67xf32>
    %4 = stablehlo.iota dim = 0 : tensor<9xi32>
    %5 = stablehlo.convert %4 : (tensor<9xi32>) -> tensor<9xf32>
    %cst_1 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %7 = stablehlo.multiply %5, %6 : tensor<9xf32>
    %8 = stablehlo.sine %7 : tensor<9xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<9x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %10:6 = stablehlo.while(%iterArg = %8, %iterArg_5 = %c, %iterArg_6 = %arg0, %iterArg_7 = %1, %iterArg_8 = %3, %iterArg_9 = %9) : tensor<9xf32>, tensor<i32>, tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<9x67xf32>
    cond {
      %c_10 = stablehlo.constant dense<9> : tensor<i32>
      %13 = stablehlo.compare LT, %iterArg_5, %c_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %13 : tensor<i1>
    } do {
      %13 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_5) : (tensor<9xf32>, tensor<i32>) -> tensor<f32>
      %14:4 = func.call @closed_call(%iterArg_6, %iterArg_7, %iterArg_8, %13) : (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<f32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<67xf32>)
      %15 = func.call @dynamic_update_index_in_dim(%iterArg_9, %14#3, %iterArg_5) : (tensor<9x67xf32>, tensor<67xf32>, tensor<i32>) -> tensor<9x67xf32>
      %c_10 = stablehlo.constant dense<1> : tensor<i32>
      %16 = stablehlo.add %iterArg_5, %c_10 : tensor<i32>
      stablehlo.return %iterArg, %16, %14#0, %14#1, %14#2, %15 : tensor<9xf32>, tensor<i32>, tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<9x67xf32>
    }
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10#5 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<9x67xf32>, tensor<f32>) -> tensor<67xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %12 = stablehlo.reduce(%10#5 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<9x67xf32>, tensor<f32>) -> tensor<67xf32>
    return %10#2, %11, %12 : tensor<67xf32>, tensor<67xf32>, tensor<67xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<9xf32>, %arg1: tensor<i32>) -> tensor<f32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<9xf32>, tensor<i32>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @closed_call(%arg0: tensor<67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<67xf32>, %arg3: tensor<f32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<67xf32>) {
    %0 = stablehlo.convert %arg3 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %2 = stablehlo.subtract %1, %arg0 : tensor<67xf32>
    %cst = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %4 = stablehlo.multiply %2, %3 : tensor<67xf32>
    %5 = stablehlo.add %arg1, %4 : tensor<67xf32>
    %c = stablehlo.constant dense<-5> : tensor<i32>
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %6 = call @clip(%5, %c, %c_0) : (tensor<67xf32>, tensor<i32>, tensor<i32>) -> tensor<67xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %8 = stablehlo.multiply %7, %2 : tensor<67xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %10 = stablehlo.multiply %9, %6 : tensor<67xf32>
    %11 = stablehlo.add %8, %10 : tensor<67xf32>
    %12 = stablehlo.subtract %2, %arg2 : tensor<67xf32>
    %cst_3 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %14 = stablehlo.multiply %13, %12 : tensor<67xf32>
    %cst_4 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %16 = stablehlo.divide %14, %15 : tensor<67xf32>
    %17 = stablehlo.add %11, %16 : tensor<67xf32>
    %18 = stablehlo.negate %arg0 : tensor<67xf32>
    %19 = stablehlo.tanh %17 : tensor<67xf32>
    %20 = stablehlo.add %18, %19 : tensor<67xf32>
    %cst_5 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %22 = stablehlo.multiply %21, %20 : tensor<67xf32>
    %23 = stablehlo.add %arg0, %22 : tensor<67xf32>
    %24 = stablehlo.abs %2 : tensor<67xf32>
    return %23, %6, %2, %24 : tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<67xf32>
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
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9x67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<i32>) -> tensor<9x67xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<9x67xf32>, tensor<1x67xf32>, tensor<i32>, tensor<i32>) -> tensor<9x67xf32>
    return %1 : tensor<9x67xf32>
  }
}
