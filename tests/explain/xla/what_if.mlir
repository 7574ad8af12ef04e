// TEST: explain --strategy xla-rules --what-if
// OF: tests/corpus/cartpole_noconcat/program.mlir

// EXPECT: xla-rules: 63 launches in all
// EXPECT: region_2.8, condition of loop while.2 (programs.py:67:15): 1 kernels and 9 bytes that are not launched: the count is known
// EXPECT:   kernel lt.5 (programs.py:67:15): compare
// EXPECT:     reads 8 bytes (get-tuple-element.8 4, constant.21 4), writes 1; 3 flops; 1.001 us, bound by launch; 0 launches
// EXPECT: region_1.7 of loop while.2 (programs.py:67:15): 20 steps, 3 kernels and 2352 bytes a step
// EXPECT:   kernel fusion.4 kInput: constant broadcast multiply add constant broadcast compare constant broadcast compare or multiply add constant broadcast compare or constant broadcast compare or slice bitcast broadcast constant dynamic-slice constant broadcast compare constant broadcast constant broadcast select bitcast constant broadcast multiply multiply sine multiply add constant broadcast multiply constant broadcast multiply cosine multiply subtract constant broadcast constant broadcast constant broadcast multiply multiply multiply subtract multiply divide multiply multiply multiply subtract multiply add select constant broadcast constant broadcast select reduce slice bitcast broadcast multiply add select slice bitcast broadcast select slice bitcast broadcast select
// EXPECT:     reads 1300 bytes (get-tuple-element.4 256, get-tuple-element.1 16, get-tuple-element.5 256, get-tuple-element.6 256, get-tuple-element.3 256, get-tuple-element 256, get-tuple-element.2 4), writes 1028; 137721 flops; 2.437 us, bound by compute; 20 launches
// EXPECT:   kernel fusion kLoop (programs.py:44:15): bitcast dynamic-update-slice
// EXPECT:     reads 8 bytes (get-tuple-element.7 0, get-tuple-element.2 4, get-tuple-element.15 4), writes 4; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel add.6 (programs.py:67:15): add
// EXPECT:     reads 8 bytes (get-tuple-element.2 4, constant.2 4), writes 4; 3 flops; 1.001 us, bound by launch; 20 launches
// EXPECT:   boundary fusion.4 (output reduce_sum.4) -> fusion (programs.py:66:80): 4 bytes, through get-tuple-element
// EXPECT:     R06: the kernel of %reduce_sum.4 (programs.py:66:80) has several outputs [r06-several-outputs, all passes]
// EXPECT: main.9: 3 kernels, 2140 bytes
// EXPECT:   kernel constant.19.copy (programs.py:67:15): copy
// EXPECT:     reads 4 bytes (constant.19 4), writes 4; 0 flops; 1.000 us, bound by launch; 1 launches
// EXPECT:   kernel fusion.15 kLoop: copy copy copy copy
// EXPECT:     reads 1024 bytes (x.1 256, xd.1 256, th.1 256, thd.1 256), writes 1024; 0 flops; 1.016 us, bound by launch; 1 launches
// EXPECT:   kernel broadcast_in_dim.5 (programs.py:67:15): broadcast
// EXPECT:     reads 4 bytes (constant.18 4), writes 80; 0 flops; 1.001 us, bound by launch; 1 launches
// EXPECT:   boundary fusion.15 (output x.1.copy) -> while.2: 256 bytes, costs 1.000 us, through get-tuple-element, tuple
// EXPECT:     wall: %x.1 or %while.2 (programs.py:67:15) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary broadcast_in_dim.5 -> while.2 (programs.py:67:15): 80 bytes, costs 1.000 us, through tuple
// EXPECT:     wall: %broadcast_in_dim.5 (programs.py:67:15) or %while.2 (programs.py:67:15) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.19.copy -> while.2 (programs.py:67:15): 4 bytes, costs 1.000 us, through tuple
// EXPECT:     wall: %constant.19 (programs.py:67:15) or %while.2 (programs.py:67:15) is no kernel that can be fused (constant.19.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.19 (programs.py:67:15) or %while.2 (programs.py:67:15) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.15 (output xd.1.copy) -> while.2: 256 bytes, through get-tuple-element, tuple
// EXPECT:     wall: %xd.1 or %while.2 (programs.py:67:15) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.15 (output th.1.copy) -> while.2: 256 bytes, through get-tuple-element, tuple
// EXPECT:     wall: %th.1 or %while.2 (programs.py:67:15) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.15 (output thd.1.copy) -> while.2: 256 bytes, through get-tuple-element, tuple
// EXPECT:     wall: %thd.1 or %while.2 (programs.py:67:15) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT: what if (planned again):
// EXPECT:   unroll 2: region_1.7 20 -> 10 steps, 3 -> 8 kernels and 2,352 -> 6,736 bytes a step; 63 -> 83 launches in all, 91.8 -> 106 us, 0.87x
// EXPECT:     unroll 2: while.2 (programs.py:67:15): does 2 of its 20 steps at a time; 0 are left over, 1 results are written in blocks
// EXPECT:   unroll 10: region_1.7 20 -> 2 steps, 3 -> 11 kernels and 2,352 -> 28,204 bytes a step; 63 -> 25 launches in all, 91.8 -> 63 us, 1.46x
// EXPECT:     unroll 10: while.2 (programs.py:67:15): does 10 of its 20 steps at a time; 0 are left over, 1 results are written in blocks
// EXPECT:   unroll 10, forward slices through concatenations: region_1.7 20 -> 2 steps, 3 -> 11 kernels and 2,352 -> 28,204 bytes a step; 63 -> 25 launches in all, 91.8 -> 63 us, 1.46x
// EXPECT:   no effect: forward slices through concatenations; scalarise concatenates; random numbers ahead of the loop; random numbers ahead of the loop, scalarise concatenates
