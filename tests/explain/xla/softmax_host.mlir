// TEST: explain --strategy xla-cpu --device host
// OF: tests/corpus/softmax/program.mlir

// EXPECT: xla-cpu: 4 launches in all
// EXPECT: main.3: 4 kernels, 102704 bytes
// EXPECT:   kernel reduce_max.4 (programs.py:201:22): reduce
// EXPECT:     reads 17032 bytes (x.1 17028, constant.1 4), writes 132; 8448 flops; 1.006 us, bound by memory; 1 launches
// EXPECT:   kernel fusion.1 kLoop (programs.py:201:22): constant broadcast maximum broadcast subtract exponential
// EXPECT:     reads 17160 bytes (x.1 17028, reduce_max.4 132), writes 17028; 515097 flops; 3.453 us, bound by compute; 1 launches
// EXPECT:   kernel reduce_sum.4 (programs.py:201:22): reduce
// EXPECT:     reads 17032 bytes (fusion.1 17028, constant.2 4), writes 132; 4224 flops; 1.005 us, bound by memory; 1 launches
// EXPECT:   kernel fusion kLoop (programs.py:201:22): broadcast divide
// EXPECT:     reads 17160 bytes (fusion.1 17028, reduce_sum.4 132), writes 17028; 38313 flops; 2.012 us, bound by memory; 1 launches
// EXPECT:   boundary fusion.1 -> reduce_sum.4 (programs.py:201:22): 17028 bytes, costs 0.996 us
// EXPECT:     R07: %exp.1 (programs.py:201:22) cannot be computed inside another kernel's loop [r07-not-loop-fusible, instruction fusion]
// EXPECT:     R14: %exp.1 (programs.py:201:22) is expensive and has other users than %reduce_sum.4 (programs.py:201:22) [r14-would-repeat, instruction fusion]
// EXPECT:   boundary fusion.1 -> fusion (programs.py:201:22): 17028 bytes, costs 0.996 us
// EXPECT:     R07: %exp.1 (programs.py:201:22) cannot be computed inside another kernel's loop [r07-not-loop-fusible, instruction fusion]
// EXPECT:     R14: %exp.1 (programs.py:201:22) is expensive and has other users than %div.4 (programs.py:201:22) [r14-would-repeat, instruction fusion]
// EXPECT:   boundary reduce_max.4 -> fusion.1 (programs.py:201:22): 132 bytes, costs 0.015 us
// EXPECT:     R15: %reduce_max.4 (programs.py:201:22) is expensive and %exp.1 (programs.py:201:22) reads its elements several times [r15-read-again, instruction fusion]
// EXPECT:     without R15 the two could be fused
// EXPECT:   boundary reduce_sum.4 -> fusion (programs.py:201:22): 132 bytes, costs 0.015 us
// EXPECT:     R15: %reduce_sum.4 (programs.py:201:22) is expensive and %div.4 (programs.py:201:22) reads its elements several times [r15-read-again, instruction fusion]
// EXPECT:     without R15 the two could be fused
