// select-and-scatter: each source element goes to the element that its window selects, the first one that no
// later element beats (XLA's rule), and is combined there as scatter(accumulator, source). Sources are taken in
// row-major order.
#include <cstring>

#include "ops/access.h"
#include "ops/contract/body.h"
#include "ops/contract/combine.h"
#include "ops/contract/common.h"
#include "ops/contract/window.h"

namespace eutectic {
namespace {

using namespace contract;

Result<Shape> select_and_scatter_shape(const OpView& op) {
  RETURN_IF_ERROR(expect_arrays(op));
  const Shape &operand = op.operand_shape(0), &source = op.operand_shape(1), &init = op.operand_shape(2);
  const Window& window = op.attrs().window();
  if (static_cast<int64_t>(window.size()) != operand.rank())  // (C4), (C6), (C8)
    return op_error(
        op, fmt::format("the window has {} dimensions, but the operand has rank {}", window.size(), operand.rank()));
  std::vector<int64_t> dims;
  for (size_t d = 0; d < window.size(); ++d) {
    ASSIGN_OR_RETURN(int64_t extent, window_extent(op, operand.dims[d], window[d]));
    dims.push_back(extent);
  }
  if (source.dims != dims)  // (C2)
    return op_error(op, fmt::format("source is {}, but the window has positions {}", to_hlo(source, false),
                                    to_hlo(Shape::array(source.type, dims), false)));
  if (init.rank() != 0) return op_error(op, "the init value must be a scalar");
  ASSIGN_OR_RETURN(CompId select, single_comp(op, AttrName::Select));
  ASSIGN_OR_RETURN(CompId scatter, single_comp(op, AttrName::Scatter));
  auto takes_two = [&](CompId comp, const Shape& scalar) {
    const std::vector<Shape> parameters = op.module.parameter_shapes(comp);
    return parameters.size() == 2 && same_logical(parameters[0], scalar) && same_logical(parameters[1], scalar);
  };
  const Shape element = Shape::scalar(operand.type);
  if (!takes_two(select, element) ||
      !same_logical(op.module.result_shape(select), Shape::scalar(ElementType::Pred)))  // (C9)
    return op_error(op, fmt::format("select must take two {} and return pred[]", to_hlo(element, false)));
  const Shape& result = op.module.result_shape(scatter);
  if (!result.is_array() || result.rank() != 0 || !takes_two(scatter, result) ||
      !is_promotable(source.type, result.type) || !is_promotable(init.type, result.type))  // (C3), (C10)
    return op_error(
        op, "scatter must take two scalars of one type, wide enough for source and init, and return such a one");
  return Shape::array(result.type, operand.dims);  // (C11), (C12)
}

// Linear index of the selected element of each source, -1 for windows without elements.
Result<std::vector<int64_t>> select_all(const Body& body, const Literal& operand, const Window& window,
                                        const std::vector<int64_t>& positions) {
  size_t rank = window.size(), size = static_cast<size_t>(info(operand.type()).storage_bytes);
  constexpr size_t block = 4096;
  std::vector<int64_t> selected(static_cast<size_t>(product(positions)), -1),
      strides = row_major_strides(operand.dims()), sizes;
  if (selected.empty()) return selected;
  if (exceeds_input(window, operand.dims())) {
    std::vector<int64_t> position(rank, 0), no_offset(rank, 0);
    std::vector<WindowHits> hits;
    size_t o = 0;
    do {
      int64_t& chosen = selected[o++];
      auto visit = [&](int64_t, int64_t element) -> Status {
        if (chosen < 0) {
          chosen = element;
          return {};
        }
        std::byte verdict{0};
        const std::byte* in[] = {operand.bytes() + static_cast<size_t>(chosen) * size,
                                 operand.bytes() + static_cast<size_t>(element) * size};
        std::byte* out[] = {&verdict};
        RETURN_IF_ERROR(body.run(in, out, 1));
        if (verdict == std::byte{0}) chosen = element;
        return {};
      };
      RETURN_IF_ERROR(for_each_window_element(window, operand.dims(), strides, no_offset, position, hits, visit));
    } while (next_index(position, positions));
    return selected;
  }
  for (const WindowDim& w : window) sizes.push_back(w.size);
  std::vector<std::byte> a(block * size), b(block * size), verdict(block);
  std::vector<std::pair<size_t, int64_t>> candidates;
  const std::byte* in[] = {a.data(), b.data()};
  std::byte* out[] = {verdict.data()};
  auto flush = [&]() -> Status {
    for (size_t i = 0; i < candidates.size(); ++i) {
      std::memcpy(a.data() + i * size, operand.bytes() + static_cast<size_t>(selected[candidates[i].first]) * size,
                  size);
      std::memcpy(b.data() + i * size, operand.bytes() + static_cast<size_t>(candidates[i].second) * size, size);
    }
    RETURN_IF_ERROR(body.run(in, out, candidates.size()));
    for (size_t i = 0; i < candidates.size(); ++i)
      if (verdict[i] == std::byte{0}) selected[candidates[i].first] = candidates[i].second;
    candidates.clear();
    return {};
  };
  std::vector<int64_t> offset(rank, 0);
  do {
    std::vector<int64_t> index(rank, 0);
    size_t position = 0;
    do {
      int64_t at = 0;
      bool inside = true;
      for (size_t d = 0; d < rank && inside; ++d) {
        int64_t s = window_source(window[d], operand.dims()[d], index[d], offset[d]);
        inside = s >= 0;
        at += s * strides[d];
      }
      if (inside) {
        if (selected[position] < 0)
          selected[position] = at;
        else
          candidates.push_back({position, at});
        if (candidates.size() == block) RETURN_IF_ERROR(flush());
      }
      ++position;
    } while (next_index(index, positions));
    RETURN_IF_ERROR(flush());
  } while (next_index(offset, sizes));
  return selected;
}

Result<Literal> select_and_scatter_evaluate(EvalContext& context) {
  const OpView& op = context.op;
  RETURN_IF_ERROR(expect_fits(context, op.shape()));
  const Literal &operand = context.operands[0], &source = context.operands[1], &init = context.operands[2];
  CompId scatter = op.attrs().comps(AttrName::Scatter)[0];
  const ElementType pair[] = {operand.type(), operand.type()}, sums[] = {op.shape().type, op.shape().type},
                    pred[] = {ElementType::Pred};
  ASSIGN_OR_RETURN(Body select, Body::make(op, op.attrs().comps(AttrName::Select)[0], context.evaluator, pair, pred));
  ASSIGN_OR_RETURN(Body combine, Body::make(op, scatter, context.evaluator, sums, std::span(sums, 1)));
  ASSIGN_OR_RETURN(std::vector<int64_t> selected, select_all(select, operand, op.attrs().window(), source.dims()));
  Shape shape = Shape::array(op.shape().type, operand.dims());
  if (auto kind = binary_body(op.module, scatter); kind && source.type() == shape.type && init.type() == shape.type) {
    std::optional<Literal> out;
    dispatch_combine(shape.type, *kind, [&]<class Combine>() {
      using W = typename Combine::Type;
      std::vector<W> acc(static_cast<size_t>(shape.element_count()), widened<W>(init)[0]);
      const std::vector<W> from = widened<W>(source);
      for (size_t i = 0; i < selected.size(); ++i)
        if (selected[i] >= 0) {
          W& a = acc[static_cast<size_t>(selected[i])];
          a = Combine::apply(a, from[i]);
        }
      out = narrowed(acc, shape);
    });
    if (out) return std::move(*out);
  }
  Literal from = converted(source, combine.parameter_type(1)), start = converted(init, shape.type),
          result = Literal::uninitialized(shape);
  size_t size = static_cast<size_t>(info(shape.type).storage_bytes),
         from_size = static_cast<size_t>(info(from.type()).storage_bytes);
  std::byte* to = result.mutable_bytes();
  for (int64_t i = 0; i < shape.element_count(); ++i)
    std::memcpy(to + static_cast<size_t>(i) * size, start.bytes(), size);
  for (size_t i = 0; i < selected.size(); ++i) {
    if (selected[i] < 0) continue;
    std::byte* at = to + static_cast<size_t>(selected[i]) * size;
    const std::byte* in[] = {at, from.bytes() + i * from_size};
    std::byte* out[] = {at};
    RETURN_IF_ERROR(combine.run(in, out, 1));
  }
  return result;
}

// An element may get the source of every window that it is in, and which gets it depends on those windows' elements.
// Ranges: the element's offset in the window, then (for operand 0) the offsets of the window's elements.
std::optional<AccessMap> select_and_scatter_access(const OpView& op, AccessPair at) {
  const Dims &dims = op.shape().dims, &positions = op.operand_shape(1).dims;
  if (at.operand == 2) return AccessMap::single(dims, {});
  const Window& window = op.attrs().window();
  const size_t rank = dims.size();
  AccessMap map;
  map.output_dims = dims;
  AccessPiece piece;
  piece.index.resize(rank);
  for (const WindowDim& w : window) map.ranges.push_back(w.size);
  for (size_t d = 0; d < rank; ++d) {
    const WindowDim& w = window[d];
    const auto range = [&](size_t n) { return IndexExpr::range(static_cast<int64_t>(n)); };
    const IndexExpr begin = IndexExpr::dim(static_cast<int64_t>(d)) * w.lhs_dilate + range(d) * -w.rhs_dilate +
                            IndexExpr::constant(w.pad_low);  // of the window
    const IndexExpr position = begin.floordiv(w.stride);
    piece.where.push_back({begin, 0, (positions[d] - 1) * w.stride, w.stride});
    piece.index[d] = position;
    if (at.operand == 1) continue;
    map.ranges.push_back(w.size);
    add_window_index(piece, d, position, positions[d], range(rank + d), w, dims[d]);
  }
  map.pieces.push_back(std::move(piece));
  return map;
}

}  // namespace

const OpDef op_def_SelectAndScatter = {
    .kind = OpKind::SelectAndScatter,
    .min_operands = 3,
    .max_operands = 3,
    .attrs = {{AttrName::Window}, {AttrName::Select, true}, {AttrName::Scatter, true}},
    .shape = select_and_scatter_shape,
    .access = select_and_scatter_access,
    .evaluate = select_and_scatter_evaluate,
    .summary = "sends each source element to the element that its window selects and combines there",
};

}  // namespace eutectic
