// TEST: explain --strategy xla-priority --device b200
// OF: tests/corpus/softmax/program.mlir

// EXPECT: xla-priority: 1 launches in all
// EXPECT: main.3: 1 kernels, 34056 bytes
// EXPECT:   kernel fusion kCustom (programs.py:201:22): constant broadcast reduce maximum broadcast subtract exponential constant reduce broadcast divide
// EXPECT:     reads 17028 bytes (x.1 17028), writes 17028; 7912854 flops; 1.214 us, bound by launch; 1 launches
