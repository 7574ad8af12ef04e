"""What the file tests share: finding the tool, running it with a time limit, many at a time, and reporting."""
import os
import pathlib
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

root = pathlib.Path(__file__).resolve().parent.parent
skipped = 77


def tool():
    for candidate in (os.environ.get("EUTECTIC"), root / "build/release/eutectic", root / "build/eutectic"):
        if candidate and pathlib.Path(candidate).exists():
            return str(candidate)
    sys.exit("set EUTECTIC to the built tool")


def corpus():
    """EUTECTIC_CORPUS, else ../shared/corpus beside the checkout (all of it), else tests/corpus (a part)."""
    named = os.environ.get("EUTECTIC_CORPUS")
    beside = root.parent / "shared/corpus"
    folder = pathlib.Path(named) if named else beside if beside.is_dir() else root / "tests/corpus"
    if not folder.is_dir():
        sys.exit(f"there is no corpus at {folder}")
    return folder


class Outcome:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def text(self, limit=1500):
        text = (self.out + self.err).strip()
        return text if len(text) <= limit else text[:limit] + " ..."


def call(*arguments, seconds=120, stdin=None, cwd=root):
    """Runs the tool; code 124 when the time is over."""
    try:
        r = subprocess.run([tool(), *map(str, arguments)], capture_output=True, timeout=seconds, input=stdin, cwd=cwd)
        return Outcome(r.returncode, r.stdout.decode(errors="replace"), r.stderr.decode(errors="replace"))
    except subprocess.TimeoutExpired:
        return Outcome(124, "", f"not done after {seconds} s")


def run_all(title, jobs):
    """jobs: (name, function giving "" or what is wrong). Prints failures in order and exits."""
    start = time.time()
    if not jobs:
        sys.exit(f"{title}: there is nothing to test")

    def one(job):
        name, function = job
        began = time.time()
        wrong = function()
        return name, wrong, time.time() - began

    failures, slowest = [], (0, "")
    with ThreadPoolExecutor(int(os.environ.get("EUTECTIC_JOBS", os.cpu_count()))) as pool:
        for name, wrong, seconds in pool.map(one, jobs):
            slowest = max(slowest, (seconds, name))
            if wrong:
                failures.append(name)
                print(f"FAIL {name}: {wrong}", flush=True)
    print(f"{title}: {len(jobs) - len(failures)} of {len(jobs)} pass in {time.time() - start:.0f} s"
          f" (slowest: {slowest[1]}, {slowest[0]:.1f} s)")
    sys.exit(1 if failures else 0)
