"""jaxlib accepts the HLO text and the StableHLO bytecode that we write, and computes them alike, for every corpus
program. For every program of tests/cases, which has ops that HLO has not, it accepts HLO text and protocol buffers, and
bytecode for those whose ops VHLO has; and we read the protocol buffers that it makes of them.

Runs itself under a Python that has JAX: EUTECTIC_JAX_PYTHON, or .venv (tools/make_venv); skipped without one.
"""
import pathlib
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import call, corpus, root  # noqa: E402
from jaxlib_values import arguments_of, compare, execute, execute_bytecode, hlo, ir, jax, mlir, stablehlo  # noqa: E402

names = sys.argv[1:]


def converted(path, suffix):
    with tempfile.TemporaryDirectory() as where:
        out = pathlib.Path(where) / f"out.{suffix}"
        done = call("convert", path, "-o", out)
        if done.code != 0:
            raise ValueError(done.text())
        return out.read_bytes()


def check(folder):
    printed = call("print", folder / "program.mlirbc", "--to", "hlo")
    if printed.code != 0:
        return printed.text()
    wrong = compare(folder, execute(printed.out, arguments_of(folder)))
    return wrong or compare(folder, execute_bytecode(converted(folder / "program.mlirbc", "mlirbc"), arguments_of(folder)))


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
def differs(module):
    """How a program that XLA made reads from its protocol buffer and from its text; the order of computations may differ."""
    options = hlo.HloPrintOptions()
    options.print_large_constants = True
    blocks = []
    for suffix, data in ("hlo", module.to_string(options).encode()), ("pb", module.as_serialized_hlo_module_proto()):
        with tempfile.NamedTemporaryFile(suffix=f".{suffix}") as file:
            file.write(data)
            file.flush()
            printed = call("print", file.name, "--no-metadata")
        if printed.code != 0:
            return f"{suffix}: {printed.text()}"
        blocks.append(sorted(block.strip() for block in printed.out.partition("\n")[2].split("\n\n")))
    return "" if blocks[0] == blocks[1] else "the protocol buffer reads as another program than the text"


# Ops that only CHLO has, besides those that are written in other ops.
chlo = ("acos", "asin", "atanh", "cosh", "erf_f", "random_truncated_normal", "sinh", "top_k")


def refused(path):
    printed = call("print", path, "--to", "hlo")
    if printed.code != 0:
        return f"FAIL {path.name}: {printed.text()}"
    try:
        module = hlo.hlo_module_from_text(printed.out)
        hlo.XlaComputation(converted(path, "pb")).get_hlo_module()
        if wrong := differs(module):
            return f"FAIL {path.name}: {wrong}"
        artifact = converted(path, "mlirbc")
    except Exception as problem:
        missing = "is no operation of VHLO" in str(problem) and path.name.startswith(chlo)
        return "" if missing else f"FAIL {path.name}: {str(problem)[:300]}"
    try:
        with mlir.make_ir_context() as context:
            stablehlo.deserialize_portable_artifact(context, artifact)
    except Exception as problem:
        return f"FAIL {path.name}: bytecode: {str(problem)[:300]}"
    return ""


cases = sorted(p for p in (root / "tests/cases").glob("*.mlir") if not names or p.stem in names)
with ThreadPoolExecutor(2) as pool:
    wrong_cases = [text for text in pool.map(refused, cases) if text]
print("\n".join([*wrong_cases, f"jaxlib accepts {len(cases) - len(wrong_cases)} of {len(cases)} cases as we write them"]))
failures += len(wrong_cases)
print(f"jaxlib {jax.__version__} accepts and computes {len(folders) - failures} of {len(folders)} programs as we write them")
sys.exit(1 if failures else 0)
