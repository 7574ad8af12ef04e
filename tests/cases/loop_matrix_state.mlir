// TOLERANCE: [[0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67x3x3xf32>, %arg1: tensor<3xf32>) -> (tensor<67x3x3xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<[[0.000000e+00, -0.00999999977, 2.000000e-02], [0.00999999977, 0.000000e+00, -3.000000e-02], [-2.000000e-02, 3.000000e-02, 0.000000e+00]]> : tensor<3x3xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %cst, %iterArg_0 = %c, %iterArg_1 = %arg0) : tensor<3x3xf32>, tensor<i32>, tensor<67x3x3xf32>
    cond {
      %c_2 = stablehlo.constant dense<9> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg_0, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = func.call @closed_call(%iterArg, %iterArg_1) : (tensor<3x3xf32>, tensor<67x3x3xf32>) -> tensor<67x3x3xf32>
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg_0, %c_2 : tensor<i32>
      stablehlo.return %iterArg, %2, %1 : tensor<3x3xf32>, tensor<i32>, tensor<67x3x3xf32>
    }
    return %0#2 : tensor<67x3x3xf32>
  }
  func.func private @closed_call(%arg0: tensor<3x3xf32>, %arg1: tensor<67x3x3xf32>) -> tensor<67x3x3xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<3x3xi32>
    %1 = stablehlo.iota dim = 1 : tensor<3x3xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
    %3 = stablehlo.add %0, %2 : tensor<3x3xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
    %5 = stablehlo.convert %4 : (tensor<3x3xi1>) -> tensor<3x3xf32>
    %6 = stablehlo.add %5, %arg0 : tensor<3x3xf32>
    %7 = stablehlo.dot_general %arg1, %6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<67x3x3xf32>, tensor<3x3xf32>) -> tensor<67x3x3xf32>
    return %7 : tensor<67x3x3xf32>
  }
}
