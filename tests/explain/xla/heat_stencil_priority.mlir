// TEST: explain --strategy xla-priority
// OF: tests/corpus/heat_stencil/program.mlir

// EXPECT: xla-priority: 26 launches in all
// EXPECT: region_1.4, condition of loop while.2 (programs.py:309:15): 1 kernels and 5 bytes that are not launched: the count is known
// EXPECT:   kernel fusion.8 kLoop (programs.py:309:15): constant compare
// EXPECT:     reads 4 bytes (get-tuple-element.2 4), writes 1; 3 flops; 1.001 us, bound by launch; 0 launches
// EXPECT: region_0.3 of loop while.2 (programs.py:309:15): 8 steps, 3 kernels and 7688 bytes a step
// EXPECT:   kernel fusion.7 kLoop (programs.py:309:15): constant add
// EXPECT:     reads 4 bytes (get-tuple-element 4), writes 4; 3 flops; 1.001 us, bound by launch; 8 launches
// EXPECT:   kernel fusion.2 kLoop (programs.py:308:19): constant broadcast slice concatenate slice slice concatenate slice add concatenate slice concatenate slice add slice concatenate slice add constant broadcast multiply subtract multiply add
// EXPECT:     reads 1920 bytes (get-tuple-element.1 1920), writes 1920; 415212 flops; 1.207 us, bound by launch; 8 launches
// EXPECT:   kernel fusion.2.copy (programs.py:308:19): copy
// EXPECT:     reads 1920 bytes (fusion.2 1920), writes 1920; 0 flops; 1.008 us, bound by launch; 8 launches
// EXPECT:   boundary fusion.2 -> fusion.2.copy (programs.py:308:19): 1920 bytes, costs 8.008 us
// EXPECT:     wall: %add.4 (programs.py:308:19) or %add.4 (programs.py:308:19) is no kernel that can be fused (fusion.2.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT: main.5: 2 kernels, 3848 bytes
// EXPECT:   kernel constant.3.copy (programs.py:309:15): copy
// EXPECT:     reads 4 bytes (constant.3 4), writes 4; 0 flops; 1.000 us, bound by launch; 1 launches
// EXPECT:   kernel u.1.copy: copy
// EXPECT:     reads 1920 bytes (u.1 1920), writes 1920; 0 flops; 1.008 us, bound by launch; 1 launches
// EXPECT:   boundary u.1.copy -> while.2: 1920 bytes, costs 1.001 us, through tuple
// EXPECT:     wall: %u.1 or %while.2 (programs.py:309:15) is no kernel that can be fused (u.1.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %u.1 or %while.2 (programs.py:309:15) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.3.copy -> while.2 (programs.py:309:15): 4 bytes, costs 1.000 us, through tuple
// EXPECT:     wall: %constant.3 (programs.py:309:15) or %while.2 (programs.py:309:15) is no kernel that can be fused (constant.3.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.3 (programs.py:309:15) or %while.2 (programs.py:309:15) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
