// TEST: opt --rewrites plain-rng,rng-ahead,split-carried,forward-slices --explain
// OF: tests/corpus/acrobot_stacked/program.mlir

// EXPECT: for xla-gpu, before: 303 launches, 1652 us; region_4.10: 15 a step
// EXPECT: plain-rng: nothing to do
// EXPECT: rng-ahead: nothing to do
// EXPECT: split-carried: kept, 67 launches, 430.7 us; region_4.10: 3 a step
// EXPECT:   while.2 (programs.py:129:15): carried array 2 (f32[64,4]) is carried as 4 arrays, cut along dimension 1 [split-carried.split]
// EXPECT: forward-slices: nothing to do
// EXPECT: after: 67 launches, 430.7 us; region_4.10: 3 a step
