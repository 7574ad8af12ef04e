"""The wheel: built from the tree without a network, installed in a fresh environment, used there with the tool on the PATH.
JAX is lent to that environment by the Python that has it. Skipped without JAX, or without pip."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import root, skipped, tool  # noqa: E402

program = """
import json, pathlib, sys
import eutectic, jax, jax.numpy as jnp
assert pathlib.Path(eutectic.__file__).is_relative_to(sys.prefix), eutectic.__file__

def spin(x):
    def step(s, _):
        s = jnp.stack([s[0] + 0.1 * s[1], s[1] - 0.1 * jnp.sin(s[0])])
        return s, s.sum(0)
    return jax.lax.scan(step, x, None, length=20)

x = jnp.linspace(-1, 1, 64).reshape(2, 32)
fast = eutectic.optimize(spin, for_="xla-gpu")
assert fast.explain(x).changed
for a, b in zip(fast(x), spin(x)):
    assert jnp.allclose(a, b, rtol=1e-5, atol=1e-5)
assert eutectic.explain(spin, x).json["launches"] > 0
print("used the wheel")
"""


def run(*command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode:
        print(f"FAIL {' '.join(map(str, command))}: {done.stdout}{done.stderr}")
        sys.exit(1)
    return done.stdout


def main():
    for python in (os.environ.get("EUTECTIC_JAX_PYTHON"), root / ".venv/bin/python", sys.executable):
        if python and os.access(python, os.X_OK) and \
           subprocess.run([python, "-c", "import jax, ensurepip, pip"], capture_output=True).returncode == 0:
            break
    else:
        print("skipped: there is no Python with JAX and pip (tools/make_venv makes one)")
        sys.exit(skipped)
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "EUTECTIC", "PYTHONHOME")}
    version = re.match(r"eutectic (\S+)", run(tool(), "version"))[1]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        bytes_made = set()
        for made in ("one", "two"):
            run(root / "tools/wheel", folder / made, env=dict(clean, PYTHON=str(python)))
            wheels = list((folder / made).iterdir())
            assert [w.name for w in wheels] == [f"eutectic-{version}-py3-none-any.whl"], wheels  # the tool's own version
            bytes_made.add(wheels[0].read_bytes())
        assert len(bytes_made) == 1, "the same tree gives two wheels"

        run(python, "-m", "venv", folder / "venv")
        own = folder / "venv/bin/python"
        paths = "import sysconfig; print(sysconfig.get_path('purelib'))"
        run(own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", wheels[0])
        (pathlib.Path(run(own, "-c", paths).strip()) / "jax_of_another.pth").write_text(run(python, "-c", paths))
        (folder / "bin").mkdir()
        (folder / "bin/eutectic").symlink_to(pathlib.Path(tool()).resolve())
        there = dict(clean, PATH=f"{folder / 'bin'}:{clean['PATH']}", JAX_PLATFORMS="cpu")
        assert run(own, "-c", program, cwd=folder, env=there) == "used the wheel\n"
        (folder / "f.py").write_text("def f(x):\n    return x + 1\nf.example_args = (1.0,)\n")
        run(own, "-m", "eutectic", "export", "f.py:f", "-o", "f", cwd=folder, env=there)
        assert (folder / "f/program.mlir").exists()
        assert run(own, "-m", "pip", "show", "--disable-pip-version-check", "eutectic").count(f"Version: {version}") == 1
    left = [p.name for p in (root / "python").iterdir() if p.name == "build" or p.suffix == ".egg-info"]
    assert not left, f"building left {left} in the tree"
    print("wheel: built, installed, used")


main()
