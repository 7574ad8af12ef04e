// TEST: plan
// OF: tests/corpus/black_scholes/program.mlir

// EXPECT: plan of main.3
// EXPECT:   group 0 elementwise [1000] %sub.2, %add.8 (programs.py:194:15): 116 instructions, reads %s.1, %k.1, %r.1, %v.1, %t.1
