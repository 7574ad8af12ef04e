#!/usr/bin/env python3
"""Every reason of a decision, and every rule R01-R47, is shown by a golden file: it stands in a `// EXPECT: ` line of
tests/. Those that cannot be shown are listed here with the cause; one that is shown after all must leave the list."""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
folders = ("plan", "explain", "diff", "opt")
tables = ("src/explain/reason.def", "src/passes/rewrites/reason.def")

# Reasons by text, rules by number.
exceptions = {
    "R13": "bodies of reducers, comparators and the like are no part of the graph that is fused (inside_reducer.hlo)",
    "R44": "XLA's CPU fusion of 2026 has no rule about reductions over major dimensions (reduce_over_major.hlo)",
    "R47": "fuel is a flag for searching bugs in XLA; our strategies have none",
}


def shown():
    lines = []
    for folder in folders:
        for path in sorted((root / "tests" / folder).rglob("*")):
            if path.suffix in (".hlo", ".mlir"):
                lines += [line for line in path.read_text().splitlines() if line.startswith("// EXPECT:")]
    return "\n".join(lines)


def main():
    text = shown()
    words = set(re.findall(r"[a-z][a-z0-9]*(?:[-.][a-z0-9]+)+", text))
    rules = {int(n) for n in re.findall(r"\b[rR](\d\d)\b", text)}
    wanted, problems = {}, []
    for table in tables:
        reasons = re.findall(r'^REASON\(\w+, "([^"]+)"', (root / table).read_text(), re.M)
        if not reasons:
            problems.append(f"{table}: no reasons found")
        wanted |= {reason: reason in words for reason in reasons}
    wanted |= {f"R{n:02}": n in rules for n in range(1, 48)}
    for name, there in wanted.items():
        if not there and name not in exceptions:
            problems.append(f"{name}: no golden file shows it; write a program under tests/plan, tests/explain or tests/opt")
        if there and name in exceptions:
            problems.append(f"{name}: a golden file shows it; take it off the list of exceptions")
    problems += [f"{name}: there is no such reason or rule" for name in exceptions if name not in wanted]
    print("\n".join(problems) or f"{sum(wanted.values())} of {len(wanted)} reasons and rules are shown, the others explained")
    return bool(problems)


sys.exit(main())
