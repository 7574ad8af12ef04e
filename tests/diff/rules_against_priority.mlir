// TEST: diff --strategy xla-rules --against xla-priority
// OF: tests/corpus/softmax/program.mlir

// EXPECT: A: FILE by xla-rules of 2024 for h100: 3 kernels
// EXPECT: B: FILE by xla-priority for h100: 3 kernels
// EXPECT: 1 kernels are the same
// EXPECT: main.3: 1 the same
// EXPECT:   only A: reduce_max.4: reduce -> f32[33]
// EXPECT:   only A: fusion.2 kInput: constant broadcast maximum broadcast subtract exponential reduce -> f32[33]
// EXPECT:   only B: fusion.4 kInput: constant reduce -> f32[33]
// EXPECT:   only B: fusion.3 kInput: constant broadcast maximum broadcast subtract exponential constant reduce -> f32[33]
// EXPECT: they part at: %constant.2 (programs.py:201:22) -> %reduce_sum.4 (programs.py:201:22)
// EXPECT:     A: two kernels, constant.2 and fusion.2, step 15
// EXPECT:       then: R31: %constant.2 (programs.py:201:22) is a constant that stays outside [r31-constant, log]
// EXPECT:     B: one kernel, fusion.3, step 27: %constant.2 (programs.py:201:22) has one element: it is fused into %reduce_sum.4 (programs.py:201:22) [xla-constant-fused]
// EXPECT:   and 1 constants that one of them has inside
