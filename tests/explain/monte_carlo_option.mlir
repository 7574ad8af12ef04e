// TEST: explain
// OF: tests/corpus/monte_carlo_option/program.mlir

// EXPECT: - %stack.1 (programs.py:185:50) is too small to pay for a launch: 12 elements [too-small]
// EXPECT: - %stack.2 (programs.py:185:50) is too small to pay for a launch: 12 elements [too-small]
// EXPECT: - %stack.3 (programs.py:185:50) is too small to pay for a launch: 24 elements [too-small]
// EXPECT: + the loop %while.24 (programs.py:185:15) is one kernel: 256 lanes, 1 carried scalars per lane, 238 operations per lane and step [loop-is-one-kernel]
// EXPECT: + %constant.4 is a function of indices, computed where it is read [index-function]
// EXPECT: + %broadcast_in_dim.3 (programs.py:185:30) is a lane value: 1 scalars per lane [lane-value]
// EXPECT: + %stack.3 (programs.py:185:50) is read where it lies, one row per step [streamed-input]
// EXPECT: - %sub.12 (programs.py:186:36) is too small to pay for a launch: 256 elements [too-small]
// EXPECT: - %sub.13 (programs.py:186:36) is too small to pay for a launch: 256 elements [too-small]
// EXPECT: - %max.5 (programs.py:186:24) is too small to pay for a launch: 256 elements [too-small]
// EXPECT: - %max.6 (programs.py:186:24) is too small to pay for a launch: 256 elements [too-small]
// EXPECT: - %reduce_sum.4 (programs.py:186:15) is too small to pay for a launch: 256 elements [too-small]
// EXPECT: - %div.1 (programs.py:186:15) is too small to pay for a launch: 256 elements [too-small]
// EXPECT: - %mul.11 (programs.py:186:15) is too small to pay for a launch: 256 elements [too-small]
// EXPECT: 1 kernels, 10 host ops, 0 loops and branches run step by step
