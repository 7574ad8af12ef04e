"""`python -m eutectic export` makes a program that the tool computes as JAX does. Skipped without JAX."""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import call, root, skipped  # noqa: E402

for python in (os.environ.get("EUTECTIC_JAX_PYTHON"), root / ".venv/bin/python", sys.executable):
    if python and os.access(python, os.X_OK) and \
       subprocess.run([python, "-c", "import jax.export"], capture_output=True).returncode == 0:
        break
else:
    print("skipped: there is no Python with JAX (tools/make_venv makes one)")
    sys.exit(skipped)

folder = tempfile.mkdtemp()
environment = dict(os.environ, PYTHONPATH=str(root / "python"), JAX_PLATFORMS="cpu")
command = [str(python), "-m", "eutectic", "export", "examples/softmax.py:softmax", "-o", folder]
first = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=root)
second = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=root)
wrong = ["the export failed:\n" + first.stderr] if first.returncode else []
if second.returncode != 2 or "--force" not in second.stderr:
    wrong.append("a second export overwrites the first")
for suffix in ("mlir", "mlirbc"):
    outcome = call("run", f"{folder}/program.{suffix}", "--inputs", f"{folder}/input.npz", "--expect",
                   f"{folder}/expected.npz", "--signature", f"{folder}/signature.json")
    if outcome.code != 0:
        wrong.append(f"program.{suffix}: {outcome.text()}")
print("\n".join(wrong) or "export: ok")
sys.exit(1 if wrong else 0)
