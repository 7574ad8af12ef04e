#!/usr/bin/env python3
"""The table of the paper 'Operator Fusion in XLA: Analysis and Evaluation' from our own plans: kernels and bytes per step
of Cartpole's loop, in six ways to write it, for XLA's rules of 2022 (the paper's), of 2024 and priority fusion of 2026.

    bench/paper_table.py [--eutectic build/release/eutectic] [--json]

Loops inside the step count as often as they run in it.
"""
import argparse
import json
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
corpus = root / "tests" / "corpus"
rows = [
    ("custom call", "cartpole_custom_call/{folder}/unoptimized.hlo", 1),
    ("inlined random numbers", "cartpole_baseline/program.mlir", 1),
    ("random numbers precomputed", "cartpole_norng/program.mlir", 1),
    ("concatenate allowed", "cartpole_old_layout/program.mlir", 1),
    ("no concatenate", "cartpole_noconcat/program.mlir", 1),
    ("no concatenate, unrolled 10", "cartpole_noconcat_unroll10/program.mlir", 10),
]
eras = [("2022", "xla-rules", ["--era", "2022"], "xla-rules-h100"), ("2024", "xla-rules", [], "xla-rules-h100"),
        ("2026", "xla-priority", [], "xla-priority-h100")]


def per_step(tool, path, strategy, options, steps_each):
    command = [str(tool), "explain", str(path), "--strategy", strategy, *options, "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    loops = [c for c in json.loads(done.stdout)["computations"] if c["depth"] > 0]
    if not loops:
        sys.exit(f"{path} has no loop")
    trips = min(c["steps"] for c in loops if c["depth"] == 1 and not c["condition"])
    kernels = sum(len(c["kernels"]) * c["steps"] for c in loops)
    moved = sum(c["bytes"] * c["steps"] for c in loops)
    return kernels / trips / steps_each, moved / trips / steps_each


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--eutectic", type=pathlib.Path, default=root / "build/release/eutectic")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    table = []
    for name, path, steps_each in rows:
        row = {"program": name}
        for era, strategy, more, folder in eras:
            file = corpus / path.format(folder=folder)
            if not file.exists():  # the whole corpus, where it is at hand
                file = root.parent / "shared" / "corpus" / path.format(folder=folder)
            if file.exists():
                row[era] = dict(zip(("kernels", "bytes"), per_step(options.eutectic, file, strategy, more, steps_each)))
        table.append(row)
    if options.json:
        print(json.dumps(table, indent=1))
        return
    print(f"{'kernels and bytes per step':<30}" + "".join(f"{era:>20}" for era, *_ in eras))
    for row in table:
        cells = (f"{row[e]['kernels']:.1f} {row[e]['bytes']:>10,.0f}" if e in row else "-" for e, *_ in eras)
        print(f"{row['program']:<30}" + "".join(f"{c:>20}" for c in cells))


main()
