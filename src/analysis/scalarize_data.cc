// Data movement by access maps: which operand's element an output element is. Where the index alone does not tell (a
// concatenate along a lane dimension), a select between the candidates, each read at a place clamped into its operand.
#include <algorithm>

#include "analysis/scalarize.h"

namespace eutectic::analysis {

using explain::Reason;
using scalar::Op;

AffineId Scalarizer::clamped(AffineId form, int64_t low, int64_t high) {
  Range r = graph_.affine[form].range;
  if (r.within(low, high)) return form;
  NodeId v = graph_.index(form, ElementType::S64);
  v = graph_.op(Op::Max, ElementType::S64, {v, graph_.constant_node(ElementType::S64, static_cast<uint64_t>(low))});
  v = graph_.op(Op::Min, ElementType::S64, {v, graph_.constant_node(ElementType::S64, static_cast<uint64_t>(high))});
  return graph_.as_index(v);
}

std::optional<AffineId> Scalarizer::substitute(const IndexExpr& e, const IndexList& dims,
                                               const std::vector<AffineId>& runtimes) {
  AffineTable& a = graph_.affine;
  // Index expressions nest as deep as one op's map, not as deep as the program.
  auto sub = [&](const IndexExpr& x) { return substitute(x, dims, runtimes); };
  switch (e.kind()) {
    case IndexExpr::Kind::Const:
      return a.constant(e.value());
    case IndexExpr::Kind::Dim:
      return dims[static_cast<size_t>(e.value())];
    case IndexExpr::Kind::Range:
      return std::nullopt;
    case IndexExpr::Kind::Runtime:
      return runtimes[static_cast<size_t>(e.value())];
    case IndexExpr::Kind::Add: {
      auto l = sub(e.left()), r = sub(e.right());
      if (!l || !r) return std::nullopt;
      return a.add(*l, *r);
    }
    case IndexExpr::Kind::Mul: {
      auto l = sub(e.left());
      return l ? std::optional(a.scale(*l, e.value())) : std::nullopt;
    }
    case IndexExpr::Kind::FloorDiv: {
      auto l = sub(e.left());
      return l ? std::optional(a.floordiv(*l, e.value())) : std::nullopt;
    }
    case IndexExpr::Kind::Mod: {
      auto l = sub(e.left());
      return l ? std::optional(a.mod(*l, e.value())) : std::nullopt;
    }
    case IndexExpr::Kind::Clamp: {
      auto l = sub(e.left());
      return l ? std::optional(clamped(*l, e.value(), e.high())) : std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<NodeId> Scalarizer::data_movement(const Key& key, size_t data_operands) {
  const OpView op{module_, key.instr};
  const OpDef& def = op_def(op.instr().op);
  const IndexList index = indices_[key.index];
  AffineTable& affine = graph_.affine;
  struct Candidate {
    std::optional<NodeId> guard;  // none: holds
    size_t operand;
    IndexList index;
  };
  std::vector<Candidate> candidates;
  bool definite = false;
  for (size_t n = 0; n < data_operands && !definite; ++n) {
    std::optional<AccessMap> map = def.access ? def.access(op, {n}) : std::nullopt;
    if (!map || !map->ranges.empty()) return fail(Reason::NoKernelForOp, key.instr, {}, ": no access map");
    std::vector<AffineId> runtimes;
    for (const RuntimeValue& r : map->runtimes) {
      IndexList at;
      for (const IndexExpr& e : r.index) {
        auto s = substitute(e, index, {});
        if (!s) return fail(Reason::NoKernelForOp, key.instr, {}, ": its run-time indices");
        at.push_back(*s);
      }
      std::optional<NodeId> value = operand(key, static_cast<size_t>(r.operand), 0, at);
      if (!value) return std::nullopt;
      runtimes.push_back(clamped(graph_.as_index(*value), r.low, r.high));
    }
    const std::vector<int64_t>& extents = op.operand_shape(n).dims;
    for (const AccessPiece& piece : map->pieces) {
      std::optional<NodeId> guard;
      bool never = false;
      auto require = [&](NodeId p) {
        guard = guard ? graph_.op(Op::And, ElementType::Pred, {*guard, p}) : p;
        if (graph_.is_constant(*guard)) {
          never |= !graph_[*guard].bits;
          guard.reset();
        }
      };
      for (const IndexConstraint& c : piece.where) {
        auto form = substitute(c.expr, index, runtimes);
        if (!form) return fail(Reason::NoKernelForOp, key.instr, {}, ": no access map");
        Range r = affine[*form].range;
        if (r.hi < c.low || r.lo > c.high) {
          never = true;
          break;
        }
        NodeId v = graph_.index(*form, ElementType::S64);
        auto number = [&](int64_t x) { return graph_.constant_node(ElementType::S64, static_cast<uint64_t>(x)); };
        if (r.lo < c.low) require(graph_.op(Op::Ge, ElementType::Pred, {v, number(c.low)}));
        if (!never && r.hi > c.high) require(graph_.op(Op::Le, ElementType::Pred, {v, number(c.high)}));
        if (!never && c.stride > 1) {
          AffineId rest = affine.mod(affine.add(*form, -c.low), c.stride);
          require(graph_.op(Op::Eq, ElementType::Pred, {graph_.index(rest, ElementType::S64), number(0)}));
        }
        if (never) break;
      }
      if (never) continue;
      Candidate candidate{guard, n, {}};
      for (size_t d = 0; d < piece.index.size(); ++d) {
        auto form = substitute(piece.index[d], index, runtimes);
        if (!form) return fail(Reason::NoKernelForOp, key.instr, {}, ": no access map");
        candidate.index.push_back(clamped(*form, 0, extents[d] - 1));
      }
      // A piece without index expressions is a scalar operand (the padding value) or a broadcast one.
      candidate.index.resize(extents.size(), affine.constant(0));
      if (!guard) {
        candidates.assign(1, std::move(candidate));
        definite = true;
        break;
      }
      candidates.push_back(std::move(candidate));
    }
  }
  if (candidates.empty()) return fail(Reason::NoKernelForOp, key.instr, {}, ": no operand holds the element");
  std::vector<NodeId> values;
  for (const Candidate& c : candidates)
    if (auto v = operand(key, c.operand, key.part, c.index)) values.push_back(*v);
  if (values.size() != candidates.size()) return std::nullopt;
  NodeId out = values.back();
  for (size_t i = values.size() - 1; i-- > 0;)
    out = graph_.op(Op::Select, graph_[out].type, {*candidates[i].guard, values[i], out});
  return out;
}

// x.at[i].set(v) and the like: one window, at a place that is a scalar.
std::optional<NodeId> Scalarizer::scatter(const Key& key) {
  const OpView op{module_, key.instr};
  const Attrs& attrs = op.attrs();
  const IndexList index = indices_[key.index];
  AffineTable& affine = graph_.affine;
  if (op.operand_count() != 3) return fail(Reason::NoKernelForOp, key.instr, {}, ": several operands");
  const Shape &operand_shape = op.operand_shape(0), &indices = op.operand_shape(1), &updates = op.operand_shape(2);
  const Dims& window = attrs.dims(AttrName::UpdateWindowDims);
  const Dims& inserted = attrs.dims(AttrName::InsertedWindowDims);
  const Dims& to_operand = attrs.dims(AttrName::ScatterDimsToOperandDims);
  const int64_t vector_dim = attrs.integer(AttrName::IndexVectorDim);
  const Dims& batch = attrs.dims(AttrName::InputBatchingDims);
  const Dims& index_batch = attrs.dims(AttrName::ScatterIndicesBatchingDims);
  auto in = [](const Dims& dims, size_t d) { return std::ranges::find(dims, static_cast<int64_t>(d)) != dims.end(); };
  // One window per element of the batch, which is where the output's element is.
  IndexList at(indices.dims.size(), affine.constant(0)), at_update(updates.dims.size(), affine.constant(0));
  for (size_t k = 0; k < batch.size(); ++k)
    at[static_cast<size_t>(index_batch[k])] = index[static_cast<size_t>(batch[k])];
  for (size_t d = 0, u = 0; d < indices.dims.size(); ++d) {
    if (static_cast<int64_t>(d) == vector_dim) continue;
    if (!in(index_batch, d) && indices.dims[d] != 1)
      return fail(Reason::NoKernelForOp, key.instr, {}, ": more than one window");
    while (in(window, u)) ++u;
    at_update[u++] = at[d];
  }
  // The window's first element, per operand dimension.
  std::vector<AffineId> start(operand_shape.dims.size(), affine.constant(0));
  for (size_t k = 0; k < to_operand.size(); ++k) {
    if (vector_dim < static_cast<int64_t>(at.size()))
      at[static_cast<size_t>(vector_dim)] = affine.constant(static_cast<int64_t>(k));
    std::optional<NodeId> value = operand(key, 1, 0, at);
    if (!value) return std::nullopt;
    start[static_cast<size_t>(to_operand[k])] = graph_.as_index(*value);
  }
  NodeId inside;  // invalid: always
  bool never = false;
  auto require = [&](NodeId p) { inside = inside.valid() ? graph_.op(Op::And, ElementType::Pred, {inside, p}) : p; };
  auto number = [&](int64_t x) { return graph_.constant_node(ElementType::S64, static_cast<uint64_t>(x)); };
  size_t w = 0;
  for (size_t d = 0; d < operand_shape.dims.size(); ++d) {
    if (in(batch, d)) continue;
    const bool is_inserted = in(inserted, d);
    const int64_t size = is_inserted ? 1 : updates.dims[static_cast<size_t>(window[w])];
    AffineId offset = affine.add(index[d], start[d], -1);
    Range r = affine[offset].range;
    if (r.hi < 0 || r.lo >= size) never = true;
    NodeId v = graph_.index(offset, ElementType::S64);
    if (r.lo < 0) require(graph_.op(Op::Ge, ElementType::Pred, {v, number(0)}));
    if (r.hi >= size) require(graph_.op(Op::Lt, ElementType::Pred, {v, number(size)}));
    // A window that does not fit as a whole is not written.
    Range s = affine[start[d]].range;
    if (s.lo < 0) require(graph_.op(Op::Ge, ElementType::Pred, {graph_.index(start[d], ElementType::S64), number(0)}));
    if (s.hi > operand_shape.dims[d] - size)
      require(graph_.op(Op::Le, ElementType::Pred,
                        {graph_.index(start[d], ElementType::S64), number(operand_shape.dims[d] - size)}));
    if (!is_inserted) at_update[static_cast<size_t>(window[w++])] = clamped(offset, 0, size - 1);
  }
  if (inside.valid() && graph_.is_constant(inside)) {
    never |= !graph_[inside].bits;
    inside = NodeId();
  }
  if (never) return operand(key, 0, key.part, index);
  const CompId body = attrs.comps(AttrName::ToApply)[0];
  const InstrId root = module_[body].root;
  const bool overwrites = module_[body].parameters.size() == 2 && root == module_[body].parameters[1];
  std::optional<NodeId> update = operand(key, 2, key.part, at_update);
  if (overwrites && !inside.valid()) return update;
  std::optional<NodeId> old = operand(key, 0, key.part, index);
  if (!update || !old) return std::nullopt;
  NodeId fresh = *update;
  if (!overwrites) {
    if (is_complex(operand_shape.type)) return fail(Reason::NoKernelForType, key.instr);
    uint32_t f = bound_frame(key, {*old, *update});
    std::optional<NodeId> combined = get(f, root, 0, 0, {});
    if (!combined) return std::nullopt;
    fresh = *combined;
  }
  return inside.valid() ? graph_.op(Op::Select, graph_[fresh].type, {inside, fresh, *old}) : fresh;
}

}  // namespace eutectic::analysis
