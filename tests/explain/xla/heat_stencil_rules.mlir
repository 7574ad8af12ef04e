// TEST: explain --strategy xla-rules
// OF: tests/corpus/heat_stencil/program.mlir

// EXPECT: xla-rules: 34 launches in all
// EXPECT: region_1.4, condition of loop while.2 (programs.py:309:15): 1 kernels and 9 bytes that are not launched: the count is known
// EXPECT:   kernel lt.1 (programs.py:309:15): compare
// EXPECT:     reads 8 bytes (get-tuple-element.2 4, constant.5 4), writes 1; 3 flops; 1.001 us, bound by launch; 0 launches
// EXPECT: region_0.3 of loop while.2 (programs.py:309:15): 8 steps, 4 kernels and 13836 bytes a step
// EXPECT:   kernel add.5 (programs.py:309:15): add
// EXPECT:     reads 8 bytes (get-tuple-element 4, constant.4 4), writes 4; 3 flops; 1.001 us, bound by launch; 8 launches
// EXPECT:   kernel fusion.1 kLoop: slice slice concatenate
// EXPECT:     reads 1920 bytes (get-tuple-element.1 1920), writes 2112; 3168 flops; 1.009 us, bound by launch; 8 launches
// EXPECT:   kernel fusion kLoop (programs.py:308:19): constant broadcast slice concatenate slice slice concatenate slice add slice concatenate slice add slice concatenate slice add constant broadcast multiply subtract multiply add
// EXPECT:     reads 4032 bytes (get-tuple-element.1 1920, fusion.1 2112), writes 1920; 409440 flops; 1.268 us, bound by launch; 8 launches
// EXPECT:   kernel fusion.copy (programs.py:308:19): copy
// EXPECT:     reads 1920 bytes (fusion 1920), writes 1920; 0 flops; 1.008 us, bound by launch; 8 launches
// EXPECT:   boundary fusion.1 -> fusion: 2112 bytes, costs 8.008 us
// EXPECT:     R25: %concatenate.1 would be emitted 4 times in %add.4 (programs.py:308:19): 14336 instructions (at most 10000) [r25-code-size, fusion merger]
// EXPECT:     without R25 the two could be fused
// EXPECT:   boundary fusion -> fusion.copy (programs.py:308:19): 1920 bytes, costs 8.008 us
// EXPECT:     wall: %add.4 (programs.py:308:19) or %add.4 (programs.py:308:19) is no kernel that can be fused (fusion.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
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
