// cholesky and triangular-solve, batched over the leading dimensions, computed in double or complex<double>.
#include "ops/contract/linear_algebra.h"

#include "ops/access.h"
#include "ops/contract/common.h"

namespace eutectic {
namespace {

using namespace contract;

Result<Shape> cholesky_shape(const OpView& op) {
  RETURN_IF_ERROR(expect_arrays(op));
  const Shape& a = op.operand_shape(0);
  if (a.rank() < 2)
    return op_error(op, fmt::format("needs rank 2 or more, but the operand is {}", to_hlo(a, false)));  // (C2)
  if (a.dims[a.dims.size() - 1] != a.dims[a.dims.size() - 2])                                           // (C3)
    return op_error(op, fmt::format("the matrices must be square, but the operand is {}", to_hlo(a, false)));
  return Shape::array(a.type, a.dims);  // (C1)
}

// The factor of one matrix from its lower triangle; all NaN if it is not positive definite. The other
// triangle is zero.
template <class W>
void factorize(W* a, int64_t n) {
  bool good = cholesky_lower(a, n) == 0;
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j) {
      if (j > i)
        a[i * n + j] = 0;
      else if (!good)
        a[i * n + j] = std::numeric_limits<double>::quiet_NaN();
    }
}

Result<Literal> cholesky_evaluate(EvalContext& context) {
  const Literal& in = context.operands[0];
  int64_t n = in.dims().back();
  bool lower = context.op.attrs().boolean(AttrName::Lower);
  return dispatch_wide(in.type(), [&]<class W>() -> Literal {
    if constexpr (std::is_same_v<W, uint64_t>) {
      return in;
    } else {
      std::vector<W> a = widened<W>(in);
      for (int64_t m = 0; n > 0 && m < in.element_count() / (n * n); ++m) {
        W* at = a.data() + m * n * n;
        if (!lower) conjugate_transpose(at, n);
        factorize(at, n);
        if (!lower) conjugate_transpose(at, n);
      }
      return narrowed(a, Shape::array(in.type(), in.dims()));
    }
  });
}

Result<Shape> triangular_solve_shape(const OpView& op) {
  RETURN_IF_ERROR(expect_arrays(op));
  const Shape &a = op.operand_shape(0), &b = op.operand_shape(1);
  if (a.type != b.type)
    return op_error(op, fmt::format("operands have types {} and {}", to_hlo(a, false), to_hlo(b, false)));  // (C1)
  if (a.rank() < 2 || a.rank() != b.rank())                                                                 // (C2)
    return op_error(op, fmt::format("operands must have one rank of 2 or more, but are {} and {}", to_hlo(a, false),
                                    to_hlo(b, false)));
  size_t r = a.dims.size();
  if (a.dims[r - 1] != a.dims[r - 2]) return op_error(op, fmt::format("a must be square, but is {}", to_hlo(a, false)));
  int64_t side = b.dims[op.attrs().boolean(AttrName::LeftSide) ? r - 2 : r - 1];
  if (!std::equal(a.dims.begin(), a.dims.end() - 2, b.dims.begin()) || side != a.dims[r - 1])  // (C3)
    return op_error(op, fmt::format("a of {} does not fit b of {}", to_hlo(a, false), to_hlo(b, false)));
  return Shape::array(b.type, b.dims);  // (C4)
}

Result<Literal> triangular_solve_evaluate(EvalContext& context) {
  const Attrs& attrs = context.op.attrs();
  const Literal& a = context.operands[0];
  bool left = attrs.boolean(AttrName::LeftSide), lower = attrs.boolean(AttrName::Lower),
       unit = attrs.boolean(AttrName::UnitDiagonal);
  const std::string& mode = attrs.text(AttrName::TransposeA);
  bool transpose = mode == "TRANSPOSE" || mode == "ADJOINT", conj = mode == "ADJOINT";
  // x op(a) = b is op(a)^T x^T = b^T.
  std::vector<int64_t> swap(context.operands[1].dims().size());
  std::iota(swap.begin(), swap.end(), int64_t{0});
  std::swap(swap[swap.size() - 1], swap[swap.size() - 2]);
  Literal b = left ? context.operands[1] : transposed(context.operands[1], swap);
  int64_t n = a.dims().back(), m = b.dims().back();
  Literal x = dispatch_wide(a.type(), [&]<class W>() -> Literal {
    if constexpr (std::is_same_v<W, uint64_t>) {
      return b;
    } else {
      std::vector<W> wa = widened<W>(a), wb = widened<W>(b);
      for (int64_t s = 0; n > 0 && s < a.element_count() / (n * n); ++s)
        solve_left(wa.data() + s * n * n, wb.data() + s * n * m, n, m, lower, unit, left ? transpose : !transpose,
                   conj);
      return narrowed(wb, Shape::array(b.type(), b.dims()));
    }
  });
  return left ? x : transposed(x, swap);
}

// The stored triangle of a square matrix (without the diagonal if `strict`) in the output's batch.
AccessMap triangle(const std::vector<int64_t>& out, int64_t n, bool lower, bool strict) {
  std::vector<IndexExpr> index = all_dims(out.size() - 2);
  const IndexExpr row = IndexExpr::range(0), column = IndexExpr::range(1);
  index.insert(index.end(), {row, column});
  AccessMap map = AccessMap::single(out, std::move(index), {n, n});
  map.pieces[0].where.push_back({lower ? row + column * -1 : column + row * -1, strict ? 1 : 0, n - 1, 1});
  return map;
}

std::optional<AccessMap> cholesky_access(const OpView& op, AccessPair) {
  const Dims& dims = op.shape().dims;
  return triangle(dims, dims.back(), op.attrs().boolean(AttrName::Lower), false);
}

// The triangle of a; of b the column, or the row where a stands on the right.
std::optional<AccessMap> triangular_solve_access(const OpView& op, AccessPair at) {
  const Attrs& attrs = op.attrs();
  const Dims& dims = op.shape().dims;
  const int64_t n = op.operand_shape(0).dims.back();
  if (at.operand == 0) return triangle(dims, n, attrs.boolean(AttrName::Lower), attrs.boolean(AttrName::UnitDiagonal));
  std::vector<IndexExpr> index = all_dims(dims.size());
  index[dims.size() - (attrs.boolean(AttrName::LeftSide) ? 2 : 1)] = IndexExpr::range(0);
  return AccessMap::single(dims, std::move(index), {n});
}

}  // namespace

const OpDef op_def_Cholesky = {
    .kind = OpKind::Cholesky,
    .min_operands = 1,
    .max_operands = 1,
    .attrs = {{AttrName::Lower}},
    .shape = cholesky_shape,
    .access = cholesky_access,
    .evaluate = cholesky_evaluate,
    .types = "fc",
    .summary = "Cholesky factor of symmetric or Hermitian positive definite matrices",
};

const OpDef op_def_TriangularSolve = {
    .kind = OpKind::TriangularSolve,
    .min_operands = 2,
    .max_operands = 2,
    .attrs = {{AttrName::LeftSide},
              {AttrName::Lower},
              {AttrName::UnitDiagonal},
              {AttrName::TransposeA, false, "NO_TRANSPOSE|TRANSPOSE|ADJOINT"}},
    .shape = triangular_solve_shape,
    .access = triangular_solve_access,
    .evaluate = triangular_solve_evaluate,
    .types = "fc",
    .summary = "solves linear systems with a triangular matrix",
};

}  // namespace eutectic
