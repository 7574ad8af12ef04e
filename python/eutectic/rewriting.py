"""A JAX function, rewritten so that XLA makes fewer kernels of it: optimize().

    fast = eutectic.optimize(rollout)             # as jax.jit(rollout), from other kernels
    states = fast(params, key)                    # rewritten when first called with these shapes
    print(fast.explain(params, key))              # what was rewritten, what was not, and why
    fast_gradient = eutectic.optimize(jax.grad(loss))

The function is lowered by jax.export, its program rewritten by 'eutectic opt', and the rewritten program called in its
place: by jax.jit, whose cache is the cache of this, so that each combination of shapes, dtypes, trees and static arguments
is rewritten once. A program that no rewrite improves is left to JAX as it is.
"""
import dataclasses
import functools
import hashlib
import json
import os
import pathlib
import re
import tempfile

from eutectic.analysis import ToolError, call_tool, exclude_source_lines

targets = {"cpu": "xla-cpu", "cuda": "xla-gpu", "rocm": "xla-gpu"}  # by platform


class TransformationError(TypeError):
    """grad, jvp or vmap was applied to an optimized function, rather than before."""


class Rewriting:
    """What was done to a program. Prints as text, which is .text; .json is the same as data. .program is the StableHLO that
    JAX lowered, .rewritten the one that runs instead; .changed says whether they differ."""

    def __init__(self, program, rewritten, told):
        self.program, self.rewritten, self.json = program, rewritten, told
        self.text, self.changed = told["text"], told["changed"]

    def __str__(self):
        return self.text

    __repr__ = __str__


known = {}  # rewritings, by the program's hash and the flags: explain() after a call need not rewrite again


def rewrite(program, flags):
    key = (hashlib.sha256(program.encode()).digest(), *flags)
    if key not in known:
        with tempfile.TemporaryDirectory(prefix="eutectic-") as folder:
            file = pathlib.Path(folder) / "rewritten.mlir"
            told = json.loads(call_tool(["opt", "-", "-o", str(file), "--json", *flags], program))
            rewritten = file.read_text()
        if len(known) >= 64:
            del known[next(iter(known))]
        known[key] = Rewriting(program, rewritten, told)
    return known[key]


def text_of(exported):
    """The program with its source lines, which Exported.mlir_module() leaves out."""
    from jax.extend.mlir.dialects import stablehlo
    from jax.interpreters import mlir
    context = mlir.make_ir_context()
    stablehlo.register_dialect(context)
    with context:
        module = stablehlo.deserialize_portable_artifact(context, exported.mlir_module_serialized)
        return module.operation.get_asm(enable_debug_info=True)


def bytecode_of(program):
    from jax.extend.mlir import ir
    from jax.extend.mlir.dialects import stablehlo
    from jax.interpreters import mlir
    context = mlir.make_ir_context()
    stablehlo.register_dialect(context)
    with context:
        return stablehlo.serialize_portable_artifact(ir.Module.parse(program), stablehlo.get_current_version())


def export(jitted, name, platform, args, kwargs):
    from jax import export as exporting
    traced = jitted.trace(*args, **kwargs)  # what the function itself raises is raised here
    try:
        try:
            return exporting.export(jitted, platforms=[platform])(*args, **kwargs)
        except ValueError as problem:
            if "compatibility guarantee" not in str(problem):
                raise
        # The program runs here and now: targets of custom calls need not be the same in later versions.
        text = traced.lower(lowering_platforms=(platform,)).as_text()
        called = sorted(set(re.findall(r'custom_call @"?([^\s"()]+)', text)))
        allowed = [exporting.DisabledSafetyCheck.custom_call(target) for target in called]
        return exporting.export(jitted, platforms=[platform], disabled_checks=allowed)(*args, **kwargs)
    except (ValueError, NotImplementedError) as problem:
        raise ToolError(f"{name} cannot be rewritten, because JAX cannot export it: {problem}") from problem


def default_platform():
    import jax
    device = jax.config.jax_default_device
    if device is None:
        return jax.export.default_export_platform()
    platform = device if isinstance(device, str) else device.platform
    return {"gpu": jax.export.default_export_platform()}.get(platform, platform)


def whole(call, name):
    """`call` of flat arrays, refusing what would need the program's derivative or a batched program."""
    import jax
    from jax.custom_batching import custom_vmap

    mapped = custom_vmap(call)

    @mapped.def_vmap
    def _(axis_size, in_batched, *arrays):
        raise TransformationError(f"{name} was optimized as one program and cannot be mapped afterwards: apply jax.vmap "
                                  f"first, eutectic.optimize(jax.vmap({name}))")

    differentiated = jax.custom_jvp(mapped)

    @differentiated.defjvp
    def _(primals, tangents):
        raise TransformationError(f"{name} was optimized as one program and cannot be differentiated afterwards: apply "
                                  f"jax.grad (or jvp, vjp, jacobian ...) first, eutectic.optimize(jax.grad({name}))")

    return differentiated


def jit_options(function, options):
    """What jax.jit gets: as given here, or else as `function` was jitted with."""
    options = {name: value for name, value in options.items() if value is not None}
    if options or not hasattr(function, "trace"):
        return options
    state = getattr(function, "__getstate__", dict)()
    keys = state.get("global_cache_key") if isinstance(state, dict) else None
    if keys is None:  # another JAX: without static arguments and donation nothing need be known
        return {}
    found = {"static_argnums": state["static_argnums"], "static_argnames": state["static_argnames"],
             "donate_argnums": keys.donate_argnums, "donate_argnames": keys.donate_argnames}
    return {name: tuple(value) for name, value in found.items() if value}


def optimize(function, *, for_=None, rewrites=None, always=False, fuel=None, platform=None, static_argnums=None,
             static_argnames=None, donate_argnums=None, donate_argnames=None):
    """Returns a jitted function that computes function(*args, **kwargs) by a rewritten program.

    for_: who compiles the result, xla-gpu or xla-cpu; by the platform if not given.
    rewrites: only these, in this order: "split-carried,unroll=10", or a list.   always, fuel: as 'eutectic opt'.
    platform: what JAX runs it on (cpu, cuda, rocm), where that is not the default device.
    static_argnums, static_argnames, donate_argnums, donate_argnames: as of jax.jit; a function that is jitted brings its own.

    Transformations come first: optimize(jax.vmap(f)), optimize(jax.grad(f)); on the result they raise
    TransformationError. It may be called under jax.jit and in loops. What the tool refuses is raised as ToolError when the
    function is called. The result's explain(*args, **kwargs) is a Rewriting, and its report(*args, path=..., **kwargs) writes a page
    about it, over what was there; arguments of these may be jax.ShapeDtypeStruct.
    """
    try:
        import jax
        import jax.export
    except ImportError:
        raise ToolError("JAX is not installed in this Python (pip install jax)") from None
    if not callable(function):
        raise ToolError(f"the first argument is what to optimize, a function of JAX arrays, not a {type(function).__name__}")
    exclude_source_lines(__file__)
    name = getattr(function, "__name__", None) or getattr(getattr(function, "func", None), "__name__", "function")
    options = jit_options(function, dict(static_argnums=static_argnums, static_argnames=static_argnames,
                                         donate_argnums=donate_argnums, donate_argnames=donate_argnames))
    static = {key: value for key, value in options.items() if key.startswith("static")}
    inner = function if hasattr(function, "trace") else jax.jit(function, **static)

    def asked(args, kwargs):
        """The function exported for these arguments, and the tool's flags."""
        lowered_for = platform or default_platform()
        target = for_ or targets.get(lowered_for)
        if target is None:
            raise ToolError(f"no compiler is known for platform '{lowered_for}': name one with for_, such as for_='xla-gpu'")
        flags = ["--for", target] + ["--always"] * always
        if rewrites is not None:
            flags += ["--rewrites", rewrites if isinstance(rewrites, str) else ",".join(rewrites)]
        if fuel is not None:
            flags += ["--fuel", str(fuel)]
        return export(inner, name, lowered_for, args, kwargs), flags

    def rewriting(args, kwargs):
        exported, flags = asked(args, kwargs)
        return exported, rewrite(text_of(exported), flags)

    def report(*args, path, **kwargs):
        exported, flags = asked(args, kwargs)
        call_tool(["opt", "-", "--report", os.fspath(path), "--title", name, "--force", *flags], text_of(exported))
        return pathlib.Path(path)

    @functools.wraps(function)
    def optimized(*args, **kwargs):
        # Called by jax.jit: arrays are tracers, static arguments are themselves.
        leaves, tree = jax.tree.flatten((args, kwargs))
        traced = [isinstance(leaf, jax.core.Tracer) for leaf in leaves]
        arrays = [leaf for leaf, is_array in zip(leaves, traced) if is_array]

        def arguments(values):
            values = iter(values)
            return jax.tree.unflatten(tree, [next(values) if is_array else leaf for leaf, is_array in zip(leaves, traced)])

        shapes = [jax.ShapeDtypeStruct(a.shape, a.dtype, weak_type=getattr(a, "weak_type", False)) for a in arrays]
        exported, done = rewriting(*arguments(shapes))
        if not done.changed:
            def call(*values):
                args, kwargs = arguments(values)
                return inner(*args, **kwargs)
        else:
            # The derivative that JAX exported is of the program as it was.
            replaced = dataclasses.replace(exported, mlir_module_serialized=bytecode_of(done.rewritten), _get_vjp=None)

            def call(*values):
                args, kwargs = jax.tree.unflatten(exported.in_tree, values)
                return replaced.call(*args, **kwargs)
        return whole(call, name)(*arrays)

    result = jax.jit(optimized, **options)
    result.explain = lambda *args, **kwargs: rewriting(args, kwargs)[1]
    result.report = report
    return result
