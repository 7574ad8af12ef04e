#!/usr/bin/env python3
"""What `eutectic opt --for xla-cpu` saves on XLA:CPU: each program and what was made of it, timed by turns in one process.

    bench/rewrites_cpu.py [--turns 9] [--small] [--corpus FOLDER] [--rewrites LIST] [--always] [--json FILE]
                          [--write docs/rewrites.md] [NAME[:SIZE] ...]
    bench/rewrites_cpu.py cartpole_baseline 'cartpole_norng:[2048,1000]'

Sizes are those of bench/sizes.json (--small: those the corpus has), programs those of the corpus' programs.py, compiled
by the JAX that runs this (make venv, or EUTECTIC_JAX_PYTHON); the tool is EUTECTIC, or the one in build/release. A turn
is the best of three calls of each on the same inputs; a claim should hold for the median of the ratios of turns and for
the ratio of the best times. Results are compared: integers exact, floats within the tolerance of the tests. A program
that comes back as it was is not timed: it is the same program. --write replaces the table between the marks in that file.
"""
import argparse
import dataclasses
import json
import os
import pathlib
import statistics
import sys
import time

root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "python"))
from compare import best_ms, find_programs, find_tool  # takes over with a Python that has JAX

import jax
import numpy as np
from eutectic import rewriting
from tables import write_between

begin, end = "<!-- bench/rewrites_cpu.py -->", "<!-- end of bench/rewrites_cpu.py -->"


def compiled(exported, args):
    call = exported.call
    return jax.jit(lambda *a: call(*a)).lower(*args).compile()


def replaced(exported, program):
    """The exported function with another program in its place."""
    return dataclasses.replace(exported, mlir_module_serialized=rewriting.bytecode_of(program), _get_vjp=None)


def difference(got, want):
    for a, b in zip(jax.tree.leaves(got), jax.tree.leaves(want), strict=True):
        a, b = np.asarray(a), np.asarray(b)
        if a.dtype.kind in "iub":
            if not np.array_equal(a, b):
                return "integers differ"
            continue
        a, b = a.astype(np.float64), b.astype(np.float64)
        if not np.allclose(a, b, rtol=1e-3, atol=1e-3, equal_nan=True):
            return f"differs by {np.nanmax(np.abs(a - b)):.3g}"
    return ""


def measured(name, size, programs, flags, turns):
    fn, args = programs[name][0](*([] if size is None else [tuple(size) if isinstance(size, list) else size]))
    exported = rewriting.export(jax.jit(fn), name, "cpu", args, {})
    start = time.perf_counter()
    done = rewriting.rewrite(rewriting.text_of(exported), ["--for", "xla-cpu", *flags])
    row = {"program": name, "size": size, "changed": done.changed, "opt_s": time.perf_counter() - start,
           "kept": [s["rewrite"] for s in done.json["rewrites"] if s["kept"]]}
    if not done.changed:
        return row
    args = jax.device_put(args)
    before, after = compiled(exported, args), compiled(replaced(exported, done.rewritten), args)
    row["difference"] = difference(after(*args), before(*args))
    pairs = [(best_ms(lambda: before(*args)), best_ms(lambda: after(*args))) for _ in range(turns)]
    row.update(before_ms=min(b for b, _ in pairs), after_ms=min(a for _, a in pairs),
               ratio=statistics.median(b / a for b, a in pairs))
    row["ratio_best"] = row["before_ms"] / row["after_ms"]
    return row


def spelled(size):
    return "" if size is None else str(size) if isinstance(size, int) else "[" + ", ".join(map(str, size)) + "]"


def line_of(row):
    head = f"| {row['program']} | {spelled(row['size'])} | "
    if not row["changed"]:
        return head + "as it was | | | |"
    bad = f" ({row['difference']})" if row["difference"] else ""
    return head + (f"{', '.join(row['kept'])}{bad} | {row['before_ms']:.3g} | {row['after_ms']:.3g} | "
                   f"{row['ratio']:.2f} / {row['ratio_best']:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--rewrites")
    parser.add_argument("--always", action="store_true")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--write", type=pathlib.Path)
    options = parser.parse_args()
    os.environ["EUTECTIC"] = find_tool()
    programs = find_programs(options.corpus and options.corpus / "programs.py")
    sizes = json.loads((root / "bench/sizes.json").read_text())
    flags = (["--rewrites", options.rewrites] if options.rewrites else []) + ["--always"] * options.always
    lines = ["| program | size | kept | before, ms | after, ms | times as fast (median / best) |", "|---|---|---|---|---|---|"]
    print("\n".join(lines))
    rows = []
    for asked in options.names or [name for name in sizes if name in programs]:
        name, _, own = asked.partition(":")
        for size in [json.loads(own)] if own else [None] if options.small else sizes[name]:
            rows.append(measured(name, size, programs, flags, options.turns))
            lines.append(line_of(rows[-1]))
            print(lines[-1], flush=True)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")
    if options.write:
        write_between(options.write, begin, end, lines)


if __name__ == "__main__":
    main()
