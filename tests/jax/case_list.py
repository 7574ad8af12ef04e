"""The cases of tests/cases/: at least one per op and class of element type."""
import functools

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax
from jax.scipy import special

from make_cases import case, short, values

bf16 = ml_dtypes.bfloat16
floats = [np.float32, np.float64, np.float16, bf16]
signed, unsigned = [np.int8, np.int32, np.int64], [np.uint8, np.uint16, np.uint32]
integers = signed + unsigned
complexes = [np.complex64, np.complex128]
tag = (lambda dtype: short[np.dtype(dtype).name])

special_floats = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, 1e-30]


def one(dtype, low=None, high=None):
    """A vector of samples, special values included for floats of full range."""
    sample = values(dtype, (20,), 1, low, high)
    if low is None and np.dtype(dtype).kind not in "iubc":
        return np.concatenate([sample, np.array(special_floats, np.float64).astype(dtype)])
    return sample


# Element-wise, one operand.
unary = {
    "abs": (lax.abs, signed + floats + [np.complex64]), "neg": (lax.neg, integers + floats + complexes),
    "sign": (lax.sign, integers + floats + [np.complex64]), "not": (lax.bitwise_not, integers + [np.bool_]),
    "ceil": (lax.ceil, floats), "floor": (lax.floor, floats), "is_finite": (lax.is_finite, floats),
    "round_afz": (functools.partial(lax.round, rounding_method=lax.RoundingMethod.AWAY_FROM_ZERO), floats),
    "round_even": (functools.partial(lax.round, rounding_method=lax.RoundingMethod.TO_NEAREST_EVEN), floats),
    "clz": (lax.clz, integers), "popcnt": (lax.population_count, integers),
    "real": (lax.real, complexes), "imag": (lax.imag, complexes), "conj": (lax.conj, complexes),
    "square": (lax.square, integers + [np.float32]),
    "isinf": (jnp.isinf, floats), "isnan": (jnp.isnan, floats), "isposinf": (jnp.isposinf, floats),
}
for name, (function, types) in unary.items():
    for t in types:
        case(f"{name}_{tag(t)}", function, one(t), exact=not (name in ("abs", "sign") and np.dtype(t).kind == "c"))
transcendental = {
    "exp": (lax.exp, -4, 4), "expm1": (lax.expm1, -4, 4), "log": (lax.log, 0.125, 9), "log1p": (lax.log1p, -0.5, 9),
    "sin": (lax.sin, -9, 9), "cos": (lax.cos, -9, 9), "tan": (lax.tan, -1.25, 1.25), "tanh": (lax.tanh, -3, 3),
    "sqrt": (lax.sqrt, 0, 9), "rsqrt": (lax.rsqrt, 0.125, 9), "cbrt": (lax.cbrt, -9, 9),
    "logistic": (lax.logistic, -5, 5), "asin": (lax.asin, -1, 1), "acos": (lax.acos, -1, 1), "atan": (lax.atan, -5, 5),
    "sinh": (lax.sinh, -3, 3), "cosh": (lax.cosh, -3, 3), "asinh": (lax.asinh, -5, 5), "acosh": (lax.acosh, 1.125, 9),
    "atanh": (lax.atanh, -0.875, 0.875), "exp2": (lax.exp2, -4, 4),
}
for name, (function, low, high) in transcendental.items():
    for t in floats + ([] if name == "cbrt" else [np.complex64]):
        if np.dtype(t).kind == "c" and name in ("asin", "acos", "acosh", "atanh", "tan"):
            continue
        case(f"{name}_{tag(t)}", function, one(t, low, high), exact=False)
for name, function, low, high in [
        ("erf", lax.erf, -3, 3), ("erfc", lax.erfc, -3, 3), ("erf_inv", lax.erf_inv, -0.875, 0.875),
        ("lgamma", lax.lgamma, 0.25, 9), ("digamma", lax.digamma, 0.25, 9), ("bessel_i0e", lax.bessel_i0e, -5, 5),
        ("bessel_i1e", lax.bessel_i1e, -5, 5)]:
    for t in [np.float32, np.float64]:
        case(f"{name}_{tag(t)}", function, one(t, low, high), exact=False,
             tolerance=(2e-5, 4e-6) if t == np.float32 else (1e-10, 1e-11))
for t in [np.float32, np.float64]:
    near = (2e-5, 4e-6) if t == np.float32 else (1e-9, 1e-10)
    case(f"igamma_{tag(t)}", lax.igamma, one(t, 0.5, 5), values(t, (20,), 7, 0.5, 5), exact=False, tolerance=near)
    case(f"zeta_{tag(t)}", special.zeta, one(t, 1.5, 5), values(t, (20,), 7, 0.5, 5), exact=False, tolerance=near)
    case(f"polygamma_{tag(t)}", lambda n, x: special.polygamma(n, x), np.array([1, 2, 3, 1], np.int32),
         np.array([0.5, 1, 2.5, 4], t), exact=False, tolerance=near)
    case(f"nextafter_{tag(t)}", lax.nextafter, one(t), one(t)[::-1].copy())
    case(f"atan2_{tag(t)}", lax.atan2, one(t), one(t)[::-1].copy(), exact=False)

# Element-wise, two operands.
for name, function, types in [
        ("add", lax.add, integers + floats + complexes), ("sub", lax.sub, integers + floats + complexes),
        ("mul", lax.mul, integers + floats), ("max", lax.max, integers + floats + [np.bool_]),
        ("min", lax.min, integers + floats + [np.bool_]), ("div", lax.div, floats),
        ("rem", lax.rem, [np.float32, np.float64]), ("and", lax.bitwise_and, integers + [np.bool_]),
        ("or", lax.bitwise_or, integers + [np.bool_]), ("xor", lax.bitwise_xor, integers + [np.bool_])]:
    for t in types:
        case(f"{name}_{tag(t)}", function, one(t), one(t)[::-1].copy())
for t in complexes:
    case(f"mul_{tag(t)}", lax.mul, one(t), values(t, (20,), 4), exact=False)
    case(f"div_{tag(t)}", lax.div, one(t), values(t, (20,), 4, 1, 3), exact=False)
    case(f"complex_{tag(t)}", lax.complex, one(np.float32 if t == np.complex64 else np.float64, -2, 2),
         values(np.float32 if t == np.complex64 else np.float64, (20,), 3))
    case(f"pow_{tag(t)}", lax.pow, one(t, 0.5, 2), values(t, (20,), 4, 0.5, 2), exact=False)
for t in integers:
    extremes = np.array([np.iinfo(t).min, np.iinfo(t).max, np.iinfo(t).min, 7, 0, 5], t)
    by = np.array([np.iinfo(t).max, 3, np.iinfo(t).max // 2, 2, 3, 0], t)
    case(f"div_{tag(t)}", lax.div, np.concatenate([one(t), extremes]), np.concatenate([values(t, (20,), 5, 1, 5), by]))
    case(f"rem_{tag(t)}", lax.rem, np.concatenate([one(t), extremes]), np.concatenate([values(t, (20,), 5, 1, 5), by]))
    case(f"wrap_{tag(t)}", lambda x, y: (x + y, x - y, x * y), extremes, extremes[::-1].copy())
    count = np.arange(20).astype(t)
    case(f"shift_{tag(t)}", lambda x, n: (lax.shift_left(x, n), lax.shift_right_logical(x, n),
                                          lax.shift_right_arithmetic(x, n)), values(t, (20,), 2), count)
for t in floats:
    case(f"pow_{tag(t)}", lax.pow, one(t, 0.125, 3), values(t, (20,), 6), exact=False)
case("integer_pow_s32", lambda x: x ** 3, one(np.int32))
for t in integers + floats + [np.complex64, np.bool_]:
    order = [lax.eq, lax.ne] + ([] if np.dtype(t).kind == "c" else [lax.lt, lax.le, lax.gt, lax.ge])
    case(f"compare_{tag(t)}", lambda x, y, order=order: [f(x, y) for f in order], one(t), one(t)[::-1].copy())
    case(f"select_{tag(t)}", lax.select, values(np.bool_, one(t).shape, 3), one(t), one(t)[::-1].copy())
for t in [np.int32, np.uint8, np.float32, bf16]:
    case(f"clamp_{tag(t)}", lax.clamp, np.array(1, t), values(t, (4, 5), 3), np.array(4, t))
    case(f"clamp_full_{tag(t)}", lax.clamp, values(t, (7,), 1, 0, 3), values(t, (7,), 3), values(t, (7,), 1, 4, 8))
case("sort_total_order_f32", lambda x: lax.sort(x), one(np.float32))
case("reduce_precision_f32", lambda x: (lax.reduce_precision(x, 5, 10), lax.reduce_precision(x, 8, 7),
                                        lax.reduce_precision(x, 4, 3)), one(np.float32))

# Conversions: every type to every other.
kinds = integers + floats + [np.bool_, np.complex64, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2]
for a in kinds:
    source = values(a, (12,), 3, 0, 8) if np.dtype(a).kind != "b" else values(a, (12,))
    others = [b for b in kinds if b != a and not (np.dtype(a).kind == "c" and np.dtype(b).kind != "c")]
    case(f"convert_{tag(a)}", lambda x, others=others: [x.astype(b) for b in others], source)
case("convert_f32_narrow", lambda x: [x.astype(t) for t in (np.float16, bf16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2)],
     np.array([0, -0.0, 1e-9, 448, 449, 464, 465, 480, 57344, 61439, 61440, 65504, 65519, 65520, 1e38, 3.4e38, np.inf, -np.inf,
               np.nan, 2.0 ** -9, 2.0 ** -10, 3 * 2.0 ** -11, 1 + 2.0 ** -8, 1 + 3 * 2.0 ** -8], np.float32))
case("convert_s4", lambda x: (x.astype(jnp.int4).astype(np.int8), x.astype(jnp.uint4).astype(np.uint8)), np.arange(-20, 20, dtype=np.int8))
case("convert_float_to_int", lambda x: [x.astype(t) for t in (np.int32, np.int64)], np.array([1.9, -1.9, 0.5, -0.5, 1e6], np.float32))
for a, b in [(np.float32, np.uint32), (np.float64, np.int64), (np.float16, np.uint16), (np.int32, np.float32)]:
    case(f"bitcast_{tag(a)}_{tag(b)}", lambda x, b=b: lax.bitcast_convert_type(x, b), one(a))
case("bitcast_u32_u8", lambda x: lax.bitcast_convert_type(x, np.uint8), one(np.uint32))
case("bitcast_u8_u32", lambda x: lax.bitcast_convert_type(x, np.uint32), values(np.uint8, (3, 4), 2))

import case_list_movement  # noqa: E402,F401
import case_list_contract  # noqa: E402,F401
import case_list_loops  # noqa: E402,F401
