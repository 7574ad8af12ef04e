// TOLERANCE: [[0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>, %arg1: tensor<i32>) -> (tensor<67xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg1, %iterArg_1 = %arg0) : tensor<i32>, tensor<i32>, tensor<67xf32>
    cond {
      %1 = stablehlo.compare LT, %iterArg, %iterArg_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %iterArg, %c_2 : tensor<i32>
      %cst = stablehlo.constant dense<9.900000e-01> : tensor<f32>
      %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
      %3 = stablehlo.multiply %iterArg_1, %2 : tensor<67xf32>
      %4 = stablehlo.convert %iterArg : (tensor<i32>) -> tensor<f32>
      %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<67xf32>
      %6 = stablehlo.add %iterArg_1, %5 : tensor<67xf32>
      %7 = stablehlo.sine %6 : tensor<67xf32>
      %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<67xf32>
      %9 = stablehlo.multiply %8, %7 : tensor<67xf32>
      %10 = stablehlo.add %3, %9 : tensor<67xf32>
      stablehlo.return %1, %iterArg_0, %10 : tensor<i32>, tensor<i32>, tensor<67xf32>
    }
    return %0#2 : tensor<67xf32>
  }
}
