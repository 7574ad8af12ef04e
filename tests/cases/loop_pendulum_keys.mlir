// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05]]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<ui32>, %arg1: tensor<67x2xf32>) -> (tensor<67x2xf32> {jax.result_info = "result[0]"}, tensor<67xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<[-3.140000e+00, -1.000000e+00]> : tensor<2xf32>
    %cst_0 = stablehlo.constant dense<[3.140000e+00, 1.000000e+00]> : tensor<2xf32>
    %c = stablehlo.constant dense<32> : tensor<ui32>
    %0 = stablehlo.shift_right_logical %arg0, %c : tensor<ui32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %c_1 = stablehlo.constant dense<4294967295> : tensor<ui32>
    %2 = stablehlo.and %arg0, %c_1 : tensor<ui32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %4 = stablehlo.concatenate %1, %3, dim = 0 : (tensor<1xui32>, tensor<1xui32>) -> tensor<2xui32>
    %5 = call @_threefry_split(%4) : (tensor<2xui32>) -> tensor<67x2xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<9x67xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %7:7 = stablehlo.while(%iterArg = %cst, %iterArg_6 = %cst_0, %iterArg_7 = %c_4, %iterArg_8 = %arg1, %iterArg_9 = %5, %iterArg_10 = %c_2, %iterArg_11 = %6) : tensor<2xf32>, tensor<2xf32>, tensor<i32>, tensor<67x2xf32>, tensor<67x2xui32>, tensor<i32>, tensor<9x67xf32>
    cond {
      %c_12 = stablehlo.constant dense<9> : tensor<i32>
      %9 = stablehlo.compare LT, %iterArg_7, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    } do {
      %9:4 = func.call @closed_call_0(%iterArg, %iterArg_6, %iterArg_8, %iterArg_9, %iterArg_10) : (tensor<2xf32>, tensor<2xf32>, tensor<67x2xf32>, tensor<67x2xui32>, tensor<i32>) -> (tensor<67x2xf32>, tensor<67x2xui32>, tensor<i32>, tensor<67xf32>)
      %10 = func.call @dynamic_update_index_in_dim(%iterArg_11, %9#3, %iterArg_7) : (tensor<9x67xf32>, tensor<67xf32>, tensor<i32>) -> tensor<9x67xf32>
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %11 = stablehlo.add %iterArg_7, %c_12 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_6, %11, %9#0, %9#1, %9#2, %10 : tensor<2xf32>, tensor<2xf32>, tensor<i32>, tensor<67x2xf32>, tensor<67x2xui32>, tensor<i32>, tensor<9x67xf32>
    }
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7#6 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<9x67xf32>, tensor<f32>) -> tensor<67xf32>
    return %7#3, %8 : tensor<67x2xf32>, tensor<67xf32>
  }
  func.func private @_threefry_split(%arg0: tensor<2xui32>) -> tensor<67x2xui32> {
    %0 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %1 = stablehlo.reshape %0 : (tensor<1xui32>) -> tensor<ui32>
    %2 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.iota dim = 0 : tensor<67xui64>
    %c = stablehlo.constant dense<1> : tensor<ui64>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<67xui64>
    %6 = stablehlo.multiply %5, %4 : tensor<67xui64>
    %c_0 = stablehlo.constant dense<32> : tensor<ui64>
    %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<67xui64>
    %8 = stablehlo.shift_right_logical %6, %7 : tensor<67xui64>
    %9 = stablehlo.convert %6 : (tensor<67xui64>) -> tensor<67xui32>
    %10 = stablehlo.convert %8 : (tensor<67xui64>) -> tensor<67xui32>
    %11:2 = call @threefry2x32(%1, %3, %10, %9) : (tensor<ui32>, tensor<ui32>, tensor<67xui32>, tensor<67xui32>) -> (tensor<67xui32>, tensor<67xui32>)
    %12 = stablehlo.broadcast_in_dim %11#0, dims = [0] : (tensor<67xui32>) -> tensor<67x1xui32>
    %13 = stablehlo.broadcast_in_dim %11#1, dims = [0] : (tensor<67xui32>) -> tensor<67x1xui32>
    %14 = stablehlo.concatenate %12, %13, dim = 1 : (tensor<67x1xui32>, tensor<67x1xui32>) -> tensor<67x2xui32>
    return %14 : tensor<67x2xui32>
  }
  func.func private @threefry2x32(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<67xui32>, %arg3: tensor<67xui32>) -> (tensor<67xui32>, tensor<67xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c_1 : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<67xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<67xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %3, %iterArg_6 = %5, %iterArg_7 = %arg1, %iterArg_8 = %1, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i32>, tensor<i32>, tensor<67xui32>, tensor<67xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7:8 = func.call @closed_call(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i32>, tensor<67xui32>, tensor<67xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<67xui32>, tensor<67xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      stablehlo.return %8, %7#0, %7#1, %7#2, %7#3, %7#4, %7#5, %7#6, %7#7 : tensor<i32>, tensor<i32>, tensor<67xui32>, tensor<67xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %6#2, %6#3 : tensor<67xui32>, tensor<67xui32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<67xui32>, %arg2: tensor<67xui32>, %arg3: tensor<ui32>, %arg4: tensor<ui32>, %arg5: tensor<ui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>) -> (tensor<i32>, tensor<67xui32>, tensor<67xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<67xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<67xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<67xui32>
    %9 = stablehlo.or %5, %8 : tensor<67xui32>
    %10 = stablehlo.xor %3, %9 : tensor<67xui32>
    %11 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<67xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<67xui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui32>
    %16 = stablehlo.subtract %c_1, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<67xui32>
    %19 = stablehlo.or %15, %18 : tensor<67xui32>
    %20 = stablehlo.xor %13, %19 : tensor<67xui32>
    %21 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<67xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<67xui32>
    %c_2 = stablehlo.constant dense<32> : tensor<ui32>
    %26 = stablehlo.subtract %c_2, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<67xui32>
    %29 = stablehlo.or %25, %28 : tensor<67xui32>
    %30 = stablehlo.xor %23, %29 : tensor<67xui32>
    %31 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<67xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<67xui32>
    %c_3 = stablehlo.constant dense<32> : tensor<ui32>
    %36 = stablehlo.subtract %c_3, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<67xui32>
    %39 = stablehlo.or %35, %38 : tensor<67xui32>
    %40 = stablehlo.xor %33, %39 : tensor<67xui32>
    %41 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %42 = stablehlo.add %33, %41 : tensor<67xui32>
    %43 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %44 = stablehlo.add %40, %43 : tensor<67xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %45 = stablehlo.add %arg0, %c_4 : tensor<i32>
    %46 = stablehlo.convert %45 : (tensor<i32>) -> tensor<ui32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %48 = stablehlo.add %44, %47 : tensor<67xui32>
    return %0, %42, %48, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<67xui32>, tensor<67xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @closed_call_0(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>, %arg2: tensor<67x2xf32>, %arg3: tensor<67x2xui32>, %arg4: tensor<i32>) -> (tensor<67x2xf32>, tensor<67x2xui32>, tensor<i32>, tensor<67xf32>) {
    %0 = call @_threefry_split_1(%arg3) : (tensor<67x2xui32>) -> tensor<67x3x2xui32>
    %1 = stablehlo.slice %0 [0:67, 0:1, 0:2] : (tensor<67x3x2xui32>) -> tensor<67x1x2xui32>
    %2 = stablehlo.reshape %1 : (tensor<67x1x2xui32>) -> tensor<67x2xui32>
    %3 = stablehlo.slice %0 [0:67, 1:2, 0:2] : (tensor<67x3x2xui32>) -> tensor<67x1x2xui32>
    %4 = stablehlo.reshape %3 : (tensor<67x1x2xui32>) -> tensor<67x2xui32>
    %5 = stablehlo.slice %0 [0:67, 2:3, 0:2] : (tensor<67x3x2xui32>) -> tensor<67x1x2xui32>
    %6 = stablehlo.reshape %5 : (tensor<67x1x2xui32>) -> tensor<67x2xui32>
    %c = stablehlo.constant dense<-2> : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %7 = call @_uniform(%4, %c, %c_0) : (tensor<67x2xui32>, tensor<i32>, tensor<i32>) -> tensor<67xf32>
    %8 = stablehlo.slice %arg2 [0:67, 0:1] : (tensor<67x2xf32>) -> tensor<67x1xf32>
    %9 = stablehlo.reshape %8 : (tensor<67x1xf32>) -> tensor<67xf32>
    %10 = stablehlo.slice %arg2 [0:67, 1:2] : (tensor<67x2xf32>) -> tensor<67x1xf32>
    %11 = stablehlo.reshape %10 : (tensor<67x1xf32>) -> tensor<67xf32>
    %12 = stablehlo.sine %9 : tensor<67xf32>
    %cst = stablehlo.constant dense<1.500000e+01> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %14 = stablehlo.multiply %13, %12 : tensor<67xf32>
    %cst_1 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %16 = stablehlo.multiply %15, %7 : tensor<67xf32>
    %17 = stablehlo.add %14, %16 : tensor<67xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %19 = stablehlo.multiply %17, %18 : tensor<67xf32>
    %20 = stablehlo.add %11, %19 : tensor<67xf32>
    %c_3 = stablehlo.constant dense<-8> : tensor<i32>
    %c_4 = stablehlo.constant dense<8> : tensor<i32>
    %21 = call @clip(%20, %c_3, %c_4) : (tensor<67xf32>, tensor<i32>, tensor<i32>) -> tensor<67xf32>
    %cst_5 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %23 = stablehlo.multiply %21, %22 : tensor<67xf32>
    %24 = stablehlo.add %9, %23 : tensor<67xf32>
    %cst_6 = stablehlo.constant dense<3.14159274> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %26 = stablehlo.add %24, %25 : tensor<67xf32>
    %cst_7 = stablehlo.constant dense<6.28318548> : tensor<f32>
    %27 = call @remainder(%26, %cst_7) : (tensor<67xf32>, tensor<f32>) -> tensor<67xf32>
    %cst_8 = stablehlo.constant dense<3.14159274> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %29 = stablehlo.subtract %27, %28 : tensor<67xf32>
    %30 = stablehlo.multiply %29, %29 : tensor<67xf32>
    %31 = stablehlo.multiply %21, %21 : tensor<67xf32>
    %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %33 = stablehlo.multiply %32, %31 : tensor<67xf32>
    %34 = stablehlo.add %30, %33 : tensor<67xf32>
    %35 = stablehlo.multiply %7, %7 : tensor<67xf32>
    %cst_10 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %37 = stablehlo.multiply %36, %35 : tensor<67xf32>
    %38 = stablehlo.add %34, %37 : tensor<67xf32>
    %c_11 = stablehlo.constant dense<50> : tensor<i32>
    %39 = stablehlo.compare GE, %arg4, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %40 = call @_uniform_6(%6, %arg0, %arg1) : (tensor<67x2xui32>, tensor<2xf32>, tensor<2xf32>) -> tensor<67x2xf32>
    %41 = stablehlo.broadcast_in_dim %24, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %42 = stablehlo.broadcast_in_dim %21, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %43 = stablehlo.concatenate %41, %42, dim = 0 : (tensor<1x67xf32>, tensor<1x67xf32>) -> tensor<2x67xf32>
    %44 = stablehlo.transpose %43, dims = [1, 0] : (tensor<2x67xf32>) -> tensor<67x2xf32>
    %45 = stablehlo.select %39, %40, %44 : tensor<i1>, tensor<67x2xf32>
    %c_12 = stablehlo.constant dense<1> : tensor<i32>
    %46 = stablehlo.add %arg4, %c_12 : tensor<i32>
    %c_13 = stablehlo.constant dense<0> : tensor<i32>
    %47 = call @_where(%39, %c_13, %46) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %48 = stablehlo.negate %38 : tensor<67xf32>
    return %45, %2, %47, %48 : tensor<67x2xf32>, tensor<67x2xui32>, tensor<i32>, tensor<67xf32>
  }
  func.func private @_threefry_split_1(%arg0: tensor<67x2xui32>) -> tensor<67x3x2xui32> {
    %0 = stablehlo.slice %arg0 [0:67, 0:1] : (tensor<67x2xui32>) -> tensor<67x1xui32>
    %1 = stablehlo.reshape %0 : (tensor<67x1xui32>) -> tensor<67xui32>
    %2 = stablehlo.slice %arg0 [0:67, 1:2] : (tensor<67x2xui32>) -> tensor<67x1xui32>
    %3 = stablehlo.reshape %2 : (tensor<67x1xui32>) -> tensor<67xui32>
    %4 = stablehlo.iota dim = 0 : tensor<3xui64>
    %c = stablehlo.constant dense<1> : tensor<ui64>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<3xui64>
    %6 = stablehlo.multiply %5, %4 : tensor<3xui64>
    %c_0 = stablehlo.constant dense<32> : tensor<ui64>
    %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<3xui64>
    %8 = stablehlo.shift_right_logical %6, %7 : tensor<3xui64>
    %9 = stablehlo.convert %6 : (tensor<3xui64>) -> tensor<3xui32>
    %10 = stablehlo.convert %8 : (tensor<3xui64>) -> tensor<3xui32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<3xui32>) -> tensor<1x3xui32>
    %12 = stablehlo.broadcast_in_dim %9, dims = [1] : (tensor<3xui32>) -> tensor<1x3xui32>
    %13 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<67xui32>) -> tensor<67x1xui32>
    %14 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<67xui32>) -> tensor<67x1xui32>
    %15:2 = call @threefry2x32_2(%13, %14, %11, %12) : (tensor<67x1xui32>, tensor<67x1xui32>, tensor<1x3xui32>, tensor<1x3xui32>) -> (tensor<67x3xui32>, tensor<67x3xui32>)
    %16 = stablehlo.broadcast_in_dim %15#0, dims = [0, 1] : (tensor<67x3xui32>) -> tensor<67x3x1xui32>
    %17 = stablehlo.broadcast_in_dim %15#1, dims = [0, 1] : (tensor<67x3xui32>) -> tensor<67x3x1xui32>
    %18 = stablehlo.concatenate %16, %17, dim = 2 : (tensor<67x3x1xui32>, tensor<67x3x1xui32>) -> tensor<67x3x2xui32>
    return %18 : tensor<67x3x2xui32>
  }
  func.func private @threefry2x32_2(%arg0: tensor<67x1xui32>, %arg1: tensor<67x1xui32>, %arg2: tensor<1x3xui32>, %arg3: tensor<1x3xui32>) -> (tensor<67x3xui32>, tensor<67x3xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<67x1xui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<67x1xui32>
    %2 = stablehlo.xor %0, %1 : tensor<67x1xui32>
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<1x3xui32>) -> tensor<67x3xui32>
    %4 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<67x1xui32>) -> tensor<67x3xui32>
    %5 = stablehlo.add %3, %4 : tensor<67x3xui32>
    %6 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1] : (tensor<1x3xui32>) -> tensor<67x3xui32>
    %7 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<67x1xui32>) -> tensor<67x3xui32>
    %8 = stablehlo.add %6, %7 : tensor<67x3xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %5, %iterArg_6 = %8, %iterArg_7 = %arg1, %iterArg_8 = %2, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i32>, tensor<i32>, tensor<67x3xui32>, tensor<67x3xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i32>
      %10 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %10:8 = func.call @closed_call_3(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i32>, tensor<67x3xui32>, tensor<67x3xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<67x3xui32>, tensor<67x3xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %11 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      stablehlo.return %11, %10#0, %10#1, %10#2, %10#3, %10#4, %10#5, %10#6, %10#7 : tensor<i32>, tensor<i32>, tensor<67x3xui32>, tensor<67x3xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %9#2, %9#3 : tensor<67x3xui32>, tensor<67x3xui32>
  }
  func.func private @closed_call_3(%arg0: tensor<i32>, %arg1: tensor<67x3xui32>, %arg2: tensor<67x3xui32>, %arg3: tensor<67x1xui32>, %arg4: tensor<67x1xui32>, %arg5: tensor<67x1xui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>) -> (tensor<i32>, tensor<67x3xui32>, tensor<67x3xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<67x3xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<67x3xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<67x3xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<67x3xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<67x3xui32>
    %9 = stablehlo.or %5, %8 : tensor<67x3xui32>
    %10 = stablehlo.xor %3, %9 : tensor<67x3xui32>
    %11 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<67x3xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<67x3xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<67x3xui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui32>
    %16 = stablehlo.subtract %c_1, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<67x3xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<67x3xui32>
    %19 = stablehlo.or %15, %18 : tensor<67x3xui32>
    %20 = stablehlo.xor %13, %19 : tensor<67x3xui32>
    %21 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<67x3xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<67x3xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<67x3xui32>
    %c_2 = stablehlo.constant dense<32> : tensor<ui32>
    %26 = stablehlo.subtract %c_2, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<67x3xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<67x3xui32>
    %29 = stablehlo.or %25, %28 : tensor<67x3xui32>
    %30 = stablehlo.xor %23, %29 : tensor<67x3xui32>
    %31 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<67x3xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<67x3xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<67x3xui32>
    %c_3 = stablehlo.constant dense<32> : tensor<ui32>
    %36 = stablehlo.subtract %c_3, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<67x3xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<67x3xui32>
    %39 = stablehlo.or %35, %38 : tensor<67x3xui32>
    %40 = stablehlo.xor %33, %39 : tensor<67x3xui32>
    %41 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1] : (tensor<67x1xui32>) -> tensor<67x3xui32>
    %42 = stablehlo.add %33, %41 : tensor<67x3xui32>
    %43 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1] : (tensor<67x1xui32>) -> tensor<67x3xui32>
    %44 = stablehlo.add %40, %43 : tensor<67x3xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %45 = stablehlo.add %arg0, %c_4 : tensor<i32>
    %46 = stablehlo.convert %45 : (tensor<i32>) -> tensor<ui32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<ui32>) -> tensor<67x3xui32>
    %48 = stablehlo.add %44, %47 : tensor<67x3xui32>
    return %0, %42, %48, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<67x3xui32>, tensor<67x3xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @_uniform(%arg0: tensor<67x2xui32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<67xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %2 = stablehlo.slice %arg0 [0:67, 0:1] : (tensor<67x2xui32>) -> tensor<67x1xui32>
    %3 = stablehlo.reshape %2 : (tensor<67x1xui32>) -> tensor<67xui32>
    %4 = stablehlo.slice %arg0 [0:67, 1:2] : (tensor<67x2xui32>) -> tensor<67x1xui32>
    %5 = stablehlo.reshape %4 : (tensor<67x1xui32>) -> tensor<67xui32>
    %c = stablehlo.constant dense<0> : tensor<ui32>
    %c_0 = stablehlo.constant dense<0> : tensor<ui32>
    %6:2 = call @threefry2x32_4(%3, %5, %c, %c_0) : (tensor<67xui32>, tensor<67xui32>, tensor<ui32>, tensor<ui32>) -> (tensor<67xui32>, tensor<67xui32>)
    %7 = stablehlo.xor %6#0, %6#1 : tensor<67xui32>
    %c_1 = stablehlo.constant dense<9> : tensor<ui32>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %9 = stablehlo.shift_right_logical %7, %8 : tensor<67xui32>
    %c_2 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %11 = stablehlo.or %9, %10 : tensor<67xui32>
    %12 = stablehlo.bitcast_convert %11 : (tensor<67xui32>) -> tensor<67xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %14 = stablehlo.subtract %12, %13 : tensor<67xf32>
    %15 = stablehlo.subtract %1, %0 : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %17 = stablehlo.multiply %14, %16 : tensor<67xf32>
    %18 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %19 = stablehlo.add %17, %18 : tensor<67xf32>
    %20 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %21 = stablehlo.maximum %20, %19 : tensor<67xf32>
    return %21 : tensor<67xf32>
  }
  func.func private @threefry2x32_4(%arg0: tensor<67xui32>, %arg1: tensor<67xui32>, %arg2: tensor<ui32>, %arg3: tensor<ui32>) -> (tensor<67xui32>, tensor<67xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<67xui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %2 = stablehlo.xor %0, %1 : tensor<67xui32>
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %4 = stablehlo.add %3, %arg0 : tensor<67xui32>
    %5 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %6 = stablehlo.add %5, %arg1 : tensor<67xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %7:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %4, %iterArg_6 = %6, %iterArg_7 = %arg1, %iterArg_8 = %2, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i32>, tensor<i32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i32>
      %8 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    } do {
      %8:8 = func.call @closed_call_5(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %9 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      stablehlo.return %9, %8#0, %8#1, %8#2, %8#3, %8#4, %8#5, %8#6, %8#7 : tensor<i32>, tensor<i32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %7#2, %7#3 : tensor<67xui32>, tensor<67xui32>
  }
  func.func private @closed_call_5(%arg0: tensor<i32>, %arg1: tensor<67xui32>, %arg2: tensor<67xui32>, %arg3: tensor<67xui32>, %arg4: tensor<67xui32>, %arg5: tensor<67xui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>) -> (tensor<i32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<67xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<67xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<67xui32>
    %9 = stablehlo.or %5, %8 : tensor<67xui32>
    %10 = stablehlo.xor %3, %9 : tensor<67xui32>
    %11 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<67xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<67xui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui32>
    %16 = stablehlo.subtract %c_1, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<67xui32>
    %19 = stablehlo.or %15, %18 : tensor<67xui32>
    %20 = stablehlo.xor %13, %19 : tensor<67xui32>
    %21 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<67xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<67xui32>
    %c_2 = stablehlo.constant dense<32> : tensor<ui32>
    %26 = stablehlo.subtract %c_2, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<67xui32>
    %29 = stablehlo.or %25, %28 : tensor<67xui32>
    %30 = stablehlo.xor %23, %29 : tensor<67xui32>
    %31 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<67xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<67xui32>
    %c_3 = stablehlo.constant dense<32> : tensor<ui32>
    %36 = stablehlo.subtract %c_3, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<67xui32>
    %39 = stablehlo.or %35, %38 : tensor<67xui32>
    %40 = stablehlo.xor %33, %39 : tensor<67xui32>
    %41 = stablehlo.add %33, %arg3 : tensor<67xui32>
    %42 = stablehlo.add %40, %arg4 : tensor<67xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %43 = stablehlo.add %arg0, %c_4 : tensor<i32>
    %44 = stablehlo.convert %43 : (tensor<i32>) -> tensor<ui32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<ui32>) -> tensor<67xui32>
    %46 = stablehlo.add %42, %45 : tensor<67xui32>
    return %0, %41, %46, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<67xui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @clip(%arg0: tensor<67xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<67xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<67xf32>
    %3 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<67xf32>
    return %5 : tensor<67xf32>
  }
  func.func private @remainder(%arg0: tensor<67xf32>, %arg1: tensor<f32>) -> tensor<67xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %2 = stablehlo.remainder %arg0, %1 : tensor<67xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %4 = stablehlo.compare NE, %2, %3, FLOAT : (tensor<67xf32>, tensor<67xf32>) -> tensor<67xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %6 = stablehlo.compare LT, %2, %5, FLOAT : (tensor<67xf32>, tensor<67xf32>) -> tensor<67xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.compare LT, %0, %cst_1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i1>) -> tensor<67xi1>
    %9 = stablehlo.compare NE, %6, %8, UNSIGNED : (tensor<67xi1>, tensor<67xi1>) -> tensor<67xi1>
    %10 = stablehlo.and %9, %4 : tensor<67xi1>
    %11 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<67xf32>
    %12 = stablehlo.add %2, %11 : tensor<67xf32>
    %13 = stablehlo.select %10, %12, %2 : tensor<67xi1>, tensor<67xf32>
    return %13 : tensor<67xf32>
  }
  func.func private @_uniform_6(%arg0: tensor<67x2xui32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>) -> tensor<67x2xf32> {
    %0 = stablehlo.slice %arg0 [0:67, 0:1] : (tensor<67x2xui32>) -> tensor<67x1xui32>
    %1 = stablehlo.reshape %0 : (tensor<67x1xui32>) -> tensor<67xui32>
    %2 = stablehlo.slice %arg0 [0:67, 1:2] : (tensor<67x2xui32>) -> tensor<67x1xui32>
    %3 = stablehlo.reshape %2 : (tensor<67x1xui32>) -> tensor<67xui32>
    %4 = stablehlo.iota dim = 0 : tensor<2xui64>
    %c = stablehlo.constant dense<1> : tensor<ui64>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<2xui64>
    %6 = stablehlo.multiply %5, %4 : tensor<2xui64>
    %c_0 = stablehlo.constant dense<32> : tensor<ui64>
    %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<2xui64>
    %8 = stablehlo.shift_right_logical %6, %7 : tensor<2xui64>
    %9 = stablehlo.convert %6 : (tensor<2xui64>) -> tensor<2xui32>
    %10 = stablehlo.convert %8 : (tensor<2xui64>) -> tensor<2xui32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<2xui32>) -> tensor<1x2xui32>
    %12 = stablehlo.broadcast_in_dim %9, dims = [1] : (tensor<2xui32>) -> tensor<1x2xui32>
    %13 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<67xui32>) -> tensor<67x1xui32>
    %14 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<67xui32>) -> tensor<67x1xui32>
    %15:2 = call @threefry2x32_7(%13, %14, %11, %12) : (tensor<67x1xui32>, tensor<67x1xui32>, tensor<1x2xui32>, tensor<1x2xui32>) -> (tensor<67x2xui32>, tensor<67x2xui32>)
    %16 = stablehlo.xor %15#0, %15#1 : tensor<67x2xui32>
    %c_1 = stablehlo.constant dense<9> : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<67x2xui32>
    %18 = stablehlo.shift_right_logical %16, %17 : tensor<67x2xui32>
    %c_2 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %19 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<67x2xui32>
    %20 = stablehlo.or %18, %19 : tensor<67x2xui32>
    %21 = stablehlo.bitcast_convert %20 : (tensor<67x2xui32>) -> tensor<67x2xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67x2xf32>
    %23 = stablehlo.subtract %21, %22 : tensor<67x2xf32>
    %24 = stablehlo.subtract %arg2, %arg1 : tensor<2xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<67x2xf32>
    %27 = stablehlo.multiply %23, %26 : tensor<67x2xf32>
    %28 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<67x2xf32>
    %30 = stablehlo.add %27, %29 : tensor<67x2xf32>
    %31 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<67x2xf32>
    %33 = stablehlo.maximum %32, %30 : tensor<67x2xf32>
    return %33 : tensor<67x2xf32>
  }
  func.func private @threefry2x32_7(%arg0: tensor<67x1xui32>, %arg1: tensor<67x1xui32>, %arg2: tensor<1x2xui32>, %arg3: tensor<1x2xui32>) -> (tensor<67x2xui32>, tensor<67x2xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<67x1xui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<67x1xui32>
    %2 = stablehlo.xor %0, %1 : tensor<67x1xui32>
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<1x2xui32>) -> tensor<67x2xui32>
    %4 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<67x1xui32>) -> tensor<67x2xui32>
    %5 = stablehlo.add %3, %4 : tensor<67x2xui32>
    %6 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1] : (tensor<1x2xui32>) -> tensor<67x2xui32>
    %7 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<67x1xui32>) -> tensor<67x2xui32>
    %8 = stablehlo.add %6, %7 : tensor<67x2xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %5, %iterArg_6 = %8, %iterArg_7 = %arg1, %iterArg_8 = %2, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i32>, tensor<i32>, tensor<67x2xui32>, tensor<67x2xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i32>
      %10 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %10:8 = func.call @closed_call_8(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i32>, tensor<67x2xui32>, tensor<67x2xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<67x2xui32>, tensor<67x2xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %11 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      stablehlo.return %11, %10#0, %10#1, %10#2, %10#3, %10#4, %10#5, %10#6, %10#7 : tensor<i32>, tensor<i32>, tensor<67x2xui32>, tensor<67x2xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %9#2, %9#3 : tensor<67x2xui32>, tensor<67x2xui32>
  }
  func.func private @closed_call_8(%arg0: tensor<i32>, %arg1: tensor<67x2xui32>, %arg2: tensor<67x2xui32>, %arg3: tensor<67x1xui32>, %arg4: tensor<67x1xui32>, %arg5: tensor<67x1xui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>) -> (tensor<i32>, tensor<67x2xui32>, tensor<67x2xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<67x2xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<67x2xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<67x2xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<67x2xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<67x2xui32>
    %9 = stablehlo.or %5, %8 : tensor<67x2xui32>
    %10 = stablehlo.xor %3, %9 : tensor<67x2xui32>
    %11 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<67x2xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<67x2xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<67x2xui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui32>
    %16 = stablehlo.subtract %c_1, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<67x2xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<67x2xui32>
    %19 = stablehlo.or %15, %18 : tensor<67x2xui32>
    %20 = stablehlo.xor %13, %19 : tensor<67x2xui32>
    %21 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<67x2xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<67x2xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<67x2xui32>
    %c_2 = stablehlo.constant dense<32> : tensor<ui32>
    %26 = stablehlo.subtract %c_2, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<67x2xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<67x2xui32>
    %29 = stablehlo.or %25, %28 : tensor<67x2xui32>
    %30 = stablehlo.xor %23, %29 : tensor<67x2xui32>
    %31 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<67x2xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<67x2xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<67x2xui32>
    %c_3 = stablehlo.constant dense<32> : tensor<ui32>
    %36 = stablehlo.subtract %c_3, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<67x2xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<67x2xui32>
    %39 = stablehlo.or %35, %38 : tensor<67x2xui32>
    %40 = stablehlo.xor %33, %39 : tensor<67x2xui32>
    %41 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1] : (tensor<67x1xui32>) -> tensor<67x2xui32>
    %42 = stablehlo.add %33, %41 : tensor<67x2xui32>
    %43 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1] : (tensor<67x1xui32>) -> tensor<67x2xui32>
    %44 = stablehlo.add %40, %43 : tensor<67x2xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %45 = stablehlo.add %arg0, %c_4 : tensor<i32>
    %46 = stablehlo.convert %45 : (tensor<i32>) -> tensor<ui32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<ui32>) -> tensor<67x2xui32>
    %48 = stablehlo.add %44, %47 : tensor<67x2xui32>
    return %0, %42, %48, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<67x2xui32>, tensor<67x2xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<67x1xui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.select %arg0, %0, %arg2 : tensor<i1>, tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9x67xf32>, %arg1: tensor<67xf32>, %arg2: tensor<i32>) -> tensor<9x67xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<67xf32>) -> tensor<1x67xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<9x67xf32>, tensor<1x67xf32>, tensor<i32>, tensor<i32>) -> tensor<9x67xf32>
    return %1 : tensor<9x67xf32>
  }
}
