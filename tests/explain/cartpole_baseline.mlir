// TEST: explain
// OF: tests/corpus/cartpole_baseline/program.mlir

// EXPECT: + the loop %while.46 (programs.py:44:15) is one kernel: 64 lanes, 6 carried scalars per lane, 1348 operations per lane and step [loop-is-one-kernel]
// EXPECT: + %constant.70 (programs.py:44:15) is a function of indices, computed where it is read [index-function]
// EXPECT: + %state.1 is a lane value: 4 scalars per lane [lane-value]
// EXPECT: + %key.1 is uniform: every worker computes it [uniform-value]
// EXPECT: + %dynamic_update_slice.1 (programs.py:44:15) is stored in place, one row per step [streamed-output]
// EXPECT: + %reduce_sum.4 (programs.py:43:30) is reduced per tile of lanes; no lane reads it [partial-reduction]
// EXPECT: 1 kernels, 0 host ops, 0 loops and branches run step by step
