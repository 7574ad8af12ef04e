"""Models of physics, biology and finance, solvers and fractals."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, random

from loops.registry import default_size, normal, program, uniform


@program
def julia_while(size=None):
    n_lanes, n_steps = size or default_size

    def one(z):
        def cond(s):
            return (s[1] < 200) & (jnp.abs(s[0]) < 2)

        def body(s):
            return s[0] * s[0] + (-0.8 + 0.156j), s[1] + 1

        return lax.while_loop(cond, body, (z, 0))[1]

    def f(a, b):
        return jax.vmap(jax.vmap(lambda x, y: one(lax.complex(x, y)), (0, None)), (None, 0))(a, b)

    return f, (
        np.linspace(-1.5, 1.5, n_lanes).astype(np.float32),
        np.linspace(-1, 1, n_lanes // 2 + 1).astype(np.float32),
    )


@program
def heston(size=None):
    n_lanes, n_steps = size or default_size

    def f(s, v, key):
        def body(c, i):
            s, v, key = c
            key, k = jax.random.split(key)
            z = jax.random.normal(k, (2, n_lanes))
            z1 = z[0]
            z2 = -0.7 * z[0] + np.sqrt(1 - 0.49) * z[1]
            vp = jnp.maximum(v, 0.0)
            s = s * jnp.exp(-0.5 * vp * 0.01 + jnp.sqrt(vp * 0.01) * z1)
            v = v + 1.5 * (0.04 - vp) * 0.01 + 0.3 * jnp.sqrt(vp * 0.01) * z2
            return (s, v, key), None

        (s, v, _), _ = lax.scan(body, (s, v, key), jnp.arange(n_steps))
        return jnp.mean(jnp.maximum(s - 100, 0.0))

    return f, (np.full(n_lanes, 100, np.float32), np.full(n_lanes, 0.04, np.float32), jax.random.PRNGKey(1))


@program
def spring_chain(size=None):
    n_lanes, n_steps = size or default_size

    def f(x, v):
        def body(c, _):
            x, v = c
            left = jnp.pad(x[:, :-1], ((0, 0), (1, 0)))
            right = jnp.pad(x[:, 1:], ((0, 0), (0, 1)))
            v = v + 0.01 * (left + right - 2 * x)
            x = x + 0.01 * v
            return (x, v), None

        return lax.scan(body, (x, v), None, length=n_steps)[0]

    return f, (normal(n_lanes, 4), np.zeros((n_lanes, 4), np.float32))


@program
def newton_until(size=None):
    n_lanes, n_steps = size or default_size

    def f(a):
        def cond(s):
            return (jnp.max(jnp.abs(s[0] * s[0] - a)) > 1e-5) & (s[1] < 50)

        return lax.while_loop(cond, lambda s: (0.5 * (s[0] + a / s[0]), s[1] + 1), (a, 0))

    return f, (np.abs(normal(50 * n_lanes)) + 0.1,)


@program
def normalise_each_step(size=None):
    n_lanes, n_steps = size or default_size

    def f(x):
        def body(x, _):
            x = x + 0.1 * jnp.sin(3 * x)
            x = (x - x.mean()) / (x.std() + 1e-3)
            return x, None

        return lax.scan(body, x, None, length=n_steps)[0]

    return f, (normal(n_lanes),)


@program
def lotka_volterra(size=None):
    n_lanes, n_steps = size or default_size

    def d(x, y):
        return 1.1 * x - 0.4 * x * y, 0.1 * x * y - 0.4 * y

    def step(i, c):
        x, y = c
        h = 0.01
        a, b = d(x, y)
        a2, b2 = d(x + h / 2 * a, y + h / 2 * b)
        a3, b3 = d(x + h / 2 * a2, y + h / 2 * b2)
        a4, b4 = d(x + h * a3, y + h * b3)
        return x + h / 6 * (a + 2 * a2 + 2 * a3 + a4), y + h / 6 * (b + 2 * b2 + 2 * b3 + b4)

    return (lambda x, y: lax.fori_loop(0, n_steps, step, (x, y))), (
        uniform(3, n_lanes, lo=1, hi=5),
        uniform(3, n_lanes, lo=1, hi=5),
    )


@program
def lorenz_xs_ys(size=None):
    n_lanes, n_steps = size or default_size

    def step(s, u):
        x, y, z = s[0], s[1], s[2]
        n = s + 0.005 * jnp.stack([10 * (y - x) + u, x * (28 - z) - y, x * y - 8 / 3 * z])
        return n, (n[0], n.max(0))

    return (lambda s, u: lax.scan(step, s, u)), (uniform(3, n_lanes), uniform(n_steps, n_lanes))


@program
def sir_means(size=None):
    n_lanes, n_steps = size or default_size

    # mean over lanes per step as ys
    def step(c, _):
        s, i, r = c
        inf = 0.3 * s * i
        rec = 0.1 * i
        c = (s - inf, i + inf - rec, r + rec)
        return c, (c[1].mean(), c[1].max())

    def f(i):
        return lax.scan(step, (1 - i, i, jnp.zeros_like(i)), None, length=n_steps)

    return f, (uniform(n_lanes, lo=0, hi=0.1),)


@program
def spring_chain_roll(size=None):
    n_lanes, n_steps = size or default_size

    def step(c, _):
        x, v = c
        l = jnp.concatenate([jnp.zeros((n_lanes, 1)), x[:, :-1]], 1)
        r = jnp.concatenate([x[:, 1:], jnp.zeros((n_lanes, 1))], 1)
        v = v + 0.01 * (l - 2 * x + r)
        x = x + 0.01 * v
        return (x, v), None

    return (lambda x, v: lax.scan(step, (x, v), None, length=n_steps)[0]), (uniform(n_lanes, 8), uniform(n_lanes, 8))


@program
def heat_ring(size=None):
    n_lanes, n_steps = size or default_size

    # neighbours across lanes
    def step(i, u):
        return u + 0.1 * (jnp.roll(u, 1) - 2 * u + jnp.roll(u, -1))

    return (lambda u: lax.fori_loop(0, n_steps, step, u)), (uniform(n_lanes),)


@program
def burning_ship(size=None):
    n_lanes, n_steps = size or default_size

    def pixel(x, y):
        def cond(c):
            zx, zy, n = c
            return (zx * zx + zy * zy < 4) & (n < 100)

        def body(c):
            zx, zy, n = c
            return zx * zx - zy * zy + x, jnp.abs(2 * zx * zy) + y, n + 1

        return lax.while_loop(cond, body, (0.0 * x, 0.0 * y, 0))[2]

    return jax.vmap(jax.vmap(pixel)), (uniform(11, n_lanes, lo=-2, hi=1), uniform(11, n_lanes))


@program
def newton_any(size=None):
    n_lanes, n_steps = size or default_size

    def f(a):
        def cond(c):
            x, d, n = c
            return jnp.any(jnp.abs(d) > 1e-5) & (n < 50)

        def body(c):
            x, _, n = c
            d = (x * x * x - a) / (3 * x * x)
            return x - d, d, n + 1

        return lax.while_loop(cond, body, (jnp.ones_like(a), jnp.ones_like(a), 0))

    return f, (uniform(4 * n_lanes, lo=0.5, hi=9),)


@program
def newton_max(size=None):
    n_lanes, n_steps = size or default_size

    def f(a):
        def cond(c):
            x, e = c
            return e > 1e-4

        def body(c):
            x, _ = c
            n = 0.5 * (x + a / x)
            return n, jnp.max(jnp.abs(n - x))

        return lax.while_loop(cond, body, (a, jnp.float32(1)))[0]

    return f, (uniform(4 * n_lanes, lo=0.5, hi=9),)


@program
def barrier_antithetic(size=None):
    n_lanes, n_steps = size or default_size

    def f(seed, s0):
        def body(c, k):
            s, alive = c
            z = random.normal(k, (n_lanes,))
            z = jnp.concatenate([z, -z])
            s = s * jnp.exp(-0.0002 + 0.02 * z)
            return (s, alive & (s < 130.0)), None

        (s, a), _ = lax.scan(
            body, (jnp.full((2 * n_lanes,), s0), jnp.ones(2 * n_lanes, bool)), random.split(random.key(seed), n_steps)
        )
        return jnp.where(a, jnp.maximum(s - 100, 0), 0).mean()

    return f, (np.uint32(1), np.float32(100))


@program
def walk_bernoulli(size=None):
    n_lanes, n_steps = size or default_size

    def f(seed, x):
        def body(x, k):
            k1, k2 = random.split(k)
            s = jnp.where(random.bernoulli(k1, 0.3, (n_lanes,)), 1, -1) * random.randint(k2, (n_lanes,), 1, 4)
            x = jnp.clip(x + s, -50, 50)
            return x, (x == 50).sum()

        return lax.scan(body, x, random.split(random.key(seed), n_steps))

    return f, (np.uint32(5), np.zeros(n_lanes, np.int32))


@program
def adam(size=None):
    n_lanes, n_steps = size or default_size

    def loss(x):
        return (jnp.sin(3 * x) + 0.1 * x * x).sum()

    def f(x):
        def step(c, t):
            x, m, v = c
            g = jax.grad(loss)(x)
            m = 0.9 * m + 0.1 * g
            v = 0.999 * v + 0.001 * g * g
            x = x - 0.01 * (m / (1 - 0.9**t)) / (jnp.sqrt(v / (1 - 0.999**t)) + 1e-8)
            return (x, m, v), loss(x)

        return lax.scan(step, (x, 0 * x, 0 * x), jnp.arange(1.0, n_steps + 1))

    return f, (uniform(n_lanes, lo=-4, hi=4),)


@program
def power_iteration_norm(size=None):
    n_lanes, n_steps = size or default_size

    def step(i, x):
        x = jnp.tanh(x) * 1.5
        return x / jnp.sqrt(jnp.sum(x * x))

    return (lambda x: lax.fori_loop(0, n_steps, step, x)), (uniform(n_lanes),)


@program
def complex_julia(size=None):
    n_lanes, n_steps = size or default_size

    def f(z):
        def step(c, _):
            z, n = c
            z = z * z + (-0.8 + 0.156j)
            return (z, n + (jnp.abs(z) < 2)), None

        return lax.scan(step, (z, jnp.zeros(z.shape, jnp.int32)), None, length=64)[0][1]

    return f, ((uniform(8, n_lanes) + 1j * uniform(8, n_lanes)).astype(np.complex64),)
