// reduce-window: N arrays over sliding windows with any body. Padding and dilation holes are skipped, as XLA
// does (StableHLO folds in the init value there: the same for neutral inits).
// Meaning here: each window starts at the init value and takes its elements in row-major order. A body that is
// one binary op is folded dimension by dimension in the wide type and meets the init value last.
#include <cstring>

#include "ops/contract/body.h"
#include "ops/contract/combine.h"
#include "ops/contract/common.h"
#include "ops/contract/window.h"

namespace eutectic {
namespace {

using namespace contract;

Result<Shape> reduce_window_shape(const OpView& op) {
  size_t count = op.operand_count();
  if (count == 0 || count % 2)
    return op_error(op, fmt::format("needs as many inits as inputs, but has {} operands", count));  // (C1)
  RETURN_IF_ERROR(expect_arrays(op));
  size_t n = count / 2;
  const Shape& first = op.operand_shape(0);
  const Window& window = op.attrs().window();
  if (static_cast<int64_t>(window.size()) != first.rank())  // (C4), (C6), (C8), (C10), (C12)
    return op_error(
        op, fmt::format("the window has {} dimensions, but the inputs have rank {}", window.size(), first.rank()));
  std::vector<int64_t> dims;
  for (size_t d = 0; d < window.size(); ++d) {  // (C15)
    ASSIGN_OR_RETURN(int64_t extent, window_extent(op, first.dims[d], window[d]));
    dims.push_back(extent);
  }
  ASSIGN_OR_RETURN(CompId comp, single_comp(op, AttrName::ToApply));
  std::vector<Shape> parameters = op.module.parameter_shapes(comp);
  const Shape& body_result = op.module.result_shape(comp);
  std::vector<Shape> body_results = body_result.is_tuple() ? body_result.elements : std::vector<Shape>{body_result};
  if (parameters.size() != count || body_results.size() != n)  // (C13)
    return op_error(op, fmt::format("the body must take {} scalars and return {}, but takes {} and returns {}", count,
                                    n, parameters.size(), body_results.size()));
  std::vector<Shape> results;
  for (size_t i = 0; i < n; ++i) {
    if (op.operand_shape(i).dims != first.dims)  // (C2)
      return op_error(op, fmt::format("input {} is {}, but input 0 is {}", i, to_hlo(op.operand_shape(i), false),
                                      to_hlo(first, false)));
    if (op.operand_shape(n + i).rank() != 0) return op_error(op, fmt::format("init {} must be a scalar", i));
    if (body_results[i].rank() != 0 || parameters[i].rank() != 0 || parameters[n + i].rank() != 0 ||
        parameters[i].type != body_results[i].type)
      return op_error(op, "the body must work on scalars and return its accumulators' types");
    if (!is_promotable(op.operand_shape(i).type, parameters[n + i].type) ||
        !is_promotable(op.operand_shape(n + i).type, parameters[i].type))  // (C13)
      return op_error(op, fmt::format("the body takes accumulator {} as {} and its element as {}, but init and input "
                                      "are {} and {}",
                                      i, to_hlo(parameters[i], false), to_hlo(parameters[n + i], false),
                                      to_hlo(op.operand_shape(n + i), false), to_hlo(op.operand_shape(i), false)));
    results.push_back(Shape::array(body_results[i].type, dims));
    RETURN_IF_ERROR(check_sizes(results.back()));
  }
  return n == 1 ? results[0] : Shape::tuple(std::move(results));
}

std::optional<AccessMap> reduce_window_access(const OpView& op, AccessPair at) {
  const size_t n = at.operand;
  const Shape& in = op.operand_shape(0);
  const Shape& out = op.shape().is_tuple() ? op.shape().elements[0] : op.shape();
  const Window& window = op.attrs().window();
  if (n >= op.operand_count() / 2) return AccessMap::single(out.dims, {});
  AccessMap map;
  map.output_dims = out.dims;
  AccessPiece piece;
  piece.index.resize(in.dims.size());
  for (size_t d = 0; d < in.dims.size(); ++d) {
    map.ranges.push_back(window[d].size);
    add_window_index(piece, d, IndexExpr::dim(static_cast<int64_t>(d)), out.dims[d],
                     IndexExpr::range(static_cast<int64_t>(d)), window[d], in.dims[d]);
  }
  map.pieces.push_back(std::move(piece));
  return map;
}

// Folds one dimension of [outer, extent, inner] to [outer, out, inner].
template <class Combine>
std::vector<typename Combine::Type> fold_dimension(const std::vector<typename Combine::Type>& in, const WindowDim& w,
                                                   int64_t outer, int64_t extent, int64_t out, int64_t inner) {
  using W = typename Combine::Type;
  std::vector<W> result(static_cast<size_t>(outer * out * inner), Combine::neutral());
  bool plain = w.stride == 1 && w.lhs_dilate == 1 && w.rhs_dilate == 1;
  // Windows that all start at the first element, or all end at the last: running results.
  bool prefix = plain && out - 1 - w.pad_low <= 0, suffix = plain && w.size - w.pad_low >= extent;
  for (int64_t a = 0; a < outer; ++a) {
    const W* from = in.data() + a * extent * inner;
    W* to = result.data() + a * out * inner;
    auto take = [&](W* row, int64_t source) {
      const W* x = from + source * inner;
      for (int64_t j = 0; j < inner; ++j) row[j] = Combine::apply(row[j], x[j]);
    };
    if (prefix) {
      int64_t taken = 0;
      for (int64_t o = 0; o < out; ++o) {
        W* row = to + o * inner;
        if (o > 0) std::copy(row - inner, row, row);
        for (; taken < std::min(extent, o - w.pad_low + w.size); ++taken) take(row, taken);
      }
    } else if (suffix) {
      int64_t taken = extent;
      for (int64_t o = out; o-- > 0;) {
        W* row = to + o * inner;
        if (o + 1 < out) std::copy(row + inner, row + 2 * inner, row);
        while (taken > std::max<int64_t>(0, o - w.pad_low)) take(row, --taken);
      }
    } else {
      for (int64_t o = 0; o < out; ++o)
        for_each_hit(w, extent, o, [&](int64_t, int64_t source) { take(to + o * inner, source); });
    }
  }
  return result;
}

template <class Combine>
Literal fold_binary(const Literal& input, const Literal& init, const Window& window, const Shape& result) {
  using W = typename Combine::Type;
  std::vector<W> values = widened<W>(input);
  std::vector<int64_t> dims = input.dims();
  for (size_t d = 0; d < dims.size(); ++d) {
    if (is_trivial(window[d])) continue;
    int64_t outer = product(std::span<const int64_t>(dims).first(d)),
            inner = product(std::span<const int64_t>(dims).subspan(d + 1));
    values = fold_dimension<Combine>(values, window[d], outer, dims[d], result.dims[d], inner);
    dims[d] = result.dims[d];
  }
  const W start = widened<W>(init)[0];
  for (W& v : values) v = Combine::apply(start, v);
  return narrowed(values, result);
}

Result<std::vector<Literal>> fold_general(const Body& body, const std::vector<Literal>& inputs,
                                          const std::vector<Literal>& inits, const Window& window,
                                          const std::vector<Shape>& results) {
  size_t n = inputs.size(), rank = window.size();
  constexpr size_t block = 4096;
  std::vector<Literal> acc;
  std::vector<std::vector<std::byte>> a_buffer(n), x_buffer(n);
  std::vector<size_t> a_size(n), x_size(n);
  std::vector<const std::byte*> in(2 * n);
  std::vector<std::byte*> out(n);
  for (size_t i = 0; i < n; ++i) {
    acc.push_back(Literal::uninitialized(results[i]));
    a_size[i] = static_cast<size_t>(info(results[i].type).storage_bytes);
    x_size[i] = static_cast<size_t>(info(inputs[i].type()).storage_bytes);
    std::byte* to = acc[i].mutable_bytes();
    for (int64_t e = 0; e < acc[i].element_count(); ++e)
      std::memcpy(to + static_cast<size_t>(e) * a_size[i], inits[i].bytes(), a_size[i]);
    a_buffer[i].resize(block * a_size[i]);
    x_buffer[i].resize(block * x_size[i]);
    in[i] = out[i] = a_buffer[i].data();
    in[n + i] = x_buffer[i].data();
  }
  const std::vector<int64_t>&in_dims = inputs[0].dims(), &out_dims = results[0].dims;
  if (acc[0].element_count() == 0) return acc;
  std::vector<int64_t> in_strides = row_major_strides(in_dims), out_strides = row_major_strides(out_dims), sizes;
  if (exceeds_input(window, in_dims)) {
    std::vector<int64_t> position(rank, 0), no_offset(rank, 0);
    std::vector<WindowHits> hits;
    size_t o = 0;
    do {
      for (size_t i = 0; i < n; ++i) in[i] = out[i] = acc[i].mutable_bytes() + o * a_size[i];
      RETURN_IF_ERROR(for_each_window_element(
          window, in_dims, in_strides, no_offset, position, hits, [&](int64_t, int64_t element) {
            for (size_t i = 0; i < n; ++i) in[n + i] = inputs[i].bytes() + static_cast<size_t>(element) * x_size[i];
            return body.run(in, out, 1);
          }));
      ++o;
    } while (next_index(position, out_dims));
    return acc;
  }
  for (const WindowDim& w : window) sizes.push_back(w.size);
  std::vector<int64_t> offset(rank, 0);
  std::vector<std::pair<size_t, size_t>> pairs;  // output and input position
  auto flush = [&]() -> Status {
    for (size_t i = 0; i < n; ++i)
      for (size_t p = 0; p < pairs.size(); ++p) {
        std::memcpy(a_buffer[i].data() + p * a_size[i], acc[i].bytes() + pairs[p].first * a_size[i], a_size[i]);
        std::memcpy(x_buffer[i].data() + p * x_size[i], inputs[i].bytes() + pairs[p].second * x_size[i], x_size[i]);
      }
    RETURN_IF_ERROR(body.run(in, out, pairs.size()));
    for (size_t i = 0; i < n; ++i) {
      std::byte* to = acc[i].mutable_bytes();
      for (size_t p = 0; p < pairs.size(); ++p)
        std::memcpy(to + pairs[p].first * a_size[i], a_buffer[i].data() + p * a_size[i], a_size[i]);
    }
    pairs.clear();
    return {};
  };
  do {
    // Window positions that read an element at this offset: a product of one list per dimension.
    std::vector<std::vector<std::pair<int64_t, int64_t>>> valid(rank);
    std::vector<int64_t> counts(rank);
    for (size_t d = 0; d < rank; ++d) {
      for (int64_t o = 0; o < out_dims[d]; ++o)
        if (int64_t s = window_source(window[d], in_dims[d], o, offset[d]); s >= 0)
          valid[d].push_back({o * out_strides[d], s * in_strides[d]});
      counts[d] = static_cast<int64_t>(valid[d].size());
    }
    if (product(counts) == 0) continue;
    std::vector<int64_t> index(rank, 0);
    do {
      int64_t o = 0, s = 0;
      for (size_t d = 0; d < rank; ++d) {
        o += valid[d][static_cast<size_t>(index[d])].first;
        s += valid[d][static_cast<size_t>(index[d])].second;
      }
      pairs.push_back({static_cast<size_t>(o), static_cast<size_t>(s)});
      if (pairs.size() == block) RETURN_IF_ERROR(flush());
    } while (next_index(index, counts));
    RETURN_IF_ERROR(flush());
  } while (next_index(offset, sizes));
  return acc;
}

Result<Literal> reduce_window_evaluate(EvalContext& context) {
  const OpView& op = context.op;
  size_t n = context.operands.size() / 2;
  CompId comp = op.attrs().comps(AttrName::ToApply)[0];
  const Window& window = op.attrs().window();
  ASSIGN_OR_RETURN(Shape shape, reduce_window_shape(op));
  RETURN_IF_ERROR(expect_fits(context, shape));
  std::vector<Shape> results = shape.is_tuple() ? shape.elements : std::vector<Shape>{shape};
  ElementType type = context.operands[0].type();
  if (n == 1 && results[0].type == type && context.operands[1].type() == type) {
    if (auto kind = binary_body(op.module, comp); kind && op.module.parameter_shapes(comp)[1].type == type) {
      std::optional<Literal> out;
      dispatch_combine(type, *kind, [&]<class Combine>() {
        out = fold_binary<Combine>(context.operands[0], context.operands[1], window, results[0]);
      });
      if (out) return std::move(*out);
    }
  }
  ASSIGN_OR_RETURN(Body body, reduction_body(op, comp, context.evaluator, results));
  std::vector<Literal> inputs, inits;
  for (size_t i = 0; i < n; ++i) {
    inputs.push_back(converted(context.operands[i], body.parameter_type(n + i)));
    inits.push_back(converted(context.operands[n + i], body.parameter_type(i)));
  }
  ASSIGN_OR_RETURN(std::vector<Literal> outputs, fold_general(body, inputs, inits, window, results));
  return n == 1 ? std::move(outputs[0]) : Literal::tuple(std::move(outputs));
}

}  // namespace

const OpDef op_def_ReduceWindow = {
    .kind = OpKind::ReduceWindow,
    .min_operands = 2,
    .max_operands = -1,
    .attrs = {{AttrName::Window}, {AttrName::ToApply, true}},
    .shape = reduce_window_shape,
    .access = reduce_window_access,
    .evaluate = reduce_window_evaluate,
    .summary = "combines the elements in sliding windows with a computation",
};

}  // namespace eutectic
