// TEST: plan --strategy xla-rules
// OF: tests/corpus/cartpole_noconcat/program.mlir

// EXPECT: region_2.8: 1 kernels
// EXPECT:   lt.5: compare (get-tuple-element.8, constant.21) -> pred[]
// EXPECT: region_1.7: 3 kernels
// EXPECT:   fusion.4 kInput: constant broadcast multiply add constant broadcast compare constant broadcast compare or multiply add constant broadcast compare or constant broadcast compare or slice bitcast broadcast constant dynamic-slice constant broadcast compare constant broadcast constant broadcast select bitcast constant broadcast multiply multiply sine multiply add constant broadcast multiply constant broadcast multiply cosine multiply subtract constant broadcast constant broadcast constant broadcast multiply multiply multiply subtract multiply divide multiply multiply multiply subtract multiply add select constant broadcast constant broadcast select reduce slice bitcast broadcast multiply add select slice bitcast broadcast select slice bitcast broadcast select (get-tuple-element.4, get-tuple-element.1, get-tuple-element.5, get-tuple-element.6, get-tuple-element.3, get-tuple-element, get-tuple-element.2) -> (f32[64], f32[], f32[64], f32[64], f32[64])
// EXPECT:   fusion kLoop: bitcast dynamic-update-slice (get-tuple-element.7, get-tuple-element.2, get-tuple-element.15) -> f32[20]
// EXPECT:   add.6: add (get-tuple-element.2, constant.2) -> s32[]
// EXPECT: main.9: 3 kernels
// EXPECT:   constant.19.copy: copy (constant.19) -> s32[]
// EXPECT:   fusion.15 kLoop: copy copy copy copy (x.1, xd.1, th.1, thd.1) -> (f32[64], f32[64], f32[64], f32[64])
// EXPECT:   broadcast_in_dim.5: broadcast (constant.18) -> f32[20]
