// TEST: plan
// OF: tests/corpus/lorenz_euler/program.mlir

// EXPECT: plan of main.4
// EXPECT:   group 0 loop %while.2 (programs.py:138:15): reads %s.1, %rho.1
