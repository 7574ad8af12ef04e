// TEST: plan
// OF: tests/corpus/monte_carlo_option/program.mlir

// EXPECT: plan of main.18
// EXPECT:   group 0 host-op %get-tuple-element.24 = get-tuple-element: reads %while.2
// EXPECT:   group 1 host-op %get-tuple-element.25 = get-tuple-element: reads %while.2
// EXPECT:   group 2 host-op %stack.1 = reshape (programs.py:185:50): reads %get-tuple-element.24
// EXPECT:   group 3 host-op %stack.2 = reshape (programs.py:185:50): reads %get-tuple-element.25
// EXPECT:   group 4 host-op %stack.3 = concatenate (programs.py:185:50): reads %stack.1, %stack.2
// EXPECT:   group 5 loop %while.24 (programs.py:185:15): reads %s0.1, %stack.3
// EXPECT:   group 6 host-op %sub.12 = broadcast (programs.py:186:36): reads %k.1
// EXPECT:   group 7 host-op %sub.13 = subtract (programs.py:186:36): reads %get-tuple-element.26, %sub.12
// EXPECT:   group 8 host-op %constant.57 = constant
// EXPECT:   group 9 host-op %max.5 = broadcast (programs.py:186:24): reads %constant.57
// EXPECT:   group 10 host-op %max.6 = maximum (programs.py:186:24): reads %sub.13, %max.5
// EXPECT:   group 11 host-op %reduce_sum.4 = reduce (programs.py:186:15): reads %max.6, %constant.57
// EXPECT:   group 12 host-op %constant.58 = constant (values.py:26:15)
// EXPECT:   group 13 host-op %div.1 = divide (programs.py:186:15): reads %reduce_sum.4, %constant.58
// EXPECT:   group 14 host-op %constant.9 = constant (programs.py:186:47)
// EXPECT:   group 15 host-op %mul.11 = multiply (programs.py:186:15): reads %div.1, %constant.9
