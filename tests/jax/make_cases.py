"""Makes tests/cases/: small programs of one op or a few, with JAX's answers.

    python tests/jax/make_cases.py [NAME-PREFIX...]       (needs JAX; the files it makes are committed)

A case is NAME.mlir (StableHLO text; its first line holds the allowed differences) and NAME.npz (arg0.., out0..).
"""
import json
import os
import pathlib
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import ml_dtypes
import numpy as np

jax.config.update("jax_enable_x64", True)
sys.path.insert(0, str(pathlib.Path(__file__).parent))

target = pathlib.Path(__file__).resolve().parent.parent / "cases"
short = {"bool": "pred", "int8": "s8", "int16": "s16", "int32": "s32", "int64": "s64", "uint8": "u8", "uint16": "u16",
         "uint32": "u32", "uint64": "u64", "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64",
         "complex64": "c64", "complex128": "c128", "float8_e4m3fn": "f8e4m3fn", "float8_e5m2": "f8e5m2"}
# Allowed (relative, absolute) difference of inexact results, by element type.
loose = {"float16": (2e-3, 1e-3), "bfloat16": (1.6e-2, 1e-2), "float32": (4e-6, 1e-6), "float64": (1e-12, 1e-13),
         "complex64": (2e-5, 2e-6), "complex128": (1e-11, 1e-12), "float8_e4m3fn": (0.13, 0.02),
         "float8_e5m2": (0.26, 0.02)}
cases = []


def case(name, function, *arguments, exact=True, tolerance=None, platform=None, expected=None, x64=True):
    cases.append((name, function, arguments, exact, tolerance, platform, expected, x64))


def bits(array):
    """What an npz holds: numpy's own types, others as their bits."""
    array = np.asarray(array)
    if array.dtype.name == "bfloat16":
        return array.view(np.uint16)
    if array.dtype.name.startswith("float8"):
        return array.view(np.uint8)
    return array


def values(dtype, shape, seed=0, low=None, high=None):
    """Small sample values of a type; ties, signs and zeros among them."""
    generator = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype == np.bool_:
        return generator.integers(0, 2, shape).astype(bool)
    if np.issubdtype(dtype, np.integer):
        bounds = np.iinfo(dtype)
        low = max(bounds.min, -9) if low is None else low
        return generator.integers(low, 9 if high is None else high, shape).astype(dtype)
    if np.issubdtype(dtype, np.complexfloating):
        return (values(np.float64, shape, seed, low, high) + 1j * values(np.float64, shape, seed + 1, low, high)).astype(dtype)
    low, high = -3 if low is None else low, 3 if high is None else high
    return (np.round(generator.uniform(low, high, shape) * 8) / 8).astype(dtype)


def write(name, function, arguments, exact, tolerance, platform, expected, x64):
    jax.config.update("jax_enable_x64", x64)
    arguments = [np.asarray(a) for a in arguments]
    jitted = jax.jit(function, keep_unused=True)
    traced = jitted.trace(*arguments)
    lowered = traced.lower(lowering_platforms=(platform,)) if platform else traced.lower()
    outputs = jax.tree.leaves(expected if expected is not None else jitted(*arguments))
    bounds = []
    for out in outputs:
        kind = np.asarray(out).dtype.name
        inexact = kind in loose and not exact
        bounds.append(list(tolerance or loose[kind]) if inexact else [0, 0])
    text = lowered.as_text()
    (target / f"{name}.mlir").write_text(f"// TOLERANCE: {json.dumps(bounds)}\n{text}")
    arrays = {f"arg{i}": bits(a) for i, a in enumerate(arguments)} | {f"out{i}": bits(o) for i, o in enumerate(outputs)}
    np.savez_compressed(target / f"{name}.npz", **arrays)


def main():
    import case_list  # noqa: F401  fills `cases`
    target.mkdir(exist_ok=True)
    only = tuple(sys.argv[1:])
    made = 0
    for name, *rest in cases:
        if only and not name.startswith(only):
            continue
        try:
            write(name, *rest)
            made += 1
        except Exception as problem:  # a case that JAX refuses is left out, visibly
            print(f"{name}: {type(problem).__name__}: {str(problem).splitlines()[0]}")
    print(f"{made} cases in {target}")


if __name__ == "__main__":
    sys.modules["make_cases"] = sys.modules["__main__"]
    main()
