"""Environments, controllers and filters, many at once."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, random

from loops.registry import default_size, normal, program, uniform


@program
def mountain_car(size=None):
    n_lanes, n_steps = size or default_size

    def step(s, a):
        p, v = s
        v = jnp.clip(v + (a - 1) * 0.001 + jnp.cos(3 * p) * (-0.0025), -0.07, 0.07)
        p = jnp.clip(p + v, -1.2, 0.6)
        v = jnp.where((p == -1.2) & (v < 0), 0.0, v)
        done = p >= 0.5
        return (jnp.where(done, -0.5, p), jnp.where(done, 0.0, v)), (p, done)

    def f(p, v, acts):
        return lax.scan(lambda s, a: step(s, a), (p, v), acts)

    return f, (
        0.1 * normal(n_lanes) - 0.5,
        np.zeros(n_lanes, np.float32),
        np.random.default_rng(1).integers(0, 3, (n_steps, n_lanes)).astype(np.int32),
    )


@program
def pendulum_reset(size=None):
    n_lanes, n_steps = size or default_size

    def f(s, key):
        def body(c, _):
            s, key = c
            key, k1, k2 = jax.random.split(key, 3)
            u = jax.random.uniform(k1, (n_lanes,), minval=-2.0, maxval=2.0)
            th, om = s[:, 0], s[:, 1]
            om = jnp.clip(om + (15 * jnp.sin(th) + 3 * u) * 0.05, -8, 8)
            th = th + om * 0.05
            done = jnp.abs(th) > 10
            ns = jnp.stack([th, om], 1)
            fresh = jax.random.normal(k2, (n_lanes, 2))
            s = jnp.where(done[:, None], fresh, ns)
            return (s, key), -(th**2 + 0.1 * om**2)

        return lax.scan(body, (s, key), None, length=n_steps)

    return f, (normal(n_lanes, 2), jax.random.PRNGKey(0))


@program
def per_env_keys(size=None):
    n_lanes, n_steps = size or default_size

    def f(x, keys):
        def env(x, key):
            key, k = jax.random.split(key)
            x = x * 0.99 + jax.random.normal(k) * 0.1
            return x, key

        def body(c, _):
            x, keys = jax.vmap(env)(*c)
            return (x, keys), x.mean()

        return lax.scan(body, (x, keys), None, length=n_steps)

    return f, (normal(n_lanes), jax.random.split(jax.random.PRNGKey(0), n_lanes))


@program
def mlp_policy(size=None):
    n_lanes, n_steps = size or default_size

    def f(s, w1, w2):
        def body(s, _):
            h = jnp.tanh(s @ w1)
            a = (h @ w2)[:, 0]
            x, v = s[:, 0], s[:, 1]
            v = v + 0.02 * (a - x)
            x = x + 0.02 * v
            return jnp.stack([x, v], 1), x

        return lax.scan(body, s, None, length=n_steps)

    return f, (normal(n_lanes, 2), normal(2, 8, seed=1), normal(8, 1, seed=2))


@program
def mountain_car_cont(size=None):
    n_lanes, n_steps = size or default_size

    def step(s, _):
        x, v = s
        a = jnp.clip(10 * jnp.sin(3 * x) + v * 30, -1, 1)
        v = jnp.clip(v + a * 0.0015 - 0.0025 * jnp.cos(3 * x), -0.07, 0.07)
        x = jnp.clip(x + v, -1.2, 0.6)
        v = jnp.where((x <= -1.2) & (v < 0), 0.0, v)
        done = x >= 0.45
        r = jnp.where(done, 100.0, 0.0) - a**2 * 0.1
        x = jnp.where(done, -0.5, x)
        v = jnp.where(done, 0.0, v)
        return (x, v), r

    def f(x, v):
        (x, v), r = lax.scan(step, (x, v), None, length=n_steps)
        return x, v, r.sum(0)

    return f, (uniform(n_lanes), uniform(n_lanes) * 0.05)


@program
def pendulum_keys(size=None):
    n_lanes, n_steps = size or default_size

    # per env keys, auto reset
    def step(c, _):
        s, k, t = c
        k, k1, k2 = random.split(k, 3)
        u = random.uniform(k1, (), minval=-2, maxval=2)
        th, w = s[0], s[1]
        w = jnp.clip(w + (15 * jnp.sin(th) + 3 * u) * 0.05, -8, 8)
        th = th + w * 0.05
        cost = (((th + jnp.pi) % (2 * jnp.pi)) - jnp.pi) ** 2 + 0.1 * w**2 + 0.001 * u**2
        done = t >= 50
        s2 = random.uniform(k2, (2,), minval=jnp.array([-3.14, -1.0]), maxval=jnp.array([3.14, 1.0]))
        s = lax.select(done, s2, jnp.stack([th, w]))
        t = jnp.where(done, 0, t + 1)
        return (s, k, t), -cost

    def f(seed, s):
        ks = random.split(random.key(seed), n_lanes)

        def one(k, s):
            c, r = lax.scan(step, (s, k, jnp.int32(0)), None, length=n_steps)
            return c[0], r.sum()

        return jax.vmap(one)(ks, s)

    return f, (np.uint32(3), uniform(n_lanes, 2))


@program
def gymnax_cartpole(size=None):
    n_lanes, n_steps = size or default_size

    def phys(s, a):
        x, xd, th, thd = s[0], s[1], s[2], s[3]
        f = jnp.where(a == 1, 10.0, -10.0)
        ct, st = jnp.cos(th), jnp.sin(th)
        tmp = (f + 0.05 * thd**2 * st) / 1.1
        tha = (9.8 * st - ct * tmp) / (0.5 * (4 / 3 - 0.1 * ct**2 / 1.1))
        xa = tmp - 0.05 * tha * ct / 1.1
        return jnp.array([x + 0.02 * xd, xd + 0.02 * xa, th + 0.02 * thd, thd + 0.02 * tha])

    def reset(k):
        return random.uniform(k, (4,), minval=-0.05, maxval=0.05)

    def step(k, s, t, a):
        n = phys(s, a)
        done = (jnp.abs(n[0]) > 2.4) | (jnp.abs(n[2]) > 0.209) | (t >= 199)
        r = reset(k)
        return lax.select(done, r, n), jnp.where(done, 0, t + 1), 1.0, done

    def f(key, s):
        def body(c, _):
            k, s, t = c
            k, ka, ks = random.split(k, 3)
            a = random.randint(ka, (n_lanes,), 0, 2)
            s, t, r, d = jax.vmap(step)(random.split(ks, n_lanes), s, t, a)
            return (k, s, t), (r, d)

        (k, s, t), (r, d) = lax.scan(body, (key, s, jnp.zeros(n_lanes, jnp.int32)), None, length=n_steps)
        return s, t, d.sum(0)

    return f, (np.array([0, 7], np.uint32), uniform(n_lanes, 4) * 0.05)


@program
def double_pendulum_traj(size=None):
    n_lanes, n_steps = size or default_size

    def deriv(s):
        a, b, wa, wb = jnp.split(s, 4, -1)
        d = b - a
        den = 2 - jnp.cos(d) ** 2
        aa = (
            wa**2 * jnp.sin(d) * jnp.cos(d) + 9.8 * jnp.sin(b) * jnp.cos(d) + wb**2 * jnp.sin(d) - 2 * 9.8 * jnp.sin(a)
        ) / den
        ab = (
            -(wb**2) * jnp.sin(d) * jnp.cos(d)
            + 2 * (9.8 * jnp.sin(a) * jnp.cos(d) - wa**2 * jnp.sin(d) - 9.8 * jnp.sin(b))
        ) / den
        return jnp.concatenate([wa, wb, aa, ab], -1)

    def step(s, _):
        h = 0.001
        k1 = deriv(s)
        k2 = deriv(s + h / 2 * k1)
        k3 = deriv(s + h / 2 * k2)
        k4 = deriv(s + h * k3)
        s = s + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return s, s

    return (lambda s: lax.scan(step, s, None, length=n_steps)), (uniform(n_lanes, 4),)


@program
def kalman1d(size=None):
    n_lanes, n_steps = size or default_size

    def f(z):
        def one(z):
            def step(c, z):
                x, p = c
                p = p + 0.01
                g = p / (p + 0.5)
                x = x + g * (z - x)
                return (x, (1 - g) * p), x

            return lax.scan(step, (0.0, 1.0), z)[1]

        return jax.vmap(one)(z)  # [n_lanes,n_steps]

    return f, (uniform(n_lanes, n_steps),)


@program
def pid(size=None):
    n_lanes, n_steps = size or default_size

    def step(c, sp):
        y, i, e0 = c
        e = sp - y
        i = jnp.clip(i + e * 0.01, -5, 5)
        u = 2 * e + 0.5 * i + 0.05 * (e - e0) / 0.01
        return (y + 0.01 * (-y + jnp.tanh(u)), i, e), jnp.abs(e)

    def f(y):
        c, e = lax.scan(step, (y, 0 * y, 0 * y), jnp.sin(jnp.arange(n_steps) * 0.01))
        return c[0], e.sum(0), e.max(0)

    return f, (uniform(n_lanes),)


@program
def acrobot_flat2d(size=None):
    n_lanes, n_steps = size or default_size

    # [32,64,4]
    def f(s):
        def step(s, _):
            a, b, c, d = [s[..., i] for i in range(4)]
            return (
                jnp.stack(
                    [a + 0.05 * c, b + 0.05 * d, c - 0.05 * (jnp.sin(a) + 0.3 * jnp.cos(b)), d - 0.05 * jnp.sin(a + b)],
                    -1,
                ),
                None,
            )

        return lax.scan(step, s, None, length=n_steps)[0]

    return f, (uniform(2, n_lanes, 4),)
