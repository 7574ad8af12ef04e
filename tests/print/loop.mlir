// TEST: print --no-metadata
func.func @main(%arg0: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<10> : tensor<i32>
  %0:2 = stablehlo.while(%a = %arg0, %b = %c) : tensor<i32>, tensor<i32>
    cond {
      %1 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.add %a, %a : tensor<i32>
      stablehlo.return %1, %b : tensor<i32>, tensor<i32>
    }
  return %0#0 : tensor<i32>
}

// EXPECT: HloModule module
// EXPECT:
// EXPECT: %region_0.1 (arg_tuple.1: (s32[], s32[])) -> (s32[], s32[]) {
// EXPECT:   %arg_tuple.1 = (s32[], s32[]) parameter(0)
// EXPECT:   %get-tuple-element.1 = s32[] get-tuple-element(%arg_tuple.1), index=0
// EXPECT:   %get-tuple-element.2 = s32[] get-tuple-element(%arg_tuple.1), index=1
// EXPECT:   %add.1 = s32[] add(%get-tuple-element.1, %get-tuple-element.1)
// EXPECT:   ROOT %tuple.1 = (s32[], s32[]) tuple(%add.1, %get-tuple-element.2)
// EXPECT: }
// EXPECT:
// EXPECT: %region_1.2 (arg_tuple.2: (s32[], s32[])) -> pred[] {
// EXPECT:   %arg_tuple.2 = (s32[], s32[]) parameter(0)
// EXPECT:   %get-tuple-element.3 = s32[] get-tuple-element(%arg_tuple.2), index=0
// EXPECT:   %get-tuple-element.4 = s32[] get-tuple-element(%arg_tuple.2), index=1
// EXPECT:   ROOT %compare.1 = pred[] compare(%get-tuple-element.3, %get-tuple-element.4), direction=LT
// EXPECT: }
// EXPECT:
// EXPECT: ENTRY %main.3 (Arg_0.1: s32[]) -> s32[] {
// EXPECT:   %Arg_0.1 = s32[] parameter(0)
// EXPECT:   %constant.1 = s32[] constant(10)
// EXPECT:   %tuple.2 = (s32[], s32[]) tuple(%Arg_0.1, %constant.1)
// EXPECT:   %while.1 = (s32[], s32[]) while(%tuple.2), condition=%region_1.2, body=%region_0.1
// EXPECT:   ROOT %get-tuple-element.5 = s32[] get-tuple-element(%while.1), index=0
// EXPECT:   %get-tuple-element.6 = s32[] get-tuple-element(%while.1), index=1
// EXPECT: }
// EXPECT:
