// TOLERANCE: [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12xf8E5M2>) -> (tensor<12xi8> {jax.result_info = "result[0]"}, tensor<12xi32> {jax.result_info = "result[1]"}, tensor<12xi64> {jax.result_info = "result[2]"}, tensor<12xui8> {jax.result_info = "result[3]"}, tensor<12xui16> {jax.result_info = "result[4]"}, tensor<12xui32> {jax.result_info = "result[5]"}, tensor<12xf32> {jax.result_info = "result[6]"}, tensor<12xf64> {jax.result_info = "result[7]"}, tensor<12xf16> {jax.result_info = "result[8]"}, tensor<12xbf16> {jax.result_info = "result[9]"}, tensor<12xi1> {jax.result_info = "result[10]"}, tensor<12xcomplex<f32>> {jax.result_info = "result[11]"}, tensor<12xf8E4M3FN> {jax.result_info = "result[12]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<12xf8E5M2>) -> tensor<12xi8>
    %1 = stablehlo.convert %arg0 : (tensor<12xf8E5M2>) -> tensor<12xi32>
    %2 = stablehlo.convert %arg0 : (tensor<12xf8E5M2>) -> tensor<12xi64>
    %3 = stablehlo.convert %arg0 : (tensor<12xf8E5M2>) -> tensor<12xui8>
    %4 = stablehlo.convert %arg0 : (tensor<12xf8E5M2>) -> tensor<12xui16>
    %5 = stablehlo.convert %arg0 : (tensor<12xf8E5M2>) -> tensor<12xui32>
    %6 = stablehlo.convert %arg0 : (tensor<12xf8E5M2>) -> tensor<12xf32>
    %7 = stablehlo.convert %arg0 : (tensor<12xf8E5M2>) -> tensor<12xf64>
    %8 = stablehlo.convert %arg0 : (tensor<12xf8E5M2>) -> tensor<12xf16>
    %9 = stablehlo.convert %arg0 : (tensor<12xf8E5M2>) -> tensor<12xbf16>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f8E5M2>
    %10 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f8E5M2>) -> tensor<12xf8E5M2>
    %11 = stablehlo.compare NE, %arg0, %10, FLOAT : (tensor<12xf8E5M2>, tensor<12xf8E5M2>) -> tensor<12xi1>
    %12 = stablehlo.convert %11 : tensor<12xi1>
    %13 = stablehlo.convert %arg0 : (tensor<12xf8E5M2>) -> tensor<12xcomplex<f32>>
    %14 = stablehlo.convert %arg0 : (tensor<12xf8E5M2>) -> tensor<12xf8E4M3FN>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %12, %13, %14 : tensor<12xi8>, tensor<12xi32>, tensor<12xi64>, tensor<12xui8>, tensor<12xui16>, tensor<12xui32>, tensor<12xf32>, tensor<12xf64>, tensor<12xf16>, tensor<12xbf16>, tensor<12xi1>, tensor<12xcomplex<f32>>, tensor<12xf8E4M3FN>
  }
}
