// TEST: plan
// OF: tests/corpus/mandelbrot/program.mlir

// EXPECT: plan of main.4
// EXPECT:   group 0 loop %while.2 (programs.py:149:15): reads %cr.1, %ci.1
