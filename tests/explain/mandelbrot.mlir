// TEST: explain
// OF: tests/corpus/mandelbrot/program.mlir

// EXPECT: + the loop %while.2 (programs.py:149:15) is one kernel: 768 lanes, 3 carried scalars per lane, 35 operations per lane and step [loop-is-one-kernel]
// EXPECT: + %constant.3 is a function of indices, computed where it is read [index-function]
// EXPECT: + %broadcast_in_dim.4 (programs.py:149:60) is a lane value: 2 scalars per lane [lane-value]
// EXPECT: + %broadcast_in_dim.5 (programs.py:149:94) is a lane value: 1 scalars per lane [lane-value]
// EXPECT: + the loop %while.2 (programs.py:149:15) stops for a vector of lanes once a step changes nothing [fixpoint-exit]
// EXPECT: 1 kernels, 0 host ops, 0 loops and branches run step by step
