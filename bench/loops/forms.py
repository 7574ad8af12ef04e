"""Loops in the forms that take some care: state flattened or strided, loops in loops, branches, tables, unrolled bodies."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from loops.registry import default_size, normal, program, uniform


@program
def vmap_of_scan(size=None):
    n_lanes, n_steps = size or default_size

    def one(x0, v0, a):
        def body(c, a):
            x, v = c
            v = v + 0.02 * (a - x - 0.1 * v)
            x = x + 0.02 * v
            return (x, v), x

        return lax.scan(body, (x0, v0), a)

    return jax.vmap(one), (normal(n_lanes), normal(n_lanes, seed=1), normal(n_lanes, n_steps, seed=2))


@program
def substeps(size=None):
    n_lanes, n_steps = size or default_size

    def f(x, v):
        def body(c, _):
            def inner(i, c):
                x, v = c
                v = v - 0.01 * jnp.sin(x)
                return x + 0.01 * v, v

            x, v = lax.fori_loop(0, 20, inner, c)
            return (x, v), jnp.sum(x)

        return lax.scan(body, (x, v), None, length=n_steps)

    return f, (normal(n_lanes), normal(n_lanes, seed=1))


@program
def flat_state(size=None):
    n_lanes, n_steps = size or default_size

    def f(s):
        def body(s, _):
            x, y = s[:n_lanes], s[n_lanes:]
            x2 = x + 0.01 * (1.1 * x - 0.4 * x * y)
            y2 = y + 0.01 * (0.1 * x * y - 0.4 * y)
            return jnp.concatenate([x2, y2]), None

        return lax.scan(body, s, None, length=n_steps)[0]

    return f, (np.abs(normal(2 * n_lanes)),)


@program
def cond_in_body(size=None):
    n_lanes, n_steps = size or default_size

    def f(x):
        def body(x, i):
            x = lax.cond(i % 3 == 0, lambda x: x * 0.9, lambda x: x + 0.1 * jnp.sin(x), x)
            return x, jnp.max(x)

        return lax.scan(body, x, jnp.arange(n_steps))

    return f, (normal(n_lanes),)


@program
def scalar_loop(size=None):
    n_lanes, n_steps = size or default_size

    def f(x):
        return lax.fori_loop(0, 200 * n_steps, lambda i, x: x * 0.999 + jnp.sin(x) * 0.01, x)

    return f, (np.float32(1.5),)


@program
def ema_unroll(size=None):
    n_lanes, n_steps = size or default_size

    def f(xs):
        def body(m, x):
            m = 0.9 * m + 0.1 * x
            return m, m

        return lax.scan(body, jnp.zeros(n_lanes, jnp.float32), xs, unroll=4, reverse=True)

    return f, (normal(n_steps, n_lanes),)


@program
def ema_unroll4_reverse(size=None):
    n_lanes, n_steps = size or default_size

    def step(m, x):
        m = 0.9 * m + 0.1 * x
        return m, m

    return (lambda x: lax.scan(step, jnp.zeros(n_lanes), x, unroll=4, reverse=True)), (uniform(n_steps, n_lanes),)


@program
def logistic_flat(size=None):
    n_lanes, n_steps = size or default_size

    # state [n_lanes*4] flattened
    def f(x):
        def step(x, _):
            y = x.reshape(n_lanes, 4)
            y = 3.7 * y * (1 - y) * 0.9 + 0.1 * jnp.roll(y, 1, axis=1)
            return y.reshape(-1), None

        return lax.scan(step, x, None, length=n_steps)[0]

    return f, (uniform(n_lanes * 4, lo=0, hi=1),)


@program
def logistic_flat_stride(size=None):
    n_lanes, n_steps = size or default_size

    def f(x):
        def step(i, x):
            a, b = x[0::2], x[1::2]
            a, b = 3.6 * a * (1 - a) + 0.01 * b, 3.5 * b * (1 - b) + 0.01 * a
            return jnp.stack([a, b], -1).reshape(-1)

        return lax.fori_loop(0, n_steps, step, x)

    return f, (uniform(n_lanes * 2, lo=0, hi=0.9),)


def sub(n, n_lanes, n_steps):
    def f(x, v):
        def outer(c, u):
            def inner(i, c):
                x, v = c
                v = v + 0.001 * (-x + u)
                return x + 0.001 * v, v

            c = lax.fori_loop(0, n, inner, c)
            return c, c[0]

        return lax.scan(outer, (x, v), jnp.cos(jnp.arange(float(n_steps))))

    return f, (uniform(n_lanes), uniform(n_lanes))


@program
def substeps4(size=None):
    n_lanes, n_steps = size or default_size
    return sub(4, n_lanes, n_steps)


@program
def substeps50(size=None):
    n_lanes, n_steps = size or default_size
    return sub(50, n_lanes, n_steps)


@program
def inner_while(size=None):
    n_lanes, n_steps = size or default_size

    def f(x):
        def outer(x, _):
            def one(a):
                return lax.while_loop(
                    lambda c: (jnp.abs(c[0] * c[0] - a) > 1e-4) & (c[1] < 20),
                    lambda c: (0.5 * (c[0] + a / c[0]), c[1] + 1),
                    (a + 1, 0),
                )[0]

            y = jax.vmap(one)(jnp.abs(x) + 0.1)
            return jnp.sin(3 * y) + 0.5 * x, None

        return lax.scan(outer, x, None, length=n_steps)[0]

    return f, (uniform(n_lanes),)


@program
def switch_per_step(size=None):
    n_lanes, n_steps = size or default_size
    fs = [lambda x: x * 0.9, lambda x: jnp.sin(x), lambda x: x + 0.1, lambda x: x * x - 0.5]
    return (lambda x: lax.scan(lambda x, i: (lax.switch(i, fs, x), None), x, jnp.arange(n_steps) % 4)[0]), (
        uniform(n_lanes),
    )


@program
def switch_per_lane(size=None):
    n_lanes, n_steps = size or default_size
    fs = [lambda x: x * 0.9, lambda x: jnp.sin(x), lambda x: x + 0.1, lambda x: x * x - 0.5]

    def f(x):
        def step(x, t):
            return jax.vmap(lambda x: lax.switch((x * 100).astype(int) % 4, fs, x))(x), None

        return lax.scan(step, x, jnp.arange(n_steps))[0]

    return f, (uniform(n_lanes),)


@program
def cond_scalar(size=None):
    n_lanes, n_steps = size or default_size

    def f(x):
        def step(c, t):
            x, n = c
            x = lax.cond(t % 5 == 0, lambda x: x - x.mean(), lambda x: 1.01 * x + 0.01 * jnp.sin(x), x)
            return (x, n + 1), None

        return lax.scan(step, (x, 0), jnp.arange(n_steps))[0]

    return f, (uniform(n_lanes),)


@program
def vmap_of_scan_trailing(size=None):
    n_lanes, n_steps = size or default_size

    def one(s):
        return lax.scan(lambda s, _: (s + 0.01 * jnp.array([s[1], -jnp.sin(s[0])]), s[0]), s, None, length=n_steps)

    return jax.vmap(one, in_axes=1, out_axes=1), (uniform(2, n_lanes),)


@program
def vmap_of_scan_leading(size=None):
    n_lanes, n_steps = size or default_size

    def one(s):
        return lax.scan(lambda s, _: (s + 0.01 * jnp.array([s[1], -jnp.sin(s[0])]), s[0]), s, None, length=n_steps)

    return jax.vmap(one), (uniform(n_lanes, 2),)


@program
def unroll7_ys(size=None):
    n_lanes, n_steps = size or default_size
    return (lambda x: lax.scan(lambda x, u: ((x * 0.99 + u), (x, x * x)), x, jnp.arange(float(n_steps)), unroll=7)), (
        uniform(n_lanes),
    )


@program
def matrix_state(size=None):
    n_lanes, n_steps = size or default_size

    # [n_lanes,3,3] rotation products
    def f(M, w):
        def step(M, _):
            K = jnp.array([[0, -0.01, 0.02], [0.01, 0, -0.03], [-0.02, 0.03, 0]])
            return M @ (jnp.eye(3) + K), None

        return lax.scan(step, M, None, length=n_steps)[0]

    return f, (uniform(n_lanes, 3, 3), uniform(3))


@program
def history_window(size=None):
    n_lanes, n_steps = size or default_size

    # shift register state
    def f(h, u):
        def step(h, u):
            y = (h * jnp.array([0.1, 0.2, 0.3, 0.4])).sum(1)
            return jnp.concatenate([h[:, 1:], (y + u)[:, None]], 1), y

        return lax.scan(step, h, u)

    return f, (uniform(n_lanes, 4), uniform(n_steps, n_lanes))


@program
def bucket_add(size=None):
    n_lanes, n_steps = size or default_size

    # at[].add into a per-lane histogram by run-time index
    def f(x):
        def step(c, _):
            x, h = c
            x = (x * 1.7 + 0.31) % 1.0
            i = (x * 8).astype(jnp.int32)
            return (x, jax.vmap(lambda h, i: h.at[i].add(1))(h, i)), None

        return lax.scan(step, (x, jnp.zeros((n_lanes, 8), jnp.int32)), None, length=n_steps)[0]

    return f, (uniform(n_lanes, lo=0, hi=1),)


@program
def trip_from_input(size=None):
    n_lanes, n_steps = size or default_size

    def f(x, n):
        return lax.fori_loop(0, n, lambda i, x: x * 0.99 + 0.01 * jnp.sin(x + i), x)

    return f, (uniform(n_lanes), np.int32(137))


@program
def carry_f64ish_bf16(size=None):
    n_lanes, n_steps = size or default_size

    def f(x):
        return lax.scan(
            lambda x, _: ((x * jnp.bfloat16(0.98) + jnp.sin(x) * jnp.bfloat16(0.1)), None),
            x.astype(jnp.bfloat16),
            None,
            length=n_steps,
        )[0].astype(jnp.float32)

    return f, (uniform(n_lanes),)


@program
def cumulative_table(size=None):
    n_lanes, n_steps = size or default_size
    # table lookup per lane by state
    tab = uniform(64)

    def f(x, tab):
        return lax.scan(
            lambda x, _: (0.9 * x + tab[jnp.clip((x * 16 + 32).astype(int), 0, 63)], None), x, None, length=n_steps
        )[0]

    return f, (uniform(n_lanes), tab)
