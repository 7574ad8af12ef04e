// TEST: opt --rewrites plain-rng,rng-ahead,split-carried,forward-slices --explain
// OF: tests/corpus/cartpole_norng/program.mlir

// EXPECT: for xla-gpu, before: 103 launches, 545.5 us; region_1.7: 5 a step
// EXPECT: plain-rng: nothing to do
// EXPECT: rng-ahead: nothing to do
// EXPECT: split-carried: kept, 67 launches, 357.4 us; region_1.7: 3 a step
// EXPECT:   while.2 (programs.py:57:15): carried array 3 (f32[64,4]) is carried as 4 arrays, cut along dimension 1 [split-carried.split]
// EXPECT: forward-slices: nothing to do
// EXPECT: after: 67 launches, 357.4 us; region_1.7: 3 a step
