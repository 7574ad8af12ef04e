#!/usr/bin/env python3
"""Writes large programs in HLO, to see that planning stays near linear.

    bench/large_hlo.py adam 500 > adam.hlo          # one Adam step over 500 tensors
    bench/large_hlo.py cartpole 300 > cartpole.hlo  # 300 unrolled Cartpole steps
    bench/large_hlo.py layers 60 > layers.hlo       # transformer-like layers, forwards and backwards

`bench/large_hlo.py measure TOOL` plans a 10,000-instruction program of each kind with each strategy and
prints seconds and the most memory held.
"""
import os
import subprocess
import sys
import tempfile
import time

SIZES = {"adam": 500, "cartpole": 155, "layers": 170}


class Writer:
    def __init__(self):
        self.lines, self.inputs = [], 0

    def op(self, shape, text):
        name = f"v{len(self.lines)}"
        self.lines.append(f"  {name} = {shape} {text}")
        return name

    def parameter(self, shape):
        self.inputs += 1
        return self.op(shape, f"parameter({self.inputs - 1})")

    def constant(self, value):
        return self.op("f32[]", f"constant({value})")

    def full(self, value, shape):
        return self.op(shape, f"broadcast({self.constant(value)}), dimensions={{}}")

    def call(self, shape, op, *operands, attrs=""):
        return self.op(shape, f"{op}({', '.join(operands)}){attrs}")

    def text(self, outputs):
        shapes = ", ".join(shape for shape, _ in outputs)
        names = ", ".join(name for _, name in outputs)
        return "\n".join(["HloModule large", "", "add {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)",
                          "  ROOT r = f32[] add(a, b)", "}", "", "ENTRY main {", *self.lines,
                          f"  ROOT out = ({shapes}) tuple({names})", "}", ""])


def adam(tensors):
    w = Writer()
    outputs = []
    rate = w.parameter("f32[]")
    for i in range(tensors):
        rows, columns = 64 + i % 7 * 32, 128
        shape = f"f32[{rows},{columns}]{{1,0}}"
        x, m, v, g = (w.parameter(shape) for _ in range(4))
        first = w.call(shape, "add", w.call(shape, "multiply", m, w.full(0.9, shape)),
                       w.call(shape, "multiply", g, w.full(0.1, shape)))
        second = w.call(shape, "add", w.call(shape, "multiply", v, w.full(0.999, shape)),
                        w.call(shape, "multiply", w.call(shape, "multiply", g, g), w.full(0.001, shape)))
        step = w.call(shape, "divide", first, w.call(shape, "sqrt", second))
        scaled = w.call(shape, "multiply", step, w.op(shape, f"broadcast({rate}), dimensions={{}}"))
        outputs += [(shape, w.call(shape, "subtract", x, scaled)), (shape, first), (shape, second)]
    return w.text(outputs)


def cartpole(steps):
    w = Writer()
    n = 2048
    row, flags, state_shape = f"f32[{n}]{{0}}", f"pred[{n}]{{0}}", f"f32[4,{n}]{{1,0}}"
    state = w.parameter(state_shape)
    pushes = w.parameter(f"pred[{steps},{n}]{{1,0}}")
    total = w.full(0, row)
    for t in range(steps):
        piece = [w.call(row, "reshape", w.call(f"f32[1,{n}]{{1,0}}", "slice", state,
                                               attrs=f", slice={{[{i}:{i + 1}], [0:{n}]}}")) for i in range(4)]
        x, speed, angle, turn = piece
        push = w.call(flags, "reshape", w.call(f"pred[1,{n}]{{1,0}}", "slice", pushes,
                                               attrs=f", slice={{[{t}:{t + 1}], [0:{n}]}}"))
        force = w.call(row, "select", push, w.full(10, row), w.full(-10, row))
        sine, cosine = w.call(row, "sine", angle), w.call(row, "cosine", angle)
        pull = w.call(row, "multiply", w.call(row, "multiply", turn, turn), sine)
        pull = w.call(row, "add", force, w.call(row, "multiply", pull, w.full(0.05, row)))
        spin = w.call(row, "subtract", sine, w.call(row, "multiply", cosine, pull))
        spin = w.call(row, "divide", spin, w.call(row, "add", w.call(row, "multiply", cosine, cosine),
                                                  w.full(0.7, row)))
        drive = w.call(row, "subtract", pull, w.call(row, "multiply", spin, cosine))
        tau = w.full(0.02, row)
        after = [w.call(row, "add", old, w.call(row, "multiply", tau, rate))
                 for old, rate in ((x, speed), (speed, drive), (angle, turn), (turn, spin))]
        over = w.call(flags, "compare", w.call(row, "abs", after[0]), w.full(2.4, row), attrs=", direction=GT")
        fresh = [w.call(row, "select", over, w.full(0, row), value) for value in after]
        parts = [w.call(f"f32[1,{n}]{{1,0}}", "reshape", value) for value in fresh]
        state = w.call(state_shape, "concatenate", *parts, attrs=", dimensions={0}")
        total = w.call(row, "add", total, w.call(row, "convert", over))
    return w.text([(state_shape, state), (row, total)])


def layers(count):
    w = Writer()
    tokens, width = 128, 256
    shape, row, matrix = f"f32[{tokens},{width}]{{1,0}}", f"f32[{tokens}]{{0}}", f"f32[{width},{width}]{{1,0}}"
    zero = w.constant(0)

    def row_sum(value):
        return w.call(row, "reduce", value, zero, attrs=", dimensions={1}, to_apply=add")

    def spread(value):
        return w.call(shape, "broadcast", value, attrs=", dimensions={0}")

    def product(a, b, contract):
        return w.call(shape, "dot", a, b, attrs=f", lhs_contracting_dims={{1}}, rhs_contracting_dims={{{contract}}}")

    x = w.parameter(shape)
    saved = []
    for _ in range(count):
        weight = w.parameter(matrix)
        mean = w.call(row, "multiply", row_sum(x), w.full(1 / width, row))
        centred = w.call(shape, "subtract", x, spread(mean))
        variance = w.call(row, "multiply", row_sum(w.call(shape, "multiply", centred, centred)), w.full(1 / width, row))
        scale = w.call(row, "rsqrt", w.call(row, "add", variance, w.full(1e-5, row)))
        normal = w.call(shape, "multiply", centred, spread(scale))
        inner = product(normal, weight, 0)
        bent = w.call(shape, "tanh", w.call(shape, "multiply", inner, w.full(0.8, shape)))
        gate = w.call(shape, "multiply", inner, w.call(shape, "add", bent, w.full(1, shape)))
        x = w.call(shape, "add", x, gate)
        saved.append((weight, normal, inner, bent, scale))
    outputs = [(shape, x)]
    d = w.call(shape, "multiply", x, w.full(2, shape))
    for weight, normal, inner, bent, scale in reversed(saved):
        square = w.call(shape, "multiply", bent, bent)
        slope = w.call(shape, "subtract", w.full(1, shape), square)
        slope = w.call(shape, "add", w.call(shape, "multiply", w.call(shape, "multiply", inner, slope),
                                            w.full(0.8, shape)), w.call(shape, "add", bent, w.full(1, shape)))
        back = w.call(shape, "multiply", d, slope)
        outputs.append((matrix, w.call(matrix, "dot", normal, back,
                                       attrs=", lhs_contracting_dims={0}, rhs_contracting_dims={0}")))
        into = product(back, weight, 1)
        along = w.call(row, "multiply", row_sum(w.call(shape, "multiply", into, normal)), w.full(1 / width, row))
        mean = w.call(row, "multiply", row_sum(into), w.full(1 / width, row))
        rest = w.call(shape, "subtract", w.call(shape, "subtract", into, spread(mean)),
                      w.call(shape, "multiply", normal, spread(along)))
        d = w.call(shape, "add", d, w.call(shape, "multiply", rest, spread(scale)))
    return w.text(outputs + [(shape, d)])


KINDS = {"adam": adam, "cartpole": cartpole, "layers": layers}


def measure(tool):
    with tempfile.TemporaryDirectory() as folder:
        for kind, size in SIZES.items():
            path = os.path.join(folder, kind + ".hlo")
            text = KINDS[kind](size)
            with open(path, "w") as f:
                f.write(text)
            for strategy in ("none", "xla-rules", "xla-priority", "xla-cpu", "eutectic"):
                start = time.monotonic()
                run = subprocess.Popen([tool, "plan", "--strategy", strategy, path], stdout=subprocess.DEVNULL)
                _, status, usage = os.wait4(run.pid, 0)
                print(f"{kind:<9} {text.count(' = '):6} instructions  {strategy:<10} {time.monotonic() - start:6.2f} s "
                      f"({usage.ru_utime + usage.ru_stime:.2f} s of CPU)  {usage.ru_maxrss // 1024:5} MB"
                      + (f"  FAILED ({status})" if status else ""), flush=True)


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "measure":
        measure(sys.argv[2])
    elif len(sys.argv) == 3 and sys.argv[1] in KINDS:
        sys.stdout.write(KINDS[sys.argv[1]](int(sys.argv[2])))
    else:
        sys.exit(__doc__)


main()
