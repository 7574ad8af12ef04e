// TEST: explain --strategy xla-priority --device rtx2080ti
// OF: tests/corpus/softmax/program.mlir

// EXPECT: xla-priority: 3 launches in all
// EXPECT: main.3: 3 kernels, 68772 bytes
// EXPECT:   kernel fusion.5 kInput (programs.py:201:22): constant reduce
// EXPECT:     reads 17028 bytes (x.1 17028), writes 132; 12672 flops; 1.070 us, bound by launch; 1 launches
// EXPECT:   kernel fusion.4 kInput (programs.py:201:22): constant broadcast maximum broadcast subtract exponential constant reduce
// EXPECT:     reads 17160 bytes (x.1 17028, fusion.5 132), writes 132; 391545 flops; 1.403 us, bound by launch; 1 launches
// EXPECT:   kernel fusion kLoop (programs.py:201:22): constant broadcast maximum broadcast subtract exponential broadcast divide
// EXPECT:     reads 17292 bytes (fusion.4 132, x.1 17028, fusion.5 132), writes 17028; 391644 flops; 1.079 us, bound by launch; 1 launches
// EXPECT:   boundary fusion.4 -> fusion (programs.py:201:22): 132 bytes, costs 1.000 us
// EXPECT:     R33: with %div.4 (programs.py:201:22) the reduction %reduce_sum.4 (programs.py:201:22) would become a plain loop [r33-reduction-becomes-loop, priority fusion]
// EXPECT:     R29: %reduce_sum.4 (programs.py:201:22) fused into all its users takes 8705250 ps, apart 2482250 ps [r29-slower, priority fusion]
// EXPECT:     without R29 R33 the two could be fused
// EXPECT:   boundary fusion.5 -> fusion.4 (programs.py:201:22): 132 bytes
// EXPECT:     R33: with %div.4 (programs.py:201:22) the reduction %reduce_max.4 (programs.py:201:22) would become a plain loop [r33-reduction-becomes-loop, priority fusion]
// EXPECT:     R32: %reduce_max.4 (programs.py:201:22) and %reduce_sum.4 (programs.py:201:22) both contain a reduction [r32-reduce-into-reduce, priority fusion]
// EXPECT:     R29: %reduce_max.4 (programs.py:201:22) fused into all its users takes 12818500 ps, apart 3552250 ps [r29-slower, priority fusion]
// EXPECT:     without R29 R32 R33 the two could be fused
// EXPECT:   boundary fusion.5 -> fusion (programs.py:201:22): 132 bytes
// EXPECT:     R33: with %div.4 (programs.py:201:22) the reduction %reduce_max.4 (programs.py:201:22) would become a plain loop [r33-reduction-becomes-loop, priority fusion]
// EXPECT:     R32: %reduce_max.4 (programs.py:201:22) and %reduce_sum.4 (programs.py:201:22) both contain a reduction [r32-reduce-into-reduce, priority fusion]
// EXPECT:     R29: %reduce_max.4 (programs.py:201:22) fused into all its users takes 12818500 ps, apart 3552250 ps [r29-slower, priority fusion]
// EXPECT:     without R29 R32 R33 the two could be fused
