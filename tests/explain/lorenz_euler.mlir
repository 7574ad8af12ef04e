// TEST: explain
// OF: tests/corpus/lorenz_euler/program.mlir

// EXPECT: + the loop %while.2 (programs.py:138:15) is one kernel: 128 lanes, 3 carried scalars per lane, 14 operations per lane and step [loop-is-one-kernel]
// EXPECT: + %constant.4 (programs.py:138:15) is a function of indices, computed where it is read [index-function]
// EXPECT: + %s.1 is a lane value: 3 scalars per lane [lane-value]
// EXPECT: + the loop %while.2 (programs.py:138:15) stops for a vector of lanes once a step changes nothing [fixpoint-exit]
// EXPECT: 1 kernels, 0 host ops, 0 loops and branches run step by step
