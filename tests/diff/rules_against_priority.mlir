// TEST: diff --strategy xla-rules --against xla-priority
// OF: tests/corpus/softmax/program.mlir

// EXPECT: A: FILE by xla-rules of 2024 for h100: 3 kernels
// EXPECT: B: FILE by xla-priority for h100: 1 kernels
// EXPECT: 0 kernels are the same
// EXPECT: main.3: 0 the same
// EXPECT:   only A: reduce_max.4: reduce -> f32[33]
// EXPECT:   only A: fusion.2 kInput: constant broadcast maximum broadcast subtract exponential reduce -> f32[33]
// EXPECT:   only A: fusion kLoop: constant broadcast maximum broadcast subtract exponential broadcast divide -> f32[33,129]
// EXPECT:   only B: fusion kCustom: constant broadcast reduce maximum broadcast subtract exponential constant reduce broadcast divide -> f32[33,129]
// EXPECT: they part at: %reduce_max.4 (programs.py:201:22) -> %max.2 (programs.py:201:22)
// EXPECT:     A: two kernels, reduce_max.4 and fusion.2, step 23
// EXPECT:       then: R29: %reduce_max.4 (programs.py:201:22) fused into all its users takes 8030000 ps, apart 2108250 ps [r29-slower, log]
// EXPECT:       R15: %reduce_max.4 (programs.py:201:22) is expensive and %reduce_sum.4 (programs.py:201:22) reads its elements several times [r15-read-again, instruction fusion]
// EXPECT:       R07: %reduce_max.4 (programs.py:201:22) is a reduction: %reduce_sum.4 (programs.py:201:22) is no chain of elementwise ops on it alone [r07-reduction-output, instruction fusion]
// EXPECT:       R14: %reduce_max.4 (programs.py:201:22) is expensive and has other users than %reduce_sum.4 (programs.py:201:22) [r14-would-repeat, instruction fusion]
// EXPECT:       R19: %reduce_max.4 (programs.py:201:22) makes blocks of its own and would be written out 1 times in %reduce_sum.4 (programs.py:201:22), with 2 users [r19-emitted-twice, instruction fusion]
// EXPECT:       R29: %reduce_max.4 (programs.py:201:22) fused into all its users takes 8030000 ps, apart 2108250 ps [r29-slower, multi-output fusion]
// EXPECT:     B: one kernel, fusion
// EXPECT:   and: %reduce_sum.4 (programs.py:201:22) -> %div.3 (programs.py:201:22)
// EXPECT:     A: two kernels, fusion.2 and fusion, step 24
// EXPECT:       then: R04: another operand of %reduce_max.4 (programs.py:201:22) depends on %reduce_sum.4 (programs.py:201:22) [r04-cycle, log]
// EXPECT:       R07: %reduce_sum.4 (programs.py:201:22) cannot be computed inside another kernel's loop [r07-not-loop-fusible, fusion merger]
// EXPECT:       R07: %reduce_sum.4 (programs.py:201:22) is a reduction: %div.4 (programs.py:201:22) is no chain of elementwise ops on it alone [r07-reduction-output, fusion merger]
// EXPECT:       R29: %reduce_sum.4 (programs.py:201:22) fused into all its users takes 5137750 ps, apart 2226250 ps [r29-slower, fusion merger]
// EXPECT:     B: one kernel, fusion
// EXPECT:   and 2 constants that one of them has inside
