// TOLERANCE: [[0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>, %arg1: tensor<64xf32>) -> (tensor<67xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %c, %iterArg_1 = %arg0) : tensor<64xf32>, tensor<i32>, tensor<67xf32>
    cond {
      %c_2 = stablehlo.constant dense<9> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg_0, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = func.call @closed_call(%iterArg, %iterArg_1) : (tensor<64xf32>, tensor<67xf32>) -> tensor<67xf32>
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg_0, %c_2 : tensor<i32>
      stablehlo.return %iterArg, %2, %1 : tensor<64xf32>, tensor<i32>, tensor<67xf32>
    }
    return %0#2 : tensor<67xf32>
  }
  func.func private @closed_call(%arg0: tensor<64xf32>, %arg1: tensor<67xf32>) -> tensor<67xf32> {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %3 = stablehlo.multiply %arg1, %2 : tensor<67xf32>
    %cst_1 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %5 = stablehlo.add %3, %4 : tensor<67xf32>
    %6 = stablehlo.convert %5 : (tensor<67xf32>) -> tensor<67xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<63> : tensor<i32>
    %7 = call @clip(%6, %c, %c_2) : (tensor<67xi32>, tensor<i32>, tensor<i32>) -> tensor<67xi32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %9 = stablehlo.compare LT, %7, %8, SIGNED : (tensor<67xi32>, tensor<67xi32>) -> tensor<67xi1>
    %c_4 = stablehlo.constant dense<64> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %11 = stablehlo.add %7, %10 : tensor<67xi32>
    %12 = stablehlo.select %9, %11, %7 : tensor<67xi1>, tensor<67xi32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<67xi32>) -> tensor<67x1xi32>
    %14 = "stablehlo.gather"(%arg0, %13) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<64xf32>, tensor<67x1xi32>) -> tensor<67xf32>
    %15 = stablehlo.add %1, %14 : tensor<67xf32>
    return %15 : tensor<67xf32>
  }
  func.func private @clip(%arg0: tensor<67xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<67xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<67xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<67xi32>
    return %5 : tensor<67xi32>
  }
}
