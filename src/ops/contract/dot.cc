#include "ops/contract/dot.h"

namespace eutectic::contract {

Result<std::vector<int64_t>> dot_result_dims(const OpView& op, const Shape& lhs, const Shape& rhs,
                                             const DotDims& dims) {
  std::vector<int64_t> lhs_taken(dims.lhs_batch.begin(), dims.lhs_batch.end());
  lhs_taken.insert(lhs_taken.end(), dims.lhs_contracting.begin(), dims.lhs_contracting.end());
  std::vector<int64_t> rhs_taken(dims.rhs_batch.begin(), dims.rhs_batch.end());
  rhs_taken.insert(rhs_taken.end(), dims.rhs_contracting.begin(), dims.rhs_contracting.end());
  if (dims.lhs_batch.size() != dims.rhs_batch.size())  // (C1)
    return op_error(
        op, fmt::format("lhs has {} batch dimensions and rhs {}", dims.lhs_batch.size(), dims.rhs_batch.size()));
  if (dims.lhs_contracting.size() != dims.rhs_contracting.size())  // (C2)
    return op_error(op, fmt::format("lhs has {} contracting dimensions and rhs {}", dims.lhs_contracting.size(),
                                    dims.rhs_contracting.size()));
  RETURN_IF_ERROR(expect_dims(op, "lhs batch and contracting dimensions", lhs_taken, lhs.rank()));  // (C3), (C5), (C6)
  RETURN_IF_ERROR(expect_dims(op, "rhs batch and contracting dimensions", rhs_taken, rhs.rank()));  // (C4), (C7), (C8)
  for (size_t i = 0; i < lhs_taken.size(); ++i) {                                                   // (C9), (C10)
    int64_t a = lhs.dims[static_cast<size_t>(lhs_taken[i])], b = rhs.dims[static_cast<size_t>(rhs_taken[i])];
    if (a != b)
      return op_error(
          op, fmt::format("{} dimension {} of lhs has extent {}, but dimension {} of rhs has {}",
                          i < dims.lhs_batch.size() ? "batch" : "contracting", lhs_taken[i], a, rhs_taken[i], b));
  }
  std::vector<int64_t> out = pick(lhs.dims, dims.lhs_batch);
  for (int64_t d : pick(lhs.dims, other_dims(lhs.rank(), lhs_taken))) out.push_back(d);
  for (int64_t d : pick(rhs.dims, other_dims(rhs.rank(), rhs_taken))) out.push_back(d);
  RETURN_IF_ERROR(check_sizes(Shape::array(lhs.type, out)));
  return out;
}

namespace {

std::vector<int64_t> concat(std::initializer_list<std::span<const int64_t>> parts) {
  std::vector<int64_t> out;
  for (auto p : parts) out.insert(out.end(), p.begin(), p.end());
  return out;
}

template <class W>
std::vector<W> matmul(const std::vector<W>& a, const std::vector<W>& b, int64_t batch, int64_t m, int64_t n,
                      int64_t k) {
  std::vector<W> c(static_cast<size_t>(batch * m * n));
  for (int64_t s = 0; s < batch; ++s)
    for (int64_t i = 0; i < m; ++i) {
      W* row = c.data() + (s * m + i) * n;
      const W* left = a.data() + (s * m + i) * k;
      const W* right = b.data() + s * k * n;
      if (n == 1) {
        W sum{};
        for (int64_t p = 0; p < k; ++p) sum += left[p] * right[p];
        row[0] = sum;
        continue;
      }
      for (int64_t p = 0; p < k; ++p) {
        W x = left[p];
        const W* r = right + p * n;
        for (int64_t j = 0; j < n; ++j) row[j] += x * r[j];
      }
    }
  return c;
}

}  // namespace

Literal dot_product(const Literal& lhs, const Literal& rhs, const DotDims& dims, ElementType type) {
  int64_t lhs_rank = static_cast<int64_t>(lhs.dims().size()), rhs_rank = static_cast<int64_t>(rhs.dims().size());
  std::vector<int64_t> lhs_free = other_dims(lhs_rank, concat({dims.lhs_batch, dims.lhs_contracting}));
  std::vector<int64_t> rhs_free = other_dims(rhs_rank, concat({dims.rhs_batch, dims.rhs_contracting}));
  int64_t batch = product(pick(lhs.dims(), dims.lhs_batch)), k = product(pick(lhs.dims(), dims.lhs_contracting));
  int64_t m = product(pick(lhs.dims(), lhs_free)), n = product(pick(rhs.dims(), rhs_free));
  std::vector<int64_t> out_dims =
      concat({pick(lhs.dims(), dims.lhs_batch), pick(lhs.dims(), lhs_free), pick(rhs.dims(), rhs_free)});
  Literal a = transposed(lhs, concat({dims.lhs_batch, lhs_free, dims.lhs_contracting}));
  Literal b = transposed(rhs, concat({dims.rhs_batch, dims.rhs_contracting, rhs_free}));
  Shape shape = Shape::array(type, out_dims);
  return dispatch_wide(
      type, [&]<class W>() { return narrowed(matmul(widened<W>(a), widened<W>(b), batch, m, n, k), shape); });
}

}  // namespace eutectic::contract

namespace eutectic {
namespace {

using namespace contract;

DotDims dot_dims(const Attrs& attrs) {
  return {attrs.dims(AttrName::LhsBatchDims), attrs.dims(AttrName::LhsContractingDims),
          attrs.dims(AttrName::RhsBatchDims), attrs.dims(AttrName::RhsContractingDims)};
}

// The element type is the stated one: it may be wider than the operands' (s8 x s8 -> s32).
Result<Shape> dot_shape(const OpView& op) {
  RETURN_IF_ERROR(expect_arrays(op));
  ASSIGN_OR_RETURN(std::vector<int64_t> dims,
                   dot_result_dims(op, op.operand_shape(0), op.operand_shape(1), dot_dims(op.attrs())));
  if (!op.shape().is_array()) return op_error(op, "the result must be an array");
  return Shape::array(op.shape().type, std::move(dims));
}

std::optional<AccessMap> dot_access(const OpView& op, AccessPair at) {
  const size_t n = at.operand;
  DotDims dims = dot_dims(op.attrs());
  const Shape& lhs = op.operand_shape(0);
  const Shape& mine = op.operand_shape(n);
  std::span<const int64_t> batch = n == 0 ? dims.lhs_batch : dims.rhs_batch;
  std::span<const int64_t> contracting = n == 0 ? dims.lhs_contracting : dims.rhs_contracting;
  // Output dims: batch, lhs free, rhs free.
  int64_t next = static_cast<int64_t>(batch.size());
  if (n == 1) next = lhs.rank() - static_cast<int64_t>(dims.lhs_contracting.size());
  std::vector<IndexExpr> index(mine.dims.size());
  for (int64_t d = 0; d < mine.rank(); ++d) {
    auto b = std::find(batch.begin(), batch.end(), d);
    auto c = std::find(contracting.begin(), contracting.end(), d);
    if (b != batch.end())
      index[static_cast<size_t>(d)] = IndexExpr::dim(b - batch.begin());
    else if (c != contracting.end())
      index[static_cast<size_t>(d)] = IndexExpr::range(c - contracting.begin());
    else
      index[static_cast<size_t>(d)] = IndexExpr::dim(next++);
  }
  return AccessMap::single(op.shape().dims, std::move(index), pick(lhs.dims, dims.lhs_contracting));
}

struct Precision {
  std::string_view name;
  int exponent_bits, mantissa_bits;  // 0: as wide as our arithmetic
};
constexpr Precision precisions[] = {{"bf16", 8, 7}, {"tf32", 8, 10}, {"f16", 5, 10}, {"f32", 0, 0}, {"f64", 0, 0}};

// What an algorithm makes of the operands: dot_bf16_bf16_f32 rounds them to bf16. Several products per element
// (_x3, _x6, _x9) come close to the full operands, and f8 operands are what they are: both are left alone.
Result<Precision> operand_precision(const OpView& op) {
  std::string_view name = op.attrs().text(AttrName::Algorithm);
  const Precision full{"f32", 0, 0};
  if (name.empty() || name == "dot_any_f8_any_f8_f32" || name == "dot_any_f8_any_f8_f32_fast_accum") return full;
  for (const Precision& p : precisions) {
    const std::string stem = fmt::format("dot_{}_{}_", p.name, p.name);
    if (!name.starts_with(stem)) continue;
    const std::string_view rest = name.substr(stem.size());
    if (rest.ends_with("_x3") || rest.ends_with("_x6") || rest.ends_with("_x9")) return full;
    if (rest == "f32" || rest == "f64" || rest == p.name) return p;
  }
  return op_unsupported(op, fmt::format("the algorithm {}", name), "the known ones are XLA's, e.g. dot_bf16_bf16_f32");
}

Literal rounded(Literal x, const Precision& p) {
  if (p.mantissa_bits == 0 || x.element_count() == 0) return x;
  dispatch(x.type(), [&]<class T>() {
    if constexpr (is_float_native<T>)
      for (T& v : x.mutable_data<T>())
        v = narrow<T>(narrow_to_double(narrow_from_double(widen(v), p.exponent_bits, p.mantissa_bits, true),
                                       p.exponent_bits, p.mantissa_bits, true));
  });
  return x;
}

Result<Literal> dot_evaluate(EvalContext& context) {
  RETURN_IF_ERROR(expect_fits(context, context.op.shape()));
  ASSIGN_OR_RETURN(Precision p, operand_precision(context.op));
  Literal lhs = rounded(std::move(context.operands[0]), p), rhs = rounded(std::move(context.operands[1]), p);
  return dot_product(lhs, rhs, dot_dims(context.op.attrs()), context.op.shape().type);
}

}  // namespace

const OpDef op_def_Dot = {
    .kind = OpKind::Dot,
    .min_operands = 2,
    .max_operands = 2,
    .attrs = {{AttrName::LhsBatchDims},
              {AttrName::LhsContractingDims},
              {AttrName::RhsBatchDims},
              {AttrName::RhsContractingDims},
              {AttrName::OperandPrecision},
              {AttrName::Algorithm}},
    .shape = dot_shape,
    .access = dot_access,
    .evaluate = dot_evaluate,
    .summary = "general dot product: batch, free and contracting dimensions",
};

}  // namespace eutectic
