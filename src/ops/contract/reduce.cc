// reduce: N arrays over some dimensions with any body.
// Meaning here: the accumulator starts at the init value and takes the reduced elements in row-major order
// of the reduced dimensions. Sums and products of floats (f32 and narrower) are formed in double and rounded
// once at the end.
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
    if (!is_promotable(input.type, parameters[n + i].type) || !is_promotable(init.type, parameters[i].type))  // (C6)
      return op_error(op, fmt::format("the body takes accumulator {} as {} and its element as {}, but init and input "
                                      "are {} and {}",
                                      i, to_hlo(parameters[i], false), to_hlo(parameters[n + i], false),
                                      to_hlo(init, false), to_hlo(input, false)));
    results.push_back(Shape::array(body_results[i].type, kept));  // (C7), (C8)
  }
  return n == 1 ? results[0] : Shape::tuple(std::move(results));
}

std::optional<AccessMap> reduce_access(const OpView& op, AccessPair at) {
  const size_t n = at.operand;
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

// The elements of an array in memory order, made wide a block at a time.
template <class W>
class WideStream {
 public:
  static constexpr int64_t block = 1024;
  explicit WideStream(const Literal& input) : input_(input), left_(input.element_count()), buffer_(block) {}
  // The next n elements, n at most `block`.
  const W* take(int64_t n) {
    if (loaded_ - taken_ < n) {
      at_ += taken_;
      loaded_ = std::min(block, left_ - at_);
      taken_ = 0;
      load_wide(input_, at_, loaded_, buffer_.data());
    }
    taken_ += n;
    return buffer_.data() + (taken_ - n);
  }

 private:
  const Literal& input_;
  int64_t left_, at_ = 0, loaded_ = 0, taken_ = 0;  // at_: the buffer's place in the array
  std::vector<W> buffer_;
};

// One binary op: one pass over the input in memory order, accumulating in the wide type.
template <class Combine>
Literal reduce_binary(const Literal& input, const Literal& init, std::span<const int64_t> reduced,
                      const Shape& result) {
  using W = typename Combine::Type;
  std::vector<W> acc(static_cast<size_t>(result.element_count()), widened<W>(init)[0]);
  const std::vector<int64_t>& dims = input.dims();
  const size_t rank = dims.size();
  if (input.element_count() == 0) return narrowed(acc, result);
  WideStream<W> stream(input);
  if (rank == 0) {
    acc[0] = Combine::apply(acc[0], *stream.take(1));
    return narrowed(acc, result);
  }
  std::vector<int64_t> out_stride(rank, 0);
  int64_t stride = 1;
  for (size_t d = rank; d-- > 0;)
    if (!contains(reduced, static_cast<int64_t>(d))) {
      out_stride[d] = stride;
      stride *= dims[d];
    }
  std::vector<int64_t> index(rank, 0);
  std::span<int64_t> outer_index(index.data(), rank - 1);
  std::span<const int64_t> outer_dims(dims.data(), rank - 1);
  const int64_t inner = dims[rank - 1];
  do {
    int64_t out = 0;
    for (size_t d = 0; d + 1 < rank; ++d) out += index[d] * out_stride[d];
    for (int64_t begin = 0; begin < inner; begin += stream.block) {
      const int64_t n = std::min(stream.block, inner - begin);
      const W* row = stream.take(n);
      if (out_stride[rank - 1] == 0) {
        W a = acc[static_cast<size_t>(out)];
        for (int64_t i = 0; i < n; ++i) a = Combine::apply(a, row[i]);
        acc[static_cast<size_t>(out)] = a;
      } else {
        W* a = acc.data() + out + begin;
        for (int64_t i = 0; i < n; ++i) a[i] = Combine::apply(a[i], row[i]);
      }
    }
  } while (next_index(outer_index, outer_dims));
  return narrowed(acc, result);
}

// Any body, in order, over inputs already transposed to [reduced..., kept...].
Result<std::vector<Literal>> reduce_general(const Body& body, std::vector<Literal> inputs,
                                            const std::vector<Literal>& inits, int64_t reduced, int64_t kept,
                                            const std::vector<Shape>& results) {
  const size_t n = inputs.size();
  // An accumulator may have another type than the elements.
  std::vector<size_t> size(n), acc_size(n);
  std::vector<std::vector<std::byte>> acc(n);
  for (size_t i = 0; i < n; ++i) {
    size[i] = static_cast<size_t>(info(inputs[i].type()).storage_bytes);
    acc_size[i] = static_cast<size_t>(info(results[i].type).storage_bytes);
    acc[i].resize(static_cast<size_t>(kept) * acc_size[i]);
    for (int64_t k = 0; k < kept; ++k)
      std::memcpy(acc[i].data() + static_cast<size_t>(k) * acc_size[i], inits[i].bytes(), acc_size[i]);
  }
  std::vector<const std::byte*> in(2 * n);
  std::vector<std::byte*> out(n);
  constexpr int64_t block = 1024;
  for (int64_t k0 = 0; k0 < kept; k0 += block) {
    const int64_t m = std::min(block, kept - k0);
    for (int64_t r = 0; r < reduced; ++r) {
      for (size_t i = 0; i < n; ++i) {
        out[i] = acc[i].data() + static_cast<size_t>(k0) * acc_size[i];
        in[i] = out[i];
        in[n + i] = inputs[i].bytes() + static_cast<size_t>(r * kept + k0) * size[i];
      }
      RETURN_IF_ERROR(body.run(in, out, static_cast<size_t>(m)));
    }
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
      dispatch_combine(type, *kind, [&]<class Combine>() {
        out = reduce_binary<Combine>(context.operands[0], context.operands[1], dims, results[0]);
      });
      if (out) return std::move(*out);
    }
  }
  ASSIGN_OR_RETURN(Body body, reduction_body(op, comp, context.evaluator, results));
  Dims sorted = dims;
  std::sort(sorted.begin(), sorted.end());
  std::vector<int64_t> in_dims = context.operands[0].dims();
  std::vector<int64_t> kept = other_dims(static_cast<int64_t>(in_dims.size()), sorted);
  std::vector<int64_t> permutation = sorted;
  permutation.insert(permutation.end(), kept.begin(), kept.end());
  std::vector<Literal> inputs, inits;
  for (size_t i = 0; i < n; ++i) {
    inputs.push_back(converted(transposed(context.operands[i], permutation), body.parameter_type(n + i)));
    inits.push_back(converted(context.operands[n + i], body.parameter_type(i)));
  }
  context.operands.clear();
  int64_t r = product(pick(in_dims, sorted)), k = product(pick(in_dims, kept));
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
