#!/usr/bin/env python3
"""Fits the polynomials and rational functions of src/scalar/expand_*.cc and writes src/scalar/coefficients.h.

Each is a minimax fit (Remez exchange on a dense grid, in 200-bit arithmetic) of the relative error, or of the
weight given; coefficients are rounded to the format one after another from the most significant, the rest fitted
again. Needs mpmath. Usage: tools/fit_coefficients.py [name ...] > src/scalar/coefficients.h
(with names: prints only those, with their errors on stderr).
"""
import sys

import mpmath as mp

mp.mp.prec = 200
F32, F64 = 24, 53


def rounded(v, bits):
    """v with `bits` significant bits."""
    with mp.workprec(bits):
        return +mp.mpf(v)


def chebyshev(lo, hi, n):
    return [(lo + hi) / 2 - (hi - lo) / 2 * mp.cos(mp.pi * i / (n - 1)) for i in range(n)]


def alternation(error, count):
    """Indices of `count` extrema of alternating sign, the largest among them."""
    runs = []
    for i, e in enumerate(error):
        if runs and (error[runs[-1]] > 0) == (e > 0):
            if abs(e) > abs(error[runs[-1]]):
                runs[-1] = i
        else:
            runs.append(i)
    while len(runs) > count:
        ends = (0, len(runs) - 1)
        k = min(range(len(runs)), key=lambda j: abs(error[runs[j]]))
        if len(runs) == count + 1 or k in ends:
            runs.pop(min(ends, key=lambda j: abs(error[runs[j]])))
            continue
        n = k - 1 if abs(error[runs[k - 1]]) < abs(error[runs[k + 1]]) else k + 1
        if n in ends:
            runs.pop(n)
            continue
        for j in sorted((k, n), reverse=True):
            runs.pop(j)
    return runs


def remez(target, weight, basis):
    """Coefficients c with the least max of weight * |target - sum c * basis| over the samples, and that maximum."""
    n, m = len(basis[0]), len(target)
    ref = [min(m - 1, round(m / 2 - m / 2 * float(mp.cos(mp.pi * i / n)))) for i in range(n + 1)]
    best = None
    for _ in range(40):
        a, b = mp.matrix(n + 1, n + 1), mp.matrix(n + 1, 1)
        for r, i in enumerate(ref):
            for c in range(n):
                a[r, c] = basis[i][c] * weight[i]
            a[r, n] = (-1) ** r
            b[r] = target[i] * weight[i]
        s = mp.lu_solve(a, b)
        c = [s[j] for j in range(n)]
        error = [weight[i] * (target[i] - mp.fdot(c, basis[i])) for i in range(m)]
        big = max(abs(e) for e in error)
        if best is None or big < best[1]:
            best = (c, big)
        if big <= abs(s[n]) * mp.mpf("1.001"):
            break
        new = alternation(error, n + 1)
        if len(new) < n + 1:
            break
        ref = new
    return best


def fit(f, lo, hi, powers, bits, fixed=None, weight=None, first_bits=None):
    """f(x) ~ sum of c[p] x^p over `powers` and the fixed terms. Returns the coefficients and the largest error."""
    xs = [x for x in chebyshev(mp.mpf(lo), mp.mpf(hi), 30 * (len(powers) + 2) + 1) if abs(x) > mp.mpf(2) ** -60]
    fx = [f(x) for x in xs]
    wx = [mp.mpf(weight(x)) if weight else 1 / v for x, v in zip(xs, fx)]
    known, left = dict(fixed or {}), list(powers)
    while left:
        p = left[0]  # divided out, which leaves a Chebyshev system under a weight of one sign
        t = [(v - sum(c * x**q for q, c in known.items())) / x**p for x, v in zip(xs, fx)]
        c, _ = remez(t, [abs(w * x**p) for x, w in zip(xs, wx)], [[x ** (q - p) for q in left] for x in xs])
        known[left.pop(0)] = rounded(c[0], bits)
    error = max(abs(w * (v - sum(c * x**p for p, c in known.items()))) for x, v, w in zip(xs, fx, wx))
    return [known[p] for p in powers], error


def half_of(x):
    return mp.mpf(x) / 2


QUARTER = mp.pi / 4 * mp.mpf("1.004")  # the reduction's quotient is off by a little
LN2 = mp.log(2)
HALF_LN2 = LN2 / 2 * mp.mpf("1.001")
THIRD = mp.mpf(1) / 3


def odd(n, m):
    return list(range(n, m + 1, 2))


def atanh_series(z):
    """(log((1+s)/(1-s)) - 2s) / s for s*s = z."""
    s = mp.sqrt(z)
    return (mp.log((1 + s) / (1 - s)) - 2 * s) / s


def scaled_erfc(t):
    """(1 + 2 a) exp(a^2) erfc(a) for t = (a - 4) / (a + 4): smooth, between 1 and 1.3."""
    a = 4 * (1 + t) / (1 - t)
    return (1 + 2 * a) * mp.exp(a * a) * mp.erfc(a)


def erf_inv_ratio(w):
    """erf_inv(x) / x for w = -log(1 - x^2)."""
    if w < mp.mpf(2) ** -80:
        return mp.sqrt(mp.pi) / 2
    x = mp.sqrt(-mp.expm1(-w))
    return mp.erfinv(x) / x


def erf_inv_fit(lo, hi, middle, terms, bits):
    """Central arm: a polynomial in w - middle."""
    return fit(lambda d: erf_inv_ratio(d + middle), lo - middle, hi - middle, range(terms), bits)


def erf_inv_tail(lo, hi, middle, terms, bits, less=0):
    """Tail: a polynomial in sqrt(w) - middle, of the ratio less `less`."""
    return fit(lambda d: erf_inv_ratio((d + middle) ** 2) - less, lo - middle, hi - middle, range(terms), bits)


FITS = {
    # sin r = r + r^3 P(r^2), cos r = 1 + r^2 P(r^2), |r| <= pi/4
    "sin_f32": lambda: fit(mp.sin, 0, QUARTER, odd(3, 7), F32, {1: 1}),
    "cos_f32": lambda: fit(mp.cos, 0, QUARTER, [4, 6, 8], F32, {0: 1, 2: -half_of(1)}),
    "sin_f64": lambda: fit(mp.sin, 0, QUARTER, odd(3, 15), F64, {1: 1}),
    "cos_f64": lambda: fit(mp.cos, 0, QUARTER, [4, 6, 8, 10, 12, 14, 16], F64, {0: 1, 2: -half_of(1)}),
    # exp r = 1 + r + r^2 P(r), |r| <= log(2)/2; the same for expm1, relative to expm1
    "exp_f32": lambda: fit(mp.exp, -HALF_LN2, HALF_LN2, range(2, 7), F32, {0: 1, 1: 1}),
    "exp_f64": lambda: fit(mp.exp, -HALF_LN2, HALF_LN2, range(2, 12), F64, {0: 1, 1: 1}),
    "expm1_f32": lambda: fit(mp.expm1, -HALF_LN2, HALF_LN2, range(2, 7), F32, {1: 1}),
    "expm1_f64": lambda: fit(mp.expm1, -HALF_LN2, HALF_LN2, range(2, 13), F64, {1: 1}),
    # tanh x = x + x^3 P(x^2), x <= 0.26
    "tanh_f32": lambda: fit(mp.tanh, 0, mp.mpf("0.26"), odd(3, 7), F32, {1: 1}),
    # erf x = x + x P(x^2), x <= 1; beyond a polynomial in x - 2.25 up to 3.92, where erf rounds to 1
    "erf_f32": lambda: fit(lambda x: mp.erf(x) - x, 0, 1, odd(1, 11), F32, weight=lambda x: 1 / mp.erf(x)),
    "erf_large_f32": lambda: fit(
        lambda d: mp.erf(d + 2.25), mp.mpf(-1.25), mp.mpf("1.67"), range(13), F32, weight=lambda d: 1
    ),
    # sinh x = x + x^3 P(x^2), x <= 1
    "sinh_f64": lambda: fit(mp.sinh, 0, 1, odd(3, 17), F64, {1: 1}),
    # atan t = t + t^3 P(t^2), |t| <= tan(pi/8); asin x = x + x^3 P(x^2), |x| <= 0.55
    "atan_f32": lambda: fit(mp.atan, 0, mp.mpf("0.4143"), odd(3, 11), F32, {1: 1}),
    "atan_f64": lambda: fit(mp.atan, 0, mp.mpf("0.4143"), odd(3, 25), F64, {1: 1}),
    "asin_f32": lambda: fit(mp.asin, 0, mp.mpf("0.551"), odd(3, 13), F32, {1: 1}),
    "asin_f64": lambda: fit(mp.asin, 0, mp.mpf("0.551"), odd(3, 31), F64, {1: 1}),
    # erf x = x P(x^2), x <= 1; erfc as scaled_erfc says, a <= 27.3
    "erf_f64": lambda: fit(mp.erf, 0, 1, odd(1, 25), F64),
    "erfc_f64": lambda: fit(scaled_erfc, -1, mp.mpf("0.745"), range(24), F64, weight=lambda t: 1),
    # erf_inv x = x P
    "erf_inv_f32": lambda: erf_inv_fit(0, mp.mpf("4.3"), mp.mpf("2.125"), 11, F32),
    "erf_inv_tail_f32": lambda: erf_inv_tail(mp.mpf("2.06"), mp.mpf("4.1"), 3, 10, F32, less=1),
    "erf_inv_f64": lambda: erf_inv_fit(0, mp.mpf("6.25"), mp.mpf("3.125"), 24, F64),
    "erf_inv_tail_f64": lambda: erf_inv_tail(mp.mpf("2.49"), mp.mpf("4.01"), mp.mpf("3.25"), 20, F64),
    "erf_inv_far_tail_f64": lambda: erf_inv_tail(mp.mpf("3.99"), mp.mpf("6.05"), 5, 19, F64),
    # log(1+f) = f + f^2 P(f), |f| <= 1/3
    "log_f32": lambda: fit(mp.log1p, -THIRD, THIRD, range(3, 10), F32, {1: 1, 2: -half_of(1)}),
    # log((1+s)/(1-s)) = 2 s + s z P(z), z = s^2, 1+f in [2/3, 4/3] so that |s| <= 1/5
    "log_f64": lambda: fit(atanh_series, 0, mp.mpf(1) / 25, range(1, 9), F64, weight=lambda z: 1 / mp.mpf(2)),
    # the same without the cube, for pow
    "log_tail_f64": lambda: fit(
        atanh_series, 0, mp.mpf(1) / 25, range(2, 10), F64, {1: mp.mpf(2) / 3}, weight=lambda z: 1 / mp.mpf(2)
    ),
}


def text(c, bits):
    with mp.workprec(bits):
        return mp.nstr(c, 9 if bits == F32 else 17, min_fixed=-4, max_fixed=6)


def main():
    names = sys.argv[1:] or list(FITS)
    lines = [
        "// Coefficients of the expansions, lowest power first. Written by tools/fit_coefficients.py, which names each",
        "// function and interval: change that and run it again.",
        "#pragma once",
        "",
        "namespace eutectic::scalar::coefficients {",
        "",
        "// clang-format off",
    ]
    for name in names:
        c, error = FITS[name]()
        print(name, "error 2^%.1f" % float(mp.log(error, 2)), file=sys.stderr)
        bits = F32 if name.endswith("f32") else F64
        lines.append("inline constexpr double %s[] = {" % name)
        lines += ["    %s," % text(v, bits) for v in c]
        lines.append("};")
    lines += ["// clang-format on", "", "}  // namespace eutectic::scalar::coefficients"]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
