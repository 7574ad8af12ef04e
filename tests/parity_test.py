#!/usr/bin/env python3
"""Our fusion decisions against XLA's own, on the stages of the corpus: every program must be exact."""
import json
import pathlib
import subprocess
import sys

import harness

strategies = {"xla-cpu": 25}  # and the least number of programs that have its stages


def main():
    failed = 0
    for strategy, least in strategies.items():
        stages = [p.parent for p in sorted(harness.corpus().glob(f"*/{strategy}"))]
        r = subprocess.run([harness.tool(), "parity", "--strategy", strategy, "--json", *map(str, stages)],
                           capture_output=True, text=True, timeout=300)
        if r.returncode not in (0, 1) or not r.stdout:
            sys.exit(f"parity failed: {r.stderr}")
        programs = [p for p in json.loads(r.stdout)["programs"] if p["xla"] > 0]
        for p in programs:
            if not p["exact"]:
                failed += 1
                print(f"{strategy}: {p['program']}: {p['matched']} matched, {p['ours']} ours, {p['xla']} XLA's")
        if len(programs) < least:
            failed += 1
            print(f"{strategy}: stages of {len(programs)} programs only")
        print(f"{strategy}: {sum(p['matched'] for p in programs)} kernels of {len(programs)} programs")
    sys.exit(1 if failed else 0)


main()
