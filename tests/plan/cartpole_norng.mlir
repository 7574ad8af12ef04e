// TEST: plan
// OF: tests/corpus/cartpole_norng/program.mlir

// EXPECT: plan of main.9
// EXPECT:   group 0 loop %while.2 (programs.py:57:15): reads %state.1, %inits.1, %acts.1
