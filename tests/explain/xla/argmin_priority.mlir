// TEST: explain --strategy xla-priority
// OF: tests/corpus/argmin_argmax_variance/program.mlir

// EXPECT: xla-priority: 6 launches in all
// EXPECT: main.14: 6 kernels, 19184 bytes
// EXPECT:   kernel fusion.9 kInput: compare constant reduce
// EXPECT:     reads 2640 bytes (x.1 2640), writes 20; 3900 flops; 1.014 us, bound by launch; 1 launches
// EXPECT:   kernel fusion.6 kInput (programs.py:290:23): iota constant constant reduce broadcast constant broadcast select
// EXPECT:     reads 2660 bytes (x.1 2640, fusion.9 20), writes 2800; 19260 flops; 1.033 us, bound by launch; 1 launches
// EXPECT:   kernel fusion.10 kLoop (programs.py:290:41): iota constant constant reduce
// EXPECT:     reads 2640 bytes (x.1 2640), writes 264; 16929 flops; 1.132 us, bound by launch; 1 launches
// EXPECT:   kernel fusion.12 kCustom: constant reduce constant broadcast multiply broadcast subtract multiply reduce multiply
// EXPECT:     reads 2640 bytes (x.1 2640), writes 80; 21880 flops; 1.009 us, bound by launch; 1 launches
// EXPECT:   kernel sort.3: sort
// EXPECT:     reads 2640 bytes (get-tuple-element.3 2640), writes 2640; 1 launches
// EXPECT:   kernel fusion.11 kLoop: slice add constant broadcast multiply
// EXPECT:     reads 80 bytes (sort.3 80), writes 80; 200 flops; 1.002 us, bound by launch; 1 launches
// EXPECT:   boundary sort.3 -> fusion.11: 80 bytes, costs 1.001 us
// EXPECT:     wall: %sort.3 or %mul.3 is no kernel that can be fused (sort.3: sort is left to a library) [xla-wall, wall]
// EXPECT:   boundary fusion.9 -> fusion.6: 20 bytes, costs 1.000 us
// EXPECT:     wall (order): no rule keeps %reduce_or.4 and %reduce.5 (programs.py:290:23) apart now: they came about after the pass that would have fused them [xla-pass-over, order]
// EXPECT:   boundary fusion.6 (output select_n.6) -> sort.3 (programs.py:290:23): 2640 bytes, costs 0.002 us, through get-tuple-element
// EXPECT:     wall: %select_n.6 or %sort.3 is no kernel that can be fused (sort.3: sort is left to a library) [xla-wall, wall]
