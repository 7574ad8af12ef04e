// TOLERANCE: [[0, 0], [0, 0]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5000xi32>) -> (tensor<i64> {jax.result_info = "result[0]"}, tensor<i32> {jax.result_info = "result[1]"}) {
    %0 = call @argmax(%arg0) : (tensor<5000xi32>) -> tensor<i64>
    %c = stablehlo.constant dense<7> : tensor<i32>
    %1 = stablehlo.reduce(%arg0 init: %c) across dimensions = [0] : (tensor<5000xi32>, tensor<i32>) -> tensor<i32>
     reducer(%arg1: tensor<i32>, %arg2: tensor<i32>)  {
      %2 = stablehlo.xor %arg1, %arg2 : tensor<i32>
      %3 = stablehlo.and %arg1, %arg2 : tensor<i32>
      %4 = stablehlo.add %2, %3 : tensor<i32>
      stablehlo.return %4 : tensor<i32>
    }
    return %0, %1 : tensor<i64>, tensor<i32>
  }
  func.func private @argmax(%arg0: tensor<5000xi32>) -> tensor<i64> {
    %0 = stablehlo.iota dim = 0 : tensor<5000xi64>
    %c = stablehlo.constant dense<-2147483648> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [0] : (tensor<5000xi32>, tensor<5000xi64>, tensor<i32>, tensor<i64>) -> (tensor<i32>, tensor<i64>)
     reducer(%arg1: tensor<i32>, %arg3: tensor<i32>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<i32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<i32>, tensor<i64>
    }
    return %1#1 : tensor<i64>
  }
}
