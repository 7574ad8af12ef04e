"""Makes the cases of tests/cases/ that JAX writes with Shardy's operations and attributes, as text and as bytecode.

    python tests/jax/make_sharded.py       (needs JAX; the files it makes are committed)

Typed random keys and shardings of arguments. NAME.mlirbc is what jax.export stores, NAME.mlir the same as text.
"""
import os
import pathlib
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
import jax
import jax.export
import numpy as np
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from make_cases import bits, target  # noqa: E402

jax.config.update("jax_enable_x64", False)
jax.config.update("jax_traceback_in_locations_limit", 0)  # no paths of this machine


def raw(value):
    """A typed key is two words in its program."""
    return np.asarray(jax.random.key_data(value) if jax.dtypes.issubdtype(value.dtype, jax.dtypes.prng_key) else value)


def write(name, function, *arguments):
    exported = jax.export.export(function)(*arguments)
    path = target / f"sharded_{name}"
    path.with_suffix(".mlirbc").write_bytes(exported.mlir_module_serialized)
    outputs = jax.tree.leaves(function(*arguments))
    bounds = [[0, 0]] * len(outputs)
    path.with_suffix(".mlir").write_text(f"// TOLERANCE: {bounds}\n{exported.mlir_module()}")
    np.savez_compressed(path.with_suffix(".npz"), **{f"arg{i}": bits(raw(a)) for i, a in enumerate(arguments)},
                        **{f"out{i}": bits(raw(o)) for i, o in enumerate(outputs)})


x = np.arange(16, dtype=np.float32).reshape(4, 4)
write("key_in", jax.jit(lambda key: jax.random.bits(key, (3,))), jax.random.key(7))
write("key_out", jax.jit(lambda seed: jax.random.key(seed)), np.int32(3))
write("keys", jax.jit(lambda key: jax.random.split(key)), jax.random.key(1))
for devices in (1, 4):
    mesh = jax.make_mesh((devices,), ("x",), devices=jax.devices()[:devices])
    write(f"arguments_{devices}", jax.jit(lambda a: a + 1, in_shardings=NamedSharding(mesh, P("x")),
                                          out_shardings=NamedSharding(mesh, P(None, "x"))), x)
mesh = jax.make_mesh((2, 2), ("x", "y"), axis_types=(AxisType.Auto,) * 2)
open_rows = NamedSharding(mesh, P(P.UNCONSTRAINED, ("y", "x")))
write("constraint", jax.jit(lambda a: jax.lax.with_sharding_constraint(a * 2, open_rows)), x)
