// Reductions of many elements, outside of loops: a loop over the elements whose accumulators are carried. Its elements
// are asked for once all roots are known, at the index that a counter makes.
#include <algorithm>

#include "analysis/contract.h"
#include "analysis/scalarize.h"

namespace eutectic::analysis {

using explain::Reason;
using explain::Verdict;
using scalar::Op;

namespace {

// Sums of narrow floats are kept in f32.
ElementType accumulator_type(ElementType type, std::optional<Op> reducer) {
  const bool rounds = reducer == Op::Add || reducer == Op::Mul;
  return rounds && is_float(type) && info(type).bits < 32 ? ElementType::F32 : type;
}

}  // namespace

std::optional<NodeId> Scalarizer::long_reduction(const Key& key, const std::vector<size_t>& running, int64_t count) {
  const OpView op{module_, key.instr};
  const size_t inputs = op.operand_count() / 2;
  const Shape& in = op.operand_shape(0);
  const std::optional<Op> simple = reducer_op(module_, op.attrs().comps(AttrName::ToApply)[0]);
  if (long_reductions == Long::Refuse)
    return fail(Reason::TooManyScalars, key.instr, {count, limits.unrolled_reduction});
  const Shape& result = leaf_shape(op.shape(), 0);
  if (long_reductions == Long::Rows || finishing_ || result.element_count() < root_elements ||
      (long_count_ != 0 && long_count_ != count))
    return fail(Reason::OwnPass, key.instr);
  size_t last = in.dims.size();
  while (last > 0 && in.dims[last - 1] == 1) --last;
  if (may_want_rows && simple && inputs == 1 && std::ranges::find(running, last - 1) != running.end()) {
    for (size_t d : running)
      if (in.dims[d] != 1) wanted_rows.push_back(in.dims[d]);
    return fail(Reason::OwnPass, key.instr);
  }
  const IndexList& index = indices_[key.index];
  auto same = [&](const LongReduction& r) { return r.frame == key.frame && r.instr == key.instr && r.index == index; };
  auto it = std::ranges::find_if(long_, same);
  if (it == long_.end()) {
    LongReduction r{key.frame, key.instr, index, running, {}, {}, {}};
    bool lane = false;
    for (AffineId a : index) lane |= (graph_.depends(a) & DependsOnLane) != 0;
    uint32_t slot = 0;
    for (const LongReduction& other : long_) slot += static_cast<uint32_t>(other.carries.size());
    for (size_t i = 0; i < inputs; ++i) {
      const ElementType type = leaf_shape(op.shape(), static_cast<uint32_t>(i)).type;
      if (!scalar::is_scalar_type(type)) return fail(Reason::NoKernelForType, key.instr);
      r.carries.push_back(graph_.carry(slot++, accumulator_type(type, simple), lane));
    }
    long_count_ = count;
    it = long_.insert(long_.end(), std::move(r));
  }
  const ElementType type = leaf_shape(op.shape(), key.leaf).type;
  const NodeId carry = it->carries[key.leaf];
  return graph_[carry].type == type ? carry : graph_.op(Op::Convert, type, {carry});
}

std::optional<InstrId> Scalarizer::reads_long(NodeId node) const {
  if (!(graph_[node].depends & DependsOnCarry)) return std::nullopt;
  const std::vector<bool> mark = needed(graph_, {node});
  for (const LongReduction& r : long_)
    for (NodeId c : r.carries)
      if (mark[c.index()]) return r.instr;
  return std::nullopt;
}

std::optional<Verdict> Scalarizer::finish_long(AffineId counter) {
  AffineTable& affine = graph_.affine;
  finishing_ = true;
  for (LongReduction& r : long_) {
    const OpView op{module_, r.instr};
    const size_t inputs = op.operand_count() / 2;
    const CompId body = op.attrs().comps(AttrName::ToApply)[0];
    const std::optional<Op> simple = reducer_op(module_, body);
    const std::vector<Shape> parameters = module_.parameter_shapes(body);
    const std::vector<int64_t>& dims = op.operand_shape(0).dims;
    // Digits of the counter along what is reduced.
    IndexList at(dims.size());
    int64_t stride = 1;
    for (size_t k = r.running.size(); k-- > 0;) {
      const size_t d = r.running[k];
      at[d] = affine.mod(affine.floordiv(counter, stride), dims[d]);
      stride *= dims[d];
    }
    size_t kept = 0;
    for (AffineId& a : at)
      if (!a.valid()) a = r.index[kept++];
    std::vector<NodeId> bound = r.carries;
    for (size_t i = 0; i < 2 * inputs; ++i) {
      auto v = element_in(r.frame, module_.operand(r.instr, i), 0, 0, i < inputs ? at : IndexList());
      if (!v) return v.error();
      // What waits for another such reduction cannot run in the same loop.
      if (auto other = reads_long(*v)) return Verdict{Reason::OwnPass, *other, InstrId(), {}, ""};
      // Elements are promoted to what the body takes, sums of narrow floats further.
      const ElementType type = i < inputs && !simple ? parameters[inputs + i].type : graph_[r.carries[i % inputs]].type;
      if (graph_[*v].type != type) v = graph_.op(Op::Convert, type, {*v});
      (i < inputs ? bound : r.init).push_back(*v);
    }
    if (simple) {
      r.next.push_back(graph_.op(*simple, graph_[bound[0]].type, {bound[0], bound[1]}));
      continue;
    }
    const uint32_t f = bound_frame({r.frame, r.instr, 0, 0, 0}, bound);
    for (size_t i = 0; i < inputs; ++i) {
      auto v = element_in(f, module_[body].root, static_cast<uint32_t>(i), 0, {});
      if (!v) return v.error();
      r.next.push_back(*v);
    }
  }
  return std::nullopt;
}

}  // namespace eutectic::analysis
