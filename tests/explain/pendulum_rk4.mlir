// TEST: explain
// OF: tests/corpus/pendulum_rk4/program.mlir

// EXPECT: + the loop %while.2 (programs.py:107:15) is one kernel: 96 lanes, 2 carried scalars per lane, 440 operations per lane and step [loop-is-one-kernel]
// EXPECT: + %constant.18 (programs.py:107:15) is a function of indices, computed where it is read [index-function]
// EXPECT: + %th.1 is a lane value: 1 scalars per lane [lane-value]
// EXPECT: + %om.1 is a lane value: 1 scalars per lane [lane-value]
// EXPECT: + %dynamic_update_slice.1 (programs.py:107:15) is stored in place, one row per step [streamed-output]
// EXPECT: + %torque.1 is read where it lies, one row per step [streamed-input]
// EXPECT: 1 kernels, 0 host ops, 0 loops and branches run step by step
