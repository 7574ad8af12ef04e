// TEST: explain --strategy xla-rules
// OF: tests/corpus/softmax/program.mlir

// EXPECT: xla-rules: 3 launches in all
// EXPECT: main.3: 3 kernels, 68780 bytes
// EXPECT:   kernel reduce_max.4 (programs.py:201:22): reduce
// EXPECT:     reads 17032 bytes (x.1 17028, constant.1 4), writes 132; 12672 flops; 1.054 us, bound by launch; 1 launches
// EXPECT:   kernel fusion.2 kInput (programs.py:201:22): constant broadcast maximum broadcast subtract exponential reduce
// EXPECT:     reads 17164 bytes (constant.2 4, x.1 17028, reduce_max.4 132), writes 132; 408441 flops; 1.218 us, bound by launch; 1 launches
// EXPECT:   kernel fusion kLoop (programs.py:201:22): constant broadcast maximum broadcast subtract exponential broadcast divide
// EXPECT:     reads 17292 bytes (fusion.2 132, x.1 17028, reduce_max.4 132), writes 17028; 459756 flops; 1.037 us, bound by launch; 1 launches
// EXPECT:   boundary fusion.2 -> fusion (programs.py:201:22): 132 bytes, costs 1.000 us
// EXPECT:     R07: %reduce_sum.4 (programs.py:201:22) cannot be computed inside another kernel's loop [r07-not-loop-fusible, fusion merger]
// EXPECT:     R07: %reduce_sum.4 (programs.py:201:22) is a reduction: %div.4 (programs.py:201:22) is no chain of elementwise ops on it alone [r07-reduction-output, fusion merger]
// EXPECT:     R29: %reduce_sum.4 (programs.py:201:22) fused into all its users takes 5137750 ps, apart 2226250 ps [r29-slower, fusion merger]
// EXPECT:   boundary reduce_max.4 -> fusion.2 (programs.py:201:22): 132 bytes
// EXPECT:     R15: %reduce_max.4 (programs.py:201:22) is expensive and %reduce_sum.4 (programs.py:201:22) reads its elements several times [r15-read-again, instruction fusion]
// EXPECT:     R07: %reduce_max.4 (programs.py:201:22) is a reduction: %reduce_sum.4 (programs.py:201:22) is no chain of elementwise ops on it alone [r07-reduction-output, instruction fusion]
// EXPECT:     R14: %reduce_max.4 (programs.py:201:22) is expensive and has other users than %reduce_sum.4 (programs.py:201:22) [r14-would-repeat, instruction fusion]
// EXPECT:     R19: %reduce_max.4 (programs.py:201:22) makes blocks of its own and would be written out 1 times in %reduce_sum.4 (programs.py:201:22), with 2 users [r19-emitted-twice, instruction fusion]
// EXPECT:     R29: %reduce_max.4 (programs.py:201:22) fused into all its users takes 8030000 ps, apart 2108250 ps [r29-slower, multi-output fusion]
// EXPECT:   boundary reduce_max.4 -> fusion (programs.py:201:22): 132 bytes
// EXPECT:     R15: %reduce_max.4 (programs.py:201:22) is expensive and %div.4 (programs.py:201:22) reads its elements several times [r15-read-again, instruction fusion]
// EXPECT:     R07: %reduce_max.4 (programs.py:201:22) is a reduction: %div.4 (programs.py:201:22) is no chain of elementwise ops on it alone [r07-reduction-output, instruction fusion]
// EXPECT:     R14: %reduce_max.4 (programs.py:201:22) is expensive and has other users than %div.4 (programs.py:201:22) [r14-would-repeat, instruction fusion]
// EXPECT:     R19: %reduce_max.4 (programs.py:201:22) makes blocks of its own and would be written out 1 times in %div.4 (programs.py:201:22), with 2 users [r19-emitted-twice, instruction fusion]
// EXPECT:     R04: another operand of %div.4 (programs.py:201:22) depends on %reduce_max.4 (programs.py:201:22) [r04-cycle, multi-output fusion]
