// TOLERANCE: [[0.0001, 1e-05], [0.0001, 1e-05]]
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<67x4xf32>) -> (tensor<67x4xf32> {jax.result_info = "result[0]"}, tensor<9x67x4xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9x67x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %0) : tensor<i32>, tensor<67x4xf32>, tensor<9x67x4xf32>
    cond {
      %c_2 = stablehlo.constant dense<9> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2:2 = func.call @closed_call(%iterArg_0) : (tensor<67x4xf32>) -> (tensor<67x4xf32>, tensor<67x4xf32>)
      %3 = func.call @dynamic_update_index_in_dim(%iterArg_1, %2#1, %iterArg) : (tensor<9x67x4xf32>, tensor<67x4xf32>, tensor<i32>) -> tensor<9x67x4xf32>
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg, %c_2 : tensor<i32>
      stablehlo.return %4, %2#0, %3 : tensor<i32>, tensor<67x4xf32>, tensor<9x67x4xf32>
    }
    return %1#1, %1#2 : tensor<67x4xf32>, tensor<9x67x4xf32>
  }
  func.func private @closed_call(%arg0: tensor<67x4xf32>) -> (tensor<67x4xf32>, tensor<67x4xf32>) {
    %0 = stablehlo.slice %arg0 [0:67, 0:1] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %1 = stablehlo.slice %arg0 [0:67, 1:2] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %2 = stablehlo.slice %arg0 [0:67, 2:3] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %3 = stablehlo.slice %arg0 [0:67, 3:4] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %4 = stablehlo.subtract %1, %0 : tensor<67x1xf32>
    %5 = stablehlo.cosine %4 : tensor<67x1xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<67x1xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %8 = stablehlo.subtract %7, %6 : tensor<67x1xf32>
    %9 = stablehlo.multiply %2, %2 : tensor<67x1xf32>
    %10 = stablehlo.sine %4 : tensor<67x1xf32>
    %11 = stablehlo.multiply %9, %10 : tensor<67x1xf32>
    %12 = stablehlo.cosine %4 : tensor<67x1xf32>
    %13 = stablehlo.multiply %11, %12 : tensor<67x1xf32>
    %14 = stablehlo.sine %1 : tensor<67x1xf32>
    %cst_0 = stablehlo.constant dense<9.800000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %16 = stablehlo.multiply %15, %14 : tensor<67x1xf32>
    %17 = stablehlo.cosine %4 : tensor<67x1xf32>
    %18 = stablehlo.multiply %16, %17 : tensor<67x1xf32>
    %19 = stablehlo.add %13, %18 : tensor<67x1xf32>
    %20 = stablehlo.multiply %3, %3 : tensor<67x1xf32>
    %21 = stablehlo.sine %4 : tensor<67x1xf32>
    %22 = stablehlo.multiply %20, %21 : tensor<67x1xf32>
    %23 = stablehlo.add %19, %22 : tensor<67x1xf32>
    %24 = stablehlo.sine %0 : tensor<67x1xf32>
    %cst_1 = stablehlo.constant dense<1.960000e+01> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %26 = stablehlo.multiply %25, %24 : tensor<67x1xf32>
    %27 = stablehlo.subtract %23, %26 : tensor<67x1xf32>
    %28 = stablehlo.divide %27, %8 : tensor<67x1xf32>
    %29 = stablehlo.multiply %3, %3 : tensor<67x1xf32>
    %30 = stablehlo.negate %29 : tensor<67x1xf32>
    %31 = stablehlo.sine %4 : tensor<67x1xf32>
    %32 = stablehlo.multiply %30, %31 : tensor<67x1xf32>
    %33 = stablehlo.cosine %4 : tensor<67x1xf32>
    %34 = stablehlo.multiply %32, %33 : tensor<67x1xf32>
    %35 = stablehlo.sine %0 : tensor<67x1xf32>
    %cst_2 = stablehlo.constant dense<9.800000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %37 = stablehlo.multiply %36, %35 : tensor<67x1xf32>
    %38 = stablehlo.cosine %4 : tensor<67x1xf32>
    %39 = stablehlo.multiply %37, %38 : tensor<67x1xf32>
    %40 = stablehlo.multiply %2, %2 : tensor<67x1xf32>
    %41 = stablehlo.sine %4 : tensor<67x1xf32>
    %42 = stablehlo.multiply %40, %41 : tensor<67x1xf32>
    %43 = stablehlo.subtract %39, %42 : tensor<67x1xf32>
    %44 = stablehlo.sine %1 : tensor<67x1xf32>
    %cst_3 = stablehlo.constant dense<9.800000e+00> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %46 = stablehlo.multiply %45, %44 : tensor<67x1xf32>
    %47 = stablehlo.subtract %43, %46 : tensor<67x1xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %49 = stablehlo.multiply %48, %47 : tensor<67x1xf32>
    %50 = stablehlo.add %34, %49 : tensor<67x1xf32>
    %51 = stablehlo.divide %50, %8 : tensor<67x1xf32>
    %52 = stablehlo.concatenate %2, %3, %28, %51, dim = 1 : (tensor<67x1xf32>, tensor<67x1xf32>, tensor<67x1xf32>, tensor<67x1xf32>) -> tensor<67x4xf32>
    %cst_5 = stablehlo.constant dense<5.000000e-04> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<67x4xf32>
    %54 = stablehlo.multiply %53, %52 : tensor<67x4xf32>
    %55 = stablehlo.add %arg0, %54 : tensor<67x4xf32>
    %56 = stablehlo.slice %55 [0:67, 0:1] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %57 = stablehlo.slice %55 [0:67, 1:2] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %58 = stablehlo.slice %55 [0:67, 2:3] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %59 = stablehlo.slice %55 [0:67, 3:4] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %60 = stablehlo.subtract %57, %56 : tensor<67x1xf32>
    %61 = stablehlo.cosine %60 : tensor<67x1xf32>
    %62 = stablehlo.multiply %61, %61 : tensor<67x1xf32>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %64 = stablehlo.subtract %63, %62 : tensor<67x1xf32>
    %65 = stablehlo.multiply %58, %58 : tensor<67x1xf32>
    %66 = stablehlo.sine %60 : tensor<67x1xf32>
    %67 = stablehlo.multiply %65, %66 : tensor<67x1xf32>
    %68 = stablehlo.cosine %60 : tensor<67x1xf32>
    %69 = stablehlo.multiply %67, %68 : tensor<67x1xf32>
    %70 = stablehlo.sine %57 : tensor<67x1xf32>
    %cst_7 = stablehlo.constant dense<9.800000e+00> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %72 = stablehlo.multiply %71, %70 : tensor<67x1xf32>
    %73 = stablehlo.cosine %60 : tensor<67x1xf32>
    %74 = stablehlo.multiply %72, %73 : tensor<67x1xf32>
    %75 = stablehlo.add %69, %74 : tensor<67x1xf32>
    %76 = stablehlo.multiply %59, %59 : tensor<67x1xf32>
    %77 = stablehlo.sine %60 : tensor<67x1xf32>
    %78 = stablehlo.multiply %76, %77 : tensor<67x1xf32>
    %79 = stablehlo.add %75, %78 : tensor<67x1xf32>
    %80 = stablehlo.sine %56 : tensor<67x1xf32>
    %cst_8 = stablehlo.constant dense<1.960000e+01> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %82 = stablehlo.multiply %81, %80 : tensor<67x1xf32>
    %83 = stablehlo.subtract %79, %82 : tensor<67x1xf32>
    %84 = stablehlo.divide %83, %64 : tensor<67x1xf32>
    %85 = stablehlo.multiply %59, %59 : tensor<67x1xf32>
    %86 = stablehlo.negate %85 : tensor<67x1xf32>
    %87 = stablehlo.sine %60 : tensor<67x1xf32>
    %88 = stablehlo.multiply %86, %87 : tensor<67x1xf32>
    %89 = stablehlo.cosine %60 : tensor<67x1xf32>
    %90 = stablehlo.multiply %88, %89 : tensor<67x1xf32>
    %91 = stablehlo.sine %56 : tensor<67x1xf32>
    %cst_9 = stablehlo.constant dense<9.800000e+00> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %93 = stablehlo.multiply %92, %91 : tensor<67x1xf32>
    %94 = stablehlo.cosine %60 : tensor<67x1xf32>
    %95 = stablehlo.multiply %93, %94 : tensor<67x1xf32>
    %96 = stablehlo.multiply %58, %58 : tensor<67x1xf32>
    %97 = stablehlo.sine %60 : tensor<67x1xf32>
    %98 = stablehlo.multiply %96, %97 : tensor<67x1xf32>
    %99 = stablehlo.subtract %95, %98 : tensor<67x1xf32>
    %100 = stablehlo.sine %57 : tensor<67x1xf32>
    %cst_10 = stablehlo.constant dense<9.800000e+00> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %102 = stablehlo.multiply %101, %100 : tensor<67x1xf32>
    %103 = stablehlo.subtract %99, %102 : tensor<67x1xf32>
    %cst_11 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %105 = stablehlo.multiply %104, %103 : tensor<67x1xf32>
    %106 = stablehlo.add %90, %105 : tensor<67x1xf32>
    %107 = stablehlo.divide %106, %64 : tensor<67x1xf32>
    %108 = stablehlo.concatenate %58, %59, %84, %107, dim = 1 : (tensor<67x1xf32>, tensor<67x1xf32>, tensor<67x1xf32>, tensor<67x1xf32>) -> tensor<67x4xf32>
    %cst_12 = stablehlo.constant dense<5.000000e-04> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<67x4xf32>
    %110 = stablehlo.multiply %109, %108 : tensor<67x4xf32>
    %111 = stablehlo.add %arg0, %110 : tensor<67x4xf32>
    %112 = stablehlo.slice %111 [0:67, 0:1] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %113 = stablehlo.slice %111 [0:67, 1:2] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %114 = stablehlo.slice %111 [0:67, 2:3] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %115 = stablehlo.slice %111 [0:67, 3:4] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %116 = stablehlo.subtract %113, %112 : tensor<67x1xf32>
    %117 = stablehlo.cosine %116 : tensor<67x1xf32>
    %118 = stablehlo.multiply %117, %117 : tensor<67x1xf32>
    %cst_13 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %120 = stablehlo.subtract %119, %118 : tensor<67x1xf32>
    %121 = stablehlo.multiply %114, %114 : tensor<67x1xf32>
    %122 = stablehlo.sine %116 : tensor<67x1xf32>
    %123 = stablehlo.multiply %121, %122 : tensor<67x1xf32>
    %124 = stablehlo.cosine %116 : tensor<67x1xf32>
    %125 = stablehlo.multiply %123, %124 : tensor<67x1xf32>
    %126 = stablehlo.sine %113 : tensor<67x1xf32>
    %cst_14 = stablehlo.constant dense<9.800000e+00> : tensor<f32>
    %127 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %128 = stablehlo.multiply %127, %126 : tensor<67x1xf32>
    %129 = stablehlo.cosine %116 : tensor<67x1xf32>
    %130 = stablehlo.multiply %128, %129 : tensor<67x1xf32>
    %131 = stablehlo.add %125, %130 : tensor<67x1xf32>
    %132 = stablehlo.multiply %115, %115 : tensor<67x1xf32>
    %133 = stablehlo.sine %116 : tensor<67x1xf32>
    %134 = stablehlo.multiply %132, %133 : tensor<67x1xf32>
    %135 = stablehlo.add %131, %134 : tensor<67x1xf32>
    %136 = stablehlo.sine %112 : tensor<67x1xf32>
    %cst_15 = stablehlo.constant dense<1.960000e+01> : tensor<f32>
    %137 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %138 = stablehlo.multiply %137, %136 : tensor<67x1xf32>
    %139 = stablehlo.subtract %135, %138 : tensor<67x1xf32>
    %140 = stablehlo.divide %139, %120 : tensor<67x1xf32>
    %141 = stablehlo.multiply %115, %115 : tensor<67x1xf32>
    %142 = stablehlo.negate %141 : tensor<67x1xf32>
    %143 = stablehlo.sine %116 : tensor<67x1xf32>
    %144 = stablehlo.multiply %142, %143 : tensor<67x1xf32>
    %145 = stablehlo.cosine %116 : tensor<67x1xf32>
    %146 = stablehlo.multiply %144, %145 : tensor<67x1xf32>
    %147 = stablehlo.sine %112 : tensor<67x1xf32>
    %cst_16 = stablehlo.constant dense<9.800000e+00> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %149 = stablehlo.multiply %148, %147 : tensor<67x1xf32>
    %150 = stablehlo.cosine %116 : tensor<67x1xf32>
    %151 = stablehlo.multiply %149, %150 : tensor<67x1xf32>
    %152 = stablehlo.multiply %114, %114 : tensor<67x1xf32>
    %153 = stablehlo.sine %116 : tensor<67x1xf32>
    %154 = stablehlo.multiply %152, %153 : tensor<67x1xf32>
    %155 = stablehlo.subtract %151, %154 : tensor<67x1xf32>
    %156 = stablehlo.sine %113 : tensor<67x1xf32>
    %cst_17 = stablehlo.constant dense<9.800000e+00> : tensor<f32>
    %157 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %158 = stablehlo.multiply %157, %156 : tensor<67x1xf32>
    %159 = stablehlo.subtract %155, %158 : tensor<67x1xf32>
    %cst_18 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %161 = stablehlo.multiply %160, %159 : tensor<67x1xf32>
    %162 = stablehlo.add %146, %161 : tensor<67x1xf32>
    %163 = stablehlo.divide %162, %120 : tensor<67x1xf32>
    %164 = stablehlo.concatenate %114, %115, %140, %163, dim = 1 : (tensor<67x1xf32>, tensor<67x1xf32>, tensor<67x1xf32>, tensor<67x1xf32>) -> tensor<67x4xf32>
    %cst_19 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %165 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<67x4xf32>
    %166 = stablehlo.multiply %165, %164 : tensor<67x4xf32>
    %167 = stablehlo.add %arg0, %166 : tensor<67x4xf32>
    %168 = stablehlo.slice %167 [0:67, 0:1] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %169 = stablehlo.slice %167 [0:67, 1:2] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %170 = stablehlo.slice %167 [0:67, 2:3] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %171 = stablehlo.slice %167 [0:67, 3:4] : (tensor<67x4xf32>) -> tensor<67x1xf32>
    %172 = stablehlo.subtract %169, %168 : tensor<67x1xf32>
    %173 = stablehlo.cosine %172 : tensor<67x1xf32>
    %174 = stablehlo.multiply %173, %173 : tensor<67x1xf32>
    %cst_20 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %176 = stablehlo.subtract %175, %174 : tensor<67x1xf32>
    %177 = stablehlo.multiply %170, %170 : tensor<67x1xf32>
    %178 = stablehlo.sine %172 : tensor<67x1xf32>
    %179 = stablehlo.multiply %177, %178 : tensor<67x1xf32>
    %180 = stablehlo.cosine %172 : tensor<67x1xf32>
    %181 = stablehlo.multiply %179, %180 : tensor<67x1xf32>
    %182 = stablehlo.sine %169 : tensor<67x1xf32>
    %cst_21 = stablehlo.constant dense<9.800000e+00> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %184 = stablehlo.multiply %183, %182 : tensor<67x1xf32>
    %185 = stablehlo.cosine %172 : tensor<67x1xf32>
    %186 = stablehlo.multiply %184, %185 : tensor<67x1xf32>
    %187 = stablehlo.add %181, %186 : tensor<67x1xf32>
    %188 = stablehlo.multiply %171, %171 : tensor<67x1xf32>
    %189 = stablehlo.sine %172 : tensor<67x1xf32>
    %190 = stablehlo.multiply %188, %189 : tensor<67x1xf32>
    %191 = stablehlo.add %187, %190 : tensor<67x1xf32>
    %192 = stablehlo.sine %168 : tensor<67x1xf32>
    %cst_22 = stablehlo.constant dense<1.960000e+01> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %194 = stablehlo.multiply %193, %192 : tensor<67x1xf32>
    %195 = stablehlo.subtract %191, %194 : tensor<67x1xf32>
    %196 = stablehlo.divide %195, %176 : tensor<67x1xf32>
    %197 = stablehlo.multiply %171, %171 : tensor<67x1xf32>
    %198 = stablehlo.negate %197 : tensor<67x1xf32>
    %199 = stablehlo.sine %172 : tensor<67x1xf32>
    %200 = stablehlo.multiply %198, %199 : tensor<67x1xf32>
    %201 = stablehlo.cosine %172 : tensor<67x1xf32>
    %202 = stablehlo.multiply %200, %201 : tensor<67x1xf32>
    %203 = stablehlo.sine %168 : tensor<67x1xf32>
    %cst_23 = stablehlo.constant dense<9.800000e+00> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %205 = stablehlo.multiply %204, %203 : tensor<67x1xf32>
    %206 = stablehlo.cosine %172 : tensor<67x1xf32>
    %207 = stablehlo.multiply %205, %206 : tensor<67x1xf32>
    %208 = stablehlo.multiply %170, %170 : tensor<67x1xf32>
    %209 = stablehlo.sine %172 : tensor<67x1xf32>
    %210 = stablehlo.multiply %208, %209 : tensor<67x1xf32>
    %211 = stablehlo.subtract %207, %210 : tensor<67x1xf32>
    %212 = stablehlo.sine %169 : tensor<67x1xf32>
    %cst_24 = stablehlo.constant dense<9.800000e+00> : tensor<f32>
    %213 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %214 = stablehlo.multiply %213, %212 : tensor<67x1xf32>
    %215 = stablehlo.subtract %211, %214 : tensor<67x1xf32>
    %cst_25 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %216 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<67x1xf32>
    %217 = stablehlo.multiply %216, %215 : tensor<67x1xf32>
    %218 = stablehlo.add %202, %217 : tensor<67x1xf32>
    %219 = stablehlo.divide %218, %176 : tensor<67x1xf32>
    %220 = stablehlo.concatenate %170, %171, %196, %219, dim = 1 : (tensor<67x1xf32>, tensor<67x1xf32>, tensor<67x1xf32>, tensor<67x1xf32>) -> tensor<67x4xf32>
    %cst_26 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %221 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<67x4xf32>
    %222 = stablehlo.multiply %221, %108 : tensor<67x4xf32>
    %223 = stablehlo.add %52, %222 : tensor<67x4xf32>
    %cst_27 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<67x4xf32>
    %225 = stablehlo.multiply %224, %164 : tensor<67x4xf32>
    %226 = stablehlo.add %223, %225 : tensor<67x4xf32>
    %227 = stablehlo.add %226, %220 : tensor<67x4xf32>
    %cst_28 = stablehlo.constant dense<1.66666665E-4> : tensor<f32>
    %228 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<67x4xf32>
    %229 = stablehlo.multiply %228, %227 : tensor<67x4xf32>
    %230 = stablehlo.add %arg0, %229 : tensor<67x4xf32>
    return %230, %230 : tensor<67x4xf32>, tensor<67x4xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9x67x4xf32>, %arg1: tensor<67x4xf32>, %arg2: tensor<i32>) -> tensor<9x67x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<67x4xf32>) -> tensor<1x67x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<9x67x4xf32>, tensor<1x67x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<9x67x4xf32>
    return %1 : tensor<9x67x4xf32>
  }
}
