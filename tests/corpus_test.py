"""Runs the corpus of JAX programs: values from text and bytecode, older bytecode, and XLA's HLO stages.

    corpus_test.py programs | compiled | versions | text | stages | applied | imported  [NAME...]

applied: fused programs as `plan --apply` writes them, from the stages before fusion and from what XLA was given.
imported: the same programs, read again, have the launches and times of the plan.
compiled: values from compiled code, with numbers as XLA has them and strict, and from steps without kernels.

The corpus is EUTECTIC_CORPUS, else ../shared/corpus beside the checkout (all of it), else tests/corpus (a part).
"""
import json
import pathlib
import sys
import tempfile

from corpus_stages import before_stages, rounding_removed, unoptimized, values_of
from harness import call, corpus, run_all, skipped


def run_program(path, name, *flags):
    values = values_of(name)
    outcome = call("run", path, "--inputs", values / "input.npz", "--expect", values / "expected.npz", "--signature",
                   values / "signature.json", "--quiet", *flags, seconds=300)
    return "" if outcome.code == 0 else f"exit code {outcome.code}: {outcome.text()}"


def run_stage(path, name):
    optimized = "unoptimized" not in path.name and "h100" in path.parent.name
    if not (optimized and name in rounding_removed):
        return run_program(path, name)
    values = values_of(name)
    outcome = call("run", path, "--inputs", values / "input.npz", "--expect", values / "expected.npz", "--signature",
                   values / "signature.json", "--json", seconds=300)
    if outcome.code not in (0, 1) or not outcome.out:
        return f"exit code {outcome.code}: {outcome.text()}"
    wrong = [c["name"] for c in json.loads(outcome.out)["comparison"] if not c["pass"]]
    wrong = [name_ for name_ in wrong if name_ not in rounding_removed[name]]
    return f"these differ: {', '.join(wrong)}" if wrong else ""


def run_applied(strategy, path, name, passes):
    with tempfile.TemporaryDirectory() as folder:
        fused = pathlib.Path(folder, path.parent.name, "final.hlo")
        fused.parent.mkdir()
        outcome = call("plan", path, "--strategy", strategy, "--passes", passes, "--apply", fused)
        return run_stage(fused, name) if outcome.code == 0 else outcome.text()


def launches_and_time(path, *flags):
    outcome = call("explain", path, "--json", *flags, seconds=300)
    if outcome.code != 0:
        return outcome.text()
    plan = json.loads(outcome.out)
    time = sum(k.get("time_us", 0) * c["steps"] for c in plan["computations"] for k in c["kernels"])
    return f"{plan['bound']}{plan['launches']} launches, {time:.3f} us"


def run_imported(strategy, path, passes):
    with tempfile.TemporaryDirectory() as folder:
        fused = pathlib.Path(folder, "fused.hlo")
        outcome = call("plan", path, "--strategy", strategy, "--passes", passes, "--apply", fused)
        if outcome.code != 0:
            return outcome.text()
        # Times are of the same cost model: that of the strategy's year, and of the CPU for xla-cpu.
        ours = ("--device", "host") if strategy == "xla-cpu" else ()
        as_counted = ("--era", "2026") if strategy == "xla-priority" else ours
        planned = launches_and_time(path, "--strategy", strategy, "--passes", passes, *ours)
        read = launches_and_time(fused, "--strategy", "import", *as_counted)
        return "" if planned == read else f"planned: {planned}; read again: {read}"


def round_trip(paths):
    outcome = call("verify", "--round-trip", "--quiet", *paths, seconds=600)
    return "" if outcome.code == 0 else f"exit code {outcome.code}: {outcome.text(4000)}"


def main():
    mode, only = sys.argv[1], sys.argv[2:]
    folder = corpus()
    programs = sorted(p.parent.name for p in folder.glob("*/signature.json") if (p.parent / "expected.npz").is_file())
    wanted = (lambda name: not only or name in only)
    jobs = []
    if mode == "programs":
        for name in filter(wanted, programs):
            for suffix in ("mlir", "mlirbc"):
                path = folder / name / f"program.{suffix}"
                jobs.append((f"{name}.{suffix}", lambda path=path, name=name: run_program(path, name)))
    elif mode == "compiled":
        ways = {"xla": (), "strict": ("--numbers", "strict"), "steps": ("--strategy", "none")}
        for name in filter(wanted, programs):
            path = folder / name / "program.mlirbc"
            for way, flags in ways.items():
                jobs.append((f"{name} {way}",
                             lambda path=path, name=name, flags=flags: run_program(path, name, "--engine", "cpu", *flags)))
    elif mode == "versions":
        for path in sorted(folder.glob("bytecode-versions/*/*.mlirbc")):
            if wanted(path.stem):
                jobs.append((f"{path.parent.name}/{path.stem}",
                             lambda path=path: run_program(path, path.stem)))
    elif mode == "text":
        paths = [p for p in sorted(folder.rglob("*.hlo")) if wanted(p.relative_to(folder).parts[0])]
        paths.sort(key=lambda p: -p.stat().st_size)
        if only:
            jobs = [(str(p.relative_to(folder)), lambda p=p: round_trip([p])) for p in paths]
        else:
            # Large files one by one, the others in handfuls.
            large = [p for p in paths if p.stat().st_size > 1 << 20]
            small = [p for p in paths if p.stat().st_size <= 1 << 20]
            groups = [[p] for p in large] + [small[i::16] for i in range(16)]
            jobs = [(f"{g[0].relative_to(folder)}" + (f" and {len(g) - 1} more" if len(g) > 1 else ""),
                     lambda g=g: round_trip(g)) for g in groups if g]
            print(f"{len(paths)} HLO files")
    elif mode == "stages":
        for path in sorted(folder.glob("*/*/*.hlo")):
            name = path.relative_to(folder).parts[0]
            if path.name.endswith(("unoptimized.hlo", "before-fusion.hlo", "final.hlo")) and \
               (name in programs or name == "cartpole_custom_call") and wanted(name):
                jobs.append((str(path.relative_to(folder)), lambda path=path, name=name: run_stage(path, name)))
    elif mode == "applied":
        for passes, starts in (("none", before_stages()), ("default", unoptimized())):
            for strategy, path, name in starts:
                if wanted(name):
                    jobs.append((f"{name} {strategy} {path.name}",
                                 lambda strategy=strategy, path=path, name=name, passes=passes:
                                 run_applied(strategy, path, name, passes)))
    elif mode == "imported":
        for passes, starts in (("none", before_stages()), ("default", unoptimized())):
            for strategy, path, name in starts:
                if wanted(name):
                    jobs.append((f"{name} {strategy} {path.name}",
                                 lambda strategy=strategy, path=path, passes=passes:
                                 run_imported(strategy, path, passes)))
    else:
        sys.exit(__doc__)
    if not jobs:
        print("skipped: nothing of this kind is in the corpus")
        sys.exit(skipped)
    run_all(f"corpus {mode}", jobs)


main()
