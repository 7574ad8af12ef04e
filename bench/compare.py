#!/usr/bin/env python3
"""Eutectic against XLA:CPU, taking turns in one run: every turn is the best of three calls of each on the same inputs.

    bench/compare.py [--turns 9] [--threads N] [--limits FOLDER] [--json FILE] [--svg FILE] [NAME[:SIZE] ...]
    bench/compare.py cartpole_baseline 'cartpole_norng:[64,1000]' --svg docs/pictures/speed.svg

Names are those of the corpus' programs.py, sizes those of bench/sizes.json unless given. Printed are both times (best,
and median over turns), the median of the turn-by-turn ratios and the ratio of the best times; a claim should hold for
both ratios. A program where handing over arguments costs JAX more than a fifth of XLA's time is marked: its ratio says
little. --limits names a folder with limits.cc, hand-written programs: `NAME SIZE` lines in, milliseconds out.
Needs JAX (make venv, or EUTECTIC_JAX_PYTHON); the tool is EUTECTIC, or the one in build/release.
"""
import argparse
import json
import os
import pathlib
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
from jax import export


def find_tool():
    for candidate in (os.environ.get("EUTECTIC"), root / "build/release/eutectic", root / "build/eutectic"):
        if candidate and pathlib.Path(candidate).exists():
            return str(candidate)
    sys.exit("there is no built tool: run 'make build', or name it in EUTECTIC")


def find_programs():
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
        row.update(limit_ms=min(hand), limit_ratio=statistics.median(x / h for x, h in zip(xla, hand)))
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


def write_svg(path, rows):
    """Bars: how many times as fast as XLA:CPU, on a logarithmic axis from 0.1 to 100."""
    import math
    rows = sorted((r for r in rows if "ratio" in r), key=lambda r: -r["ratio"])
    left, width, step, top = 290, 520, 24, 58
    low, high = 0.1, 100.0

    def x(v):
        return left + width * (math.log10(min(max(v, low), high)) - math.log10(low)) / (math.log10(high) - math.log10(low))

    height = top + step * len(rows) + 20
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 70}" height="{height}" '
           'font-family="sans-serif" font-size="12">',
           '<rect width="100%" height="100%" fill="white"/>',
           f'<text x="{left}" y="20" font-size="15" font-weight="bold">Speed of compiled programs, XLA:CPU = 1</text>']
    for v in (0.1, 0.3, 1, 3, 10, 30, 100):
        out.append(f'<line x1="{x(v):.1f}" x2="{x(v):.1f}" y1="{top - 10}" y2="{height - 16}" '
                   f'stroke="{"#444" if v == 1 else "#ddd"}"/>')
        out.append(f'<text x="{x(v):.1f}" y="{top - 16}" text-anchor="middle" fill="#666">{v:g}x</text>')
    for i, r in enumerate(rows):
        y = top + step * i
        a, b = sorted((x(1), x(r["ratio"])))
        color = "#1f77b4" if r["ratio"] >= 1 else "#d62728"
        name = f"{r['name']} {size_text(r['size'])}".replace("&", "&amp;").replace("<", "&lt;")
        out.append(f'<text x="{left - 8}" y="{y + 13}" text-anchor="end">{name}</text>')
        out.append(f'<rect x="{a:.1f}" y="{y + 2}" width="{max(b - a, 1):.1f}" height="{step - 8}" fill="{color}"'
                   f' opacity="{0.4 if r["marked"] else 1}"/>')
        out.append(f'<text x="{b + 5:.1f}" y="{y + 13}" fill="#333">{r["ratio"]:.1f}x</text>')
        if "limit_ratio" in r:
            out.append(f'<line x1="{x(r["limit_ratio"]):.1f}" x2="{x(r["limit_ratio"]):.1f}" y1="{y}" y2="{y + step - 4}" '
                       'stroke="black" stroke-width="2"/>')
    if any("limit_ratio" in r for r in rows):
        out.append(f'<text x="{left}" y="{height - 4}" fill="#666">black mark: written by hand</text>')
    out.append("</svg>\n")
    pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(path).write_text("\n".join(out))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME[:SIZE]")
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--threads", type=int, default=0, help="of Eutectic; 0: one per core, as XLA")
    parser.add_argument("--numbers", choices=["xla", "strict"], default="xla")
    parser.add_argument("--limits", help="folder with limits.cc")
    parser.add_argument("--json", help="write the rows here")
    parser.add_argument("--svg", help="write a bar chart here")
    parser.add_argument("--from", dest="rows", metavar="FILE", help="draw an earlier --json FILE, measure nothing")
    options = parser.parse_args()
    if options.rows:
        rows = json.loads(pathlib.Path(options.rows).read_text())
        if options.svg:
            write_svg(options.svg, rows)
        return
    tool, programs = find_tool(), find_programs()
    sizes = json.loads((root / "bench/sizes.json").read_text())
    limits = Limits(options.limits)
    rows = []
    for wanted in options.names or sizes:
        name, _, size = wanted.partition(":")
        if name not in programs:
            sys.exit(f"there is no program '{name}'; there are {', '.join(programs)}")
        for s in [json.loads(size)] if size else sizes.get(name, []):
            fn, args = programs[name][0](tuple(s) if isinstance(s, list) else s)
            rows.append(measure(name, s, fn, args, options, tool, limits))
            print(line(rows[-1]), flush=True)
    rated = [r["ratio"] for r in rows if "ratio" in r and not r["marked"]]
    if rated:
        print(f"geometric mean {statistics.geometric_mean(rated):.2f}x over {len(rated)} programs")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1) + "\n")
    if options.svg:
        write_svg(options.svg, rows)


main()
