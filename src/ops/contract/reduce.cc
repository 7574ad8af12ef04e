// reduce: N arrays over some dimensions with any body.
// Meaning here: the accumulator starts at the init value and takes the reduced elements in row-major order
// of the reduced dimensions. Sums and products of floats (f32 and narrower) are formed in double and rounded
// once at the end. Other bodies over few, long ranges are evaluated on up to 256 consecutive chunks of the
// range, each starting from its own first element, combined in order (the body must be associative anyway).
#include <cmath>
#include <cstring>

#include "ops/contract/body.h"
#include "ops/contract/combine.h"
#include "ops/contract/common.h"

namespace eutectic {
namespace {

using namespace contract;

Result<Shape> reduce_shape(const OpView& op) {
  size_t count = op.operand_count();
  if (count == 0 || count % 2)
    return op_error(op, fmt::format("needs as many inits as inputs, but has {} operands", count));
  RETURN_IF_ERROR(expect_arrays(op));
  size_t n = count / 2;
  const Shape& first = op.operand_shape(0);
  const Dims& dims = op.attrs().dims(AttrName::Dimensions);
  RETURN_IF_ERROR(expect_dims(op, "dimensions", dims, first.rank()));  // (C4), (C5)
  ASSIGN_OR_RETURN(CompId comp, single_comp(op, AttrName::ToApply));
  std::vector<Shape> parameters = op.module.parameter_shapes(comp);
  if (parameters.size() != count)  // (C6)
    return op_error(op, fmt::format("the body must take {} scalars, but takes {}", count, parameters.size()));
  const Shape& body_result = op.module.result_shape(comp);
  std::vector<Shape> body_results = body_result.is_tuple() ? body_result.elements : std::vector<Shape>{body_result};
  if (body_results.size() != n)
    return op_error(op, fmt::format("the body must return {} scalars, but returns {}", n, to_hlo(body_result, false)));
  std::vector<int64_t> kept = pick(first.dims, other_dims(first.rank(), dims));
  std::vector<Shape> results;
  for (size_t i = 0; i < n; ++i) {
    const Shape& input = op.operand_shape(i);
    const Shape& init = op.operand_shape(n + i);
    if (input.dims != first.dims)  // (C1)
      return op_error(op,
                      fmt::format("input {} is {}, but input 0 is {}", i, to_hlo(input, false), to_hlo(first, false)));
    if (init.rank() != 0)
      return op_error(op, fmt::format("init {} must be a scalar, but is {}", i, to_hlo(init, false)));
    if (body_results[i].rank() != 0 || parameters[i].rank() != 0 || parameters[n + i].rank() != 0)
      return op_error(op, "the body must work on scalars");
    if (parameters[i].type != body_results[i].type)
      return op_error(op, fmt::format("the body takes accumulator {} as {} but returns it as {}", i,
                                      to_hlo(parameters[i], false), to_hlo(body_results[i], false)));
    results.push_back(Shape::array(body_results[i].type, kept));  // (C7), (C8)
  }
  return n == 1 ? results[0] : Shape::tuple(std::move(results));
}

std::optional<AccessMap> reduce_access(const OpView& op, size_t n) {
  size_t inputs = op.operand_count() / 2;
  const Shape& in = op.operand_shape(0);
  const Dims& dims = op.attrs().dims(AttrName::Dimensions);
  std::vector<int64_t> kept = other_dims(in.rank(), dims);
  std::vector<int64_t> out_dims = pick(in.dims, kept);
  if (n >= inputs) return AccessMap::single(out_dims, {});
  Dims sorted = dims;
  std::sort(sorted.begin(), sorted.end());
  std::vector<IndexExpr> index(in.dims.size());
  for (size_t i = 0; i < kept.size(); ++i)
    index[static_cast<size_t>(kept[i])] = IndexExpr::dim(static_cast<int64_t>(i));
  for (size_t i = 0; i < sorted.size(); ++i)
    index[static_cast<size_t>(sorted[i])] = IndexExpr::range(static_cast<int64_t>(i));
  return AccessMap::single(out_dims, std::move(index), pick(in.dims, sorted));
}

// One binary op: one pass over the input in memory order, accumulating in the wide type.
template <class T, class Combine>
Literal reduce_binary(const Literal& input, const Literal& init, std::span<const int64_t> reduced,
                      const Shape& result) {
  using W = typename Combine::Type;
  std::vector<W> acc(static_cast<size_t>(result.element_count()), Combine::widen(init.data<T>()[0]));
  const std::vector<int64_t>& dims = input.dims();
  size_t rank = dims.size();
  auto data = input.data<T>();
  if (!data.empty()) {
    std::vector<int64_t> out_stride(rank, 0);
    int64_t stride = 1;
    for (size_t d = rank; d-- > 0;)
      if (!contains(reduced, static_cast<int64_t>(d))) {
        out_stride[d] = stride;
        stride *= dims[d];
      }
    if (rank == 0) {
      acc[0] = Combine::apply(acc[0], Combine::widen(data[0]));
    } else {
      std::vector<int64_t> index(rank, 0);
      std::span<int64_t> outer_index(index.data(), rank - 1);
      std::span<const int64_t> outer_dims(dims.data(), rank - 1);
      int64_t inner = dims[rank - 1];
      const T* row = data.data();
      do {
        int64_t out = 0;
        for (size_t d = 0; d + 1 < rank; ++d) out += index[d] * out_stride[d];
        if (out_stride[rank - 1] == 0) {
          W a = acc[static_cast<size_t>(out)];
          for (int64_t i = 0; i < inner; ++i) a = Combine::apply(a, Combine::widen(row[i]));
          acc[static_cast<size_t>(out)] = a;
        } else {
          W* a = acc.data() + out;
          for (int64_t i = 0; i < inner; ++i) a[i] = Combine::apply(a[i], Combine::widen(row[i]));
        }
        row += inner;
      } while (next_index(outer_index, outer_dims));
    }
  }
  Literal out = Literal::uninitialized(result);
  auto to = out.mutable_data<T>();
  for (size_t i = 0; i < acc.size(); ++i) to[i] = Combine::template narrow<T>(acc[i]);
  return out;
}

// Any body, over inputs already transposed to [reduced..., kept...].
Result<std::vector<Literal>> reduce_general(const Body& body, std::vector<Literal> inputs,
                                            const std::vector<Literal>& inits, int64_t reduced, int64_t kept,
                                            const std::vector<Shape>& results) {
  size_t n = inputs.size();
  // Chunks only where the outputs alone are too few to fill a kernel call.
  int64_t chunks = kept > 0 && kept < 64 && reduced >= 1024 ? std::min<int64_t>(256, reduced / 8) : 1;
  int64_t length = chunks > 1 ? (reduced + chunks - 1) / chunks : reduced;
  if (chunks > 1) chunks = (reduced + length - 1) / length;
  std::vector<size_t> size(n), acc_size(n);
  std::vector<std::vector<std::byte>> acc(n), row(n);
  int64_t lanes = chunks * kept;
  for (size_t i = 0; i < n; ++i) {
    size[i] = static_cast<size_t>(info(inputs[i].type()).storage_bytes);
    acc_size[i] = static_cast<size_t>(info(results[i].type).storage_bytes);
    acc[i].resize(static_cast<size_t>(lanes) * acc_size[i]);
  }
  std::vector<const std::byte*> in(2 * n);
  std::vector<std::byte*> out(n);
  auto start_from_init = [&](std::vector<std::vector<std::byte>>& a) {
    for (size_t i = 0; i < n; ++i)
      for (int64_t k = 0; k < kept; ++k)
        std::memcpy(a[i].data() + static_cast<size_t>(k) * acc_size[i], inits[i].bytes(), acc_size[i]);
  };
  if (chunks == 1) {
    start_from_init(acc);
    constexpr int64_t block = 1024;
    for (int64_t k0 = 0; k0 < kept; k0 += block) {
      int64_t m = std::min(block, kept - k0);
      for (int64_t r = 0; r < reduced; ++r) {
        for (size_t i = 0; i < n; ++i) {
          out[i] = acc[i].data() + static_cast<size_t>(k0) * acc_size[i];
          in[i] = out[i];
          in[n + i] = inputs[i].bytes() + static_cast<size_t>(r * kept + k0) * size[i];
        }
        RETURN_IF_ERROR(body.run(in, out, static_cast<size_t>(m)));
      }
    }
  } else {
    // Lane (c, k) accumulates elements c*length .. of output k; the last chunk may be shorter.
    for (size_t i = 0; i < n; ++i) row[i].resize(static_cast<size_t>(lanes) * size[i]);
    for (int64_t r = 0; r < length; ++r) {
      int64_t live = r < reduced - (chunks - 1) * length ? chunks : chunks - 1;
      for (size_t i = 0; i < n; ++i) {
        size_t bytes = static_cast<size_t>(kept) * size[i];
        std::byte* to = r == 0 ? acc[i].data() : row[i].data();
        for (int64_t c = 0; c < live; ++c)
          std::memcpy(to + static_cast<size_t>(c) * bytes,
                      inputs[i].bytes() + static_cast<size_t>(c * length + r) * bytes, bytes);
        in[i] = out[i] = acc[i].data();
        in[n + i] = row[i].data();
      }
      if (r > 0) RETURN_IF_ERROR(body.run(in, out, static_cast<size_t>(live * kept)));
    }
    std::vector<std::vector<std::byte>> total(n);
    for (size_t i = 0; i < n; ++i) total[i].resize(static_cast<size_t>(kept) * acc_size[i]);
    start_from_init(total);
    for (int64_t c = 0; c < chunks; ++c) {
      for (size_t i = 0; i < n; ++i) {
        in[i] = out[i] = total[i].data();
        in[n + i] = acc[i].data() + static_cast<size_t>(c * kept) * acc_size[i];
      }
      RETURN_IF_ERROR(body.run(in, out, static_cast<size_t>(kept)));
    }
    acc = std::move(total);
  }
  std::vector<Literal> outputs;
  for (size_t i = 0; i < n; ++i) {
    Literal o = Literal::uninitialized(results[i]);
    if (!acc[i].empty()) std::memcpy(o.mutable_bytes(), acc[i].data(), acc[i].size());
    outputs.push_back(std::move(o));
  }
  return outputs;
}

Result<Literal> reduce_evaluate(EvalContext& context) {
  const OpView& op = context.op;
  size_t n = context.operands.size() / 2;
  CompId comp = op.attrs().comps(AttrName::ToApply)[0];
  const Dims& dims = op.attrs().dims(AttrName::Dimensions);
  ASSIGN_OR_RETURN(Shape shape, reduce_shape(op));
  std::vector<Shape> results = shape.is_tuple() ? shape.elements : std::vector<Shape>{shape};
  RETURN_IF_ERROR(expect_fits(context, shape));
  ElementType type = context.operands[0].type();
  if (n == 1 && results[0].type == type && context.operands[1].type() == type) {
    if (auto kind = binary_body(op.module, comp); kind && op.module.parameter_shapes(comp)[1].type == type) {
      std::optional<Literal> out;
      dispatch_combine(type, *kind, [&]<class T, class Combine>() {
        out = reduce_binary<T, Combine>(context.operands[0], context.operands[1], dims, results[0]);
      });
      if (out) return std::move(*out);
    }
  }
  ASSIGN_OR_RETURN(Body body, Body::make(op, comp, context.evaluator));
  Dims sorted = dims;
  std::sort(sorted.begin(), sorted.end());
  std::vector<int64_t> in_dims = context.operands[0].dims();
  std::vector<int64_t> kept = other_dims(static_cast<int64_t>(in_dims.size()), sorted);
  std::vector<int64_t> permutation = sorted;
  permutation.insert(permutation.end(), kept.begin(), kept.end());
  std::vector<Literal> inputs, inits;
  bool same_types = true;
  for (size_t i = 0; i < n; ++i) {
    same_types &= body.parameter_type(n + i) == results[i].type;
    inputs.push_back(converted(transposed(context.operands[i], permutation), body.parameter_type(n + i)));
    inits.push_back(converted(context.operands[n + i], body.parameter_type(i)));
  }
  context.operands.clear();
  int64_t r = product(pick(in_dims, sorted)), k = product(pick(in_dims, kept));
  if (!same_types)  // elements are not accumulators: no chunks
    for (size_t i = 0; i < n; ++i) inputs[i] = converted(inputs[i], body.parameter_type(n + i));
  ASSIGN_OR_RETURN(std::vector<Literal> outputs, reduce_general(body, std::move(inputs), inits, r, k, results));
  return n == 1 ? std::move(outputs[0]) : Literal::tuple(std::move(outputs));
}

}  // namespace

const OpDef op_def_Reduce = {
    .kind = OpKind::Reduce,
    .min_operands = 2,
    .max_operands = -1,
    .attrs = {{AttrName::Dimensions, true}, {AttrName::ToApply, true}},
    .shape = reduce_shape,
    .access = reduce_access,
    .evaluate = reduce_evaluate,
    .types = "",
    .summary = "combines the elements along some dimensions of one or several arrays with a computation",
};

}  // namespace eutectic
