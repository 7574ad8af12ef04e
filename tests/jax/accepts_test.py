"""jaxlib accepts the HLO text that we write, and computes it alike, for every corpus program; and
accepts it for every program of tests/cases, which has ops that HLO has not.

Runs itself under a Python that has JAX: EUTECTIC_JAX_PYTHON, or .venv (tools/make_venv); skipped without one.
"""
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import call, corpus, root  # noqa: E402
from jaxlib_values import arguments_of, compare, execute, hlo, jax  # noqa: E402

names = sys.argv[1:]


def check(folder):
    printed = call("print", folder / "program.mlirbc", "--to", "hlo")
    if printed.code != 0:
        return printed.text()
    return compare(folder, execute(printed.out, arguments_of(folder)))


failures = 0
folders = sorted(p.parent for p in corpus().glob("*/expected.npz") if not names or p.parent.name in names)
if not folders and not names:
    sys.exit("there are no programs to test")
for folder in folders:
    try:
        wrong = check(folder)
    except Exception as problem:
        wrong = f"{type(problem).__name__}: {str(problem)[:500]}"
    if wrong:
        failures += 1
        print(f"FAIL {folder.name}: {wrong}", flush=True)
def refused(path):
    printed = call("print", path, "--to", "hlo")
    if printed.code != 0:
        return f"FAIL {path.name}: {printed.text()}"
    try:
        hlo.hlo_module_from_text(printed.out)
    except Exception as problem:
        return f"FAIL {path.name}: {str(problem)[:300]}"
    return ""


cases = sorted(p for p in (root / "tests/cases").glob("*.mlir") if not names or p.stem in names)
with ThreadPoolExecutor(2) as pool:
    wrong_cases = [text for text in pool.map(refused, cases) if text]
print("\n".join([*wrong_cases, f"jaxlib accepts {len(cases) - len(wrong_cases)} of {len(cases)} cases as we write them"]))
failures += len(wrong_cases)
print(f"jaxlib {jax.__version__} accepts and computes {len(folders) - failures} of {len(folders)} programs as we write them")
sys.exit(1 if failures else 0)
