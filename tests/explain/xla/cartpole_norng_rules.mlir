// TEST: explain --strategy xla-rules
// OF: tests/corpus/cartpole_norng/program.mlir

// EXPECT: xla-rules: 103 launches in all
// EXPECT: region_2.8, condition of loop while.2 (programs.py:57:15): 1 kernels and 9 bytes that are not launched: the count is known
// EXPECT:   kernel lt.5 (programs.py:57:15): compare
// EXPECT:     reads 8 bytes (get-tuple-element.5 4, constant.21 4), writes 1; 3 flops; 1.001 us, bound by launch; 0 launches
// EXPECT: region_1.7 of loop while.2 (programs.py:57:15): 20 steps, 5 kernels and 5680 bytes a step
// EXPECT:   kernel fusion.1 kInput (programs.py:56:23): slice bitcast constant broadcast slice bitcast multiply add constant broadcast compare constant broadcast compare or slice bitcast slice bitcast multiply add constant broadcast compare or constant broadcast compare or constant broadcast constant broadcast select reduce
// EXPECT:     reads 1024 bytes (get-tuple-element.3 1024), writes 4; 3257 flops; 1.035 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.2 kLoop: slice bitcast constant broadcast slice bitcast multiply add constant broadcast compare constant broadcast compare or slice bitcast slice bitcast multiply add constant broadcast compare or constant broadcast compare or broadcast broadcast bitcast constant dynamic-slice constant broadcast compare constant broadcast constant broadcast select bitcast constant broadcast multiply multiply sine multiply add constant broadcast multiply constant broadcast multiply cosine multiply subtract constant broadcast constant broadcast constant broadcast multiply multiply multiply subtract multiply divide multiply multiply multiply subtract multiply add bitcast bitcast multiply add bitcast concatenate select
// EXPECT:     reads 1556 bytes (get-tuple-element 512, get-tuple-element.2 4, get-tuple-element.1 16, get-tuple-element.3 1024), writes 1024; 374784 flops; 2.958 us, bound by compute; 20 launches
// EXPECT:   kernel fusion kLoop (programs.py:44:15): bitcast dynamic-update-slice
// EXPECT:     reads 8 bytes (get-tuple-element.4 0, get-tuple-element.2 4, fusion.1 4), writes 4; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel add.6 (programs.py:57:15): add
// EXPECT:     reads 8 bytes (get-tuple-element.2 4, constant.2 4), writes 4; 3 flops; 1.001 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.2.copy: copy
// EXPECT:     reads 1024 bytes (fusion.2 1024), writes 1024; 0 flops; 1.008 us, bound by launch; 20 launches
// EXPECT:   boundary fusion.2 -> fusion.2.copy: 1024 bytes, costs 20.010 us
// EXPECT:     wall: %select_n.2 or %select_n.2 is no kernel that can be fused (fusion.2.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:   boundary fusion.1 -> fusion (programs.py:56:23): 4 bytes, costs 20.000 us
// EXPECT:     R07: %reduce_sum.4 (programs.py:56:23) cannot be computed inside another kernel's loop [r07-not-loop-fusible, fusion merger]
// EXPECT:     R07: %reduce_sum.4 (programs.py:56:23) is a reduction: %dynamic_update_slice.1 (programs.py:44:15) is no chain of elementwise ops on it alone [r07-reduction-output, fusion merger]
// EXPECT:     R29: %reduce_sum.4 (programs.py:56:23) fused into all its users takes 2086500 ps, apart 2034750 ps [r29-slower, fusion merger]
// EXPECT: main.9: 3 kernels, 2140 bytes
// EXPECT:   kernel constant.19.copy (programs.py:57:15): copy
// EXPECT:     reads 4 bytes (constant.19 4), writes 4; 0 flops; 1.000 us, bound by launch; 1 launches
// EXPECT:   kernel state.1.copy: copy
// EXPECT:     reads 1024 bytes (state.1 1024), writes 1024; 0 flops; 1.008 us, bound by launch; 1 launches
// EXPECT:   kernel broadcast_in_dim.6 (programs.py:57:15): broadcast
// EXPECT:     reads 4 bytes (constant.18 4), writes 80; 0 flops; 1.001 us, bound by launch; 1 launches
// EXPECT:   boundary state.1.copy -> while.2: 1024 bytes, costs 1.000 us, through tuple
// EXPECT:     wall: %state.1 or %while.2 (programs.py:57:15) is no kernel that can be fused (state.1.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %state.1 or %while.2 (programs.py:57:15) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary broadcast_in_dim.6 -> while.2 (programs.py:57:15): 80 bytes, costs 1.000 us, through tuple
// EXPECT:     wall: %broadcast_in_dim.6 (programs.py:57:15) or %while.2 (programs.py:57:15) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.19.copy -> while.2 (programs.py:57:15): 4 bytes, costs 1.000 us, through tuple
// EXPECT:     wall: %constant.19 (programs.py:57:15) or %while.2 (programs.py:57:15) is no kernel that can be fused (constant.19.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.19 (programs.py:57:15) or %while.2 (programs.py:57:15) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
