#!/usr/bin/env python3
"""Eutectic against XLA:CPU, taking turns in one run: every turn is the best of three calls of each on the same inputs.

    bench/compare.py [--turns 9] [--threads N] [--limits FOLDER] [--json FILE] [--svg FILE]
                     [--programs FILE] [NAME[:SIZE] ...]
    bench/compare.py cartpole_baseline 'cartpole_norng:[64,1000]' --svg docs/pictures/speed.svg
    bench/compare.py --programs bench/loops/programs.py --size [2048,200]       (loops that are not of the corpus)

Names are those of the corpus' programs.py, sizes those of bench/sizes.json, else --size. Printed are both times (best,
and median over turns), the median of the turn-by-turn ratios and the ratio of the best times; a claim should hold for
both ratios. A program where handing over arguments costs JAX more than a fifth of XLA's time is marked: its ratio says
little. --limits names a folder with limits.cc, hand-written programs: `NAME SIZE` lines in, milliseconds out.
Needs JAX (make venv, or EUTECTIC_JAX_PYTHON); the tool is EUTECTIC, or the one in build/release.
"""
import argparse
import json
import os
import pathlib
import runpy
import statistics
import subprocess
import sys
import tempfile
import time

root = pathlib.Path(__file__).resolve().parent.parent
os.environ["JAX_PLATFORMS"] = "cpu"
try:
    import jax
except ImportError:
    # The Python that has it takes over.
    python = os.environ.get("EUTECTIC_JAX_PYTHON", str(root / ".venv/bin/python"))
    if not pathlib.Path(python).exists() or os.environ.get("EUTECTIC_COMPARE_AGAIN"):
        sys.exit("this needs JAX: run 'make venv', or name a Python that has it in EUTECTIC_JAX_PYTHON")
    os.environ["EUTECTIC_COMPARE_AGAIN"] = "1"
    os.execv(python, [python, *sys.argv])

import numpy as np

import chart
from jax import export


def find_tool():
    for candidate in (os.environ.get("EUTECTIC"), root / "build/release/eutectic", root / "build/eutectic"):
        if candidate and pathlib.Path(candidate).exists():
            return str(candidate)
    sys.exit("there is no built tool: run 'make build', or name it in EUTECTIC")


def find_programs(named):
    if named:
        sys.path.insert(0, str(named.resolve().parent))
        return runpy.run_path(str(named))["REG"]
    for folder in (os.environ.get("EUTECTIC_CORPUS"), root.parent / "shared/corpus", root / "tests/corpus"):
        if folder and (pathlib.Path(folder) / "programs.py").is_file():
            path = pathlib.Path(folder) / "programs.py"
            scope = {"__name__": "programs"}
            exec(compile(path.read_text(), "programs.py", "exec"), scope)
            return scope["REG"]
    sys.exit("there is no corpus with programs.py")


def bits(x):
    """npz has no bfloat16 or float8: their bits."""
    x = np.asarray(x)
    return x.view(f"uint{8 * x.itemsize}") if x.dtype.name.startswith(("bfloat", "float8")) else x


def write_program(folder, fn, args):
    exported = export.export(jax.jit(fn))(*args)
    (folder / "program.mlirbc").write_bytes(exported.mlir_module_serialized)
    np.savez(folder / "input.npz", **{f"arg{i}": bits(x) for i, x in enumerate(jax.tree.leaves(args))})


def best_ms(call, n=3):
    best = float("inf")
    for _ in range(n):
        start = time.perf_counter()
        jax.block_until_ready(call())
        best = min(best, time.perf_counter() - start)
    return best * 1e3


class Limits:
    """The hand-written programs, one process for all."""

    def __init__(self, folder):
        self.process = None
        if not folder:
            return
        binary = os.path.join(tempfile.mkdtemp(), "limits")
        subprocess.check_call(["g++", "-O3", "-march=native", "-ffp-contract=off", "-fopenmp",
                               os.path.join(folder, "limits.cc"), "-o", binary])
        self.process = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=dict(os.environ, OMP_WAIT_POLICY="passive"))

    def ms(self, key):
        if not self.process:
            return 0
        self.process.stdin.write(key + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def eutectic(tool, folder, threads, numbers):
    r = subprocess.run([tool, "bench", str(folder / "program.mlirbc"), "--inputs", str(folder / "input.npz"), "--repeat",
                        "3", "--threads", str(threads), "--numbers", numbers, "--json"], capture_output=True, text=True)
    if r.returncode != 0:
        print(r.stderr.strip()[:400], file=sys.stderr)
        return None
    return json.loads(r.stdout)


def size_text(size):
    return json.dumps(size).replace(" ", "")


def measure(name, size, fn, args, options, tool, limits):
    key = f"{name} {size}"
    args = jax.device_put(args)
    start = time.perf_counter()
    compiled = jax.jit(fn).lower(*args).compile()
    row = dict(name=name, size=size, xla_compile_ms=(time.perf_counter() - start) * 1e3)
    tiny = jax.device_put([jax.numpy.float32(0)] * len(jax.tree.leaves(args)))
    same = jax.jit(lambda *x: x).lower(*tiny).compile()
    jax.block_until_ready(compiled(*args))
    jax.block_until_ready(same(*tiny))
    handing_over = best_ms(lambda: same(*tiny), 10)
    xla, ours, hand = [], [], []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        write_program(folder, fn, args)
        first = eutectic(tool, folder, options.threads, options.numbers)
        has_limit = limits.ms(key) > 0
        for _ in range(options.turns):
            xla.append(best_ms(lambda: compiled(*args)))
            if has_limit:
                hand.append(limits.ms(key))
            if first:
                report = eutectic(tool, folder, options.threads, options.numbers)
                ours.append(report["run_ms"]["best"])
    row.update(xla_ms=min(xla), xla_median_ms=statistics.median(xla), marked=handing_over > 0.2 * min(xla))
    if first:
        row.update(ms=min(ours), median_ms=statistics.median(ours),
                   ratio=statistics.median(x / e for x, e in zip(xla, ours)), ratio_best=min(xla) / min(ours),
                   compile_ms=first["compile_ms"]["total"], kernels=first["kernels"], launches=first["launches"],
                   host_ops=first["host_ops"])
    if hand:
        row.update(limit_ms=min(hand), limit_ratio=statistics.median(x / h for x, h in zip(xla, hand)),
                   limit_ratio_best=min(xla) / min(hand))
        if first:
            row["of_limit"] = statistics.median(e / h for e, h in zip(ours, hand))
    return row


def line(row):
    text = f"{row['name'] + ' ' + size_text(row['size']):44s} XLA {row['xla_ms']:9.3f} ({row['xla_median_ms']:9.3f}) ms"
    if "ms" in row:
        text += f" | Eutectic {row['ms']:9.3f} ({row['median_ms']:9.3f}) ms | {row['ratio']:6.2f}x / {row['ratio_best']:6.2f}x"
    else:
        text += " | Eutectic failed"
    if "limit_ms" in row:
        text += f" | by hand {row['limit_ms']:8.3f} ms"
        if "of_limit" in row:
            text += f", {row['of_limit']:.2f} of it"
    return text + (" (mostly call cost)" if row["marked"] else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME[:SIZE]")
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--threads", type=int, default=0, help="of Eutectic; 0: one per core, as XLA")
    parser.add_argument("--numbers", choices=["xla", "strict"], default="xla")
    parser.add_argument("--programs", type=pathlib.Path, help="a file like the corpus' programs.py; all of its programs")
    parser.add_argument("--size", default="[2048,200]", help="of programs that bench/sizes.json does not name")
    parser.add_argument("--limits", help="folder with limits.cc")
    parser.add_argument("--json", help="write the rows here")
    parser.add_argument("--svg", help="write a bar chart here")
    options = parser.parse_args()
    tool, programs = find_tool(), find_programs(options.programs)
    sizes = json.loads((root / "bench/sizes.json").read_text())
    limits = Limits(options.limits)
    rows = []
    for wanted in options.names or (programs if options.programs else sizes):
        name, _, size = wanted.partition(":")
        if name not in programs:
            sys.exit(f"there is no program '{name}'; there are {', '.join(programs)}")
        for s in [json.loads(size)] if size else sizes.get(name, [json.loads(options.size)]):
            fn, args = programs[name][0](tuple(s) if isinstance(s, list) else s)
            rows.append(measure(name, s, fn, args, options, tool, limits))
            print(line(rows[-1]), flush=True)
    rated = [r["ratio"] for r in rows if "ratio" in r and not r["marked"]]
    if rated:
        print(f"geometric mean {statistics.geometric_mean(rated):.2f}x over {len(rated)} programs")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1) + "\n")
    if options.svg:
        chart.draw(rows, options.svg)


if __name__ == "__main__":
    main()
