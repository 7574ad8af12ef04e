"""What becomes one kernel in a JAX function, and why: explain() as text and data, report() as a page.

    print(eutectic.explain(step, params, batch))                        # as XLA fuses for GPUs
    eutectic.explain(jax.grad(loss), params, strategy="xla-rules").json
    eutectic.report(jax.vmap(f), xs, path="f.html")

Nothing is run, no GPU is needed, and arguments may be jax.ShapeDtypeStruct. The work is done by the command-line tool,
which is looked for in EUTECTIC, on the PATH, and in the build folders of this checkout.
"""
import functools
import json
import os
import pathlib
import shutil
import subprocess


class ToolError(Exception):
    """The tool is missing, or refuses: its own words."""


def find_tool():
    named = os.environ.get("EUTECTIC")
    if named:
        if not os.access(named, os.X_OK) or os.path.isdir(named):
            raise ToolError(f"EUTECTIC names {named}, which is no program")
        return named
    on_path = shutil.which("eutectic")
    if on_path:
        return on_path
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    built = [p for p in (root / "build/release/eutectic", root / "build/eutectic", *sorted(root.glob("build*/eutectic")))
             if os.access(p, os.X_OK) and p.is_file()]
    if built:
        return str(built[0])
    raise ToolError("the program 'eutectic' is not found: build it ('make' in the checkout), put it on the PATH, or "
                    "name it in the environment variable EUTECTIC")


@functools.cache
def exclude_source_lines(file):
    """JAX names the caller's line, not one of `file`, a file of ours, where it lets us say so."""
    try:
        from jax._src import source_info_util
        source_info_util.register_exclusion(file)
    except (ImportError, AttributeError):
        pass


def program_of(function, arguments, kwargs=None, platform="cpu"):
    """The function as JAX hands it to XLA: StableHLO text with source lines."""
    try:
        import jax
    except ImportError:
        raise ToolError("JAX is not installed in this Python (pip install jax)") from None
    if not callable(function):
        raise ToolError(f"the first argument is what to explain, a function of JAX arrays, not a {type(function).__name__}")
    exclude_source_lines(__file__)
    jitted = function if hasattr(function, "trace") else jax.jit(function)
    lowered = jitted.trace(*arguments, **(kwargs or {})).lower(lowering_platforms=(platform,))
    return lowered.compiler_ir("stablehlo").operation.get_asm(enable_debug_info=True)


def call_tool(arguments, program):
    done = subprocess.run([find_tool(), *arguments], input=program.encode(), capture_output=True)
    if done.returncode:
        raise ToolError(done.stderr.decode(errors="replace").strip() or f"eutectic failed with code {done.returncode}")
    return done.stdout.decode()


def setup_flags(passes, era, device, lift, unroll, drop_custom_calls, forward_slices):
    flags = [] if passes == "default" else ["--passes", passes]
    if era is not None:
        flags += ["--era", str(era)]
    if device is not None:
        flags += ["--device", os.fspath(device)]
    if lift:
        flags += ["--lift", lift if isinstance(lift, str) else ",".join(lift)]
    if unroll != 1:
        flags += ["--unroll", str(unroll)]
    return flags + ["--drop-custom-calls"] * drop_custom_calls + ["--forward-slices"] * forward_slices


class Explanation:
    """Prints as text; .text is that text, .json the same as data, .program the StableHLO that was explained."""

    def __init__(self, program, flags):
        self.program, self.flags = program, flags
        self.text = call_tool(["explain", "-", *flags], program)

    @functools.cached_property
    def json(self):
        return json.loads(call_tool(["explain", "-", *self.flags, "--json"], self.program))

    def __str__(self):
        return self.text

    __repr__ = __str__


def explain(function, *args, strategy="xla-priority", kwargs=None, platform="cpu", what_if=False, passes="default", era=None,
            device=None, lift=(), unroll=1, drop_custom_calls=False, forward_slices=False):
    """Which kernels a strategy makes of function(*args, **kwargs), what they cost, and what keeps any two apart.

    strategy: xla-priority (XLA for GPUs, 2026), xla-rules (2024; era=2022 for the older rules), xla-cpu, or eutectic.
    platform: what JAX lowers for (cpu, cuda): random numbers, for instance, are custom calls for cuda.
    device: of XLA's cost model, a name or a profile's file ('eutectic device' lists them); h100 if not given.
    what_if, passes, lift, unroll, drop_custom_calls, forward_slices: as the flags of 'eutectic explain'.
    """
    flags = ["--strategy", strategy] + setup_flags(passes, era, device, lift, unroll, drop_custom_calls, forward_slices)
    return Explanation(program_of(function, args, kwargs, platform), flags + ["--what-if"] * what_if)


def report(function, *args, path, strategies=None, title=None, kwargs=None,
           platform="cpu", passes="default", era=None, device=None, lift=(), drop_custom_calls=False, forward_slices=False):
    """Writes one self-contained HTML page about function(*args, **kwargs) to `path`, over what was there; returns the path.

    strategies: xla-rules, xla-rules:2022, xla-priority, xla-cpu, eutectic; without it, those that decide for the device.
    """
    if isinstance(strategies, str):
        strategies = strategies.split(",")
    if title is None:
        title = getattr(function, "__name__", None) or getattr(getattr(function, "func", None), "__name__", "function")
    flags = ["--title", title, "--force"] + (["--strategies", ",".join(strategies)] if strategies else [])
    flags += setup_flags(passes, era, device, lift, 1, drop_custom_calls, forward_slices)
    call_tool(["report", "-", "-o", os.fspath(path), *flags], program_of(function, args, kwargs, platform))
    return pathlib.Path(path)
