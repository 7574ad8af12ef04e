"""The loop programs of bench/loops, small: compiled they are one kernel or a few, and must equal JAX's answers."""
import pathlib
import sys

from make_cases import case

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "bench"))

from loops.programs import REG  # noqa: E402

# Narrow floats round at every step.
tolerance = {"carry_f64ish_bf16": (2e-2, 2e-2)}
# Counts of steps until a point escapes hang on the last bit.
chaotic = {"julia_while"}
for name, (build, _) in REG.items():
    if name in chaotic:
        continue
    function, arguments = build()
    case(f"loop_{name}", function, *arguments, exact=False, tolerance=tolerance.get(name, (1e-4, 1e-5)), x64=False)
