// TEST: opt --rewrites plain-rng,rng-ahead,split-carried,forward-slices --explain
// OF: tests/corpus/lorenz_euler/program.mlir

// EXPECT: for xla-gpu, before: 152 launches, 776.8 us; region_0.2: 3 a step
// EXPECT: plain-rng: nothing to do
// EXPECT: rng-ahead: nothing to do
// EXPECT: split-carried: kept, 105 launches, 527.1 us; region_0.2: 2 a step
// EXPECT:   while.2 (programs.py:138:15): carried array 2 (f32[128,3]) is carried as 3 arrays, cut along dimension 1 [split-carried.split]
// EXPECT: forward-slices: nothing to do
// EXPECT: after: 105 launches, 527.1 us; region_0.2: 2 a step
