// TEST: plan --strategy xla-rules --scalarise-concatenates
// OF: tests/corpus/cartpole_norng/program.mlir

// EXPECT: region_2.8: 1 kernels
// EXPECT:   lt.5: compare (get-tuple-element.5, constant.21) -> pred[]
// EXPECT: region_1.7: 3 kernels
// EXPECT:   fusion.2 kInput: constant broadcast multiply add constant broadcast compare constant broadcast compare or multiply add constant broadcast compare or constant broadcast compare or slice broadcast bitcast constant dynamic-slice constant broadcast compare constant broadcast constant broadcast select bitcast constant broadcast multiply multiply sine multiply add constant broadcast multiply constant broadcast multiply cosine multiply subtract constant broadcast constant broadcast constant broadcast multiply multiply multiply subtract multiply divide multiply multiply multiply subtract multiply add select slice broadcast bitcast select slice broadcast bitcast select constant broadcast constant broadcast select reduce slice broadcast bitcast multiply add select (get-tuple-element.9, get-tuple-element.1, get-tuple-element.10, get-tuple-element.11, get-tuple-element.8, get-tuple-element, get-tuple-element.2) -> (f32[64], f32[64], f32[64], f32[], f32[64])
// EXPECT:   fusion.6 kLoop: bitcast dynamic-update-slice (get-tuple-element.4, get-tuple-element.2, get-tuple-element.19) -> f32[20]
// EXPECT:   add.6: add (get-tuple-element.2, constant.2) -> s32[]
// EXPECT: main.9: 7 kernels
// EXPECT:   constant.19.copy: copy (constant.19) -> s32[]
// EXPECT:   broadcast_in_dim.6: broadcast (constant.18) -> f32[20]
// EXPECT:   state.1.piece.0: slice (state.1) -> f32[64,1]
// EXPECT:   state.1.piece.1: slice (state.1) -> f32[64,1]
// EXPECT:   state.1.piece.2: slice (state.1) -> f32[64,1]
// EXPECT:   state.1.piece.3: slice (state.1) -> f32[64,1]
// EXPECT:   fusion.11 kLoop: bitcast bitcast bitcast bitcast concatenate (get-tuple-element.15, get-tuple-element.14, get-tuple-element.13, get-tuple-element.12) -> f32[64,4]
