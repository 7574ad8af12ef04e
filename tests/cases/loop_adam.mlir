// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05], [0.0001, 1e-05], [0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>) -> (tensor<67xf32> {jax.result_info = "result[0][0]"}, tensor<67xf32> {jax.result_info = "result[0][1]"}, tensor<67xf32> {jax.result_info = "result[0][2]"}, tensor<9xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %3 = stablehlo.multiply %2, %arg0 : tensor<67xf32>
    %4 = stablehlo.iota dim = 0 : tensor<9xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %6 = stablehlo.add %5, %4 : tensor<9xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %8:6 = stablehlo.while(%iterArg = %6, %iterArg_3 = %c, %iterArg_4 = %arg0, %iterArg_5 = %1, %iterArg_6 = %3, %iterArg_7 = %7) : tensor<9xf32>, tensor<i32>, tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<9xf32>
    cond {
      %c_8 = stablehlo.constant dense<9> : tensor<i32>
      %9 = stablehlo.compare LT, %iterArg_3, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    } do {
      %9 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_3) : (tensor<9xf32>, tensor<i32>) -> tensor<f32>
      %10:4 = func.call @closed_call(%iterArg_4, %iterArg_5, %iterArg_6, %9) : (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<f32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<f32>)
      %11 = func.call @dynamic_update_index_in_dim(%iterArg_7, %10#3, %iterArg_3) : (tensor<9xf32>, tensor<f32>, tensor<i32>) -> tensor<9xf32>
      %c_8 = stablehlo.constant dense<1> : tensor<i32>
      %12 = stablehlo.add %iterArg_3, %c_8 : tensor<i32>
      stablehlo.return %iterArg, %12, %10#0, %10#1, %10#2, %11 : tensor<9xf32>, tensor<i32>, tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<9xf32>
    }
    return %8#2, %8#3, %8#4, %8#5 : tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<9xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<9xf32>, %arg1: tensor<i32>) -> tensor<f32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<9xf32>, tensor<i32>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @closed_call(%arg0: tensor<67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<67xf32>, %arg3: tensor<f32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<f32>) {
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<67xf32>
    %2 = stablehlo.sine %1 : tensor<67xf32>
    %3 = stablehlo.cosine %1 : tensor<67xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %5 = stablehlo.multiply %4, %arg0 : tensor<67xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<67xf32>
    %7 = stablehlo.add %2, %6 : tensor<67xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<67xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %10 = stablehlo.multiply %5, %9 : tensor<67xf32>
    %11 = stablehlo.multiply %9, %arg0 : tensor<67xf32>
    %cst_3 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %13 = stablehlo.multiply %12, %11 : tensor<67xf32>
    %14 = stablehlo.add %10, %13 : tensor<67xf32>
    %15 = stablehlo.multiply %9, %3 : tensor<67xf32>
    %cst_4 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %17 = stablehlo.multiply %16, %15 : tensor<67xf32>
    %18 = stablehlo.add %14, %17 : tensor<67xf32>
    %cst_5 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %20 = stablehlo.multiply %19, %arg1 : tensor<67xf32>
    %cst_6 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %22 = stablehlo.multiply %21, %18 : tensor<67xf32>
    %23 = stablehlo.add %20, %22 : tensor<67xf32>
    %cst_7 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %25 = stablehlo.multiply %24, %arg2 : tensor<67xf32>
    %cst_8 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %27 = stablehlo.multiply %26, %18 : tensor<67xf32>
    %28 = stablehlo.multiply %27, %18 : tensor<67xf32>
    %29 = stablehlo.add %25, %28 : tensor<67xf32>
    %cst_9 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %30 = stablehlo.power %cst_9, %arg3 : tensor<f32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %31 = stablehlo.subtract %cst_10, %30 : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %33 = stablehlo.divide %23, %32 : tensor<67xf32>
    %cst_11 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %35 = stablehlo.multiply %34, %33 : tensor<67xf32>
    %cst_12 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %36 = stablehlo.power %cst_12, %arg3 : tensor<f32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %37 = stablehlo.subtract %cst_13, %36 : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %39 = stablehlo.divide %29, %38 : tensor<67xf32>
    %40 = stablehlo.sqrt %39 : tensor<67xf32>
    %cst_14 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %42 = stablehlo.add %40, %41 : tensor<67xf32>
    %43 = stablehlo.divide %35, %42 : tensor<67xf32>
    %44 = stablehlo.subtract %arg0, %43 : tensor<67xf32>
    %cst_15 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %46 = stablehlo.multiply %45, %44 : tensor<67xf32>
    %47 = stablehlo.sine %46 : tensor<67xf32>
    %cst_16 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %49 = stablehlo.multiply %48, %44 : tensor<67xf32>
    %50 = stablehlo.multiply %49, %44 : tensor<67xf32>
    %51 = stablehlo.add %47, %50 : tensor<67xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_17) applies stablehlo.add across dimensions = [0] : (tensor<67xf32>, tensor<f32>) -> tensor<f32>
    return %44, %23, %29, %52 : tensor<67xf32>, tensor<67xf32>, tensor<67xf32>, tensor<f32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<9xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<9xf32>, tensor<1xf32>, tensor<i32>) -> tensor<9xf32>
    return %1 : tensor<9xf32>
  }
}
