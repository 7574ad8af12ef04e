// TEST: plan --strategy xla-rules
// OF: tests/corpus/heat_stencil/program.mlir

// EXPECT: region_1.4: 1 kernels
// EXPECT:   lt.1: compare (get-tuple-element.2, constant.5) -> pred[]
// EXPECT: region_0.3: 4 kernels
// EXPECT:   add.5: add (get-tuple-element, constant.4) -> s32[]
// EXPECT:   fusion.1 kLoop: slice slice concatenate (get-tuple-element.1) -> f32[22,24]
// EXPECT:   fusion kLoop: constant broadcast slice concatenate slice slice concatenate slice add slice concatenate slice add slice concatenate slice add constant broadcast multiply subtract multiply add (get-tuple-element.1, fusion.1) -> f32[20,24]
// EXPECT:   fusion.copy: copy (fusion) -> f32[20,24]
// EXPECT: main.5: 2 kernels
// EXPECT:   constant.3.copy: copy (constant.3) -> s32[]
// EXPECT:   u.1.copy: copy (u.1) -> f32[20,24]
