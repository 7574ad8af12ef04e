// TEST: opt --rewrites plain-rng,rng-ahead,split-carried,forward-slices --explain
// OF: tests/corpus/cartpole_baseline/program.mlir

// EXPECT: for xla-gpu, before: 4144 launches, 2.08e+04 us; region_0.2: 7 a step; region_2.9: 7 a step; region_4.14.32: 7 a step; region_4.14.34: 7 a step; region_6.21: 7 a step; region_9.29: 32 a step
// EXPECT: plain-rng: kept, 204 launches, 1079 us; region_9.29: 10 a step
// EXPECT:   while.2 (programs.py:40:26): its 5 steps, rounds of a hash, are written out [plain-rng.rounds]
// EXPECT:   while.13: its 5 steps, rounds of a hash, are written out [plain-rng.rounds]
// EXPECT:   while.24: its 5 steps, rounds of a hash, are written out [plain-rng.rounds]
// EXPECT:   while.1: its 5 steps, rounds of a hash, are written out [plain-rng.rounds]
// EXPECT:   while.35: its 5 steps, rounds of a hash, are written out [plain-rng.rounds]
// EXPECT: rng-ahead: kept, 112 launches, 593.4 us; region_9.29: 5 a step
// EXPECT:   while.46 (programs.py:44:15): its 2 random arrays are drawn before it for all 20 steps, 25 KiB in all [rng-ahead.drawn]
// EXPECT: split-carried: kept, 77 launches, 409.7 us; region_9.29: 3 a step
// EXPECT:   while.46 (programs.py:44:15): carried array 1 (f32[64,4]) is carried as 4 arrays, cut along dimension 1 [split-carried.split]
// EXPECT: forward-slices: nothing to do
// EXPECT: after: 77 launches, 409.7 us; region_9.29: 3 a step
