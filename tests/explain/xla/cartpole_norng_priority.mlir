// TEST: explain --strategy xla-priority
// OF: tests/corpus/cartpole_norng/program.mlir

// EXPECT: xla-priority: 103 launches in all
// EXPECT: region_2.8, condition of loop while.2 (programs.py:57:15): 1 kernels and 5 bytes that are not launched: the count is known
// EXPECT:   kernel fusion.32 kLoop (programs.py:57:15): constant compare
// EXPECT:     reads 4 bytes (get-tuple-element.5 4), writes 1; 3 flops; 1.001 us, bound by launch; 0 launches
// EXPECT: region_1.7 of loop while.2 (programs.py:57:15): 20 steps, 5 kernels and 5676 bytes a step
// EXPECT:   kernel fusion.18 kInput (programs.py:56:23): slice bitcast constant broadcast slice bitcast multiply add constant broadcast compare constant broadcast compare or slice bitcast slice bitcast multiply add constant broadcast compare or constant broadcast compare or constant broadcast constant broadcast select reduce
// EXPECT:     reads 1024 bytes (get-tuple-element.3 1024), writes 4; 3257 flops; 1.026 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.12 kInput: slice bitcast constant broadcast slice bitcast multiply add constant broadcast compare constant broadcast compare or slice bitcast slice bitcast multiply add constant broadcast compare or constant broadcast compare or broadcast broadcast bitcast constant dynamic-slice constant broadcast compare constant broadcast constant broadcast select bitcast constant broadcast multiply multiply sine multiply add constant broadcast multiply constant broadcast multiply cosine multiply subtract constant broadcast constant broadcast constant broadcast multiply multiply multiply subtract multiply divide multiply multiply multiply subtract multiply add bitcast bitcast multiply add bitcast concatenate select
// EXPECT:     reads 1556 bytes (get-tuple-element.1 16, get-tuple-element.3 1024, get-tuple-element 512, get-tuple-element.2 4), writes 1024; 374784 flops; 2.487 us, bound by compute; 20 launches
// EXPECT:   kernel fusion kLoop (programs.py:44:15): bitcast dynamic-update-slice
// EXPECT:     reads 8 bytes (get-tuple-element.4 0, get-tuple-element.2 4, fusion.18 4), writes 4; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.31 kLoop (programs.py:57:15): constant add
// EXPECT:     reads 4 bytes (get-tuple-element.2 4), writes 4; 3 flops; 1.001 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.12.copy: copy
// EXPECT:     reads 1024 bytes (fusion.12 1024), writes 1024; 0 flops; 1.008 us, bound by launch; 20 launches
// EXPECT:   boundary fusion.12 -> fusion.12.copy: 1024 bytes, costs 20.010 us
// EXPECT:     wall: %select_n.2 or %select_n.2 is no kernel that can be fused (fusion.12.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:   boundary fusion.18 -> fusion (programs.py:56:23): 4 bytes, costs 20.000 us
// EXPECT:     R33: with %dynamic_update_slice.1 (programs.py:44:15) the reduction %reduce_sum.4 (programs.py:56:23) would become a plain loop [r33-reduction-becomes-loop, priority fusion]
// EXPECT:     R29: %reduce_sum.4 (programs.py:56:23) fused into all its users takes 2086500 ps, apart 2026500 ps [r29-slower, priority fusion]
// EXPECT:     without R29 R33 the two could be fused
// EXPECT: main.9: 3 kernels, 2136 bytes
// EXPECT:   kernel constant.19.copy (programs.py:57:15): copy
// EXPECT:     reads 4 bytes (constant.19 4), writes 4; 0 flops; 1.000 us, bound by launch; 1 launches
// EXPECT:   kernel state.1.copy: copy
// EXPECT:     reads 1024 bytes (state.1 1024), writes 1024; 0 flops; 1.008 us, bound by launch; 1 launches
// EXPECT:   kernel fusion.33 kLoop (programs.py:57:15): constant broadcast
// EXPECT:     reads 0 bytes (), writes 80; 0 flops; 1.000 us, bound by launch; 1 launches
// EXPECT:   boundary state.1.copy -> while.2: 1024 bytes, costs 1.000 us, through tuple
// EXPECT:     wall: %state.1 or %while.2 (programs.py:57:15) is no kernel that can be fused (state.1.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %state.1 or %while.2 (programs.py:57:15) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.33 -> while.2 (programs.py:57:15): 80 bytes, costs 1.000 us, through tuple
// EXPECT:     wall: %broadcast_in_dim.6 (programs.py:57:15) or %while.2 (programs.py:57:15) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.19.copy -> while.2 (programs.py:57:15): 4 bytes, costs 1.000 us, through tuple
// EXPECT:     wall: %constant.19 (programs.py:57:15) or %while.2 (programs.py:57:15) is no kernel that can be fused (constant.19.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.19 (programs.py:57:15) or %while.2 (programs.py:57:15) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
