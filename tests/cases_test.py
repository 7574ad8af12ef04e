"""Runs tests/cases/ (made by tests/jax/make_cases.py): small programs of one op or a few, with JAX's answers.

Most are text; those with a .mlirbc beside it (made by tests/jax/make_sharded.py) run from bytecode too.
"""
import json
import sys
import tempfile

from harness import call, root, run_all

folder = root / "tests/cases"
temporary = tempfile.TemporaryDirectory()


def run(path):
    first = path.with_suffix(".mlir").read_text().split("\n", 1)[0]
    signature = f"{temporary.name}/{path.name}.json"
    with open(signature, "w") as file:
        json.dump({"tolerance": json.loads(first.removeprefix("// TOLERANCE: "))}, file)
    values = path.with_suffix(".npz")
    for engine in ["reference"], ["cpu"], ["cpu", "--numbers", "strict", "--threads", "1"]:
        outcome = call("run", path, "--inputs", values, "--expect", values, "--signature", signature, "--quiet", "--engine",
                       *engine, seconds=60)
        if outcome.code != 0:
            return f"{engine}: exit code {outcome.code}: {outcome.text()}"
    return ""


paths = [p for p in sorted(folder.glob("*.mlir*")) if not sys.argv[1:] or p.stem.startswith(tuple(sys.argv[1:]))]
run_all("cases", [(p.stem if p.suffix == ".mlir" else p.name, lambda p=p: run(p)) for p in paths])
