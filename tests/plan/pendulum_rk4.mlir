// TEST: plan
// OF: tests/corpus/pendulum_rk4/program.mlir

// EXPECT: plan of main.8
// EXPECT:   group 0 loop %while.2 (programs.py:107:15): reads %th.1, %om.1, %torque.1
