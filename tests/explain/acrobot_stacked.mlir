// TEST: explain
// OF: tests/corpus/acrobot_stacked/program.mlir

// EXPECT: + the loop %while.2 (programs.py:129:15) is one kernel: 64 lanes, 4 carried scalars per lane, 1594 operations per lane and step [loop-is-one-kernel]
// EXPECT: + %constant.27 (programs.py:129:15) is a function of indices, computed where it is read [index-function]
// EXPECT: + %s.1 is a lane value: 4 scalars per lane [lane-value]
// EXPECT: + %dynamic_update_slice.1 (programs.py:129:15) is stored in place, one row per step [streamed-output]
// EXPECT: + %acts.1 is read where it lies, one row per step [streamed-input]
// EXPECT: 1 kernels, 0 host ops, 0 loops and branches run step by step
