// TEST: explain
// OF: tests/corpus/cartpole_noconcat/program.mlir

// EXPECT: + the loop %while.2 (programs.py:67:15) is one kernel: 64 lanes, 4 carried scalars per lane, 145 operations per lane and step [loop-is-one-kernel]
// EXPECT: + %constant.19 (programs.py:67:15) is a function of indices, computed where it is read [index-function]
// EXPECT: + %x.1 is a lane value: 1 scalars per lane [lane-value]
// EXPECT: + %xd.1 is a lane value: 1 scalars per lane [lane-value]
// EXPECT: + %th.1 is a lane value: 1 scalars per lane [lane-value]
// EXPECT: + %thd.1 is a lane value: 1 scalars per lane [lane-value]
// EXPECT: + %dynamic_update_slice.1 (programs.py:44:15) is stored in place, one row per step [streamed-output]
// EXPECT: + %acts.1 is read where it lies, one row per step [streamed-input]
// EXPECT: + %reduce_sum.4 (programs.py:66:80) is reduced per tile of lanes; no lane reads it [partial-reduction]
// EXPECT: 1 kernels, 0 host ops, 0 loops and branches run step by step
