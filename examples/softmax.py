"""A JAX program to export:  python -m eutectic export examples/softmax.py:softmax -o /tmp/softmax"""
import jax.numpy as jnp
import numpy as np


def softmax(x):
    e = jnp.exp(x - jnp.max(x, axis=-1, keepdims=True))
    return e / jnp.sum(e, axis=-1, keepdims=True)


softmax.example_args = (np.linspace(-3, 3, 24, dtype=np.float32).reshape(4, 6),)
