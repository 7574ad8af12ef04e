// TEST: plan
// OF: tests/corpus/acrobot_stacked/program.mlir

// EXPECT: plan of main.12
// EXPECT:   group 0 loop %while.2 (programs.py:129:15): reads %s.1, %acts.1
