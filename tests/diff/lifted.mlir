// TEST: diff --strategy xla-rules --lift-b R19 --json
// OF: tests/corpus/heat_stencil/program.mlir

// EXPECT: {
// EXPECT:  "a": {
// EXPECT:   "program": "FILE",
// EXPECT:   "strategy": "xla-rules",
// EXPECT:   "kernels": 7,
// EXPECT:   "era": "2024",
// EXPECT:   "device": "h100"
// EXPECT:  },
// EXPECT:  "b": {
// EXPECT:   "program": "FILE",
// EXPECT:   "strategy": "xla-rules",
// EXPECT:   "kernels": 6,
// EXPECT:   "era": "2024",
// EXPECT:   "device": "h100"
// EXPECT:  },
// EXPECT:  "matched": 5,
// EXPECT:  "computations": [
// EXPECT:   {
// EXPECT:    "computation": "region_1.4",
// EXPECT:    "matched": 1,
// EXPECT:    "only_a": [],
// EXPECT:    "only_b": []
// EXPECT:   },
// EXPECT:   {
// EXPECT:    "computation": "region_0.3",
// EXPECT:    "matched": 2,
// EXPECT:    "only_a": [
// EXPECT:     {
// EXPECT:      "kernel": "fusion.1",
// EXPECT:      "ops": [
// EXPECT:       "slice",
// EXPECT:       "slice",
// EXPECT:       "concatenate"
// EXPECT:      ],
// EXPECT:      "kind": "kLoop",
// EXPECT:      "result": "f32[22,24]",
// EXPECT:      "hash": "a9f5095c99a495cb"
// EXPECT:     },
// EXPECT:     {
// EXPECT:      "kernel": "fusion",
// EXPECT:      "ops": [
// EXPECT:       "constant",
// EXPECT:       "broadcast",
// EXPECT:       "slice",
// EXPECT:       "concatenate",
// EXPECT:       "slice",
// EXPECT:       "slice",
// EXPECT:       "concatenate",
// EXPECT:       "slice",
// EXPECT:       "add",
// EXPECT:       "slice",
// EXPECT:       "concatenate",
// EXPECT:       "slice",
// EXPECT:       "add",
// EXPECT:       "slice",
// EXPECT:       "concatenate",
// EXPECT:       "slice",
// EXPECT:       "add",
// EXPECT:       "constant",
// EXPECT:       "broadcast",
// EXPECT:       "multiply",
// EXPECT:       "subtract",
// EXPECT:       "multiply",
// EXPECT:       "add"
// EXPECT:      ],
// EXPECT:      "kind": "kLoop",
// EXPECT:      "result": "f32[20,24]",
// EXPECT:      "hash": "36ce8f2a95b6cf63"
// EXPECT:     }
// EXPECT:    ],
// EXPECT:    "only_b": [
// EXPECT:     {
// EXPECT:      "kernel": "fusion",
// EXPECT:      "ops": [
// EXPECT:       "constant",
// EXPECT:       "broadcast",
// EXPECT:       "slice",
// EXPECT:       "concatenate",
// EXPECT:       "slice",
// EXPECT:       "slice",
// EXPECT:       "concatenate",
// EXPECT:       "slice",
// EXPECT:       "add",
// EXPECT:       "concatenate",
// EXPECT:       "slice",
// EXPECT:       "concatenate",
// EXPECT:       "slice",
// EXPECT:       "add",
// EXPECT:       "slice",
// EXPECT:       "concatenate",
// EXPECT:       "slice",
// EXPECT:       "add",
// EXPECT:       "constant",
// EXPECT:       "broadcast",
// EXPECT:       "multiply",
// EXPECT:       "subtract",
// EXPECT:       "multiply",
// EXPECT:       "add"
// EXPECT:      ],
// EXPECT:      "kind": "kLoop",
// EXPECT:      "result": "f32[20,24]",
// EXPECT:      "hash": "48ba237d3f1fa619"
// EXPECT:     }
// EXPECT:    ]
// EXPECT:   },
// EXPECT:   {
// EXPECT:    "computation": "main.5",
// EXPECT:    "matched": 2,
// EXPECT:    "only_a": [],
// EXPECT:    "only_b": []
// EXPECT:   }
// EXPECT:  ],
// EXPECT:  "partings": [
// EXPECT:   {
// EXPECT:    "producer": "%concatenate.1",
// EXPECT:    "consumer": "%slice.4",
// EXPECT:    "constant": false,
// EXPECT:    "a": {
// EXPECT:     "fused": false,
// EXPECT:     "step": 53,
// EXPECT:     "kernels": [
// EXPECT:      "fusion.1",
// EXPECT:      "fusion"
// EXPECT:     ],
// EXPECT:     "decided": {
// EXPECT:      "rule": "R04",
// EXPECT:      "reason": "r04-cycle",
// EXPECT:      "pass": "log",
// EXPECT:      "numbers": [],
// EXPECT:      "text": "another operand of %add.4 (programs.py:308:19) depends on %concatenate.1"
// EXPECT:     },
// EXPECT:     "refusals": [
// EXPECT:      {
// EXPECT:       "rule": "R25",
// EXPECT:       "reason": "r25-code-size",
// EXPECT:       "pass": "fusion merger",
// EXPECT:       "numbers": [
// EXPECT:        4,
// EXPECT:        14336,
// EXPECT:        10000
// EXPECT:       ],
// EXPECT:       "text": "%concatenate.1 would be emitted 4 times in %add.4 (programs.py:308:19): 14336 instructions (at most 10000)"
// EXPECT:      }
// EXPECT:     ]
// EXPECT:    },
// EXPECT:    "b": {
// EXPECT:     "fused": true,
// EXPECT:     "step": 18,
// EXPECT:     "kernel": "fusion",
// EXPECT:     "reason": "xla-fused",
// EXPECT:     "numbers": [],
// EXPECT:     "text": "%concatenate.1 is fused into %add.4 (programs.py:308:19)"
// EXPECT:    }
// EXPECT:   },
// EXPECT:   {
// EXPECT:    "producer": "%concatenate.1",
// EXPECT:    "consumer": "%concatenate.3 (programs.py:308:51)",
// EXPECT:    "constant": false,
// EXPECT:    "a": {
// EXPECT:     "fused": false,
// EXPECT:     "step": 53,
// EXPECT:     "kernels": [
// EXPECT:      "fusion.1",
// EXPECT:      "fusion"
// EXPECT:     ],
// EXPECT:     "decided": {
// EXPECT:      "rule": "R04",
// EXPECT:      "reason": "r04-cycle",
// EXPECT:      "pass": "log",
// EXPECT:      "numbers": [],
// EXPECT:      "text": "another operand of %add.4 (programs.py:308:19) depends on %concatenate.1"
// EXPECT:     },
// EXPECT:     "refusals": [
// EXPECT:      {
// EXPECT:       "rule": "R25",
// EXPECT:       "reason": "r25-code-size",
// EXPECT:       "pass": "fusion merger",
// EXPECT:       "numbers": [
// EXPECT:        4,
// EXPECT:        14336,
// EXPECT:        10000
// EXPECT:       ],
// EXPECT:       "text": "%concatenate.1 would be emitted 4 times in %add.4 (programs.py:308:19): 14336 instructions (at most 10000)"
// EXPECT:      }
// EXPECT:     ]
// EXPECT:    },
// EXPECT:    "b": {
// EXPECT:     "fused": true,
// EXPECT:     "step": 18,
// EXPECT:     "kernel": "fusion",
// EXPECT:     "reason": "xla-fused",
// EXPECT:     "numbers": [],
// EXPECT:     "text": "%concatenate.1 is fused into %add.4 (programs.py:308:19)"
// EXPECT:    }
// EXPECT:   },
// EXPECT:   {
// EXPECT:    "producer": "%concatenate.1",
// EXPECT:    "consumer": "%slice.3",
// EXPECT:    "constant": false,
// EXPECT:    "a": {
// EXPECT:     "fused": false,
// EXPECT:     "step": 53,
// EXPECT:     "kernels": [
// EXPECT:      "fusion.1",
// EXPECT:      "fusion"
// EXPECT:     ],
// EXPECT:     "decided": {
// EXPECT:      "rule": "R04",
// EXPECT:      "reason": "r04-cycle",
// EXPECT:      "pass": "log",
// EXPECT:      "numbers": [],
// EXPECT:      "text": "another operand of %add.4 (programs.py:308:19) depends on %concatenate.1"
// EXPECT:     },
// EXPECT:     "refusals": [
// EXPECT:      {
// EXPECT:       "rule": "R25",
// EXPECT:       "reason": "r25-code-size",
// EXPECT:       "pass": "fusion merger",
// EXPECT:       "numbers": [
// EXPECT:        4,
// EXPECT:        14336,
// EXPECT:        10000
// EXPECT:       ],
// EXPECT:       "text": "%concatenate.1 would be emitted 4 times in %add.4 (programs.py:308:19): 14336 instructions (at most 10000)"
// EXPECT:      }
// EXPECT:     ]
// EXPECT:    },
// EXPECT:    "b": {
// EXPECT:     "fused": true,
// EXPECT:     "step": 18,
// EXPECT:     "kernel": "fusion",
// EXPECT:     "reason": "xla-fused",
// EXPECT:     "numbers": [],
// EXPECT:     "text": "%concatenate.1 is fused into %add.4 (programs.py:308:19)"
// EXPECT:    }
// EXPECT:   },
// EXPECT:   {
// EXPECT:    "producer": "%concatenate.1",
// EXPECT:    "consumer": "%concatenate.4 (programs.py:308:63)",
// EXPECT:    "constant": false,
// EXPECT:    "a": {
// EXPECT:     "fused": false,
// EXPECT:     "step": 53,
// EXPECT:     "kernels": [
// EXPECT:      "fusion.1",
// EXPECT:      "fusion"
// EXPECT:     ],
// EXPECT:     "decided": {
// EXPECT:      "rule": "R04",
// EXPECT:      "reason": "r04-cycle",
// EXPECT:      "pass": "log",
// EXPECT:      "numbers": [],
// EXPECT:      "text": "another operand of %add.4 (programs.py:308:19) depends on %concatenate.1"
// EXPECT:     },
// EXPECT:     "refusals": [
// EXPECT:      {
// EXPECT:       "rule": "R25",
// EXPECT:       "reason": "r25-code-size",
// EXPECT:       "pass": "fusion merger",
// EXPECT:       "numbers": [
// EXPECT:        4,
// EXPECT:        14336,
// EXPECT:        10000
// EXPECT:       ],
// EXPECT:       "text": "%concatenate.1 would be emitted 4 times in %add.4 (programs.py:308:19): 14336 instructions (at most 10000)"
// EXPECT:      }
// EXPECT:     ]
// EXPECT:    },
// EXPECT:    "b": {
// EXPECT:     "fused": true,
// EXPECT:     "step": 18,
// EXPECT:     "kernel": "fusion",
// EXPECT:     "reason": "xla-fused",
// EXPECT:     "numbers": [],
// EXPECT:     "text": "%concatenate.1 is fused into %add.4 (programs.py:308:19)"
// EXPECT:    }
// EXPECT:   }
// EXPECT:  ]
// EXPECT: }
