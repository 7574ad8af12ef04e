// TOLERANCE: [[0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4x5xf64>) -> (tensor<3x4x5xi64> {jax.result_info = "result[0]"}, tensor<3x4x5xi64> {jax.result_info = "result[1]"}) {
    %0 = call @argsort(%arg0) : (tensor<3x4x5xf64>) -> tensor<3x4x5xi64>
    %1 = stablehlo.negate %arg0 : tensor<3x4x5xf64>
    %2 = call @argsort_0(%1) : (tensor<3x4x5xf64>) -> tensor<3x4x5xi64>
    return %0, %2 : tensor<3x4x5xi64>, tensor<3x4x5xi64>
  }
  func.func private @argsort(%arg0: tensor<3x4x5xf64>) -> tensor<3x4x5xi64> {
    %0 = stablehlo.iota dim = 1 : tensor<3x4x5xi64>
    %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>, %arg3: tensor<i64>, %arg4: tensor<i64>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %2 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %3 = stablehlo.select %2, %cst_0, %arg1 : tensor<i1>, tensor<f64>
      %4 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %5 = stablehlo.select %4, %cst_1, %3 : tensor<i1>, tensor<f64>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %6 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %7 = stablehlo.select %6, %cst_3, %arg2 : tensor<i1>, tensor<f64>
      %8 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %9 = stablehlo.select %8, %cst_4, %7 : tensor<i1>, tensor<f64>
      %10 = stablehlo.compare LT, %5, %9, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    }) : (tensor<3x4x5xf64>, tensor<3x4x5xi64>) -> (tensor<3x4x5xf64>, tensor<3x4x5xi64>)
    return %1#1 : tensor<3x4x5xi64>
  }
  func.func private @argsort_0(%arg0: tensor<3x4x5xf64>) -> tensor<3x4x5xi64> {
    %0 = stablehlo.iota dim = 2 : tensor<3x4x5xi64>
    %1 = stablehlo.reverse %arg0, dims = [2] : tensor<3x4x5xf64>
    %2 = stablehlo.reverse %0, dims = [2] : tensor<3x4x5xi64>
    %3:2 = "stablehlo.sort"(%1, %2) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>, %arg3: tensor<i64>, %arg4: tensor<i64>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %5 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %6 = stablehlo.select %5, %cst_0, %arg1 : tensor<i1>, tensor<f64>
      %7 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %8 = stablehlo.select %7, %cst_1, %6 : tensor<i1>, tensor<f64>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %9 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %10 = stablehlo.select %9, %cst_3, %arg2 : tensor<i1>, tensor<f64>
      %11 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %12 = stablehlo.select %11, %cst_4, %10 : tensor<i1>, tensor<f64>
      %13 = stablehlo.compare LT, %8, %12, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %13 : tensor<i1>
    }) : (tensor<3x4x5xf64>, tensor<3x4x5xi64>) -> (tensor<3x4x5xf64>, tensor<3x4x5xi64>)
    %4 = stablehlo.reverse %3#1, dims = [2] : tensor<3x4x5xi64>
    return %4 : tensor<3x4x5xi64>
  }
}
