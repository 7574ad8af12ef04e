#!/usr/bin/env python3
"""The Cartpole baseline in XLA and in Eutectic: kernels and speed side by side, XLA's measured now if JAX is there.

    bench/demo.py

Without JAX (make venv) XLA's time is the one in bench/recorded.json, and marked as such. XLA's launches are counted in
the final HLO of its compilers, conditions of loops not included.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
root = here.parent
program = root / "tests/corpus/bench/cartpole_baseline"
recorded = json.loads((here / "recorded.json").read_text())
name, size, steps = "cartpole_baseline", [2048, 1000], 1000


def measured():
    """A row of compare.py, or None without JAX."""
    with tempfile.TemporaryDirectory() as folder:
        rows = pathlib.Path(folder) / "rows.json"
        command = [sys.executable, str(here / "compare.py"), f"{name}:{json.dumps(size)}", "--turns", "3", "--json", str(rows)]
        r = subprocess.run(command, capture_output=True, text=True)
        return json.loads(rows.read_text())[0] if r.returncode == 0 and rows.exists() else None


def bench():
    tool = os.environ.get("EUTECTIC", str(root / "build/release/eutectic"))
    r = subprocess.run([tool, "bench", f"{program}.mlirbc", "--inputs", f"{program}.input.npz", "--json"],
                       capture_output=True, text=True)
    if r.returncode != 0:
        sys.exit(r.stderr)
    report = json.loads(r.stdout)
    return dict(ms=report["run_ms"]["best"], kernels=report["kernels"], launches=report["launches"],
                compile_ms=report["compile_ms"]["total"])


def main():
    row = measured()
    old = next(r for r in recorded["rows"] if r["name"] == name and r["size"] == size)
    ours = row if row and "ms" in row else bench()
    xla_ms = row["xla_ms"] if row else old["xla_ms"]
    origin = "measured now" if row else "recorded on " + recorded["machine"]
    launches = recorded["launches"][name]
    print(f"{name}: {size[0]} environments, {size[1]} steps\n")
    print(f"{'':34s}{'launches per step':>18s}{'in all':>10s}{'ms':>10s}")

    def line(what, per_step, outside, ms, note):
        total = outside + steps * per_step
        print(f"{what:34s}{per_step:18d}{total:10d}{ms:>10s}   {note}")

    for where, text in (("gpu_2024", "XLA for an H100, 2024"), ("gpu_2026", "XLA for an H100, 2026")):
        line(text, launches[where]["loop"], launches[where]["outside"], "", "no such GPU here")
    line("XLA:CPU, 2026", launches["cpu_2026"]["loop"], launches["cpu_2026"]["outside"], f"{xla_ms:.1f}", origin)
    line("Eutectic", 0, ours["launches"], f"{ours['ms']:.1f}", f"measured now; {ours['kernels']} kernel for the whole loop")
    print(f"\n{xla_ms / ours['ms']:.1f} times as fast as XLA:CPU")


main()
