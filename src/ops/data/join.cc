// concatenate and pad: arrays put together from parts.
#include <algorithm>

#include "ops/access.h"
#include "ops/data/rules.h"
#include "ops/data/strided_copy.h"
#include "ops/evaluator.h"

namespace eutectic {
namespace {

Result<Shape> concatenate_shape(const OpView& op) {
  Shape out = logical(op.operand_shape(0));
  const int64_t dim = op.attrs().integer(AttrName::ConcatDimension);
  if (dim < 0 || dim >= out.rank()) return fail("concatenate dimension {} is not in [0, {}) (C4)", dim, out.rank());
  const size_t d = static_cast<size_t>(dim);
  for (size_t i = 1; i < op.operand_count(); ++i) {
    Shape x = logical(op.operand_shape(i));
    if (x.type != out.type)
      return fail("operand {} has another element type: {} after {} (C1)", i, to_hlo(x),
                  to_hlo(op.operand_shape(0), false));
    if (x.rank() != out.rank())
      return fail("operand {} has another rank: {} after {} (C2)", i, to_hlo(x), to_hlo(op.operand_shape(0), false));
    const int64_t n = std::exchange(x.dims[d], out.dims[d]);
    if (x.dims != out.dims)
      return fail("operand {} differs from operand 0 outside dimension {}: {} and {} (C2)", i, d,
                  to_hlo(op.operand_shape(i), false), to_hlo(op.operand_shape(0), false));
    if (__builtin_add_overflow(out.dims[d], n, &out.dims[d])) return fail("the result's dimension {} is too large", d);
  }
  return checked(std::move(out));
}

Result<Literal> evaluate_concatenate(EvalContext& context) {
  if (context.operands.size() == 1) return std::move(context.operands[0]);
  const Shape& shape = context.op.shape();
  const size_t d = static_cast<size_t>(context.op.attrs().integer(AttrName::ConcatDimension));
  Literal out = Literal::uninitialized(logical(shape));
  const std::vector<int64_t> strides = row_major_strides(shape.dims);
  const int bytes = info(shape.type).storage_bytes;
  std::byte* to = out.mutable_bytes();
  for (const Literal& x : context.operands) {
    copy_box(to, strides, x.bytes(), row_major_strides(x.dims()), x.dims(), bytes);
    to += x.dims()[d] * strides[d] * bytes;
  }
  return out;
}

std::optional<AccessMap> concatenate_access(const OpView& op, AccessPair at) {
  const size_t n = at.operand;
  const size_t d = static_cast<size_t>(op.attrs().integer(AttrName::ConcatDimension));
  int64_t offset = 0;
  for (size_t i = 0; i < n; ++i) offset += op.operand_shape(i).dims[d];
  AccessMap map;
  map.output_dims = op.shape().dims;
  AccessPiece piece{{}, all_dims(op.shape().dims.size())};
  piece.where.push_back({piece.index[d], offset, offset + op.operand_shape(n).dims[d] - 1, 1});
  piece.index[d] = piece.index[d] + IndexExpr::constant(-offset);
  map.pieces.push_back(std::move(piece));
  return map;
}

Result<Shape> pad_shape(const OpView& op) {
  const Shape& x = op.operand_shape(0);
  const Padding& padding = op.attrs().padding(AttrName::Padding);
  if (!same_logical(op.operand_shape(1), Shape::scalar(x.type)))
    return fail("the padding value must be {}, not {} (C1)", to_hlo(Shape::scalar(x.type)),
                to_hlo(op.operand_shape(1), false));
  if (padding.size() != x.dims.size())
    return fail("the padding must have {} entries for {}, not {} (C2)", x.rank(), to_hlo(x, false), padding.size());
  Shape out = Shape::array(x.type, {});
  for (size_t d = 0; d < padding.size(); ++d) {
    if (padding[d].interior < 0)
      return fail("interior padding {} of dimension {} is negative (C3)", padding[d].interior, d);
    int64_t n;
    if (__builtin_mul_overflow(std::max<int64_t>(x.dims[d] - 1, 0), padding[d].interior, &n) ||
        __builtin_add_overflow(n, x.dims[d], &n) || __builtin_add_overflow(n, padding[d].low, &n) ||
        __builtin_add_overflow(n, padding[d].high, &n))
      return fail("the result's dimension {} is too large", d);
    if (n < 0)
      return fail("the padding {}_{}_{} leaves dimension {} with {} elements (C4)", padding[d].low, padding[d].high,
                  padding[d].interior, d, n);
    out.dims.push_back(n);
  }
  return checked(std::move(out));
}

Result<Literal> evaluate_pad(EvalContext& context) {
  const Shape& shape = context.op.shape();
  const Padding& padding = context.op.attrs().padding(AttrName::Padding);
  const Literal& x = context.operands[0];
  const int bytes = info(shape.type).storage_bytes;
  Literal out = Literal::uninitialized(logical(shape));
  std::byte* to = out.mutable_bytes();
  fill_elements(to, context.operands[1].bytes(), out.element_count(), bytes);
  // Element i of a dimension lands at low + i * (interior + 1), if that is inside; a box of them does.
  const std::vector<int64_t> out_strides = row_major_strides(shape.dims), in_strides = row_major_strides(x.dims());
  std::vector<int64_t> strides, counts;
  int64_t from_offset = 0, to_offset = 0;
  for (size_t d = 0; d < padding.size(); ++d) {
    const int64_t low = padding[d].low, n = x.dims()[d];
    // interior >= 0, so the step is at least 1 except where the sum would overflow.
    const int64_t step = padding[d].interior == INT64_MAX ? INT64_MAX : padding[d].interior + 1;
    const int64_t first = low < 0 ? (-(low + 1)) / step + 1 : 0;  // ceil(-low / step)
    if (first >= n) return out;
    int64_t at;
    if (__builtin_mul_overflow(first, step, &at)) return out;
    at += low;
    if (at >= shape.dims[d]) return out;
    const int64_t fit = (shape.dims[d] - 1 - at) / step + 1;
    counts.push_back(std::min(n - first, fit));
    from_offset += first * in_strides[d];
    to_offset += at * out_strides[d];
    strides.push_back(counts.back() > 1 ? out_strides[d] * step : 0);
  }
  copy_box(to + to_offset * bytes, strides, x.bytes() + from_offset * bytes, in_strides, counts, bytes);
  return out;
}

std::optional<AccessMap> pad_access(const OpView& op, AccessPair pair) {
  const size_t n = pair.operand;
  const Padding& padding = op.attrs().padding(AttrName::Padding);
  const Shape& x = op.operand_shape(0);
  constexpr int64_t far = int64_t{1} << 40;  // keeps the arithmetic below from overflowing
  for (const PaddingDim& p : padding)
    if (p.low < -far || p.low > far || p.interior > far) return std::nullopt;
  AccessMap map;
  map.output_dims = op.shape().dims;
  const size_t rank = padding.size();
  std::vector<IndexConstraint> where;
  std::vector<IndexExpr> index;
  for (size_t d = 0; d < rank; ++d) {
    const IndexExpr at = IndexExpr::dim(static_cast<int64_t>(d)) + IndexExpr::constant(-padding[d].low);
    const int64_t step = padding[d].interior + 1, last = (x.dims[d] - 1) * step;
    if (n == 1) {
      // The padding value is read where dimensions before d hit the operand and d does not.
      if (padding[d].interior > 8) return std::nullopt;
      const int64_t end = map.output_dims[d] + std::abs(padding[d].low);
      auto add = [&](int64_t low, int64_t high, int64_t stride) {
        AccessPiece piece{where, {}};
        piece.where.push_back({at, low, high, stride});
        map.pieces.push_back(std::move(piece));
      };
      add(-end, -1, 1);
      if (last >= 0) {
        for (int64_t r = 1; r < step; ++r) add(r, last - step + r, step);
        add(last + 1, std::max(end, last + 1), 1);
      } else {
        add(0, end, 1);
      }
    }
    where.push_back({at, 0, last, step});
    index.push_back(at.floordiv(step));
  }
  if (n == 0) map.pieces.push_back({std::move(where), std::move(index)});
  return map;
}

}  // namespace

const OpDef op_def_Concatenate = {.kind = OpKind::Concatenate,
                                  .min_operands = 1,
                                  .max_operands = -1,
                                  .attrs = {{AttrName::ConcatDimension, true}},
                                  .shape = concatenate_shape,
                                  .access = concatenate_access,
                                  .evaluate = evaluate_concatenate,
                                  .summary = "The operands one after another along one dimension."};
const OpDef op_def_Pad = {.kind = OpKind::Pad,
                          .min_operands = 2,
                          .max_operands = 2,
                          .attrs = {{AttrName::Padding, true}},
                          .shape = pad_shape,
                          .access = pad_access,
                          .opaque = "padding beyond 2^40, or the value of more than 8 places between elements",
                          .evaluate = evaluate_pad,
                          .summary = "Surrounds and interleaves the operand with a value; negative padding cuts off."};

}  // namespace eutectic
