// TEST: explain
// OF: tests/corpus/black_scholes/program.mlir

// EXPECT: + 116 instructions are one kernel over 1000 elements [elementwise-kernel]
// EXPECT: 1 kernels, 0 host ops, 0 loops and branches run step by step
