// TEST: diff --strategy xla-rules --lift-b R29
// OF: tests/corpus/softmax/program.mlir

// EXPECT: A: FILE by xla-rules of 2024 for h100: 3 kernels
// EXPECT: B: FILE by xla-rules of 2024 for h100: 2 kernels
// EXPECT: 1 kernels are the same
// EXPECT: main.3: 1 the same
// EXPECT:   only A: reduce_max.4: reduce -> f32[33]
// EXPECT:   only A: fusion.2 kInput: constant broadcast maximum broadcast subtract exponential reduce -> f32[33]
// EXPECT:   only B: fusion.2 kInput: constant broadcast reduce maximum broadcast subtract exponential reduce -> (f32[33], f32[33])
// EXPECT: they part at: %reduce_max.4 (programs.py:201:22) -> %max.2 (programs.py:201:22)
// EXPECT:     A: two kernels, reduce_max.4 and fusion.2, step 23
// EXPECT:       then: R29: %reduce_max.4 (programs.py:201:22) fused into all its users takes 8030000 ps, apart 2108250 ps [r29-slower, log]
// EXPECT:       R15: %reduce_max.4 (programs.py:201:22) is expensive and %reduce_sum.4 (programs.py:201:22) reads its elements several times [r15-read-again, instruction fusion]
// EXPECT:       R07: %reduce_max.4 (programs.py:201:22) is a reduction: %reduce_sum.4 (programs.py:201:22) is no chain of elementwise ops on it alone [r07-reduction-output, instruction fusion]
// EXPECT:       R14: %reduce_max.4 (programs.py:201:22) is expensive and has other users than %reduce_sum.4 (programs.py:201:22) [r14-would-repeat, instruction fusion]
// EXPECT:       R19: %reduce_max.4 (programs.py:201:22) makes blocks of its own and would be written out 1 times in %reduce_sum.4 (programs.py:201:22), with 2 users [r19-emitted-twice, instruction fusion]
// EXPECT:       R29: %reduce_max.4 (programs.py:201:22) fused into all its users takes 8030000 ps, apart 2108250 ps [r29-slower, multi-output fusion]
// EXPECT:     B: one kernel, fusion.2, step 23: %reduce_max.4 (programs.py:201:22) becomes an output of the kernel of %reduce_sum.4 (programs.py:201:22) [xla-output-fused]
// EXPECT:       and two kernels, fusion.2 and fusion
