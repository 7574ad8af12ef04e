// TEST: diff --strategy xla-rules --era-b 2022
// OF: tests/corpus/cartpole_norng/program.mlir

// EXPECT: A: FILE by xla-rules of 2024 for h100: 9 kernels
// EXPECT: B: FILE by xla-rules of 2022 for h100: 9 kernels
// EXPECT: 7 kernels are the same
// EXPECT: region_1.7: 3 the same
// EXPECT:   only A: fusion.1 kInput: slice constant broadcast slice multiply add constant broadcast compare constant broadcast compare or slice slice multiply add constant broadcast compare or constant broadcast compare or constant broadcast constant broadcast select reduce -> f32[]
// EXPECT:   only A: fusion.2 kLoop: slice constant broadcast slice multiply add constant broadcast compare constant broadcast compare or slice slice multiply add constant broadcast compare or constant broadcast compare or broadcast broadcast constant dynamic-slice constant broadcast compare constant broadcast constant broadcast select constant broadcast multiply multiply sine multiply add constant broadcast multiply constant broadcast multiply cosine multiply subtract constant broadcast constant broadcast constant broadcast multiply multiply multiply subtract multiply divide multiply multiply multiply subtract multiply add multiply add concatenate select -> f32[64,4]
// EXPECT:   only B: fusion.1 kInput: slice constant broadcast slice multiply add constant broadcast compare constant broadcast compare or slice slice multiply add constant broadcast compare or constant broadcast compare or constant broadcast constant broadcast select reduce -> (f32[], pred[64])
// EXPECT:   only B: fusion.2 kLoop: broadcast broadcast slice constant broadcast slice multiply add constant dynamic-slice constant broadcast compare constant broadcast constant broadcast select constant broadcast slice multiply multiply slice sine multiply add constant broadcast multiply constant broadcast multiply cosine multiply subtract constant broadcast constant broadcast constant broadcast multiply multiply multiply subtract multiply divide multiply multiply multiply subtract multiply add multiply add multiply add concatenate select -> f32[64,4]
// EXPECT: they part at: %or.3 (programs.py:29:11) -> %broadcast_in_dim.4
// EXPECT:     A: one kernel, fusion.2
// EXPECT:     B: two kernels, fusion.1 and fusion.2, step 175
// EXPECT:       then: R35: %or.3 (programs.py:29:11) and %select_n.2 run over different elements [r35-loop-shapes, log]
// EXPECT:       R06: the kernel of %or.3 (programs.py:29:11) has several outputs [r06-several-outputs, all passes]
