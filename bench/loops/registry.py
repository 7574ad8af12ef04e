"""What the loop programs share: the list of them, their usual size, and sample arrays."""

import numpy as np

REG = {}
default_size = (67, 9)  # lanes, steps; small, as tests want them


def program(function):
    """Adds a builder: size or None -> (function, example arguments)."""
    REG[function.__name__] = (function, [])
    return function


def normal(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def uniform(*shape, lo=-1, hi=1):
    return np.random.RandomState(sum(shape)).uniform(lo, hi, shape).astype(np.float32)
