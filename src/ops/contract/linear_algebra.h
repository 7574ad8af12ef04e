// Dense factorisations and substitution on one row-major matrix of double or complex<double>: what cholesky,
// triangular-solve and the LAPACK custom calls share.
#pragma once
#include <cmath>
#include <complex>
#include <cstdint>

namespace eutectic::contract {

inline double conjugate(double v) { return v; }
inline std::complex<double> conjugate(std::complex<double> v) { return std::conj(v); }
inline double real_part(double v) { return v; }
inline double real_part(std::complex<double> v) { return v.real(); }

// Overwrites the lower triangle of a with its Cholesky factor and leaves the other triangle alone. Returns 0,
// or the order of the first leading minor that is not positive definite.
template <class W>
int64_t cholesky_lower(W* a, int64_t n) {
  for (int64_t j = 0; j < n; ++j) {
    double d = real_part(a[j * n + j]);
    for (int64_t k = 0; k < j; ++k) d -= std::norm(a[j * n + k]);
    if (!(d > 0)) return j + 1;
    double root = std::sqrt(d);
    a[j * n + j] = root;
    for (int64_t i = j + 1; i < n; ++i) {
      W s = a[i * n + j];
      for (int64_t k = 0; k < j; ++k) s -= a[i * n + k] * conjugate(a[j * n + k]);
      a[i * n + j] = s / root;
    }
  }
  return 0;
}

template <class W>
void conjugate_transpose(W* a, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j <= i; ++j) {
      W x = conjugate(a[i * n + j]);
      a[i * n + j] = conjugate(a[j * n + i]);
      a[j * n + i] = x;
    }
}

// Solves op(a) x = b by substitution, b and x being n x m.
template <class W>
void solve_left(const W* a, W* b, int64_t n, int64_t m, bool lower, bool unit, bool transpose, bool conj) {
  auto at = [&](int64_t i, int64_t j) {
    W v = transpose ? a[j * n + i] : a[i * n + j];
    return conj ? conjugate(v) : v;
  };
  bool forward = lower != transpose;
  for (int64_t s = 0; s < n; ++s) {
    int64_t i = forward ? s : n - 1 - s;
    for (int64_t t = 0; t < s; ++t) {
      int64_t k = forward ? t : n - 1 - t;
      W f = at(i, k);
      for (int64_t c = 0; c < m; ++c) b[i * m + c] -= f * b[k * m + c];
    }
    if (unit) continue;
    W d = at(i, i);
    for (int64_t c = 0; c < m; ++c) b[i * m + c] /= d;
  }
}

}  // namespace eutectic::contract
