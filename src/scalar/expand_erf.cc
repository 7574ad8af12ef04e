// erf, erfc, erf_inv.
#include <limits>

#include "base/check.h"
#include "scalar/coefficients.h"
#include "scalar/expression.h"

namespace eutectic::scalar {
namespace {

namespace c = coefficients;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool is_f32(const Expr& x) { return x.type() == ElementType::F32; }

// erfc(a) = exp(-a^2) G(t) / (1 + 2 a), t = (a - 4) / (a + 4), for a >= 0 (f64).
Expr erfc_of_positive(Expr a) {
  const Expr t = (a - 4) / (a + 4);
  const Expr g = polynomial(t, c::erfc_f64);
  const Expr square = a * a;
  const Expr rest = fma(a, a, -square);
  const Expr e = expand_exp(Op::Exp, -square);
  const Expr quotient = g / fma(a, 2, 1);
  return e * fma(quotient, -rest, quotient);
}

Expr erfc(Expr x) {
  const Expr a = min(27.3, abs(x));
  const Expr positive = erfc_of_positive(a);
  const Expr outer = select(lt(x, 0.0), 2 - positive, positive);
  const Expr inner = fma(x, -polynomial(x * x, c::erf_f64), 1);
  return select(lt(a, 0.5), inner, outer);
}

// No quotient: its roundings are an ulp each near 1.
Expr erf_f32(Expr x) {
  const Expr a = min(3.92, abs(x));
  const Expr z = a * a;
  const Expr small = fma(a, polynomial(z, c::erf_f32), a);
  const Expr large = polynomial(a - 2.25, c::erf_large_f32);
  return with_sign(select(lt(a, 1.0), small, large), x);
}

Expr erf(Expr x) {
  if (is_f32(x)) return erf_f32(x);
  const Expr a = min(6, abs(x));
  const Expr z = a * a;
  const Expr small = a * polynomial(z, c::erf_f64);
  const Expr large = 1 - erfc_of_positive(a);
  return with_sign(select(gt(a, 1.0), large, small), x);
}

Expr erf_inv_f32(Expr x) {
  const Expr t = fma(x, -x, 1);
  const Expr w = -log_of_normal(t);
  const Expr fast = polynomial(w - 2.125, c::erf_inv_f32) * x;
  // The polynomial is steep enough to show how the root was rounded.
  const Expr root = sqrt(w);
  const Expr lost = fma(-root, root, w) / (root + root);
  const Expr s = (root - 3) + lost;
  Expr slow = fma(polynomial(s, c::erf_inv_tail_f32), x, x);  // the ratio less 1: it is about 2, where steps widen
  slow = select(eq(t, 0.0), x * infinity, slow);
  slow = select(lt(t, 0.0), nan, slow);
  slow = select(ne(x, x), x, slow);
  return select(gt(t, 0.0138), fast, slow);
}

Expr erf_inv_f64(Expr x) {
  const Expr t = fma(x, -x, 1);
  const Expr w = -log_of_normal(t);
  const Expr fast = polynomial(w - 3.125, c::erf_inv_f64) * x;
  const Expr s = sqrt(w);
  const Expr tail = polynomial(s - 3.25, c::erf_inv_tail_f64);
  const Expr far_tail = polynomial(s - 5, c::erf_inv_far_tail_f64);
  Expr slow = select(lt(s, 4.0), tail, far_tail) * x;
  slow = select(eq(t, 0.0), x * infinity, slow);
  slow = select(lt(t, 0.0), nan, slow);
  slow = select(ne(x, x), x, slow);
  return select(gt(t, 0.0019304541362277093), fast, slow);
}

}  // namespace

Expr expand_erf(Op op, Expr x) {
  switch (op) {
    case Op::Erf:
      return erf(x);
    case Op::Erfc:
      return erfc(x);
    case Op::ErfInv:
      return is_f32(x) ? erf_inv_f32(x) : erf_inv_f64(x);
    default:
      CHECK(false, "{} is no error function", info(op).text);
      return x;
  }
}

}  // namespace eutectic::scalar
