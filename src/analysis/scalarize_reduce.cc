// Reductions and small dots: written out, serially from the initial value, or, over a lane dimension, a Reduce node.
#include <algorithm>

#include "analysis/scalarize.h"

namespace eutectic::analysis {

using explain::Reason;
using scalar::Op;

std::optional<Op> reducer_op(const Module& module, CompId body) {
  const Instr& root = module[module[body].root];
  if (root.operand_count != 2) return std::nullopt;
  for (InstrId o : module.operands(module[body].root))
    if (module[o].op != OpKind::Parameter) return std::nullopt;
  if (module.operand(module[body].root, 0) == module.operand(module[body].root, 1)) return std::nullopt;
  switch (root.op) {
    case OpKind::Add:
      return Op::Add;
    case OpKind::Multiply:
      return Op::Mul;
    case OpKind::Minimum:
      return Op::Min;
    case OpKind::Maximum:
      return Op::Max;
    case OpKind::And:
      return Op::And;
    case OpKind::Or:
      return Op::Or;
    case OpKind::Xor:
      return Op::Xor;
    default:
      return std::nullopt;
  }
}

std::optional<NodeId> Scalarizer::reduce(const Key& key) {
  const OpView op{module_, key.instr};
  const IndexList index = indices_[key.index];
  AffineTable& affine = graph_.affine;
  const size_t inputs = op.operand_count() / 2;
  const Shape& in = op.operand_shape(0);
  const CompId body = op.attrs().comps(AttrName::ToApply)[0];
  if (is_complex(in.type)) return fail(Reason::NoKernelForType, key.instr);
  Dims reduced = op.attrs().dims(AttrName::Dimensions);
  std::ranges::sort(reduced);
  const std::optional<Op> simple = reducer_op(module_, body);
  bool lane_free = inputs == 1 && simple;
  for (AffineId a : index) lane_free &= !(graph_.depends(a) & DependsOnLane);

  // Kept dimensions take the output's index; reduced ones a lane atom (all lane axes or none) or a number that runs.
  IndexList at(in.dims.size(), affine.constant(0));
  std::vector<int> axis_of(in.dims.size(), -1);
  int64_t matched = 1, lanes = 1;
  size_t kept = 0, next_axis = 0;
  for (int64_t n : lane_extents) lanes *= n;
  for (size_t d = 0; d < in.dims.size(); ++d) {
    if (std::ranges::find(reduced, static_cast<int64_t>(d)) == reduced.end()) {
      at[d] = index[kept++];
      continue;
    }
    for (size_t a = next_axis; lane_free && a < lane_extents.size() && axis_of[d] < 0; ++a)
      if (lane_extents[a] == in.dims[d]) {
        axis_of[d] = static_cast<int>(a);
        next_axis = a + 1;
        matched *= in.dims[d];
      }
  }
  const bool over_lanes = next_axis > 0 && matched == lanes;
  std::vector<size_t> running;
  int64_t written_out = 1;
  for (int64_t dim : reduced) {
    const auto d = static_cast<size_t>(dim);
    if (over_lanes && axis_of[d] >= 0) {
      at[d] = affine.of(affine.atom(AtomKind::Lane, static_cast<uint32_t>(axis_of[d]), {0, in.dims[d] - 1}));
      continue;
    }
    running.push_back(d);
    written_out *= in.dims[d];
  }
  if (written_out > limits.unrolled_reduction) {
    // One loop over all that is reduced, lanes or not.
    running.clear();
    written_out = 1;
    for (int64_t d : reduced) {
      running.push_back(static_cast<size_t>(d));
      written_out *= in.dims[static_cast<size_t>(d)];
    }
    return long_reduction(key, running, written_out);
  }
  if (over_lanes && long_reductions == Long::Rows && op.shape().element_count() < root_elements)
    return fail(Reason::OwnPass, key.instr);

  // StableHLO may promote what it reduces: the body says to what, accumulators first.
  const std::vector<Shape> parameters = module_.parameter_shapes(body);
  auto promoted = [&](NodeId v, size_t parameter) {
    const ElementType type = parameters[parameter].type;
    return graph_[v].type == type ? v : graph_.op(Op::Convert, type, {v});
  };
  std::vector<NodeId> acc;
  for (size_t i = 0; i < inputs; ++i)
    if (auto v = operand(key, inputs + i, 0, {})) acc.push_back(promoted(*v, i));
  std::vector<std::vector<NodeId>> elements;
  std::vector<int64_t> counts, position(running.size(), 0);
  for (size_t d : running) counts.push_back(in.dims[d]);
  bool waiting = acc.size() != inputs;
  if (written_out > 0) do {
      for (size_t r = 0; r < running.size(); ++r) at[running[r]] = affine.constant(position[r]);
      std::vector<NodeId> element;
      for (size_t i = 0; i < inputs; ++i)
        if (auto v = operand(key, i, 0, at)) element.push_back(promoted(*v, inputs + i));
      waiting |= element.size() != inputs;
      elements.push_back(std::move(element));
    } while (next_index(position, counts));
  if (waiting) return std::nullopt;
  if (over_lanes) {
    // Elements of one lane first, then the lanes, then the initial value.
    NodeId one = elements[0][0];
    for (size_t i = 1; i < elements.size(); ++i) one = graph_.op(*simple, graph_[one].type, {one, elements[i][0]});
    return graph_.reduce(*simple, one, acc[0], key.instr.value);
  }
  if (simple) {
    for (const auto& e : elements) acc[0] = graph_.op(*simple, graph_[acc[0]].type, {acc[0], e[0]});
    return acc[0];
  }
  // Any body: a frame per element whose parameters are the accumulators and the element.
  for (const auto& e : elements) {
    std::vector<NodeId> bound = acc;
    bound.insert(bound.end(), e.begin(), e.end());
    uint32_t f = bound_frame(key, bound);
    std::vector<NodeId> next;
    for (size_t i = 0; i < inputs; ++i)
      if (auto v = get(f, module_[body].root, static_cast<uint32_t>(i), 0, {})) next.push_back(*v);
    if (next.size() != inputs) return std::nullopt;
    acc = std::move(next);
  }
  return acc[key.leaf];
}

std::optional<NodeId> Scalarizer::dot(const Key& key) {
  const OpView op{module_, key.instr};
  const IndexList index = indices_[key.index];
  const Shape &lhs = op.operand_shape(0), &rhs = op.operand_shape(1);
  const Attrs& attrs = op.attrs();
  if (lhs.type != op.shape().type || rhs.type != lhs.type || is_complex(lhs.type))
    return fail(Reason::NoKernelForType, key.instr);
  const Dims &lb = attrs.dims(AttrName::LhsBatchDims), &lc = attrs.dims(AttrName::LhsContractingDims);
  const Dims &rb = attrs.dims(AttrName::RhsBatchDims), &rc = attrs.dims(AttrName::RhsContractingDims);
  IndexList l(lhs.dims.size()), r(rhs.dims.size());
  size_t next = 0;
  auto in = [](const Dims& dims, size_t d) { return std::ranges::find(dims, static_cast<int64_t>(d)) != dims.end(); };
  for (size_t i = 0; i < lb.size(); ++i) {
    l[static_cast<size_t>(lb[i])] = index[next];
    r[static_cast<size_t>(rb[i])] = index[next++];
  }
  for (size_t d = 0; d < l.size(); ++d)
    if (!in(lb, d) && !in(lc, d)) l[d] = index[next++];
  for (size_t d = 0; d < r.size(); ++d)
    if (!in(rb, d) && !in(rc, d)) r[d] = index[next++];
  std::vector<int64_t> counts, position(lc.size(), 0);
  int64_t total = 1;
  for (int64_t d : lc) {
    counts.push_back(lhs.dims[static_cast<size_t>(d)]);
    total *= counts.back();
  }
  if (total > limits.unrolled_reduction)
    return fail(Reason::TooManyScalars, key.instr, {total, limits.unrolled_reduction});
  std::vector<std::pair<NodeId, NodeId>> pairs;
  bool waiting = false;
  if (total > 0) do {
      for (size_t i = 0; i < lc.size(); ++i) {
        AffineId k = graph_.affine.constant(position[i]);
        l[static_cast<size_t>(lc[i])] = k;
        r[static_cast<size_t>(rc[i])] = k;
      }
      auto a = operand(key, 0, 0, l), b = operand(key, 1, 0, r);
      if (a && b) pairs.emplace_back(*a, *b);
      waiting |= !a || !b;
    } while (next_index(position, counts));
  if (waiting) return std::nullopt;
  const ElementType type = lhs.type;
  NodeId acc = graph_.constant_node(type, 0);
  for (size_t i = 0; i < pairs.size(); ++i) {
    auto [a, b] = pairs[i];
    if (i == 0) {
      acc = graph_.op(Op::Mul, type, {a, b});
    } else if (is_float(type)) {
      acc = graph_.op(Op::Fma, type, {a, b, acc});
    } else {
      acc = graph_.op(Op::Add, type, {acc, graph_.op(Op::Mul, type, {a, b})});
    }
  }
  return acc;
}

}  // namespace eutectic::analysis
