// TEST: plan
// OF: tests/corpus/cartpole_noconcat/program.mlir

// EXPECT: plan of main.9
// EXPECT:   group 0 loop %while.2 (programs.py:67:15): reads %x.1, %xd.1, %th.1, %thd.1, %inits.1, %acts.1
