"""Loops as JAX users write them, beside the corpus: REG, as in the corpus' programs.py; sizes are (lanes, steps).

Tests take them small (tests/jax/make_cases.py); bench/compare.py --programs bench/loops/programs.py takes them larger.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import loops.environments  # noqa: E402, F401
import loops.forms  # noqa: E402, F401
import loops.models  # noqa: E402, F401
from loops.registry import REG  # noqa: E402, F401
