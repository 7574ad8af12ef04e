// TEST: plan --strategy xla-rules
// OF: tests/corpus/ode_adjoint_grad/program.mlir

// EXPECT: region_1.6: 1 kernels
// EXPECT:   lt.1: compare (get-tuple-element.6, constant.9) -> pred[]
// EXPECT: region_0.5: 6 kernels
// EXPECT:   fusion.2 kLoop: bitcast constant dynamic-update-slice (get-tuple-element.3, get-tuple-element.1, get-tuple-element.2) -> f32[10,3,12]
// EXPECT:   dot_general.1: dot (get-tuple-element.2, get-tuple-element) -> f32[3,12]
// EXPECT:   fusion.3 kLoop: constant broadcast tanh multiply add (get-tuple-element.2, dot_general.1) -> (f32[3,12], f32[3,12])
// EXPECT:   fusion.1 kLoop: bitcast constant dynamic-update-slice (get-tuple-element.4, get-tuple-element.1, get-tuple-element.21) -> f32[10,3,12]
// EXPECT:   fusion kLoop: constant broadcast subtract bitcast constant dynamic-update-slice (get-tuple-element.5, get-tuple-element.1, get-tuple-element.21) -> f32[10,3,12]
// EXPECT:   add.2: add (get-tuple-element.1, constant.8) -> s32[]
// EXPECT: region_3.8: 1 kernels
// EXPECT:   lt.2: compare (get-tuple-element.14, constant.14) -> pred[]
// EXPECT: region_2.7: 7 kernels
// EXPECT:   fusion.5 kLoop: constant broadcast multiply constant subtract constant dynamic-slice bitcast multiply dynamic-slice bitcast multiply add (get-tuple-element.8, get-tuple-element.9, get-tuple-element.13, get-tuple-element.11) -> f32[3,12]
// EXPECT:   fusion.7 kLoop: constant subtract constant dynamic-slice (get-tuple-element.7, get-tuple-element.11) -> f32[1,3,12]
// EXPECT:   add.3: add (get-tuple-element.11, constant.13) -> s32[]
// EXPECT:   dot_general.2: dot (fusion.5, bitcast.3) -> f32[12,12]
// EXPECT:   fusion.4 kLoop: transpose add (get-tuple-element.12, dot_general.2) -> f32[12,12]
// EXPECT:   dot_general.3: dot (fusion.5, get-tuple-element.10) -> f32[3,12]
// EXPECT:   add_any.3: add (get-tuple-element.13, dot_general.3) -> f32[3,12]
// EXPECT: main.9: 7 kernels
// EXPECT:   constant.7.copy.1: copy (constant.7) -> s32[]
// EXPECT:   constant.7.copy: copy (constant.7.copy.1) -> s32[]
// EXPECT:   x.1.copy: copy (x.1) -> f32[3,12]
// EXPECT:   broadcast_in_dim.2: broadcast (constant.6) -> f32[10,3,12]
// EXPECT:   fusion.10 kLoop: copy copy (broadcast_in_dim.2) -> (f32[10,3,12], f32[10,3,12])
// EXPECT:   broadcast_in_dim.6: broadcast (constant.6) -> f32[12,12]
// EXPECT:   fusion.6 kLoop: constant broadcast multiply (get-tuple-element.15) -> f32[3,12]
