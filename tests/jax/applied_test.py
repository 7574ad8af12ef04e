"""jaxlib accepts the fused HLO that `eutectic plan --apply` writes, and computes the expected values with it: for
every strategy, of each program of the corpus the stage before fusion and what XLA was given (that one with our passes,
normalisations as Triton kernels, and copies), but for calls of GPU libraries.

Runs itself under a Python that has JAX: EUTECTIC_JAX_PYTHON, or .venv (tools/make_venv); skipped without one.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from corpus_stages import before_stages, rounding_removed, unoptimized, values_of  # noqa: E402
from harness import call  # noqa: E402
from jaxlib_values import arguments_of, compare, execute, hlo, jax  # noqa: E402

names = sys.argv[1:]
gpu_library = ("__cublas", "__cudnn", "cu_threefry2x32", "cusolver", "custom_call_target=\"cu_")


def physical(dims, layout):
    """Row-major extents in memory, and the permutation that gets there."""
    order = layout[::-1]
    return [dims[d] for d in order], order


def unfused(text):
    """Fusions (Triton kernels too) as calls, bitcasts as what they are: XLA's way from HLO to MLIR, which only this
    test goes, loses the layouts that both need."""
    hlo.hlo_module_from_text(text)
    shapes, lines = {}, []
    number = lambda s: [int(x) for x in s.split(",") if x]
    for line in text.split("\n"):
        m = re.match(r"(\s*(?:ROOT )?)(%\S+) = (\w+)\[([\d,]*)\](?:\{([\d,]*)\S*\})? (\S*?)\((.*?)\)", line)
        if m:
            indent, name, kind, dims, layout, op, operands = m.groups()
            dims = number(dims)
            layout = number(layout) if layout is not None else list(range(len(dims)))[::-1]
            shapes[name] = (kind, dims, layout)
            if op == "bitcast":
                kind0, dims0, layout0 = shapes[operands]
                write = lambda k, d: f"{k}[{','.join(map(str, d))}]"
                memory0, order0 = physical(dims0, layout0)
                memory, order = physical(dims, layout)
                back = [order.index(d) for d in range(len(dims))]
                steps = [(kind0, memory0, "transpose", f"dimensions={{{','.join(map(str, order0))}}}")]
                if kind0 != kind:
                    steps.append((kind, memory0 , "bitcast-convert", ""))
                steps += [(kind, memory, "reshape", ""), (kind, dims, "transpose", f"dimensions={{{','.join(map(str, back))}}}")]
                last = operands
                for i, (k, d, o, attrs) in enumerate(steps):
                    final = i == len(steps) - 1
                    here = name if final else f"{name}.step{i}"
                    lines.append(f"{indent if final else '  '}{here} = {write(k, d)} {o}({last})" + (", " + attrs if attrs else ""))
                    last = here
                continue
        if " fusion(" in line:
            line = re.sub(r", backend_config=\{.*\}", "", line)
            line = re.sub(r" fusion\((.*?)\), calls=([^,\n]*), kind=k\w+", r" call(\1), to_apply=\2", line)
        lines.append(line)
    return re.sub(r"(\]|\[\])\{[\d,]*\}", r"\1", "\n".join(lines))


def check(strategy, path, name, passes):
    applied = call("plan", path, "--strategy", strategy, "--passes", passes, "--apply", "-")
    if applied.code != 0:
        return applied.text()
    hlo.hlo_module_from_text(applied.out)  # raises where XLA does not accept it
    if any(word in applied.out for word in gpu_library):
        return None
    folder = values_of(name)
    return compare(folder, execute(unfused(applied.out), arguments_of(folder)),
                   rounding_removed.get(name, ()) if passes == "none" and "h100" in path.parent.name else ())


failures, computed, accepted = 0, 0, 0
stages = [(*s, "none") for s in before_stages()] + [(*s, "default") for s in unoptimized()]
for strategy, path, name, passes in stages:
    if names and name not in names:
        continue
    try:
        wrong = check(strategy, path, name, passes)
    except Exception as problem:
        wrong = f"{type(problem).__name__}: {str(problem)[:500]}"
    if wrong:
        failures += 1
        print(f"FAIL {strategy} {name} ({path.name}): {wrong}", flush=True)
    else:
        accepted += 1
        computed += wrong is not None
if accepted + failures == 0:
    sys.exit("there are no stages to test")
print(f"jaxlib {jax.__version__} accepts {accepted} of {accepted + failures} fused programs as we write them, "
      f"and computes the {computed} that need no GPU library")
sys.exit(1 if failures else 0)
