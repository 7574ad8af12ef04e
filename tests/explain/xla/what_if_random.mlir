// TEST: explain --strategy xla-priority --what-if
// OF: tests/corpus/cartpole_baseline/program.mlir

// EXPECT: xla-priority: 4144 launches in all
// EXPECT: region_1.3, condition of loop while.2 (programs.py:40:26): 1 kernels and 5 bytes that are not launched: the count is known
// EXPECT:   kernel fusion.28 kLoop (programs.py:40:26): constant compare
// EXPECT:     reads 4 bytes (get-tuple-element.8 4), writes 1; 3 flops; 1.001 us, bound by launch; 0 launches
// EXPECT: region_0.2 of loop while.2 (programs.py:40:26): 100 steps, 7 kernels and 172 bytes a step
// EXPECT:   kernel fusion.27 kLoop (programs.py:40:26): constant add
// EXPECT:     reads 4 bytes (get-tuple-element 4), writes 4; 3 flops; 1.001 us, bound by launch; 100 launches
// EXPECT:   kernel fusion.19 kLoop (programs.py:40:26): add slice bitcast broadcast shift-left constant subtract broadcast shift-right-logical or xor add slice bitcast broadcast shift-left subtract broadcast shift-right-logical or xor add slice bitcast broadcast shift-left subtract broadcast shift-right-logical or xor add slice bitcast broadcast shift-left subtract broadcast shift-right-logical or xor broadcast add convert broadcast add broadcast add
// EXPECT:     reads 52 bytes (get-tuple-element.4 4, fusion.27 4, get-tuple-element.6 16, get-tuple-element.1 12, get-tuple-element.2 12, get-tuple-element.3 4), writes 24; 252 flops; 1.023 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.4.copy: copy
// EXPECT:     reads 4 bytes (get-tuple-element.4 4), writes 4; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.5.copy: copy
// EXPECT:     reads 4 bytes (get-tuple-element.5 4), writes 4; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.3.copy: copy
// EXPECT:     reads 4 bytes (get-tuple-element.3 4), writes 4; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.7.copy: copy
// EXPECT:     reads 16 bytes (get-tuple-element.7 16), writes 16; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.6.copy: copy
// EXPECT:     reads 16 bytes (get-tuple-element.6 16), writes 16; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   boundary fusion.27 -> fusion.19 (programs.py:40:26): 4 bytes
// EXPECT:     R02: %tuple.2 (programs.py:40:26) is not of a kind that %add.1 (programs.py:40:26) can be fused into [r02-consumer-not-fusible, priority fusion]
// EXPECT: region_3.10, condition of loop while.13: 1 kernels and 5 bytes that are not launched: the count is known
// EXPECT:   kernel fusion.62 kLoop: constant compare
// EXPECT:     reads 4 bytes (get-tuple-element.17 4), writes 1; 3 flops; 1.001 us, bound by launch; 0 launches
// EXPECT: region_2.9 of loop while.13: 100 steps, 7 kernels and 156 bytes a step
// EXPECT:   kernel fusion.61 kLoop: constant add
// EXPECT:     reads 4 bytes (get-tuple-element.9 4), writes 4; 3 flops; 1.001 us, bound by launch; 100 launches
// EXPECT:   kernel fusion.48 kLoop: add slice bitcast broadcast shift-left constant subtract broadcast shift-right-logical or xor add slice bitcast broadcast shift-left subtract broadcast shift-right-logical or xor add slice bitcast broadcast shift-left subtract broadcast shift-right-logical or xor add slice bitcast broadcast shift-left subtract broadcast shift-right-logical or xor broadcast add convert broadcast add broadcast add
// EXPECT:     reads 44 bytes (get-tuple-element.13 4, fusion.61 4, get-tuple-element.15 16, get-tuple-element.10 8, get-tuple-element.11 8, get-tuple-element.12 4), writes 16; 168 flops; 1.024 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.13.copy: copy
// EXPECT:     reads 4 bytes (get-tuple-element.13 4), writes 4; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.14.copy: copy
// EXPECT:     reads 4 bytes (get-tuple-element.14 4), writes 4; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.12.copy: copy
// EXPECT:     reads 4 bytes (get-tuple-element.12 4), writes 4; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.16.copy: copy
// EXPECT:     reads 16 bytes (get-tuple-element.16 16), writes 16; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.15.copy: copy
// EXPECT:     reads 16 bytes (get-tuple-element.15 16), writes 16; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   boundary fusion.61 -> fusion.48: 4 bytes
// EXPECT:     R02: %tuple.5 is not of a kind that %add.18 can be fused into [r02-consumer-not-fusible, priority fusion]
// EXPECT: region_5.15.31, condition of loop while.24: 1 kernels and 5 bytes that are not launched: the count is known
// EXPECT:   kernel fusion.176 kLoop: constant compare
// EXPECT:     reads 4 bytes (get-tuple-element.45 4), writes 1; 3 flops; 1.001 us, bound by launch; 0 launches
// EXPECT: region_4.14.32 of loop while.24: 100 steps, 7 kernels and 1148 bytes a step
// EXPECT:   kernel fusion.197 kLoop: constant add
// EXPECT:     reads 4 bytes (get-tuple-element.46 4), writes 4; 3 flops; 1.001 us, bound by launch; 100 launches
// EXPECT:   kernel fusion.194 kLoop: add slice bitcast broadcast shift-left constant subtract broadcast shift-right-logical or xor add slice bitcast broadcast shift-left subtract broadcast shift-right-logical or xor add slice bitcast broadcast shift-left subtract broadcast shift-right-logical or xor add broadcast add slice bitcast broadcast shift-left subtract broadcast shift-right-logical or xor broadcast add convert broadcast add
// EXPECT:     reads 540 bytes (get-tuple-element.49 4, get-tuple-element.52 16, get-tuple-element.48 256, get-tuple-element.47 256, fusion.197 4, get-tuple-element.50 4), writes 512; 5376 flops; 1.054 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.50.copy: copy
// EXPECT:     reads 4 bytes (get-tuple-element.50 4), writes 4; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.51.copy: copy
// EXPECT:     reads 4 bytes (get-tuple-element.51 4), writes 4; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.49.copy: copy
// EXPECT:     reads 4 bytes (get-tuple-element.49 4), writes 4; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.53.copy: copy
// EXPECT:     reads 16 bytes (get-tuple-element.53 16), writes 16; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.52.copy: copy
// EXPECT:     reads 16 bytes (get-tuple-element.52 16), writes 16; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   boundary fusion.197 -> fusion.194: 4 bytes
// EXPECT:     R02: %tuple.8 is not of a kind that %add.35 can be fused into [r02-consumer-not-fusible, priority fusion]
// EXPECT: region_5.15.33, condition of loop while.1: 1 kernels and 5 bytes that are not launched: the count is known
// EXPECT:   kernel fusion.198 kLoop: constant compare
// EXPECT:     reads 4 bytes (get-tuple-element.54 4), writes 1; 3 flops; 1.001 us, bound by launch; 0 launches
// EXPECT: region_4.14.34 of loop while.1: 100 steps, 7 kernels and 1148 bytes a step
// EXPECT:   kernel fusion.219 kLoop: constant add
// EXPECT:     reads 4 bytes (get-tuple-element.55 4), writes 4; 3 flops; 1.001 us, bound by launch; 100 launches
// EXPECT:   kernel fusion.216 kLoop: add slice bitcast broadcast shift-left constant subtract broadcast shift-right-logical or xor add slice bitcast broadcast shift-left subtract broadcast shift-right-logical or xor add slice bitcast broadcast shift-left subtract broadcast shift-right-logical or xor add broadcast add slice bitcast broadcast shift-left subtract broadcast shift-right-logical or xor broadcast add convert broadcast add
// EXPECT:     reads 540 bytes (get-tuple-element.58 4, get-tuple-element.61 16, get-tuple-element.57 256, get-tuple-element.56 256, fusion.219 4, get-tuple-element.59 4), writes 512; 5376 flops; 1.054 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.59.copy: copy
// EXPECT:     reads 4 bytes (get-tuple-element.59 4), writes 4; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.60.copy: copy
// EXPECT:     reads 4 bytes (get-tuple-element.60 4), writes 4; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.58.copy: copy
// EXPECT:     reads 4 bytes (get-tuple-element.58 4), writes 4; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.62.copy: copy
// EXPECT:     reads 16 bytes (get-tuple-element.62 16), writes 16; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.61.copy: copy
// EXPECT:     reads 16 bytes (get-tuple-element.61 16), writes 16; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   boundary fusion.219 -> fusion.216: 4 bytes
// EXPECT:     R02: %tuple.9 is not of a kind that %add.44 can be fused into [r02-consumer-not-fusible, priority fusion]
// EXPECT: region_7.22, condition of loop while.35: 1 kernels and 5 bytes that are not launched: the count is known
// EXPECT:   kernel fusion.87 kLoop: constant compare
// EXPECT:     reads 4 bytes (get-tuple-element.26 4), writes 1; 3 flops; 1.001 us, bound by launch; 0 launches
// EXPECT: region_6.21 of loop while.35: 100 steps, 7 kernels and 6236 bytes a step
// EXPECT:   kernel fusion.86 kLoop: constant add
// EXPECT:     reads 4 bytes (get-tuple-element.18 4), writes 4; 3 flops; 1.001 us, bound by launch; 100 launches
// EXPECT:   kernel fusion.81 kLoop: add slice bitcast broadcast shift-left constant subtract broadcast shift-right-logical or xor add slice bitcast broadcast shift-left subtract broadcast shift-right-logical or xor add slice bitcast broadcast shift-left subtract broadcast shift-right-logical or xor add bitcast broadcast add slice bitcast broadcast shift-left subtract broadcast shift-right-logical or xor bitcast broadcast add convert broadcast add
// EXPECT:     reads 2580 bytes (get-tuple-element.21 256, get-tuple-element.24 16, get-tuple-element.20 1024, get-tuple-element.19 1024, fusion.86 4, get-tuple-element.22 256), writes 2048; 21504 flops; 1.106 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.22.copy: copy
// EXPECT:     reads 256 bytes (get-tuple-element.22 256), writes 256; 0 flops; 1.004 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.23.copy: copy
// EXPECT:     reads 256 bytes (get-tuple-element.23 256), writes 256; 0 flops; 1.004 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.21.copy: copy
// EXPECT:     reads 256 bytes (get-tuple-element.21 256), writes 256; 0 flops; 1.004 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.25.copy: copy
// EXPECT:     reads 16 bytes (get-tuple-element.25 16), writes 16; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   kernel get-tuple-element.24.copy: copy
// EXPECT:     reads 16 bytes (get-tuple-element.24 16), writes 16; 0 flops; 1.000 us, bound by launch; 100 launches
// EXPECT:   boundary fusion.86 -> fusion.81: 4 bytes
// EXPECT:     R02: %tuple.11 is not of a kind that %add.59 can be fused into [r02-consumer-not-fusible, priority fusion]
// EXPECT: region_10.30, condition of loop while.46 (programs.py:44:15): 1 kernels and 5 bytes that are not launched: the count is known
// EXPECT:   kernel fusion.174 kLoop (programs.py:44:15): constant compare
// EXPECT:     reads 4 bytes (get-tuple-element.41 4), writes 1; 3 flops; 1.001 us, bound by launch; 0 launches
// EXPECT: region_9.29 of loop while.46 (programs.py:44:15): 20 steps, 32 kernels and 12628 bytes a step
// EXPECT:   kernel fusion.141 kInput (programs.py:43:30): slice bitcast constant broadcast slice bitcast multiply add constant broadcast compare constant broadcast compare or slice bitcast slice bitcast multiply add constant broadcast compare or constant broadcast compare or constant broadcast constant broadcast select reduce
// EXPECT:     reads 1024 bytes (get-tuple-element.28 1024), writes 4; 3257 flops; 1.026 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.88 kLoop (programs.py:44:15): bitcast dynamic-update-slice
// EXPECT:     reads 8 bytes (get-tuple-element.30 0, get-tuple-element.27 4, fusion.141 4), writes 4; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.173 kLoop (programs.py:44:15): constant add
// EXPECT:     reads 4 bytes (get-tuple-element.27 4), writes 4; 3 flops; 1.001 us, bound by launch; 20 launches
// EXPECT:   kernel constant.4.copy.4: copy
// EXPECT:     reads 4 bytes (constant.4 4), writes 4; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel constant.4.copy.3: copy
// EXPECT:     reads 4 bytes (constant.4 4), writes 4; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel constant.4.copy: copy
// EXPECT:     reads 4 bytes (constant.4 4), writes 4; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.160 kLoop (programs.py:40:26): iota convert slice bitcast broadcast add constant broadcast shift-right-logical convert slice bitcast broadcast add
// EXPECT:     reads 8 bytes (get-tuple-element.29 8), writes 24; 45 flops; 1.004 us, bound by launch; 20 launches
// EXPECT:   kernel slice.6 (programs.py:40:26): slice
// EXPECT:     reads 4 bytes (get-tuple-element.29 4), writes 4; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.162 kLoop (programs.py:40:26): slice bitcast slice bitcast xor constant xor
// EXPECT:     reads 8 bytes (get-tuple-element.29 8), writes 4; 6 flops; 1.002 us, bound by launch; 20 launches
// EXPECT:   kernel slice.5 (programs.py:40:26): slice
// EXPECT:     reads 4 bytes (get-tuple-element.29 4), writes 4; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel constant.5.copy: copy
// EXPECT:     reads 16 bytes (constant.5 16), writes 16; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel constant.6.copy: copy
// EXPECT:     reads 16 bytes (constant.6 16), writes 16; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.126 kLoop: iota convert bitcast bitcast concatenate slice bitcast slice bitcast broadcast add constant broadcast shift-right-logical convert slice bitcast broadcast add
// EXPECT:     reads 24 bytes (get-tuple-element.32 12, get-tuple-element.31 12), writes 512; 26560 flops; 1.105 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.113 kLoop: bitcast bitcast concatenate slice bitcast slice slice bitcast slice slice bitcast bitcast xor constant xor slice bitcast bitcast xor xor
// EXPECT:     reads 20 bytes (get-tuple-element.32 8, get-tuple-element.31 12), writes 24; 1612 flops; 1.537 us, bound by launch; 20 launches
// EXPECT:   kernel constant.5.copy.3: copy
// EXPECT:     reads 16 bytes (constant.5 16), writes 16; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel constant.6.copy.3: copy
// EXPECT:     reads 16 bytes (constant.6 16), writes 16; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.131 kLoop: iota constant broadcast shift-right-logical convert broadcast broadcast add
// EXPECT:     reads 256 bytes (get-tuple-element.37 256), writes 1024; 2304 flops; 1.008 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.130 kLoop: iota convert broadcast broadcast add
// EXPECT:     reads 256 bytes (get-tuple-element.38 256), writes 1024; 1536 flops; 1.008 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.138 kLoop: bitcast bitcast xor constant broadcast xor
// EXPECT:     reads 512 bytes (get-tuple-element.38 256, get-tuple-element.37 256), writes 256; 384 flops; 1.008 us, bound by launch; 20 launches
// EXPECT:   kernel constant.5.copy.4: copy
// EXPECT:     reads 16 bytes (constant.5 16), writes 16; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel constant.6.copy.4: copy
// EXPECT:     reads 16 bytes (constant.6 16), writes 16; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel constant.4.copy.2: copy
// EXPECT:     reads 4 bytes (constant.4 4), writes 4; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel constant.4.copy.1: copy
// EXPECT:     reads 4 bytes (constant.4 4), writes 4; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.172 kLoop (programs.py:40:12): bitcast bitcast concatenate slice iota convert slice bitcast slice bitcast broadcast add constant broadcast shift-right-logical convert slice bitcast broadcast add
// EXPECT:     reads 20 bytes (get-tuple-element.32 8, get-tuple-element.31 12), writes 24; 1630 flops; 1.233 us, bound by launch; 20 launches
// EXPECT:   kernel constant.5.copy.1: copy
// EXPECT:     reads 16 bytes (constant.5 16), writes 16; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel constant.6.copy.1: copy
// EXPECT:     reads 16 bytes (constant.6 16), writes 16; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.125 kLoop: iota convert bitcast bitcast concatenate slice bitcast slice bitcast broadcast add constant broadcast shift-right-logical convert slice bitcast broadcast add
// EXPECT:     reads 16 bytes (get-tuple-element.34 8, get-tuple-element.33 8), writes 512; 26560 flops; 1.105 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.106 kLoop: bitcast bitcast concatenate slice bitcast slice slice bitcast bitcast xor constant xor
// EXPECT:     reads 12 bytes (get-tuple-element.34 4, get-tuple-element.33 8), writes 12; 806 flops; 1.269 us, bound by launch; 20 launches
// EXPECT:   kernel constant.5.copy.2: copy
// EXPECT:     reads 16 bytes (constant.5 16), writes 16; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel constant.6.copy.2: copy
// EXPECT:     reads 16 bytes (constant.6 16), writes 16; 0 flops; 1.000 us, bound by launch; 20 launches
// EXPECT:   kernel fusion.124 kInput: slice bitcast constant broadcast slice bitcast multiply add constant broadcast compare constant broadcast compare or slice bitcast slice bitcast multiply add constant broadcast compare or constant broadcast compare or broadcast constant broadcast xor constant broadcast shift-right-logical constant broadcast or bitcast-convert constant broadcast add constant broadcast multiply add maximum bitcast xor constant broadcast and and convert constant broadcast compare constant broadcast constant broadcast select constant broadcast multiply multiply sine multiply add constant broadcast multiply constant broadcast multiply cosine multiply subtract constant broadcast constant broadcast broadcast multiply multiply multiply subtract multiply divide multiply multiply multiply subtract multiply add bitcast bitcast multiply add bitcast concatenate select
// EXPECT:     reads 3584 bytes (get-tuple-element.39 1024, get-tuple-element.40 1024, get-tuple-element.28 1024, get-tuple-element.35 256, get-tuple-element.36 256), writes 1024; 384512 flops; 2.527 us, bound by compute; 20 launches
// EXPECT:   kernel fusion.124.copy: copy
// EXPECT:     reads 1024 bytes (fusion.124 1024), writes 1024; 0 flops; 1.008 us, bound by launch; 20 launches
// EXPECT:   boundary fusion.131 -> while.35: 1024 bytes, costs 20.010 us, through tuple
// EXPECT:     wall: %add.81 or %while.35 is no kernel that can be fused (while.35: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.130 -> while.35: 1024 bytes, costs 20.010 us, through tuple
// EXPECT:     wall: %add.88 or %while.35 is no kernel that can be fused (while.35: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.124 -> fusion.124.copy: 1024 bytes, costs 20.010 us
// EXPECT:     wall: %select_n.4 or %select_n.4 is no kernel that can be fused (fusion.124.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:   boundary fusion.126 (output add.17) -> while.1: 256 bytes, costs 20.000 us, through get-tuple-element, tuple
// EXPECT:     wall: %add.17 or %while.1 is no kernel that can be fused (while.1: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.138 -> while.35: 256 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %xor.27 or %while.35 is no kernel that can be fused (while.35: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.125 (output add.48) -> while.24: 256 bytes, costs 20.000 us, through get-tuple-element, tuple
// EXPECT:     wall: %add.48 or %while.24 is no kernel that can be fused (while.24: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.5.copy -> while.2: 16 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %constant.5 or %while.2 (programs.py:40:26) is no kernel that can be fused (constant.5.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.5 or %while.2 (programs.py:40:26) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.6.copy -> while.2: 16 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %constant.6 or %while.2 (programs.py:40:26) is no kernel that can be fused (constant.6.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.6 or %while.2 (programs.py:40:26) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.5.copy.3 -> while.1: 16 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %constant.5 or %while.1 is no kernel that can be fused (constant.5.copy.3: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.5 or %while.1 is no kernel that can be fused (while.1: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.6.copy.3 -> while.1: 16 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %constant.6 or %while.1 is no kernel that can be fused (constant.6.copy.3: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.6 or %while.1 is no kernel that can be fused (while.1: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.5.copy.4 -> while.35: 16 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %constant.5 or %while.35 is no kernel that can be fused (constant.5.copy.4: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.5 or %while.35 is no kernel that can be fused (while.35: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.6.copy.4 -> while.35: 16 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %constant.6 or %while.35 is no kernel that can be fused (constant.6.copy.4: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.6 or %while.35 is no kernel that can be fused (while.35: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.5.copy.1 -> while.13: 16 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %constant.5 or %while.13 is no kernel that can be fused (constant.5.copy.1: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.5 or %while.13 is no kernel that can be fused (while.13: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.6.copy.1 -> while.13: 16 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %constant.6 or %while.13 is no kernel that can be fused (constant.6.copy.1: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.6 or %while.13 is no kernel that can be fused (while.13: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.5.copy.2 -> while.24: 16 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %constant.5 or %while.24 is no kernel that can be fused (constant.5.copy.2: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.5 or %while.24 is no kernel that can be fused (while.24: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.6.copy.2 -> while.24: 16 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %constant.6 or %while.24 is no kernel that can be fused (constant.6.copy.2: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.6 or %while.24 is no kernel that can be fused (while.24: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.160 (output add.14) -> while.2 (programs.py:40:26): 12 bytes, costs 20.000 us, through get-tuple-element, tuple
// EXPECT:     wall: %add.14 (programs.py:40:26) or %while.2 (programs.py:40:26) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.141 -> fusion.88 (programs.py:43:30): 4 bytes, costs 20.000 us
// EXPECT:     R33: with %dynamic_update_slice.1 (programs.py:44:15) the reduction %reduce_sum.4 (programs.py:43:30) would become a plain loop [r33-reduction-becomes-loop, priority fusion]
// EXPECT:     R29: %reduce_sum.4 (programs.py:43:30) fused into all its users takes 2086500 ps, apart 2026500 ps [r29-slower, priority fusion]
// EXPECT:     without R29 R33 the two could be fused
// EXPECT:   boundary constant.4.copy -> while.2: 4 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %constant.4 or %while.2 (programs.py:40:26) is no kernel that can be fused (constant.4.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.4 or %while.2 (programs.py:40:26) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary slice.6 -> while.2 (programs.py:40:26): 4 bytes, costs 20.000 us, through bitcast, tuple
// EXPECT:     wall: %slice.6 (programs.py:40:26) or %while.2 (programs.py:40:26) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.162 -> while.2 (programs.py:40:26): 4 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %xor.6 (programs.py:40:26) or %while.2 (programs.py:40:26) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary slice.5 -> while.2 (programs.py:40:26): 4 bytes, costs 20.000 us, through bitcast, tuple
// EXPECT:     wall: %slice.5 (programs.py:40:26) or %while.2 (programs.py:40:26) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.4.copy.3 -> while.1: 4 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %constant.4 or %while.1 is no kernel that can be fused (constant.4.copy.3: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.4 or %while.1 is no kernel that can be fused (while.1: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.4.copy.4 -> while.35: 4 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %constant.4 or %while.35 is no kernel that can be fused (constant.4.copy.4: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.4 or %while.35 is no kernel that can be fused (while.35: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.4.copy.1 -> while.13: 4 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %constant.4 or %while.13 is no kernel that can be fused (constant.4.copy.1: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.4 or %while.13 is no kernel that can be fused (while.13: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.4.copy.2 -> while.24: 4 bytes, costs 20.000 us, through tuple
// EXPECT:     wall: %constant.4 or %while.24 is no kernel that can be fused (constant.4.copy.2: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.4 or %while.24 is no kernel that can be fused (while.24: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.106 (output slice.22) -> while.24: 4 bytes, costs 20.000 us, through bitcast, get-tuple-element, tuple
// EXPECT:     wall: %slice.22 or %while.24 is no kernel that can be fused (while.24: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.35 -> fusion.124: 1024 bytes, costs 0.005 us, through get-tuple-element
// EXPECT:     wall: %while.35 or %select_n.4 is no kernel that can be fused (while.35: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.35 -> fusion.124: 1024 bytes, costs 0.005 us, through get-tuple-element
// EXPECT:     wall: %while.35 or %select_n.4 is no kernel that can be fused (while.35: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.126 (output add.34) -> while.1: 256 bytes, through get-tuple-element, tuple
// EXPECT:     wall: %add.34 or %while.1 is no kernel that can be fused (while.1: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.1 -> fusion.131: 256 bytes, through get-tuple-element
// EXPECT:     wall: %while.1 or %add.81 is no kernel that can be fused (while.1: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.1 -> fusion.130: 256 bytes, through get-tuple-element
// EXPECT:     wall: %while.1 or %add.88 is no kernel that can be fused (while.1: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.1 -> fusion.138: 256 bytes, through get-tuple-element
// EXPECT:     wall: %while.1 or %xor.27 is no kernel that can be fused (while.1: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.1 -> fusion.138: 256 bytes, through get-tuple-element
// EXPECT:     wall: %while.1 or %xor.27 is no kernel that can be fused (while.1: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.1 -> while.35: 256 bytes, through bitcast, get-tuple-element, tuple
// EXPECT:     wall: %while.1 or %while.35 is no kernel that can be fused (while.1: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:     wall: %while.1 or %while.35 is no kernel that can be fused (while.35: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.1 -> while.35: 256 bytes, through bitcast, get-tuple-element, tuple
// EXPECT:     wall: %while.1 or %while.35 is no kernel that can be fused (while.1: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:     wall: %while.1 or %while.35 is no kernel that can be fused (while.35: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.125 (output add.50) -> while.24: 256 bytes, through get-tuple-element, tuple
// EXPECT:     wall: %add.50 or %while.24 is no kernel that can be fused (while.24: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.24 -> fusion.124: 256 bytes, through get-tuple-element
// EXPECT:     wall: %while.24 or %select_n.4 is no kernel that can be fused (while.24: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.24 -> fusion.124: 256 bytes, through get-tuple-element
// EXPECT:     wall: %while.24 or %select_n.4 is no kernel that can be fused (while.24: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.160 (output add.16) -> while.2 (programs.py:40:26): 12 bytes, through get-tuple-element, tuple
// EXPECT:     wall: %add.16 (programs.py:40:26) or %while.2 (programs.py:40:26) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.2 -> fusion.126 (programs.py:40:26): 12 bytes, through get-tuple-element
// EXPECT:     wall: %while.2 (programs.py:40:26) or %add.34 is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.2 -> fusion.126 (programs.py:40:26): 12 bytes, through get-tuple-element
// EXPECT:     wall: %while.2 (programs.py:40:26) or %add.34 is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.2 -> fusion.113 (programs.py:40:26): 12 bytes, through get-tuple-element
// EXPECT:     wall: %while.2 (programs.py:40:26) or %slice.12 is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.2 -> fusion.172 (programs.py:40:26): 12 bytes, through get-tuple-element
// EXPECT:     wall: %while.2 (programs.py:40:26) or %slice.31 (programs.py:40:12) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.2 -> fusion.113 (programs.py:40:26): 8 bytes, through get-tuple-element
// EXPECT:     wall: %while.2 (programs.py:40:26) or %slice.12 is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.2 -> fusion.172 (programs.py:40:26): 8 bytes, through get-tuple-element
// EXPECT:     wall: %while.2 (programs.py:40:26) or %slice.31 (programs.py:40:12) is no kernel that can be fused (while.2: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.172 (output add.31) -> while.13 (programs.py:40:12): 8 bytes, through get-tuple-element, tuple
// EXPECT:     wall: %add.31 or %while.13 is no kernel that can be fused (while.13: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.172 (output add.33) -> while.13 (programs.py:40:12): 8 bytes, through get-tuple-element, tuple
// EXPECT:     wall: %add.33 or %while.13 is no kernel that can be fused (while.13: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.13 -> fusion.125: 8 bytes, through get-tuple-element
// EXPECT:     wall: %while.13 or %add.50 is no kernel that can be fused (while.13: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.13 -> fusion.125: 8 bytes, through get-tuple-element
// EXPECT:     wall: %while.13 or %add.50 is no kernel that can be fused (while.13: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.13 -> fusion.106: 8 bytes, through get-tuple-element
// EXPECT:     wall: %while.13 or %slice.22 is no kernel that can be fused (while.13: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.113 (output slice.24) -> while.1 (programs.py:42:41): 4 bytes, through bitcast, get-tuple-element, tuple
// EXPECT:     wall: %slice.24 (programs.py:42:41) or %while.1 is no kernel that can be fused (while.1: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.113 (output xor.29) -> while.1: 4 bytes, through get-tuple-element, tuple
// EXPECT:     wall: %xor.29 or %while.1 is no kernel that can be fused (while.1: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.113 (output slice.23) -> while.1 (programs.py:42:41): 4 bytes, through bitcast, get-tuple-element, tuple
// EXPECT:     wall: %slice.23 (programs.py:42:41) or %while.1 is no kernel that can be fused (while.1: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.113 (output slice.12) -> while.13: 4 bytes, through bitcast, get-tuple-element, tuple
// EXPECT:     wall: %slice.12 or %while.13 is no kernel that can be fused (while.13: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.113 (output xor.12) -> while.13: 4 bytes, through get-tuple-element, tuple
// EXPECT:     wall: %xor.12 or %while.13 is no kernel that can be fused (while.13: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.113 (output slice.11) -> while.13: 4 bytes, through bitcast, get-tuple-element, tuple
// EXPECT:     wall: %slice.11 or %while.13 is no kernel that can be fused (while.13: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary while.13 -> fusion.106: 4 bytes, through get-tuple-element
// EXPECT:     wall: %while.13 or %slice.22 is no kernel that can be fused (while.13: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.106 (output xor.18) -> while.24: 4 bytes, through get-tuple-element, tuple
// EXPECT:     wall: %xor.18 or %while.24 is no kernel that can be fused (while.24: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.106 (output slice.21) -> while.24: 4 bytes, through bitcast, get-tuple-element, tuple
// EXPECT:     wall: %slice.21 or %while.24 is no kernel that can be fused (while.24: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT: main.31: 4 kernels, 2152 bytes
// EXPECT:   kernel constant.70.copy (programs.py:44:15): copy
// EXPECT:     reads 4 bytes (constant.70 4), writes 4; 0 flops; 1.000 us, bound by launch; 1 launches
// EXPECT:   kernel state.1.copy: copy
// EXPECT:     reads 1024 bytes (state.1 1024), writes 1024; 0 flops; 1.008 us, bound by launch; 1 launches
// EXPECT:   kernel key.1.copy: copy
// EXPECT:     reads 8 bytes (key.1 8), writes 8; 0 flops; 1.000 us, bound by launch; 1 launches
// EXPECT:   kernel fusion.175 kLoop (programs.py:44:15): constant broadcast
// EXPECT:     reads 0 bytes (), writes 80; 0 flops; 1.000 us, bound by launch; 1 launches
// EXPECT:   boundary state.1.copy -> while.46: 1024 bytes, costs 1.000 us, through tuple
// EXPECT:     wall: %state.1 or %while.46 (programs.py:44:15) is no kernel that can be fused (state.1.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %state.1 or %while.46 (programs.py:44:15) is no kernel that can be fused (while.46: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary fusion.175 -> while.46 (programs.py:44:15): 80 bytes, costs 1.000 us, through tuple
// EXPECT:     wall: %broadcast_in_dim.17 (programs.py:44:15) or %while.46 (programs.py:44:15) is no kernel that can be fused (while.46: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary key.1.copy -> while.46: 8 bytes, costs 1.000 us, through tuple
// EXPECT:     wall: %key.1 or %while.46 (programs.py:44:15) is no kernel that can be fused (key.1.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %key.1 or %while.46 (programs.py:44:15) is no kernel that can be fused (while.46: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT:   boundary constant.70.copy -> while.46 (programs.py:44:15): 4 bytes, costs 1.000 us, through tuple
// EXPECT:     wall: %constant.70 (programs.py:44:15) or %while.46 (programs.py:44:15) is no kernel that can be fused (constant.70.copy: a copy of what a loop or a result may not share) [xla-wall, wall]
// EXPECT:     wall: %constant.70 (programs.py:44:15) or %while.46 (programs.py:44:15) is no kernel that can be fused (while.46: the loop's tuple is in memory between steps) [xla-wall, wall]
// EXPECT: what if (planned again):
// EXPECT:   lift R29 and R33: region_9.29 32 -> 31 kernels and 12,628 -> 12,620 bytes a step; 4,144 -> 4,124 launches in all, 4,229 -> 4,230 us, 1.00x
// EXPECT:   scalarise concatenates: region_9.29 32 -> 30 kernels and 12,628 -> 9,556 bytes a step; outside of loops 4 -> 8 kernels and 2,152 -> 4,200 bytes; 4,144 -> 4,108 launches in all, 4,229 -> 4,185 us, 1.01x
// EXPECT:   random numbers ahead of the loop: region_0.2 is gone; region_2.9 is gone; region_4.14.32 is gone; region_4.14.34 is gone; region_6.21 is gone; region_9.29 32 -> 5 kernels and 12,628 -> 6,424 bytes a step; outside of loops 4 -> 3 kernels and 2,152 -> 2,136 bytes; 4,144 -> 103 launches in all, 4,229 -> 133 us, 31.7x
// EXPECT:   random numbers ahead of the loop, scalarise concatenates: region_0.2 is gone; region_2.9 is gone; region_4.14.32 is gone; region_4.14.34 is gone; region_6.21 is gone; region_9.29 32 -> 3 kernels and 12,628 -> 3,352 bytes a step; outside of loops 4 -> 7 kernels and 2,152 -> 4,184 bytes; 4,144 -> 67 launches in all, 4,229 -> 89.3 us, 47.4x
// EXPECT:   unroll 2: region_0.2 100 -> 40 steps, 7 -> 6 kernels and 172 -> 108 bytes a step; region_2.9 100 -> 40 steps, 7 -> 6 kernels and 156 -> 92 bytes a step; region_4.14.32 100 -> 40 steps, 7 -> 6 kernels and 1,148 -> 1,084 bytes a step; region_4.14.34 100 -> 40 steps, 7 -> 6 kernels and 1,148 -> 1,084 bytes a step; region_6.21 100 -> 40 steps, 7 -> 6 kernels and 6,236 -> 6,424 bytes a step; region_9.29 32 -> 21 kernels and 12,628 -> 13,408 bytes a step; 4,144 -> 1,624 launches in all, 4,229 -> 1,700 us, 2.5x
// EXPECT:     unroll 2: while.2 (programs.py:40:26): does 2 of its 5 steps at a time; 1 are left over, 0 results are written in blocks
// EXPECT:     unroll 2: while.13: does 2 of its 5 steps at a time; 1 are left over, 0 results are written in blocks
// EXPECT:     unroll 2: while.24: does 2 of its 5 steps at a time; 1 are left over, 0 results are written in blocks
// EXPECT:     unroll 2: while.1: does 2 of its 5 steps at a time; 1 are left over, 0 results are written in blocks
// EXPECT:     unroll 2: while.35: does 2 of its 5 steps at a time; 1 are left over, 0 results are written in blocks
// EXPECT:     unroll 2: while.46 (programs.py:44:15): while.2 in its body runs other computations
// EXPECT:   no effect: lift R29; lift R33; forward slices through concatenations; unroll 10; unroll 10, forward slices through concatenations
// EXPECT:     unroll 10: while.2 (programs.py:40:26): it has 5 steps, less than 10
// EXPECT:     unroll 10: while.13: it has 5 steps, less than 10
// EXPECT:     unroll 10: while.24: it has 5 steps, less than 10
// EXPECT:     unroll 10: while.1: it has 5 steps, less than 10
// EXPECT:     unroll 10: while.35: it has 5 steps, less than 10
// EXPECT:     unroll 10: while.46 (programs.py:44:15): while.2 in its body runs other computations
