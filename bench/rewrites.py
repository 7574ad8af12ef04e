#!/usr/bin/env python3
"""What `eutectic opt` saves where real XLA compiles the result: launches of the corpus before and after.

    bench/rewrites.py --oracle FOLDER --envs FOLDER [--programs cartpole_norng ...] [--write docs/rewrites.md]

FOLDER of --oracle has stages.py and kernels.py, that of --envs an environment per version: xla-2024, xla-2026 (XLA for
GPUs, which compiles without one). Each program is rewritten, written as HLO text and compiled by both; launches are
counted in the final HLO. `--write` replaces the table between the marks in that file. Without unrolling, a step of the
loop after is a step of the loop before; launches of all loops are divided by the steps that the program had.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from tables import write_between

root = pathlib.Path(__file__).resolve().parent.parent
begin, end = "<!-- bench/rewrites.py -->", "<!-- end -->"
programs = ["cartpole_norng", "cartpole_noconcat", "cartpole_baseline", "cartpole_custom_call", "acrobot_stacked",
            "lorenz_euler", "lstm_scan", "kv_cache_update", "monte_carlo_option", "cartpole_policy_rollout",
            "ode_adjoint_grad", "random_bits_uniform_normal"]
# What is asked for: by name, the options of `eutectic opt`; None: the program as it is.
columns = {
    "as it is": None,
    "no unrolling": ["--rewrites", "plain-rng,split-carried,forward-slices"],
    "numbers ahead": ["--rewrites", "plain-rng,rng-ahead,split-carried,forward-slices"],
    "all": [],
}
versions = ["2024", "2026"]


def launches(text, kernels):
    """(outside of loops, {body: (launches per iteration, iterations or None)})"""
    counts = kernels.count(text)
    trips = {}
    for line in text.splitlines():
        body = re.search(r"\bwhile\(.*body=%?([\w.\-]+)", line)
        if body:
            count = re.search(r'"known_trip_count":\{"n":"(\d+)"', line)
            trips[body.group(1)] = int(count.group(1)) if count else None
    return counts["entry"], {b: (n, trips.get(b)) for b, n in counts.items() if b != "entry"}


def ask(program, version, options):
    """Launches of the program after the rewrites, by that XLA."""
    source = options.corpus / program / "xla-priority-h100" / "unoptimized.hlo"
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "program.hlo"
        what = columns[options.column]
        command = ([options.eutectic, "convert", source] if what is None else [options.eutectic, "opt", source, *what])
        subprocess.run([*command, "-o", target, "--no-metadata"], check=True)
        python = options.envs / f"xla-{version}" / "bin" / "python"
        done = subprocess.run([python, options.oracle / "stages.py", f"{folder}/out", "--hlo", target],
                              capture_output=True, text=True)
        final = pathlib.Path(folder) / "out" / "final.hlo"
        if not final.exists():
            return None
        return launches(final.read_text(), options.kernels)


def total(found):
    """Launches in all, if all loops' iterations are known."""
    outside, loops = found
    if any(n is None for _, n in loops.values()):
        return None
    return outside + sum(k * n for k, n in loops.values())


def cell(found, steps):
    if found is None:
        return "not compiled"
    outside, loops = found
    if not loops:
        return f"{outside}"
    if steps and all(n is not None for _, n in loops.values()):
        per_step = sum(k * n for k, n in loops.values()) / steps
        return f"{outside} + {per_step:.4g} a step"
    return f"{outside} + {sum(k for k, _ in loops.values())} a step"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--oracle", type=pathlib.Path, required=True)
    parser.add_argument("--envs", type=pathlib.Path, required=True)
    parser.add_argument("--eutectic", type=pathlib.Path, default=root / "build/release/eutectic")
    parser.add_argument("--corpus", type=pathlib.Path, default=root / "tests" / "corpus")
    parser.add_argument("--programs", nargs="*", default=programs)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--write", type=pathlib.Path)
    options = parser.parse_args()
    if not (options.oracle / "stages.py").exists():
        sys.exit(f"{options.oracle} has no stages.py: this needs XLA compilers to ask")
    sys.path.insert(0, str(options.oracle))
    import kernels
    options.kernels = kernels
    rows, lines = [], []
    lines.append("| program | XLA | " + " | ".join(columns) + " |")
    lines.append("|---|---|" + "---|" * len(columns))
    worse = []
    for program in options.programs:
        for version in versions:
            row, steps, before = {"program": program, "xla": version}, None, None
            cells = []
            for column in columns:
                options.column = column
                found = ask(program, version, options)
                row[column] = found
                if column == "as it is" and found:
                    counts = [n for _, n in found[1].values() if n]
                    steps = min(counts) if counts else None
                    before = total(found)
                if found and before is not None and total(found) is not None and total(found) > before:
                    worse.append(f"{program} ({version}, {column})")
                cells.append(cell(found, steps))
            rows.append(row)
            lines.append(f"| {program} | {version} | " + " | ".join(cells) + " |")
            print(lines[-1], flush=True)
    lines.append("")
    lines.append("More launches in all than before: " + (", ".join(worse) if worse else "none") + ".")
    print(lines[-1])
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))
    if options.write:
        write_between(options.write, begin, end, lines)


if __name__ == "__main__":
    main()
