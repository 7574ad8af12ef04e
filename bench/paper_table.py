#!/usr/bin/env python3
"""The table of the paper 'Operator Fusion in XLA: Analysis and Evaluation', by plans of ours: Cartpole's loop as the paper
rewrote it by hand, and as `eutectic opt` rewrites the unmodified program, for XLA's rules of 2022 (the paper's), of 2024
and priority fusion of 2026.

    bench/paper_table.py [--eutectic build/release/eutectic] [--json FILE] [--write docs/paper-table.md]
                         [--oracle FOLDER --envs FOLDER] [--cpu [--size '[2048,1000]'] [--turns 5]]

Kernels, bytes and estimated microseconds are per step of the program as it was; kernels of loops inside the step, and of
loops that a rewrite put beside it, count as often as they run; conditions of loops whose count is known do not. Times are
those of XLA's cost model, a microsecond for each launch included; of copies and custom calls it knows no more.
--oracle names a folder with stages.py, --envs one with the environments xla-2024 and xla-2026: registers and spills of
the kernels that these compile for an H100, by ptxas. --cpu measures all rows with the JAX of this Python (or of
EUTECTIC_JAX_PYTHON), taking turns. --write replaces the table between the marks in that file.
"""
import argparse
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from tables import write_between

root = pathlib.Path(__file__).resolve().parent.parent
begin, end = "<!-- bench/paper_table.py -->", "<!-- end of bench/paper_table.py -->"
no_unrolling = "plain-rng,rng-ahead,split-carried,forward-slices"
# name, program, steps of an iteration, rewrites (None: as it is; "": those that `opt` chooses)
rows = [
    ("by hand: custom call", "cartpole_custom_call", 1, None),
    ("by hand: inlined random numbers", "cartpole_baseline", 1, None),
    ("by hand: random numbers precomputed", "cartpole_norng", 1, None),
    ("by hand: concatenate allowed", "cartpole_old_layout", 1, None),
    ("by hand: no concatenate", "cartpole_noconcat", 1, None),
    ("by hand: no concatenate, unrolled 10", "cartpole_noconcat_unroll10", 10, None),
    ("custom call, `plain-rng`", "cartpole_custom_call", 1, "plain-rng"),
    ("baseline, `plain-rng`", "cartpole_baseline", 1, "plain-rng"),
    ("... and `rng-ahead`", "cartpole_baseline", 1, "plain-rng,rng-ahead"),
    ("... and `split-carried,forward-slices`", "cartpole_baseline", 1, no_unrolling),
    ("... and `unroll=10`", "cartpole_baseline", 1, no_unrolling + ",unroll=10"),
    ("baseline, what `opt` chooses", "cartpole_baseline", 1, ""),
]
eras = [("2022", "xla-rules", ["--era", "2022"]), ("2024", "xla-rules", []), ("2026", "xla-priority", [])]
launch_us = 1
devices = {"rtx2080ti": "RTX 2080 Ti", "h100": "H100"}


def source_of(program):
    """The program's file: in the tree, or in the whole corpus where that is at hand."""
    for corpus in (root / "tests" / "corpus", root.parent / "shared" / "corpus"):
        for file in ("program.mlir", "xla-rules-h100/unoptimized.hlo"):
            if (corpus / program / file).exists():
                return corpus / program / file
    return None


def run(command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
    return done.stdout


def loops_of(tool, file, strategy, more):
    told = json.loads(run([tool, "explain", file, "--strategy", strategy, *more, "--json"]))
    return [c for c in told["computations"] if c["depth"] > 0 and not (c["condition"] and c["steps_known"])]


def steps_of(tool, file):
    return min(c["steps"] for c in loops_of(tool, file, "xla-priority", []) if c["depth"] == 1)


def per_step(tool, file, steps, device, strategy, more):
    loops = loops_of(tool, file, strategy, [*more, "--device", device])
    return {"kernels": sum(len(c["kernels"]) * c["steps"] for c in loops) / steps,
            "bytes": sum(c["bytes"] * c["steps"] for c in loops) / steps,
            "us": sum(k.get("time_us", launch_us) * k["launches"] for c in loops for k in c["kernels"]) / steps}


def registers(options, file, version):
    """The most that a thread of a kernel has, and bytes spilled by all, compiled by that XLA."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        run([options.eutectic, "convert", file, "-o", folder / "program.hlo", "--no-metadata"])
        python = options.envs / f"xla-{version}" / "bin" / "python"
        subprocess.run([python, options.oracle / "stages.py", folder / "out", "--hlo", folder / "program.hlo"],
                       capture_output=True)
        if not (folder / "out" / "kernels.ptx").exists():
            return None
        most = spilled = 0
        modules = re.split(r"(?m)^(?=\.version )", (folder / "out" / "kernels.ptx").read_text())
        for n, ptx in enumerate(m for m in modules if m.startswith(".version")):
            (folder / f"{n}.ptx").write_text(ptx)
            arch = re.search(r"\.target (\w+)", ptx).group(1)
            done = subprocess.run(["ptxas", "-v", f"-arch={arch}", folder / f"{n}.ptx", "-o", folder / "cubin"],
                                  capture_output=True, text=True)
            if done.returncode != 0:
                return None
            most = max([most, *map(int, re.findall(r"Used (\d+) registers", done.stderr))])
            spilled += sum(map(int, re.findall(r"(\d+) bytes spill stores", done.stderr)))
        return {"registers": most, "spilled": spilled}


def measured(table, options):
    """XLA:CPU's times, in ms; programs whose random numbers are a custom call do not run there."""
    import rewrites_cpu as cpu  # a Python that has JAX takes over
    import jax
    from eutectic import rewriting
    programs = cpu.find_programs(None)
    cpu.os.environ["EUTECTIC"] = str(options.eutectic)
    calls = {}
    for row in table:
        if row["program"] not in programs or "custom_call" in row["program"]:
            continue
        fn, args = programs[row["program"]][0](tuple(json.loads(options.size)))
        exported = rewriting.export(jax.jit(fn), row["program"], "cpu", args, {})
        if row["rewrites"] is not None:
            flags = ["--for", "xla-cpu", *(["--rewrites", row["rewrites"], "--always"] if row["rewrites"] else [])]
            done = rewriting.rewrite(rewriting.text_of(exported), flags)
            exported = cpu.replaced(exported, done.rewritten) if done.changed else exported
        args = jax.device_put(args)
        calls[row["name"]] = (cpu.compiled(exported, args), args)
    times = {name: [] for name in calls}
    for _ in range(options.turns):
        for name, (call, args) in calls.items():
            times[name].append(cpu.best_ms(lambda: call(*args), 2))
    for row in table:
        if row["name"] in times:
            row["cpu_ms"] = {"best": min(times[row["name"]]), "median": statistics.median(times[row["name"]])}


def cells_of(row, era):
    found = row["eras"].get(era)
    if not found:
        return ["-"] * 3
    times = " / ".join(f"{found[d]['us']:.1f}" for d in devices)
    own = row.get("registers", {}).get(era)
    return [f"{found['h100']['kernels']:.1f}", f"{found['h100']['bytes']:,.0f}", times] + (
        [f"{own['registers']}" + (f", {own['spilled']} B spilled" if own["spilled"] else "") if own else "-"]
        if "registers" in row else [])


def text_of(table):
    has = {"registers": any("registers" in r for r in table), "cpu": any("cpu_ms" in r for r in table)}
    head = ["Cartpole", "XLA", "kernels", "bytes", "us, " + " / ".join(devices.values())]
    head += ["registers"] * has["registers"] + ["XLA:CPU, ms"] * has["cpu"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in table:
        for era, *_ in eras:
            cells = cells_of(row, era)
            cells += ["-"] * (3 + has["registers"] - len(cells))
            if has["cpu"]:
                cells.append(f"{row['cpu_ms']['best']:.1f}" if era == eras[-1][0] and "cpu_ms" in row else "")
            lines.append(f"| {row['name'] if era == eras[0][0] else ''} | {era} | " + " | ".join(cells) + " |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--eutectic", type=pathlib.Path, default=root / "build/release/eutectic")
    parser.add_argument("--oracle", type=pathlib.Path)
    parser.add_argument("--envs", type=pathlib.Path)
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("--size", default="[2048,1000]", help="environments and steps of --cpu")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--write", type=pathlib.Path)
    options = parser.parse_args()
    if bool(options.oracle) != bool(options.envs):
        sys.exit("--oracle and --envs go together")
    table = []
    with tempfile.TemporaryDirectory() as folder:
        for name, program, steps_each, rewrites in rows:
            row = {"name": name, "program": program, "rewrites": rewrites, "eras": {}}
            table.append(row)
            source = source_of(program)
            if source is None:
                continue
            file, steps = source, steps_of(options.eutectic, source) * steps_each
            if rewrites is not None:
                file = pathlib.Path(folder) / f"{len(table)}.hlo"
                chosen = ["--rewrites", rewrites, "--always"] if rewrites else []
                run([options.eutectic, "opt", source, "-o", file, *chosen])
            for era, strategy, more in eras:
                row["eras"][era] = {d: per_step(options.eutectic, file, steps, d, strategy, more) for d in devices}
            if options.oracle:
                row["registers"] = {v: registers(options, file, v) for v in ("2024", "2026")}
            print(name, file=sys.stderr, flush=True)
    if options.cpu:
        measured(table, options)
    lines = text_of(table)
    print("\n".join(lines))
    if options.json:
        options.json.write_text(json.dumps(table, indent=1) + "\n")
    if options.write:
        write_between(options.write, begin, end, lines)


if __name__ == "__main__":
    main()
