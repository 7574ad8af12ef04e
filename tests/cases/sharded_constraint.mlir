// TOLERANCE: [[0, 0]]
#loc1 = loc("a")
module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}} loc(#loc)
  func.func public @main(%arg0: tensor<4x4xf32> loc("a")) -> (tensor<4x4xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32> loc(#loc2)
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32> loc(#loc3)
    %1 = stablehlo.multiply %arg0, %0 : tensor<4x4xf32> loc(#loc3)
    %2 = sdy.sharding_constraint %1 <@mesh, [{?}, {"y", "x"}]> : tensor<4x4xf32> loc(#loc4)
    return %2 : tensor<4x4xf32> loc(#loc2)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc2 = loc("jit(<lambda>)")
#loc3 = loc("jit(<lambda>)/mul")
#loc4 = loc("jit(<lambda>)/sharding_constraint")
