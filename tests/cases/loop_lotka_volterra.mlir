// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x67xf32>, %arg1: tensor<3x67xf32>) -> (tensor<3x67xf32> {jax.result_info = "result[0]"}, tensor<3x67xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:4 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %c, %iterArg_2 = %arg0, %iterArg_3 = %arg1) : tensor<i32>, tensor<i32>, tensor<3x67xf32>, tensor<3x67xf32>
    cond {
      %c_4 = stablehlo.constant dense<9> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1:3 = func.call @closed_call(%iterArg_1, %iterArg_2, %iterArg_3) : (tensor<i32>, tensor<3x67xf32>, tensor<3x67xf32>) -> (tensor<i32>, tensor<3x67xf32>, tensor<3x67xf32>)
      %c_4 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_4 : tensor<i32>
      stablehlo.return %2, %1#0, %1#1, %1#2 : tensor<i32>, tensor<i32>, tensor<3x67xf32>, tensor<3x67xf32>
    }
    return %0#2, %0#3 : tensor<3x67xf32>, tensor<3x67xf32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<3x67xf32>, %arg2: tensor<3x67xf32>) -> (tensor<i32>, tensor<3x67xf32>, tensor<3x67xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %cst = stablehlo.constant dense<1.100000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %2 = stablehlo.multiply %1, %arg1 : tensor<3x67xf32>
    %cst_0 = stablehlo.constant dense<4.000000e-01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %4 = stablehlo.multiply %3, %arg1 : tensor<3x67xf32>
    %5 = stablehlo.multiply %4, %arg2 : tensor<3x67xf32>
    %6 = stablehlo.subtract %2, %5 : tensor<3x67xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %8 = stablehlo.multiply %7, %arg1 : tensor<3x67xf32>
    %9 = stablehlo.multiply %8, %arg2 : tensor<3x67xf32>
    %cst_2 = stablehlo.constant dense<4.000000e-01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %11 = stablehlo.multiply %10, %arg2 : tensor<3x67xf32>
    %12 = stablehlo.subtract %9, %11 : tensor<3x67xf32>
    %cst_3 = stablehlo.constant dense<5.000000e-03> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %14 = stablehlo.multiply %13, %6 : tensor<3x67xf32>
    %15 = stablehlo.add %arg1, %14 : tensor<3x67xf32>
    %cst_4 = stablehlo.constant dense<5.000000e-03> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %17 = stablehlo.multiply %16, %12 : tensor<3x67xf32>
    %18 = stablehlo.add %arg2, %17 : tensor<3x67xf32>
    %cst_5 = stablehlo.constant dense<1.100000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %20 = stablehlo.multiply %19, %15 : tensor<3x67xf32>
    %cst_6 = stablehlo.constant dense<4.000000e-01> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %22 = stablehlo.multiply %21, %15 : tensor<3x67xf32>
    %23 = stablehlo.multiply %22, %18 : tensor<3x67xf32>
    %24 = stablehlo.subtract %20, %23 : tensor<3x67xf32>
    %cst_7 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %26 = stablehlo.multiply %25, %15 : tensor<3x67xf32>
    %27 = stablehlo.multiply %26, %18 : tensor<3x67xf32>
    %cst_8 = stablehlo.constant dense<4.000000e-01> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %29 = stablehlo.multiply %28, %18 : tensor<3x67xf32>
    %30 = stablehlo.subtract %27, %29 : tensor<3x67xf32>
    %cst_9 = stablehlo.constant dense<5.000000e-03> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %32 = stablehlo.multiply %31, %24 : tensor<3x67xf32>
    %33 = stablehlo.add %arg1, %32 : tensor<3x67xf32>
    %cst_10 = stablehlo.constant dense<5.000000e-03> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %35 = stablehlo.multiply %34, %30 : tensor<3x67xf32>
    %36 = stablehlo.add %arg2, %35 : tensor<3x67xf32>
    %cst_11 = stablehlo.constant dense<1.100000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %38 = stablehlo.multiply %37, %33 : tensor<3x67xf32>
    %cst_12 = stablehlo.constant dense<4.000000e-01> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %40 = stablehlo.multiply %39, %33 : tensor<3x67xf32>
    %41 = stablehlo.multiply %40, %36 : tensor<3x67xf32>
    %42 = stablehlo.subtract %38, %41 : tensor<3x67xf32>
    %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %44 = stablehlo.multiply %43, %33 : tensor<3x67xf32>
    %45 = stablehlo.multiply %44, %36 : tensor<3x67xf32>
    %cst_14 = stablehlo.constant dense<4.000000e-01> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %47 = stablehlo.multiply %46, %36 : tensor<3x67xf32>
    %48 = stablehlo.subtract %45, %47 : tensor<3x67xf32>
    %cst_15 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %50 = stablehlo.multiply %49, %42 : tensor<3x67xf32>
    %51 = stablehlo.add %arg1, %50 : tensor<3x67xf32>
    %cst_16 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %53 = stablehlo.multiply %52, %48 : tensor<3x67xf32>
    %54 = stablehlo.add %arg2, %53 : tensor<3x67xf32>
    %cst_17 = stablehlo.constant dense<1.100000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %56 = stablehlo.multiply %55, %51 : tensor<3x67xf32>
    %cst_18 = stablehlo.constant dense<4.000000e-01> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %58 = stablehlo.multiply %57, %51 : tensor<3x67xf32>
    %59 = stablehlo.multiply %58, %54 : tensor<3x67xf32>
    %60 = stablehlo.subtract %56, %59 : tensor<3x67xf32>
    %cst_19 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %62 = stablehlo.multiply %61, %51 : tensor<3x67xf32>
    %63 = stablehlo.multiply %62, %54 : tensor<3x67xf32>
    %cst_20 = stablehlo.constant dense<4.000000e-01> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %65 = stablehlo.multiply %64, %54 : tensor<3x67xf32>
    %66 = stablehlo.subtract %63, %65 : tensor<3x67xf32>
    %cst_21 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %68 = stablehlo.multiply %67, %24 : tensor<3x67xf32>
    %69 = stablehlo.add %6, %68 : tensor<3x67xf32>
    %cst_22 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %71 = stablehlo.multiply %70, %42 : tensor<3x67xf32>
    %72 = stablehlo.add %69, %71 : tensor<3x67xf32>
    %73 = stablehlo.add %72, %60 : tensor<3x67xf32>
    %cst_23 = stablehlo.constant dense<0.00166666671> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %75 = stablehlo.multiply %74, %73 : tensor<3x67xf32>
    %76 = stablehlo.add %arg1, %75 : tensor<3x67xf32>
    %cst_24 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %78 = stablehlo.multiply %77, %30 : tensor<3x67xf32>
    %79 = stablehlo.add %12, %78 : tensor<3x67xf32>
    %cst_25 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %81 = stablehlo.multiply %80, %48 : tensor<3x67xf32>
    %82 = stablehlo.add %79, %81 : tensor<3x67xf32>
    %83 = stablehlo.add %82, %66 : tensor<3x67xf32>
    %cst_26 = stablehlo.constant dense<0.00166666671> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<3x67xf32>
    %85 = stablehlo.multiply %84, %83 : tensor<3x67xf32>
    %86 = stablehlo.add %arg2, %85 : tensor<3x67xf32>
    return %0, %76, %86 : tensor<i32>, tensor<3x67xf32>, tensor<3x67xf32>
  }
}
