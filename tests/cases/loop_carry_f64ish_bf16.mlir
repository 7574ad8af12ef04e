// TOLERANCE: [[0.02, 0.02]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>) -> (tensor<67xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<67xf32>) -> tensor<67xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %0) : tensor<i32>, tensor<67xbf16>
    cond {
      %c_1 = stablehlo.constant dense<9> : tensor<i32>
      %3 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = func.call @closed_call(%iterArg_0) : (tensor<67xbf16>) -> tensor<67xbf16>
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      stablehlo.return %4, %3 : tensor<i32>, tensor<67xbf16>
    }
    %2 = stablehlo.convert %1#1 : (tensor<67xbf16>) -> tensor<67xf32>
    return %2 : tensor<67xf32>
  }
  func.func private @closed_call(%arg0: tensor<67xbf16>) -> tensor<67xbf16> {
    %cst = stablehlo.constant dense<9.804680e-01> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<67xbf16>
    %1 = stablehlo.multiply %arg0, %0 : tensor<67xbf16>
    %2 = stablehlo.sine %arg0 : tensor<67xbf16>
    %cst_0 = stablehlo.constant dense<1.000980e-01> : tensor<bf16>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<67xbf16>
    %4 = stablehlo.multiply %2, %3 : tensor<67xbf16>
    %5 = stablehlo.add %1, %4 : tensor<67xbf16>
    return %5 : tensor<67xbf16>
  }
}
