// TEST: opt --rewrites plain-rng,rng-ahead,split-carried,forward-slices --explain
// OF: tests/corpus/cartpole_baseline/program.mlir

// EXPECT: for xla-gpu, before: 4664 launches, 2.34e+04 us; region_0.2: 7 a step; region_2.9: 7 a step; region_4.14.32: 7 a step; region_4.14.34: 7 a step; region_6.21: 7 a step; region_9.29: 32 a step
// EXPECT: plain-rng: kept, 224 launches, 1179 us; region_9.29: 10 a step
// EXPECT:   while.2 (programs.py:40:26): its 5 steps, rounds of a hash, are written out [plain-rng.rounds]
// EXPECT:   while.13: its 5 steps, rounds of a hash, are written out [plain-rng.rounds]
// EXPECT:   while.24: its 5 steps, rounds of a hash, are written out [plain-rng.rounds]
// EXPECT:   while.1: its 5 steps, rounds of a hash, are written out [plain-rng.rounds]
// EXPECT:   while.35: its 5 steps, rounds of a hash, are written out [plain-rng.rounds]
// EXPECT: rng-ahead: kept, 132 launches, 693.3 us; region_9.29: 5 a step
// EXPECT:   while.46 (programs.py:44:15): its 2 random arrays are drawn before it for all 20 steps, 25 KiB in all [rng-ahead.drawn]
// EXPECT: split-carried: kept, 97 launches, 509.7 us; region_9.29: 3 a step
// EXPECT:   while.46 (programs.py:44:15): carried array 1 (f32[64,4]) is carried as 4 arrays, cut along dimension 1 [split-carried.split]
// EXPECT: forward-slices: nothing to do
// EXPECT: after: 97 launches, 509.7 us; region_9.29: 3 a step
