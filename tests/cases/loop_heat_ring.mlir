// TOLERANCE: [[0.0001, 1e-05]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>) -> (tensor<67xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<i32>, tensor<i32>, tensor<67xf32>
    cond {
      %c_3 = stablehlo.constant dense<9> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1:2 = func.call @closed_call(%iterArg_1, %iterArg_2) : (tensor<i32>, tensor<67xf32>) -> (tensor<i32>, tensor<67xf32>)
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_3 : tensor<i32>
      stablehlo.return %2, %1#0, %1#1 : tensor<i32>, tensor<i32>, tensor<67xf32>
    }
    return %0#2 : tensor<67xf32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<67xf32>) -> (tensor<i32>, tensor<67xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = call @_roll_static(%arg1) : (tensor<67xf32>) -> tensor<67xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %3 = stablehlo.multiply %2, %arg1 : tensor<67xf32>
    %4 = stablehlo.subtract %1, %3 : tensor<67xf32>
    %5 = call @_roll_static_0(%arg1) : (tensor<67xf32>) -> tensor<67xf32>
    %6 = stablehlo.add %4, %5 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %8 = stablehlo.multiply %7, %6 : tensor<67xf32>
    %9 = stablehlo.add %arg1, %8 : tensor<67xf32>
    return %0, %9 : tensor<i32>, tensor<67xf32>
  }
  func.func private @_roll_static(%arg0: tensor<67xf32>) -> tensor<67xf32> {
    %0 = stablehlo.slice %arg0 [66:67] : (tensor<67xf32>) -> tensor<1xf32>
    %1 = stablehlo.slice %arg0 [0:66] : (tensor<67xf32>) -> tensor<66xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xf32>, tensor<66xf32>) -> tensor<67xf32>
    return %2 : tensor<67xf32>
  }
  func.func private @_roll_static_0(%arg0: tensor<67xf32>) -> tensor<67xf32> {
    %0 = stablehlo.slice %arg0 [1:67] : (tensor<67xf32>) -> tensor<66xf32>
    %1 = stablehlo.slice %arg0 [0:1] : (tensor<67xf32>) -> tensor<1xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<66xf32>, tensor<1xf32>) -> tensor<67xf32>
    return %2 : tensor<67xf32>
  }
}
