// TOLERANCE: [[0.0001, 1e-05], [0, 0]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>) -> (tensor<67xf32> {jax.result_info = "result[0]"}, tensor<67x8xi32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<67x8xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:3 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %arg0, %iterArg_2 = %0) : tensor<i32>, tensor<67xf32>, tensor<67x8xi32>
    cond {
      %c_3 = stablehlo.constant dense<9> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2:2 = func.call @closed_call(%iterArg_1, %iterArg_2) : (tensor<67xf32>, tensor<67x8xi32>) -> (tensor<67xf32>, tensor<67x8xi32>)
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %iterArg, %c_3 : tensor<i32>
      stablehlo.return %3, %2#0, %2#1 : tensor<i32>, tensor<67xf32>, tensor<67x8xi32>
    }
    return %1#1, %1#2 : tensor<67xf32>, tensor<67x8xi32>
  }
  func.func private @closed_call(%arg0: tensor<67xf32>, %arg1: tensor<67x8xi32>) -> (tensor<67xf32>, tensor<67x8xi32>) {
    %cst = stablehlo.constant dense<1.700000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<3.100000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %3 = stablehlo.add %1, %2 : tensor<67xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = call @remainder(%3, %cst_1) : (tensor<67xf32>, tensor<f32>) -> tensor<67xf32>
    %cst_2 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %6 = stablehlo.multiply %4, %5 : tensor<67xf32>
    %7 = stablehlo.convert %6 : (tensor<67xf32>) -> tensor<67xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %9 = stablehlo.compare LT, %7, %8, SIGNED : (tensor<67xi32>, tensor<67xi32>) -> tensor<67xi1>
    %c_3 = stablehlo.constant dense<8> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %11 = stablehlo.add %7, %10 : tensor<67xi32>
    %12 = stablehlo.select %9, %11, %7 : tensor<67xi1>, tensor<67xi32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<67xi32>) -> tensor<67x1xi32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %14 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<67xi32>
    %15 = "stablehlo.scatter"(%arg1, %13, %14) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %16 = stablehlo.add %arg2, %arg3 : tensor<i32>
      stablehlo.return %16 : tensor<i32>
    }) : (tensor<67x8xi32>, tensor<67x1xi32>, tensor<67xi32>) -> tensor<67x8xi32>
    return %4, %15 : tensor<67xf32>, tensor<67x8xi32>
  }
  func.func private @remainder(%arg0: tensor<67xf32>, %arg1: tensor<f32>) -> tensor<67xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %2 = stablehlo.remainder %arg0, %1 : tensor<67xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %4 = stablehlo.compare NE, %2, %3, FLOAT : (tensor<67xf32>, tensor<67xf32>) -> tensor<67xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %6 = stablehlo.compare LT, %2, %5, FLOAT : (tensor<67xf32>, tensor<67xf32>) -> tensor<67xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.compare LT, %0, %cst_1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i1>) -> tensor<67xi1>
    %9 = stablehlo.compare NE, %6, %8, UNSIGNED : (tensor<67xi1>, tensor<67xi1>) -> tensor<67xi1>
    %10 = stablehlo.and %9, %4 : tensor<67xi1>
    %11 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %12 = stablehlo.add %2, %11 : tensor<67xf32>
    %13 = stablehlo.select %10, %12, %2 : tensor<67xi1>, tensor<67xf32>
    return %13 : tensor<67xf32>
  }
}
