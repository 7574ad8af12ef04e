// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05], [0.0001, 1e-05]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67xf32>) -> (tensor<67xf32> {jax.result_info = "result[0]"}, tensor<9x67xf32> {jax.result_info = "result[1][0]"}, tensor<9x67xf32> {jax.result_info = "result[1][1]"}) {
    %0 = stablehlo.iota dim = 0 : tensor<9xf32>
    %1 = stablehlo.slice %0 [0:7] : (tensor<9xf32>) -> tensor<7xf32>
    %2 = stablehlo.slice %0 [7:9] : (tensor<9xf32>) -> tensor<2xf32>
    %3 = stablehlo.reshape %1 : (tensor<7xf32>) -> tensor<1x7xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x7x67xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x7x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %6:5 = stablehlo.while(%iterArg = %3, %iterArg_1 = %c, %iterArg_2 = %arg0, %iterArg_3 = %4, %iterArg_4 = %5) : tensor<1x7xf32>, tensor<i32>, tensor<67xf32>, tensor<1x7x67xf32>, tensor<1x7x67xf32>
    cond {
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %23 = stablehlo.compare LT, %iterArg_1, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %23 : tensor<i1>
    } do {
      %23 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_1) : (tensor<1x7xf32>, tensor<i32>) -> tensor<7xf32>
      %24 = stablehlo.slice %23 [0:1] : (tensor<7xf32>) -> tensor<1xf32>
      %25 = stablehlo.reshape %24 : (tensor<1xf32>) -> tensor<f32>
      %26:3 = func.call @closed_call(%iterArg_2, %25) : (tensor<67xf32>, tensor<f32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>)
      %27 = stablehlo.slice %23 [1:2] : (tensor<7xf32>) -> tensor<1xf32>
      %28 = stablehlo.reshape %27 : (tensor<1xf32>) -> tensor<f32>
      %29:3 = func.call @closed_call(%26#0, %28) : (tensor<67xf32>, tensor<f32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>)
      %30 = stablehlo.slice %23 [2:3] : (tensor<7xf32>) -> tensor<1xf32>
      %31 = stablehlo.reshape %30 : (tensor<1xf32>) -> tensor<f32>
      %32:3 = func.call @closed_call(%29#0, %31) : (tensor<67xf32>, tensor<f32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>)
      %33 = stablehlo.slice %23 [3:4] : (tensor<7xf32>) -> tensor<1xf32>
      %34 = stablehlo.reshape %33 : (tensor<1xf32>) -> tensor<f32>
      %35:3 = func.call @closed_call(%32#0, %34) : (tensor<67xf32>, tensor<f32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>)
      %36 = stablehlo.slice %23 [4:5] : (tensor<7xf32>) -> tensor<1xf32>
      %37 = stablehlo.reshape %36 : (tensor<1xf32>) -> tensor<f32>
      %38:3 = func.call @closed_call(%35#0, %37) : (tensor<67xf32>, tensor<f32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>)
      %39 = stablehlo.slice %23 [5:6] : (tensor<7xf32>) -> tensor<1xf32>
      %40 = stablehlo.reshape %39 : (tensor<1xf32>) -> tensor<f32>
      %41:3 = func.call @closed_call(%38#0, %40) : (tensor<67xf32>, tensor<f32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>)
      %42 = stablehlo.slice %23 [6:7] : (tensor<7xf32>) -> tensor<1xf32>
      %43 = stablehlo.reshape %42 : (tensor<1xf32>) -> tensor<f32>
      %44:3 = func.call @closed_call(%41#0, %43) : (tensor<67xf32>, tensor<f32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>)
      %45 = stablehlo.broadcast_in_dim %26#1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %46 = stablehlo.broadcast_in_dim %29#1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %47 = stablehlo.broadcast_in_dim %32#1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %48 = stablehlo.broadcast_in_dim %35#1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %49 = stablehlo.broadcast_in_dim %38#1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %50 = stablehlo.broadcast_in_dim %41#1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %51 = stablehlo.broadcast_in_dim %44#1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %52 = stablehlo.concatenate %45, %46, %47, %48, %49, %50, %51, dim = 0 : (tensor<1x67xf32>, tensor<1x67xf32>, tensor<1x67xf32>, tensor<1x67xf32>, tensor<1x67xf32>, tensor<1x67xf32>, tensor<1x67xf32>) -> tensor<7x67xf32>
      %53 = stablehlo.broadcast_in_dim %26#2, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %54 = stablehlo.broadcast_in_dim %29#2, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %55 = stablehlo.broadcast_in_dim %32#2, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %56 = stablehlo.broadcast_in_dim %35#2, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %57 = stablehlo.broadcast_in_dim %38#2, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %58 = stablehlo.broadcast_in_dim %41#2, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %59 = stablehlo.broadcast_in_dim %44#2, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
      %60 = stablehlo.concatenate %53, %54, %55, %56, %57, %58, %59, dim = 0 : (tensor<1x67xf32>, tensor<1x67xf32>, tensor<1x67xf32>, tensor<1x67xf32>, tensor<1x67xf32>, tensor<1x67xf32>, tensor<1x67xf32>) -> tensor<7x67xf32>
      %61 = func.call @dynamic_update_index_in_dim(%iterArg_3, %52, %iterArg_1) : (tensor<1x7x67xf32>, tensor<7x67xf32>, tensor<i32>) -> tensor<1x7x67xf32>
      %62 = func.call @dynamic_update_index_in_dim(%iterArg_4, %60, %iterArg_1) : (tensor<1x7x67xf32>, tensor<7x67xf32>, tensor<i32>) -> tensor<1x7x67xf32>
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %63 = stablehlo.add %iterArg_1, %c_5 : tensor<i32>
      stablehlo.return %iterArg, %63, %44#0, %61, %62 : tensor<1x7xf32>, tensor<i32>, tensor<67xf32>, tensor<1x7x67xf32>, tensor<1x7x67xf32>
    }
    %7 = stablehlo.reshape %6#3 : (tensor<1x7x67xf32>) -> tensor<7x67xf32>
    %8 = stablehlo.reshape %6#4 : (tensor<1x7x67xf32>) -> tensor<7x67xf32>
    %9 = stablehlo.slice %2 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %10 = stablehlo.reshape %9 : (tensor<1xf32>) -> tensor<f32>
    %11:3 = call @closed_call(%6#2, %10) : (tensor<67xf32>, tensor<f32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>)
    %12 = stablehlo.slice %2 [1:2] : (tensor<2xf32>) -> tensor<1xf32>
    %13 = stablehlo.reshape %12 : (tensor<1xf32>) -> tensor<f32>
    %14:3 = call @closed_call(%11#0, %13) : (tensor<67xf32>, tensor<f32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>)
    %15 = stablehlo.broadcast_in_dim %11#1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %16 = stablehlo.broadcast_in_dim %14#1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %17 = stablehlo.concatenate %15, %16, dim = 0 : (tensor<1x67xf32>, tensor<1x67xf32>) -> tensor<2x67xf32>
    %18 = stablehlo.broadcast_in_dim %11#2, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %19 = stablehlo.broadcast_in_dim %14#2, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %20 = stablehlo.concatenate %18, %19, dim = 0 : (tensor<1x67xf32>, tensor<1x67xf32>) -> tensor<2x67xf32>
    %21 = stablehlo.concatenate %7, %17, dim = 0 : (tensor<7x67xf32>, tensor<2x67xf32>) -> tensor<9x67xf32>
    %22 = stablehlo.concatenate %8, %20, dim = 0 : (tensor<7x67xf32>, tensor<2x67xf32>) -> tensor<9x67xf32>
    return %14#0, %21, %22 : tensor<67xf32>, tensor<9x67xf32>, tensor<9x67xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<1x7xf32>, %arg1: tensor<i32>) -> tensor<7xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 7] : (tensor<1x7xf32>, tensor<i32>, tensor<i32>) -> tensor<1x7xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x7xf32>) -> tensor<7xf32>
    return %1 : tensor<7xf32>
  }
  func.func private @closed_call(%arg0: tensor<67xf32>, %arg1: tensor<f32>) -> (tensor<67xf32>, tensor<67xf32>, tensor<67xf32>) {
    %cst = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<67xf32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %3 = stablehlo.add %1, %2 : tensor<67xf32>
    %4 = stablehlo.multiply %arg0, %arg0 : tensor<67xf32>
    return %3, %arg0, %4 : tensor<67xf32>, tensor<67xf32>, tensor<67xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<1x7x67xf32>, %arg1: tensor<7x67xf32>, %arg2: tensor<i32>) -> tensor<1x7x67xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<7x67xf32>) -> tensor<1x7x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<1x7x67xf32>, tensor<1x7x67xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x7x67xf32>
    return %1 : tensor<1x7x67xf32>
  }
}
