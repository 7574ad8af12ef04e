// TOLERANCE: [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12xi64>) -> (tensor<12xi8> {jax.result_info = "result[0]"}, tensor<12xi32> {jax.result_info = "result[1]"}, tensor<12xui8> {jax.result_info = "result[2]"}, tensor<12xui16> {jax.result_info = "result[3]"}, tensor<12xui32> {jax.result_info = "result[4]"}, tensor<12xf32> {jax.result_info = "result[5]"}, tensor<12xf64> {jax.result_info = "result[6]"}, tensor<12xf16> {jax.result_info = "result[7]"}, tensor<12xbf16> {jax.result_info = "result[8]"}, tensor<12xi1> {jax.result_info = "result[9]"}, tensor<12xcomplex<f32>> {jax.result_info = "result[10]"}, tensor<12xf8E4M3FN> {jax.result_info = "result[11]"}, tensor<12xf8E5M2> {jax.result_info = "result[12]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<12xi64>) -> tensor<12xi8>
    %1 = stablehlo.convert %arg0 : (tensor<12xi64>) -> tensor<12xi32>
    %2 = stablehlo.convert %arg0 : (tensor<12xi64>) -> tensor<12xui8>
    %3 = stablehlo.convert %arg0 : (tensor<12xi64>) -> tensor<12xui16>
    %4 = stablehlo.convert %arg0 : (tensor<12xi64>) -> tensor<12xui32>
    %5 = stablehlo.convert %arg0 : (tensor<12xi64>) -> tensor<12xf32>
    %6 = stablehlo.convert %arg0 : (tensor<12xi64>) -> tensor<12xf64>
    %7 = stablehlo.convert %arg0 : (tensor<12xi64>) -> tensor<12xf16>
    %8 = stablehlo.convert %arg0 : (tensor<12xi64>) -> tensor<12xbf16>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<12xi64>
    %10 = stablehlo.compare NE, %arg0, %9, SIGNED : (tensor<12xi64>, tensor<12xi64>) -> tensor<12xi1>
    %11 = stablehlo.convert %10 : tensor<12xi1>
    %12 = stablehlo.convert %arg0 : (tensor<12xi64>) -> tensor<12xcomplex<f32>>
    %13 = stablehlo.convert %arg0 : (tensor<12xi64>) -> tensor<12xf8E4M3FN>
    %14 = stablehlo.convert %arg0 : (tensor<12xi64>) -> tensor<12xf8E5M2>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %11, %12, %13, %14 : tensor<12xi8>, tensor<12xi32>, tensor<12xui8>, tensor<12xui16>, tensor<12xui32>, tensor<12xf32>, tensor<12xf64>, tensor<12xf16>, tensor<12xbf16>, tensor<12xi1>, tensor<12xcomplex<f32>>, tensor<12xf8E4M3FN>, tensor<12xf8E5M2>
  }
}
