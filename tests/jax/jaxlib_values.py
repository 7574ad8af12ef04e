"""What the tests that ask a jaxlib share: running themselves under a Python that has JAX, and computing HLO text with it."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import root, skipped  # noqa: E402


def find_python():
    for python in (os.environ.get("EUTECTIC_JAX_PYTHON"), root / ".venv/bin/python", sys.executable):
        if python and os.access(python, os.X_OK) and \
           subprocess.run([python, "-c", "import jaxlib._hlo"], capture_output=True).returncode == 0:
            return str(python)
    print("skipped: there is no Python with JAX 0.10 (tools/make_venv makes one)")
    sys.exit(skipped)


if os.environ.get("EUTECTIC_INSIDE") != "1":
    environment = dict(os.environ, EUTECTIC_INSIDE="1", JAX_PLATFORMS="cpu")
    sys.exit(subprocess.run([find_python(), *sys.argv], env=environment).returncode)

import json  # noqa: E402

import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax._src import compiler  # noqa: E402
from jax._src.interpreters import mlir  # noqa: E402
from jax._src.lib import xla_client  # noqa: E402
from jax._src.lib.mlir import ir  # noqa: E402
from jaxlib.mlir.dialects import stablehlo  # noqa: E402
from jaxlib import _hlo as hlo  # noqa: E402

raw = xla_client._xla
jax.config.update("jax_enable_x64", True)


def execute(text, arguments):
    """Compiles HLO text with jaxlib and runs it on the CPU."""
    hlo.hlo_module_from_text(text)
    # XLA reads composites, but its way back to MLIR, which only this test goes, knows none with several results.
    text = text.replace(", is_composite=true", "")
    proto = hlo.hlo_module_from_text(text).as_serialized_hlo_module_proto()
    module_bytes = raw.mlir.xla_computation_to_mlir_module(hlo.XlaComputation(proto))
    with mlir.make_ir_context():
        return run_module(ir.Module.parse(module_bytes), arguments)


def execute_bytecode(artifact, arguments):
    """The same for a portable artifact of StableHLO."""
    with mlir.make_ir_context() as context:
        return run_module(stablehlo.deserialize_portable_artifact(context, artifact), arguments)


def run_module(module, arguments):
    device = jax.devices("cpu")[0]
    with module.context:
        executable = device.client.compile_and_load(
            module, executable_devices=raw.DeviceList((device,)),
            compile_options=compiler.get_compile_options(num_replicas=1, num_partitions=1))
    buffers = [jax.device_put(a, device) for a in arguments]
    results = executable.execute_sharded(buffers).disassemble_into_single_device_arrays()
    return [np.asarray(r[0]) for r in results]


def arguments_of(folder):
    inputs = np.load(folder / "input.npz")
    signature = json.loads((folder / "signature.json").read_text())
    arguments = []
    for i, kind in enumerate(signature["inputs"]):
        name = kind.split("[")[0]
        value = inputs[f"arg{i}"]
        arguments.append(value.view(jax.numpy.dtype(name)) if value.dtype.name != name else value)
    return arguments


def compare(folder, results, ignored=()):
    """What differs from the expected values, or ""."""
    expected = np.load(folder / "expected.npz")
    signature = json.loads((folder / "signature.json").read_text())
    if len(results) != len(expected.files):
        return f"{len(results)} results, not {len(expected.files)}"
    for i, (got, (relative, absolute)) in enumerate(zip(results, signature["tolerance"])):
        if f"out{i}" in ignored:
            continue
        want = expected[f"out{i}"]
        name = signature["outputs"][i].split("[")[0]
        if want.dtype.name != name:
            want = want.view(jax.numpy.dtype(name))
        if got.dtype != want.dtype or got.shape != want.shape:
            return f"out{i} is {got.dtype}{got.shape}, not {want.dtype}{want.shape}"
        if got.dtype.kind in "biu":
            wrong = got != want
        else:
            kind = np.complex128 if got.dtype.kind == "c" else np.float64
            g, w = got.astype(kind), want.astype(kind)
            with np.errstate(invalid="ignore"):
                wrong = ~((g == w) | (np.isnan(g) & np.isnan(w)) | (np.abs(g - w) <= absolute + relative * np.abs(w)))
        if wrong.any():
            return f"out{i}: {wrong.sum()} of {wrong.size} elements differ"
    return ""
