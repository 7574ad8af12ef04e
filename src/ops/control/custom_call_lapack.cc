// LAPACK as JAX calls it on the CPU (typed FFI, "lapack_<type><routine>_ffi"): Cholesky, LU and QR
// factorisation and triangular solves. Batched over the leading dimensions, computed in double and rounded
// once. Pivots and reflector signs follow LAPACK. Eigenvalues and singular values are not evaluated.
#include "ops/contract/linear_algebra.h"
#include "ops/control/custom_call.h"

namespace eutectic {
namespace {

using namespace contract;

// The stated result shapes and the matrices of operand 0.
struct Matrices {
  int64_t batch = 0, rows = 0, columns = 0;
  std::vector<int64_t> batch_dims;
};

Result<Matrices> matrices(const EvalContext& context, size_t n) {
  const Shape& s = context.operands[n].shape();
  if (!s.is_array() || s.rank() < 2 || !(is_float(s.type) || is_complex(s.type)))
    return op_error(context.op, fmt::format("operand {} must hold matrices of floats, but is {}", n, to_hlo(s, false)));
  std::vector<int64_t> batch(s.dims.begin(), s.dims.end() - 2);
  return Matrices{product(batch), s.dims[s.dims.size() - 2], s.dims.back(), batch};
}

std::vector<int64_t> with(std::vector<int64_t> dims, std::initializer_list<int64_t> more) {
  dims.insert(dims.end(), more);
  return dims;
}

Result<Literal> checked(const EvalContext& context, Literal value) {
  if (!same_logical(value.shape(), context.op.shape()))
    return op_error(context.op, fmt::format("computes {}, but states {}", to_hlo(value.shape(), false),
                                            to_hlo(context.op.shape(), false)));
  return value;
}

template <class Fn>
Literal in_wide(ElementType type, Fn&& fn) {
  return is_complex(type) ? fn.template operator()<std::complex<double>>() : fn.template operator()<double>();
}

int64_t option(const EvalContext& context, std::string_view key, int64_t otherwise) {
  return custom_call::config_number(context.op.attrs().text(AttrName::BackendConfig), key).value_or(otherwise);
}

// Only the triangle named by uplo is read and written; info is the failing minor's order.
Result<Literal> potrf(EvalContext& context) {
  RETURN_IF_ERROR(custom_call::expect_operand_count(context, 1, 1));
  ASSIGN_OR_RETURN(Matrices m, matrices(context, 0));
  if (m.rows != m.columns) return op_error(context.op, "the matrices must be square");
  const Literal& in = context.operands[0];
  bool upper = option(context, "uplo", 'L') == 'U';
  Literal info = Literal::zeros(Shape::array(ElementType::S32, m.batch_dims));
  auto failed = info.mutable_data<int32_t>();
  Literal out = in_wide(in.type(), [&]<class W>() {
    std::vector<W> a = widened<W>(in);
    for (int64_t b = 0; b < m.batch; ++b) {
      W* at = a.data() + b * m.rows * m.rows;
      if (upper) conjugate_transpose(at, m.rows);
      failed[static_cast<size_t>(b)] = static_cast<int32_t>(cholesky_lower(at, m.rows));
      if (upper) conjugate_transpose(at, m.rows);
    }
    return narrowed(a, Shape::array(in.type(), in.dims()));
  });
  return checked(context, Literal::tuple({std::move(out), std::move(info)}));
}

Result<Literal> trsm(EvalContext& context) {
  RETURN_IF_ERROR(custom_call::expect_operand_count(context, 2, 2));
  ASSIGN_OR_RETURN(Matrices ma, matrices(context, 0));
  ASSIGN_OR_RETURN(Matrices mb, matrices(context, 1));
  const Literal& a = context.operands[0];
  bool left = option(context, "side", 'L') == 'L', lower = option(context, "uplo", 'L') == 'L',
       unit = option(context, "diag", 'N') == 'U';
  int64_t trans = option(context, "trans_x", 'N');
  bool transpose = trans == 'T' || trans == 'C';
  if (ma.rows != ma.columns || ma.batch_dims != mb.batch_dims || (left ? mb.rows : mb.columns) != ma.rows ||
      a.type() != context.operands[1].type())
    return op_error(context.op, "the operands' shapes do not fit");
  std::vector<int64_t> swap(context.operands[1].dims().size());
  std::iota(swap.begin(), swap.end(), int64_t{0});
  std::swap(swap[swap.size() - 1], swap[swap.size() - 2]);
  Literal b = left ? context.operands[1] : transposed(context.operands[1], swap);
  int64_t n = ma.rows, columns = left ? mb.columns : mb.rows;
  Literal x = in_wide(a.type(), [&]<class W>() {
    std::vector<W> wa = widened<W>(a), wb = widened<W>(b);
    for (int64_t s = 0; s < ma.batch; ++s)
      solve_left(wa.data() + s * n * n, wb.data() + s * n * columns, n, columns, lower, unit,
                 left ? transpose : !transpose, trans == 'C');
    return narrowed(wb, Shape::array(b.type(), b.dims()));
  });
  return checked(context, left ? x : transposed(x, swap));
}

// LU with partial pivoting: (factors, 1-based row swaps, order of the first zero pivot).
template <class W>
int32_t lu(W* a, int64_t m, int64_t n, int32_t* pivots) {
  int32_t info = 0;
  for (int64_t j = 0; j < std::min(m, n); ++j) {
    auto size = [&](int64_t i) {  // LAPACK's measure: |re| + |im|
      if constexpr (std::is_same_v<W, double>)
        return std::fabs(a[i * n + j]);
      else
        return std::fabs(a[i * n + j].real()) + std::fabs(a[i * n + j].imag());
    };
    int64_t p = j;
    for (int64_t i = j + 1; i < m; ++i)
      if (size(i) > size(p)) p = i;
    pivots[j] = static_cast<int32_t>(p + 1);
    if (a[p * n + j] == W(0)) {
      if (info == 0) info = static_cast<int32_t>(j + 1);
      continue;
    }
    if (p != j) std::swap_ranges(a + p * n, a + p * n + n, a + j * n);
    for (int64_t i = j + 1; i < m; ++i) {
      W f = a[i * n + j] / a[j * n + j];
      a[i * n + j] = f;
      for (int64_t k = j + 1; k < n; ++k) a[i * n + k] -= f * a[j * n + k];
    }
  }
  return info;
}

Result<Literal> getrf(EvalContext& context) {
  RETURN_IF_ERROR(custom_call::expect_operand_count(context, 1, 1));
  ASSIGN_OR_RETURN(Matrices m, matrices(context, 0));
  const Literal& in = context.operands[0];
  if (in.element_count() == 0) return Literal::zeros(context.op.shape());  // however many matrices there are
  int64_t k = std::min(m.rows, m.columns);
  Literal pivots = Literal::zeros(Shape::array(ElementType::S32, with(m.batch_dims, {k}))),
          info = Literal::zeros(Shape::array(ElementType::S32, m.batch_dims));
  auto p = pivots.mutable_data<int32_t>(), failed = info.mutable_data<int32_t>();
  Literal out = in_wide(in.type(), [&]<class W>() {
    std::vector<W> a = widened<W>(in);
    for (int64_t b = 0; b < m.batch; ++b)
      failed[static_cast<size_t>(b)] = lu(a.data() + b * m.rows * m.columns, m.rows, m.columns, p.data() + b * k);
    return narrowed(a, Shape::array(in.type(), in.dims()));
  });
  return checked(context, Literal::tuple({std::move(out), std::move(pivots), std::move(info)}));
}

// Householder QR: R above the diagonal, the reflectors' tails below, and their factors tau. Reflector j is
// I - tau v v^H with v[j] = 1; the diagonal's sign is opposite to the column's leading element.
template <class W>
void qr(W* a, int64_t m, int64_t n, W* tau) {
  for (int64_t j = 0; j < std::min(m, n); ++j) {
    double tail = 0;
    for (int64_t i = j + 1; i < m; ++i) tail += std::norm(a[i * n + j]);
    W alpha = a[j * n + j];
    if (tail == 0 && std::norm(alpha) == std::norm(real_part(alpha))) {
      tau[j] = 0;
      continue;
    }
    double beta = -std::copysign(std::sqrt(std::norm(alpha) + tail), real_part(alpha));
    tau[j] = (W(beta) - alpha) / beta;
    for (int64_t i = j + 1; i < m; ++i) a[i * n + j] /= alpha - W(beta);
    a[j * n + j] = beta;
    for (int64_t c = j + 1; c < n; ++c) {  // (I - conj(tau) v v^H) on the columns to the right
      W s = a[j * n + c];
      for (int64_t i = j + 1; i < m; ++i) s += conjugate(a[i * n + j]) * a[i * n + c];
      s *= conjugate(tau[j]);
      a[j * n + c] -= s;
      for (int64_t i = j + 1; i < m; ++i) a[i * n + c] -= a[i * n + j] * s;
    }
  }
}

Result<Literal> geqrf(EvalContext& context) {
  RETURN_IF_ERROR(custom_call::expect_operand_count(context, 1, 1));
  ASSIGN_OR_RETURN(Matrices m, matrices(context, 0));
  const Literal& in = context.operands[0];
  int64_t k = std::min(m.rows, m.columns);
  Literal taus;
  Literal out = in_wide(in.type(), [&]<class W>() {
    std::vector<W> a = widened<W>(in), tau(static_cast<size_t>(m.batch * k));
    for (int64_t b = 0; b < m.batch; ++b) qr(a.data() + b * m.rows * m.columns, m.rows, m.columns, tau.data() + b * k);
    taus = narrowed(tau, Shape::array(in.type(), with(m.batch_dims, {k})));
    return narrowed(a, Shape::array(in.type(), in.dims()));
  });
  return checked(context, Literal::tuple({std::move(out), std::move(taus)}));
}

// The first `columns` columns of the product of the reflectors.
Result<Literal> orgqr(EvalContext& context) {
  RETURN_IF_ERROR(custom_call::expect_operand_count(context, 2, 2));
  ASSIGN_OR_RETURN(Matrices m, matrices(context, 0));
  const Literal &in = context.operands[0], &taus = context.operands[1];
  if (taus.type() != in.type() || taus.dims().empty() || taus.dims() != with(m.batch_dims, {taus.dims().back()}) ||
      taus.dims().back() > m.columns || m.columns > m.rows)
    return op_error(context.op, "the operands' shapes do not fit");
  if (in.element_count() == 0) return Literal::zeros(context.op.shape());
  int64_t k = taus.dims().back(), rows = m.rows, n = m.columns;
  Literal out = in_wide(in.type(), [&]<class W>() {
    std::vector<W> a = widened<W>(in), tau = widened<W>(taus), q(a.size());
    for (int64_t b = 0; b < m.batch; ++b) {
      W *to = q.data() + b * rows * n, *v = a.data() + b * rows * n;
      for (int64_t i = 0; i < n; ++i) to[i * n + i] = 1;
      for (int64_t j = k; j-- > 0;)
        for (int64_t c = 0; c < n; ++c) {
          W s = to[j * n + c];
          for (int64_t i = j + 1; i < rows; ++i) s += conjugate(v[i * n + j]) * to[i * n + c];
          s *= tau[static_cast<size_t>(b * k + j)];
          to[j * n + c] -= s;
          for (int64_t i = j + 1; i < rows; ++i) to[i * n + c] -= v[i * n + j] * s;
        }
    }
    return narrowed(q, Shape::array(in.type(), in.dims()));
  });
  return checked(context, std::move(out));
}

constexpr std::string_view spectral =
    "eigenvalue and singular value decompositions are not evaluated; Cholesky, LU and QR are";

#define LAPACK_TYPES(routine, function)                                                                                \
  {"lapack_s" routine "_ffi", function}, {"lapack_d" routine "_ffi", function}, {"lapack_c" routine "_ffi", function}, \
  {                                                                                                                    \
    "lapack_z" routine "_ffi", function                                                                                \
  }
#define LAPACK_REFUSED(name) {"lapack_" name "_ffi", nullptr, spectral}

constexpr CustomCallTarget targets[] = {
    LAPACK_TYPES("geqrf", geqrf), LAPACK_TYPES("getrf", getrf), LAPACK_TYPES("potrf", potrf),
    LAPACK_TYPES("trsm", trsm),   {"lapack_sorgqr_ffi", orgqr}, {"lapack_dorgqr_ffi", orgqr},
    {"lapack_cungqr_ffi", orgqr}, {"lapack_zungqr_ffi", orgqr}, LAPACK_REFUSED("sgeev"),
    LAPACK_REFUSED("dgeev"),      LAPACK_REFUSED("cgeev"),      LAPACK_REFUSED("zgeev"),
    LAPACK_REFUSED("sgees"),      LAPACK_REFUSED("dgees"),      LAPACK_REFUSED("cgees"),
    LAPACK_REFUSED("zgees"),      LAPACK_REFUSED("sgesdd"),     LAPACK_REFUSED("dgesdd"),
    LAPACK_REFUSED("cgesdd"),     LAPACK_REFUSED("zgesdd"),     LAPACK_REFUSED("ssyevd"),
    LAPACK_REFUSED("dsyevd"),     LAPACK_REFUSED("cheevd"),     LAPACK_REFUSED("zheevd"),
};

}  // namespace

std::span<const CustomCallTarget> custom_calls_lapack() { return targets; }

}  // namespace eutectic
