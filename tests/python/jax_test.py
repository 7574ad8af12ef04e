"""A script of this folder, named as argument, in a Python that has JAX, with the Python package and the tool. Skipped without
JAX."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import root, skipped, tool  # noqa: E402

for python in (os.environ.get("EUTECTIC_JAX_PYTHON"), root / ".venv/bin/python", sys.executable):
    if python and os.access(python, os.X_OK) and \
       subprocess.run([python, "-c", "import jax"], capture_output=True).returncode == 0:
        break
else:
    print("skipped: there is no Python with JAX (tools/make_venv makes one)")
    sys.exit(skipped)

environment = dict(os.environ, PYTHONPATH=str(root / "python"), JAX_PLATFORMS="cpu", EUTECTIC=tool())
sys.exit(subprocess.run([str(python), str(root / "tests/python" / sys.argv[1])], env=environment).returncode)
