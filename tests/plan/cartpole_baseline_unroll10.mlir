// TEST: plan
// OF: tests/corpus/cartpole_baseline_unroll10/program.mlir

// EXPECT: plan of main.31
// EXPECT:   group 0 loop %while.46 (programs.py:44:15): reads %state.1, %key.1
