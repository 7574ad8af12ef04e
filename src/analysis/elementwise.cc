#include "analysis/elementwise.h"

#include <algorithm>

#include "analysis/contract.h"

namespace eutectic::analysis {

using explain::Reason;
using explain::Verdict;

namespace {

class Elements {
 public:
  Elements(const Module& module, const std::vector<InstrId>& roots, const std::vector<int64_t>& lanes,
           const std::function<bool(InstrId)>& memory, const LoopOptions& options)
      : module_(module), roots_(roots), memory_(memory), out_(std::make_unique<LoopAnalysis>()) {
    out_->trip_count = 1;
    out_->graph.reciprocal = options.reciprocal;
    extents_ = lanes;
    std::erase(extents_, 1);
    for (int64_t n : extents_) elements_ *= n;
  }
  // `rows`: empty, or the dimensions of long reductions of neighbours in memory, which become the lanes; each step of
  // the analysis is then one element of the roots.
  std::expected<std::unique_ptr<LoopAnalysis>, Verdict> run(const std::vector<int64_t>& rows);
  const std::vector<int64_t>& wanted_rows() const { return wanted_rows_; }

 private:
  // The index of a root's element, and its linear number.
  std::pair<IndexList, AffineId> position(const Shape& shape, bool rows);
  std::optional<Verdict> carry(Scalarizer& s);
  std::optional<Verdict> check_passes();

  const Module& module_;
  const std::vector<InstrId>& roots_;
  const std::function<bool(InstrId)>& memory_;
  std::unique_ptr<LoopAnalysis> out_;
  std::vector<int64_t> extents_, wanted_rows_;
  int64_t elements_ = 1;
};

std::pair<IndexList, AffineId> Elements::position(const Shape& shape, bool rows) {
  AffineTable& affine = out_->graph.affine;
  const std::vector<int64_t> strides = row_major_strides(shape.dims);
  AffineId step;
  if (rows) step = affine.of(affine.atom(AtomKind::Counter, 0, {0, elements_ - 1}));
  IndexList index;
  AffineId linear = affine.constant(0);
  uint32_t axis = 0;
  for (size_t d = 0; d < shape.dims.size(); ++d) {
    AffineId at = affine.constant(0);
    if (shape.dims[d] != 1 && rows)
      at = affine.mod(affine.floordiv(step, strides[d]), shape.dims[d]);
    else if (shape.dims[d] != 1)
      at = affine.of(affine.atom(AtomKind::Lane, axis++, {0, shape.dims[d] - 1}));
    index.push_back(at);
    linear = affine.add(linear, at, strides[d]);
  }
  return {index, rows ? step : linear};
}

// Long reductions as carried values: a leaf each, behind those of the roots.
std::optional<Verdict> Elements::carry(Scalarizer& s) {
  ScalarGraph& graph = out_->graph;
  out_->trip_count = s.long_count();
  if (auto v = s.finish_long(graph.affine.of(graph.affine.atom(AtomKind::Counter, 0, {0, out_->trip_count - 1}))))
    return v;
  for (const LongReduction& r : s.found_long())
    for (size_t i = 0; i < r.carries.size(); ++i) {
      LoopLeaf leaf;
      leaf.shape = leaf_shape(module_.shape(r.instr), static_cast<uint32_t>(i));
      CarrySlot slot;
      slot.leaf = static_cast<uint32_t>(out_->leaves.size());
      slot.index = r.index;
      for (AffineId a : r.index) slot.lane |= (graph.depends(a) & DependsOnLane) != 0;
      slot.carry = r.carries[i];
      slot.init = r.init[i];
      slot.next = r.next[i];
      out_->slots.push_back(std::move(slot));
      out_->leaves.push_back(std::move(leaf));
    }
  out_->finals = std::move(out_->stores);
  out_->stores.clear();
  for (size_t i = 0; i < graph.size(); ++i)
    if (graph[NodeId(i)].kind == NodeKind::Reduce)
      return Verdict{Reason::OwnPass, s.found_long()[0].instr, InstrId(), {}, ""};
  return std::nullopt;
}

// A reduction of what waits for a reduction, or a lane value that does, would need a second pass.
std::optional<Verdict> Elements::check_passes() {
  const ScalarGraph& graph = out_->graph;
  for (size_t i = 0; i < graph.size(); ++i) {
    const Node& n = graph[NodeId(i)];
    std::vector<NodeId> reads(graph.operands(NodeId(i)).begin(), graph.operands(NodeId(i)).end());
    if (n.form.valid()) graph.form_nodes(n.form, reads);
    for (NodeId o : reads) {
      if (!(graph[o].depends & DependsOnReduce)) continue;
      if (n.kind != NodeKind::Reduce && !(n.depends & DependsOnLane)) continue;
      const std::vector<bool> mark = needed(graph, {o});
      for (size_t k = 0; k < mark.size(); ++k)
        if (mark[k] && graph[NodeId(k)].kind == NodeKind::Reduce)
          return Verdict{Reason::OwnPass, InstrId(graph[NodeId(k)].number), InstrId(), {}, ""};
    }
  }
  for (const StreamStore& s : out_->stores)
    if (out_->rows && !(graph[s.value].depends & DependsOnReduce))
      return Verdict{Reason::ReadsOtherLanes, roots_[s.leaf], roots_[s.leaf], {}, ""};
  return std::nullopt;
}

std::expected<std::unique_ptr<LoopAnalysis>, Verdict> Elements::run(const std::vector<int64_t>& rows) {
  ScalarGraph& graph = out_->graph;
  out_->rows = !rows.empty();
  out_->lane_extents = out_->rows ? rows : extents_;
  if (out_->lane_extents.empty()) out_->lane_extents = {1};
  if (out_->rows) out_->trip_count = elements_;
  Scalarizer* scalarizer = nullptr;
  auto boundary = [&](InstrId id, uint32_t leaf, uint32_t part,
                      const IndexList& index) -> std::optional<Scalarizer::GivenOrVerdict> {
    if (!memory_(id)) return std::nullopt;
    const Shape& shape = leaf_shape(module_.shape(id), leaf);
    if (!scalar::is_scalar_type(part_type(shape.type)))
      return std::unexpected(Verdict{Reason::NoKernelForType, id, InstrId(), {}, ""});
    return Scalarizer::Given(scalarizer->load(id, leaf, part, index));
  };
  Scalarizer s(module_, graph, boundary);
  s.lane_extents = out_->lane_extents;
  s.long_reductions = out_->rows ? Scalarizer::Long::Rows : Scalarizer::Long::Columns;
  s.root_elements = elements_;
  s.may_want_rows = elements_ > 1;
  scalarizer = &s;
  for (size_t k = 0; k < roots_.size(); ++k) {
    const Shape& shape = module_.shape(roots_[k]);
    LoopLeaf leaf;
    leaf.kind = CarryKind::Stream;
    leaf.shape = shape;
    leaf.used = leaf.covered = true;
    out_->leaves.push_back(leaf);
    if (!scalar::is_scalar_type(part_type(shape.type)))
      return std::unexpected(Verdict{Reason::NoKernelForType, roots_[k], InstrId(), {}, ""});
    // A step is one element of every root; fewer would be stored by several.
    if (out_->rows && shape.element_count() != elements_)
      return std::unexpected(Verdict{Reason::OwnPass, roots_[k], InstrId(), {}, ""});
    auto [index, linear] = position(shape, out_->rows);
    for (uint32_t part = 0; part < (is_complex(shape.type) ? 2u : 1u); ++part) {
      auto node = s.element(roots_[k], 0, part, index);
      wanted_rows_ = s.wanted_rows;
      if (!node) return std::unexpected(node.error());
      AffineId at = is_complex(shape.type) ? graph.affine.add(graph.affine.scale(linear, 2), part) : linear;
      out_->stores.push_back({static_cast<uint32_t>(k), at, *node});
    }
  }
  if (!s.found_long().empty())
    if (auto v = carry(s)) return std::unexpected(*v);
  if (auto v = check_passes()) return std::unexpected(*v);
  out_->sources = s.sources();
  return std::move(out_);
}

}  // namespace

std::expected<std::unique_ptr<LoopAnalysis>, Verdict> analyze_elementwise(const Module& module,
                                                                          const std::vector<InstrId>& roots,
                                                                          const std::vector<int64_t>& lanes,
                                                                          const std::function<bool(InstrId)>& memory,
                                                                          const LoopOptions& options) {
  Elements columns(module, roots, lanes, memory, options);
  auto out = columns.run({});
  if (out || columns.wanted_rows().empty()) return out;
  return Elements(module, roots, lanes, memory, options).run(columns.wanted_rows());
}

}  // namespace eutectic::analysis
