"""Exports a JAX function: its program, example inputs, and JAX's own answers.

The folder gets
    program.mlir, program.mlirbc   StableHLO text and portable bytecode
    input.npz, expected.npz        flattened arguments arg0.. and results out0.. (bf16 as uint16, f8 as uint8 bits)
    signature.json                 types, and the allowed difference [relative, absolute] of each result

The function needs example arguments: set `fn.example_args = (x, y)` (or a function that returns the tuple), or pass
--args 'np.ones((2, 3), np.float32), 5'. Any pytrees of arrays will do. Static arguments are bound with
functools.partial, given a name in the file.
"""
import importlib
import importlib.util
import json
import os
import pathlib
import traceback

platforms = ("cpu", "cuda", "rocm", "tpu")


class ExportError(Exception):
    """What the caller did wrong. Exit code 2."""
    code = 2


class ProgramError(ExportError):
    """The program itself raises, or JAX refuses it. Exit code 1."""
    code = 1


def told(problem, file):
    """An exception in a line: its first line of text, and where in `file` it came from."""
    lines = str(problem).strip().splitlines()
    text = f"{type(problem).__name__}: {lines[0]}" if lines else type(problem).__name__
    own = os.path.abspath(file)
    places = [f.lineno for f in traceback.extract_tb(problem.__traceback__) if os.path.abspath(f.filename) == own]
    if isinstance(problem, SyntaxError) and problem.filename and os.path.abspath(problem.filename) == own:
        places = [problem.lineno]
    return f"{text} (line {places[-1]})" if places else text


# Allowed differences of results that went through inexact arithmetic: [relative, absolute].
tolerances = {"float16": [1e-2, 1e-3], "bfloat16": [2e-2, 1e-2], "float32": [1e-4, 1e-5], "float64": [1e-10, 1e-12],
              "complex64": [1e-4, 1e-5], "complex128": [1e-10, 1e-12], "float8_e4m3fn": [0.13, 0.02],
              "float8_e5m2": [0.26, 0.02]}


def load(target):
    """The namespace and the function that PROG.py:FN names."""
    file, separator, name = target.rpartition(":")
    if not separator or not file or not name:
        raise ExportError(f"'{target}' is not of the form PROG.py:FN")
    if file.endswith(".py"):
        if not os.path.isfile(file):
            raise ExportError(f"there is no file {file}")
        spec = importlib.util.spec_from_file_location(pathlib.Path(file).stem, file)
        module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except Exception as problem:
            raise ProgramError(f"{file} cannot be loaded: {told(problem, file)}") from problem
    else:
        try:
            if importlib.util.find_spec(file) is None:
                raise ExportError(f"there is no module {file}")
        except (ModuleNotFoundError, ValueError) as problem:  # a package before the last dot
            raise ExportError(f"there is no module {file}") from problem
        try:
            module = importlib.import_module(file)
        except Exception as problem:
            raise ProgramError(f"{file} cannot be loaded: {told(problem, file)}") from problem
    function = module
    for part in name.split("."):
        function = getattr(function, part, None)
        if function is None:
            known = ", ".join(k for k, v in vars(module).items() if callable(v) and not k.startswith("_"))
            raise ExportError(f"{file} has no '{name}'; it has: {known}")
    return module, function


def example_arguments(module, function, expression):
    import jax
    import jax.numpy as jnp
    import numpy as np
    if expression is not None:
        try:
            arguments = eval(expression, {"np": np, "jnp": jnp, "jax": jax, **vars(module)})  # the user's own code
        except Exception as problem:
            raise ExportError(f"--args '{expression}': {told(problem, '<string>')}") from problem
    else:
        arguments = getattr(function, "example_args", None)
        if arguments is None:
            raise ExportError("example arguments are missing: set fn.example_args or pass --args")
        if callable(arguments):
            try:
                arguments = arguments()
            except Exception as problem:
                raise ProgramError(f"example_args: {told(problem, module.__file__)}") from problem
    return arguments if isinstance(arguments, tuple) else (arguments,)


def bits(array):
    """What an npz holds: numpy's own types; bf16 and f8 as their bits; sub-byte integers as bytes."""
    import numpy as np
    array = np.asarray(array)
    name = array.dtype.name
    if name == "bfloat16":
        return array.view(np.uint16)
    if name.startswith("float8"):
        return array.view(np.uint8)
    if name in ("int2", "int4"):
        return array.astype(np.int8)
    if name in ("uint2", "uint4"):
        return array.astype(np.uint8)
    return array


def plain(value):
    """An array in the type JAX gives it; random keys as their bits."""
    import jax
    import numpy as np
    value = value if hasattr(value, "dtype") and jax.dtypes.issubdtype(value.dtype, jax.dtypes.prng_key) else jax.numpy.asarray(value)
    if jax.dtypes.issubdtype(value.dtype, jax.dtypes.prng_key):
        value = jax.random.key_data(value)
    return np.asarray(value)


def describe(array):
    return f"{array.dtype.name}[{', '.join(map(str, array.shape))}]"


def export_function(function, arguments, output, platform="cpu", force=False):
    """Writes the five files for `function(*arguments)`; returns the folder."""
    import jax
    import jax.export
    import numpy as np
    folder = pathlib.Path(output)
    names = ["program.mlir", "program.mlirbc", "input.npz", "expected.npz", "signature.json"]
    if not force and any((folder / name).exists() for name in names):
        raise ExportError(f"{folder} holds an exported program already; --force overwrites it")
    if platform not in platforms:
        raise ExportError(f"there is no platform '{platform}'; the platforms are: {', '.join(platforms)}")
    jitted = function if hasattr(function, "lower") else jax.jit(function, keep_unused=True)
    leaves = [plain(a) for a in jax.tree.leaves(arguments)]
    exported = jax.export.export(jitted, platforms=[platform])(*arguments)
    results = [plain(r) for r in jax.tree.leaves(jitted(*arguments))]
    signature = {"inputs": [describe(a) for a in leaves], "outputs": [describe(r) for r in results],
                 "tolerance": [tolerances.get(r.dtype.name, [0, 0]) for r in results]}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "program.mlir").write_text(exported.mlir_module())
        (folder / "program.mlirbc").write_bytes(exported.mlir_module_serialized)
        np.savez_compressed(folder / "input.npz", **{f"arg{i}": bits(a) for i, a in enumerate(leaves)})
        np.savez_compressed(folder / "expected.npz", **{f"out{i}": bits(r) for i, r in enumerate(results)})
        (folder / "signature.json").write_text(json.dumps(signature, indent=1) + "\n")
    except OSError as problem:
        raise ExportError(f"{folder} cannot be written: {problem.strerror or problem}") from problem
    return folder


def export(target, output, arguments=None, platform="cpu", x64=False, force=False):
    """`target` is PROG.py:FN; `arguments` an expression, or None for fn.example_args."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    try:
        import jax
    except ImportError:
        raise ExportError("JAX is not installed in this Python (pip install jax)") from None
    if x64:
        jax.config.update("jax_enable_x64", True)
    module, function = load(target)
    values = example_arguments(module, function, arguments)
    try:
        return export_function(function, values, output, platform, force)
    except ExportError:
        raise
    except Exception as problem:
        raise ProgramError(f"{target} cannot be exported: {told(problem, module.__file__ or target)}") from problem
