"""tools/skipped_tests: names what ctest skipped, and tells a missing JAX from a broken one. A python3 in front of the
path stands for a pip that finds JAX, or does not."""
import os
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
folder = pathlib.Path(tempfile.mkdtemp())
failures = 0


def check(skipped, pip_code, code, text):
    global failures
    log = "100% tests passed, 0 tests failed out of 9\n\n"
    if skipped:
        log += "The following tests did not run:\n" + "".join(f"\t{i + 355} - {n} (Skipped)\n" for i, n in enumerate(skipped))
    (folder / "log").write_text(log)
    (folder / "python3").write_text(f"#!/bin/sh\nexit {pip_code}\n")
    (folder / "python3").chmod(0o755)
    environment = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}")
    said = subprocess.run([root / "tools/skipped_tests", folder / "log"], capture_output=True, text=True, env=environment)
    if said.returncode != code or text not in said.stdout + said.stderr or (not text and said.stdout + said.stderr):
        failures += 1
        print(f"FAIL {skipped}, pip {pip_code}: exit code {said.returncode}, not {code} with '{text}': {said.stdout}{said.stderr}")


check([], 0, 0, "")
check(["formatting"], 0, 0, "skipped: formatting")
check(["jax_accepts", "jax_export"], 1, 0, "skipped: jax_accepts jax_export")
check(["jax_accepts", "jax_export"], 1, 0, "pip cannot install JAX here")
check(["jax_accepts", "formatting"], 0, 1, "tools/make_venv fails")
print(f"skipped_tests: {failures} failures")
sys.exit(1 if failures else 0)
