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
# What is wrong is said in a line that begins "eutectic:": 2 where the caller is, 1 where the program is.
broken = pathlib.Path(tempfile.mkdtemp())
(broken / "raises.py").write_text("import jax\n\ndef f(x):\n    return x + undefined\n\nf.example_args = (1.0,)\n")
(broken / "syntax.py").write_text("def f(x:\n")
(broken / "file").write_text("")
softmax = "examples/softmax.py:softmax"
for code, text, arguments in (
        (2, "--args 'np.ones(': SyntaxError", [softmax, "--args", "np.ones("]),
        (2, "ZeroDivisionError", [softmax, "--args", "1/0"]),
        (1, "is not a valid JAX array", [softmax, "--args", "('a', 'b')"]),
        (2, "there is no module nomod", ["nomod:f"]),
        (2, "there is no module no.mod", ["no.mod:f"]),
        (2, "there is no file", ["none.py:f"]),
        (1, "raises.py:f cannot be exported: NameError: name 'undefined' is not defined (line 4)", [f"{broken}/raises.py:f"]),
        (1, "syntax.py cannot be loaded: SyntaxError", [f"{broken}/syntax.py:f"]),
        (2, "there is no platform 'foo'; the platforms are: cpu", [softmax, "--platform", "foo"]),
        (2, "cannot be written", [softmax, "-o", str(broken / "file" / "inside")])):
    if "-o" not in arguments:
        arguments = [*arguments, "-o", str(broken / "out")]
    said = subprocess.run([str(python), "-m", "eutectic", "export", *arguments], capture_output=True, text=True,
                          env=environment, cwd=root)
    if said.returncode != code or not said.stderr.startswith("eutectic: ") or text not in said.stderr or "Traceback" in said.stderr:
        wrong.append(f"export {arguments}: exit code {said.returncode}, not {code} with '{text}': {said.stderr[-600:]}")
for suffix in ("mlir", "mlirbc"):
    outcome = call("run", f"{folder}/program.{suffix}", "--inputs", f"{folder}/input.npz", "--expect",
                   f"{folder}/expected.npz", "--signature", f"{folder}/signature.json")
    if outcome.code != 0:
        wrong.append(f"program.{suffix}: {outcome.text()}")
print("\n".join(wrong) or "export: ok")
sys.exit(1 if wrong else 0)
