"""Cases of data movement, control flow and calls."""
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from make_cases import case, short, values

tag = (lambda dtype: short[np.dtype(dtype).name])
classes = [np.bool_, np.int32, np.uint8, np.float32, ml_dtypes.bfloat16, np.complex64]

for t in classes:
    x, y = values(t, (3, 4), 1), values(t, (3, 2), 2)
    case(f"broadcast_{tag(t)}", lambda x: (lax.broadcast_in_dim(x, (2, 3, 4), (1, 2)), lax.broadcast_in_dim(x, (4, 5, 3), (2, 0))), x)
    case(f"broadcast_degenerate_{tag(t)}", lambda x: lax.broadcast_in_dim(x, (3, 4), (0, 1)), x[:, :1].copy())
    case(f"reshape_{tag(t)}", lambda x: (x.reshape(12), x.reshape(2, 3, 2), lax.squeeze(x.reshape(1, 12), (0,))), x)
    case(f"transpose_{tag(t)}", lambda x: lax.transpose(x, (2, 0, 1)), values(t, (2, 3, 4), 3))
    case(f"reverse_{tag(t)}", lambda x: (lax.rev(x, (0,)), lax.rev(x, (0, 1))), x)
    case(f"slice_{tag(t)}", lambda x: (lax.slice(x, (1, 0), (3, 3)), lax.slice(x, (0, 1), (3, 4), (2, 2))), x)
    case(f"concatenate_{tag(t)}", lambda x, y: (lax.concatenate([x, y], 1), lax.concatenate([x, x], 0)), x, y)
    case(f"pad_{tag(t)}", lambda x, v: (lax.pad(x, v, ((1, 2, 0), (0, 1, 2))), lax.pad(x, v, ((-1, 1, 1), (2, -3, 0)))), x, values(t, (), 9))
    case(f"dynamic_slice_{tag(t)}", lambda x, i, j: lax.dynamic_slice(x, (i, j), (2, 2)), x, np.int32(2), np.int32(-1))
    case(f"dynamic_update_slice_{tag(t)}", lambda x, y, i: lax.dynamic_update_slice(x, y, (i, i)), x, y, np.int32(3))
    case(f"gather_{tag(t)}", lambda x, i: (x[i], x[:, i % 3]), x, np.array([2, 0, 1, 2], np.int32))
    case(f"scatter_{tag(t)}", lambda x, i, v: x.at[i].set(v), x, np.array([2, 0], np.int32), values(t, (2, 4), 5))
    case(f"constant_{tag(t)}", lambda x, t=t: (jnp.where(values(np.bool_, (3, 4), 2), x, values(t, (3, 4), 8)), jnp.full((2,), values(t, (), 4))), x)
for t in [np.int32, np.uint8, np.float32, ml_dtypes.bfloat16, np.complex64, np.int64]:
    case(f"iota_{tag(t)}", lambda t=t: (lax.broadcasted_iota(t, (3, 4), 0), lax.broadcasted_iota(t, (3, 4), 1), lax.iota(t, 5)))
for t in [np.int32, np.float32, np.uint32]:
    x, i, v = values(t, (6, 3), 1, 0, 9), np.array([5, 0, 0, 9, 2], np.int32), values(t, (5, 3), 2, 0, 9)
    case(f"scatter_ops_{tag(t)}", lambda x, i, v: (x.at[i].add(v), x.at[i].mul(v), x.at[i].min(v), x.at[i].max(v)), x, i, v)
    case(f"take_along_axis_{tag(t)}", lambda x, i: jnp.take_along_axis(x, i, axis=1), x, np.array([[2, 0, 1]] * 6, np.int32))
    case(f"gather_modes_{tag(t)}", lambda x, i: (x.at[i].get(mode="fill", fill_value=7), x.at[i].get(mode="clip")), x, np.array([-1, 3, 8], np.int32))
case("gather_batched_f32", lambda x, i: jax.vmap(lambda a, b: a[b])(x, i), values(np.float32, (3, 5, 2), 1), values(np.int32, (3, 4), 2, 0, 5))
case("scatter_batched_f32", lambda x, i, v: jax.vmap(lambda a, b, c: a.at[b].add(c))(x, i, v), values(np.float32, (3, 5), 1), np.array([[0, 4], [1, 1], [2, 3]], np.int32), values(np.float32, (3, 2), 3))
case("scatter_window_f32", lambda x, v: x.at[1:3, 2:4].set(v).at[0, 0].add(5), values(np.float32, (4, 5), 1), values(np.float32, (2, 2), 3))
case("scatter_apply_f32", lambda x, i: x.at[i].apply(jnp.sin), values(np.float32, (6,), 1), np.array([4, 1], np.int32), exact=False)
case("empty_f32", lambda x: (x + 1, jnp.sum(x), jnp.concatenate([x, x])), np.zeros((0, 3), np.float32))

# Control flow.
case("cond_f32", lambda p, x: lax.cond(p, lambda a: a + 1, lambda a: a * 2, x), np.bool_(True), values(np.float32, (3,), 1))
case("switch_f32", lambda i, x: lax.switch(i, [lambda a: a + 1, lambda a: a * 2, lambda a: -a], x), np.int32(7), values(np.float32, (3,), 1))
case("switch_several_results", lambda i, x, n: lax.switch(i, [lambda a, b: (a, b), lambda a, b: (a + 1, b * 2)], x, n), np.int32(1), values(np.float32, (3,), 1), np.int32(5))
case("while_s32", lambda x: lax.while_loop(lambda c: c[0] < 100, lambda c: (c[0] * 2 + 1, c[1] + 1), (x, np.int32(0))), np.int32(1))
case("while_single", lambda x: lax.while_loop(lambda c: c < 100, lambda c: c * 3, x), np.int32(1))
case("while_never", lambda x: lax.while_loop(lambda c: c < 0, lambda c: c * 3, x), np.int32(1))
case("fori_f32", lambda x: lax.fori_loop(0, 5, lambda i, c: c * 0.5 + i, x), values(np.float32, (4,), 1))
case("scan_f32", lambda c, xs: lax.scan(lambda c, x: (c + x, c * x), c, xs), np.float32(1), values(np.float32, (6,), 1))
case("scan_reverse_s32", lambda c, xs: lax.scan(lambda c, x: (c * 3 + x, c), c, xs, reverse=True), np.int32(1), values(np.int32, (6,), 1))
case("scan_stacked_f32", lambda c, xs: lax.scan(lambda c, x: (c + x[0], (c, x[1] * c)), c, xs), values(np.float32, (2,), 3), values(np.float32, (4, 2, 2), 1))
case("associative_scan_s32", lambda x: lax.associative_scan(jnp.add, x), values(np.int32, (9,), 1))
case("map_f32", lambda x: lax.map(lambda a: a * a + 1, x), values(np.float32, (4, 2), 1))
case("barrier_f32", lambda x, y: lax.optimization_barrier((x + 1, y)), values(np.float32, (3,), 1), values(np.int32, (2,), 1))
case("nested_calls_f32", lambda x: jax.jit(lambda a: jax.jit(lambda b: b + 1)(a) * 2)(x), values(np.float32, (3,), 1))
case("nested_while_s32", lambda n: lax.fori_loop(0, n, lambda i, c: lax.fori_loop(0, i, lambda j, d: d + i * j, c), np.int32(0)), np.int32(6))
