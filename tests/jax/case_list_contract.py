"""Cases of products, reductions, windows, sorts, transforms, random numbers and linear algebra."""
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from make_cases import case, short, values

bf16 = ml_dtypes.bfloat16
tag = (lambda dtype: short[np.dtype(dtype).name])

for t in [np.int32, np.uint8, np.float32, np.float64, np.float16, bf16, np.complex64]:
    inexact = np.dtype(t).kind not in "iu"
    near = {"float16": (1e-2, 3e-2), "bfloat16": (3e-2, 0.3), "float32": (1e-5, 1e-5), "complex64": (1e-4, 1e-4)}.get(np.dtype(t).name)
    a, b, c = values(t, (3, 4), 1), values(t, (4, 5), 2), values(t, (2, 4, 3), 3)
    case(f"dot_{tag(t)}", lambda a, b: (a @ b, a[0] @ b, a @ b[:, 0], jnp.dot(a[0], b[:, 1])), a, b, exact=not inexact, tolerance=near)
    case(f"dot_general_{tag(t)}", lambda c, d: (jnp.einsum("bki,bkj->bij", c, d), lax.dot_general(c, d, (((0, 1), (0, 1)), ((), ())))),
         c, values(t, (2, 4, 3), 4), exact=not inexact, tolerance=near)
    if np.dtype(t).kind != "c" and t != np.uint8:
        x, k = values(t, (2, 3, 6, 7), 1), values(t, (4, 3, 3, 2), 2)
        conv = lax.conv_general_dilated
        case(f"conv_{tag(t)}", lambda x, k: (conv(x, k, (1, 1), "SAME"), conv(x, k, (2, 1), [(1, 0), (2, 1)], lhs_dilation=(2, 1), rhs_dilation=(1, 2))),
             x, k, exact=not inexact, tolerance=near)
    if np.dtype(t).kind != "c":
        x = values(t, (3, 4, 5), 1, 0, 4)
        case(f"reduce_{tag(t)}", lambda x: (jnp.max(x, 0), jnp.min(x, (1, 2)), lax.reduce(x, np.array(0, x.dtype), lax.add, (2,)), lax.reduce(x, np.array(1, x.dtype), lax.mul, (0, 1))),
             x, exact=not inexact, tolerance=near)
        case(f"argmax_{tag(t)}", lambda x: (jnp.argmax(x, 1), jnp.argmin(x, 2)), x)
        case(f"reduce_window_{tag(t)}", lambda x: (lax.reduce_window(x, np.array(0, x.dtype), lax.add, (1, 2, 3), (1, 1, 2), "VALID"),
                                                   lax.reduce_window(x, np.array(0, x.dtype), lax.max, (1, 3, 3), (1, 1, 1), "SAME")),
             x, exact=not inexact, tolerance=near)
        case(f"cumulative_{tag(t)}", lambda x: (lax.cumsum(x, 1), lax.cummax(x, 2), lax.cummin(x, 0, reverse=True), lax.cumprod(x, 2)), x, exact=not inexact, tolerance=near)
        case(f"sort_{tag(t)}", lambda x: (lax.sort(x, dimension=0), lax.sort(x, dimension=2)), x)
        case(f"argsort_{tag(t)}", lambda x: (jnp.argsort(x, axis=1), jnp.argsort(-x if x.dtype != np.uint8 else x, axis=2, descending=True)), x)
        case(f"top_k_{tag(t)}", lambda x: lax.top_k(x, 3), x)
case("reduce_pred", lambda x: (jnp.all(x, 0), jnp.any(x, 1), lax.reduce(x, False, lax.bitwise_xor, (0,))), values(np.bool_, (3, 4), 1))
case("min_max_pred", lambda x, y: (lax.max(x, y), lax.min(x, y), lax.reduce(x, False, lax.max, (0,)), lax.reduce(x, True, lax.min, (1,))), values(np.bool_, (3, 400), 1), values(np.bool_, (3, 400), 2))
case("reduce_bits_u32", lambda x: (lax.reduce(x, np.uint32(0), lax.bitwise_or, (0,)), lax.reduce(x, np.uint32(0xffffffff), lax.bitwise_and, (1,))), values(np.uint32, (3, 4), 1))
case("reduce_complex", lambda x: jnp.sum(x, 0), values(np.complex64, (5, 3), 1), exact=False)
case("reduce_two", lambda x, y: lax.reduce((x, y), (np.float32(0), np.int32(0)), lambda a, b: (a[0] + b[0], jnp.maximum(a[1], b[1])), (1,)), values(np.float32, (3, 4), 1), values(np.int32, (3, 4), 2), exact=False)
# Long ranges, whose bodies are not one binary op.
case("reduce_long", lambda x: (jnp.argmax(x), lax.reduce(x, np.int32(7), lambda a, b: lax.bitwise_xor(a, b) + lax.bitwise_and(a, b), (0,))), values(np.int32, (5000,), 1))
for t in [np.int16, np.uint64]:
    x = values(t, (3, 4), 1, 1, 9)
    case(f"arithmetic_{tag(t)}", lambda x: (x + x, x - x[0], x * x, x // x[0], x % x[0], jnp.maximum(x, x[0]), -x, jnp.sum(x, dtype=x.dtype), x.astype(np.float32), jnp.sort(x)), x)
case("sort_several", lambda a, b, c: lax.sort((a, b, c), num_keys=2), values(np.int32, (9,), 1, 0, 3), values(np.float32, (9,), 2), np.arange(9, dtype=np.int32))
case("sort_pairs_unstable", lambda a, b: lax.sort((a, b), num_keys=2, is_stable=False), values(np.int32, (9,), 1, 0, 3), np.arange(9, dtype=np.int32))
case("conv_grouped_f32", lambda x, k: lax.conv_general_dilated(x, k, (1,), "VALID", feature_group_count=2, dimension_numbers=("NWC", "WIO", "NWC")), values(np.float32, (2, 6, 4), 1), values(np.float32, (3, 2, 6), 2), exact=False)
case("conv_batch_grouped_f32", lambda x, k: lax.conv_general_dilated(x, k, (1,), "VALID", batch_group_count=2), values(np.float32, (4, 3, 6), 1), values(np.float32, (2, 3, 3), 2), exact=False)
case("conv_gradients_f32", lambda x, k: jax.grad(lambda x, k: jnp.sum(lax.conv_general_dilated(x, k, (2, 2), "SAME") ** 2), (0, 1))(x, k), values(np.float32, (2, 3, 5, 5), 1), values(np.float32, (4, 3, 3, 3), 2), exact=False, tolerance=(1e-4, 1e-4))
case("dot_mixed", lambda a, b: lax.dot_general(a, b, (((1,), (0,)), ((), ())), preferred_element_type=np.float32), values(bf16, (3, 4), 1), values(bf16, (4, 2), 2), exact=False)
case("dot_s8_s32", lambda a, b: lax.dot_general(a, b, (((1,), (0,)), ((), ())), preferred_element_type=np.int32), values(np.int8, (3, 4), 1), values(np.int8, (4, 2), 2))
case("max_pool_gradient_f32", lambda x: jax.grad(lambda x: jnp.sum(lax.reduce_window(x, -np.inf, lax.max, (2, 2), (2, 2), "VALID") ** 2))(x), values(np.float32, (4, 6), 1) + np.arange(24, dtype=np.float32).reshape(4, 6) / 64)
case("reduce_window_dilated_f32", lambda x: lax.reduce_window(x, np.float32(0), lax.add, (2, 2), (1, 2), [(1, 0), (0, 1)], base_dilation=(2, 1), window_dilation=(1, 2)), values(np.float32, (4, 5), 1))
for t in [np.complex64, np.complex128]:
    real = np.float32 if t == np.complex64 else np.float64
    near = (1e-4, 1e-4) if t == np.complex64 else (1e-10, 1e-10)
    case(f"fft_{tag(t)}", lambda x: (jnp.fft.fft(x), jnp.fft.ifft(x)), values(t, (2, 6), 1), exact=False, tolerance=near)
    case(f"fft2_{tag(t)}", lambda x: jnp.fft.fft2(x), values(t, (3, 4, 5), 1), exact=False, tolerance=near)
    case(f"rfft_{tag(real)}", lambda x: jnp.fft.rfft(x), values(real, (2, 8), 1), exact=False, tolerance=near)
    case(f"irfft_{tag(t)}", lambda x: jnp.fft.irfft(x, 8), np.asarray(np.fft.rfft(values(real, (2, 8), 1)), t), exact=False, tolerance=near)

# Random numbers: JAX's threefry, bit for bit.
key = np.array([7, 1234567], np.uint32)
random = jax.random
for name, draw in {
        "bits": lambda k: random.bits(k, (5, 3)), "bits_u8": lambda k: random.bits(k, (7,), np.uint8),
        "bits_u16": lambda k: random.bits(k, (7,), np.uint16), "bits_u64": lambda k: random.bits(k, (7,), np.uint64),
        "uniform_f32": lambda k: random.uniform(k, (9,), np.float32), "uniform_f64": lambda k: random.uniform(k, (5,), np.float64),
        "uniform_bf16": lambda k: random.uniform(k, (9,), bf16), "randint_s32": lambda k: random.randint(k, (9,), -5, 17, np.int32),
        "split": lambda k: random.split(k, 3), "fold_in": lambda k: random.fold_in(k, 11), "bernoulli": lambda k: random.bernoulli(k, 0.3, (17,)),
        "permutation": lambda k: random.permutation(k, 10), "choice": lambda k: random.choice(k, 10, (4,))}.items():
    case(f"random_{name}", draw, key)
for name, draw in {"normal": lambda k: random.normal(k, (9,), np.float32), "exponential": lambda k: random.exponential(k, (9,), np.float32),
                   "categorical": lambda k: random.categorical(k, jnp.log(jnp.array([0.1, 0.2, 0.7], np.float32)), shape=(6,)),
                   "truncated_normal": lambda k: random.truncated_normal(k, -1.0, 1.0, (6,), np.float32)}.items():
    case(f"random_{name}", draw, key, exact=False, tolerance=(2e-5, 2e-6))
for algorithm in ["RNG_THREE_FRY", "RNG_PHILOX"]:
    for t in [np.uint32, np.uint64, np.uint8]:
        case(f"rng_bit_generator_{algorithm[4:].lower()}_{tag(t)}", lambda k, t=t, a=algorithm: lax.rng_bit_generator(k, (5,), t, algorithm=getattr(lax.RandomAlgorithm, a)), np.arange(1, 5, dtype=np.uint32))

# Linear algebra, as JAX lowers it for machines without LAPACK; values from numpy.
for t in [np.float32, np.float64, np.complex64]:
    m = values(t, (2, 4, 4), 1)
    spd = (m @ np.conj(np.swapaxes(m, 1, 2)) + 4 * np.eye(4)).astype(t)
    lower = (np.tril(values(t, (2, 4, 4), 3)) + 4 * np.eye(4)).astype(t)
    b = values(t, (2, 4, 3), 5)
    near = (1e-4, 1e-4) if t != np.float64 else (1e-10, 1e-10)
    case(f"cholesky_{tag(t)}", lambda x: lax.linalg.cholesky(x, symmetrize_input=False), spd, exact=False, tolerance=near, platform="tpu", expected=np.linalg.cholesky(spd).astype(t))
    case(f"triangular_solve_{tag(t)}", lambda a, b: lax.linalg.triangular_solve(a, b, left_side=True, lower=True), lower, b, exact=False, tolerance=near, platform="tpu", expected=np.linalg.solve(lower, b).astype(t))
    case(f"triangular_solve_transposed_{tag(t)}", lambda a, b: lax.linalg.triangular_solve(a, b, left_side=True, lower=True, transpose_a=True), lower, b, exact=False, tolerance=near, platform="tpu", expected=np.linalg.solve(np.swapaxes(lower, 1, 2), b).astype(t))
