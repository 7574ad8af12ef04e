#include "analysis/elementwise.h"

#include <algorithm>

namespace eutectic::analysis {

using explain::Reason;
using explain::Verdict;

std::expected<std::unique_ptr<LoopAnalysis>, Verdict> analyze_elementwise(const Module& module,
                                                                          const std::vector<InstrId>& roots,
                                                                          const std::vector<int64_t>& lanes,
                                                                          const std::function<bool(InstrId)>& memory,
                                                                          const LoopOptions& options) {
  auto out = std::make_unique<LoopAnalysis>();
  out->trip_count = 1;
  out->graph.reciprocal = options.reciprocal;
  out->lane_extents = lanes;
  std::erase(out->lane_extents, 1);
  if (out->lane_extents.empty()) out->lane_extents = {1};
  ScalarGraph& graph = out->graph;
  Scalarizer* scalarizer = nullptr;
  auto boundary = [&](InstrId id, uint32_t leaf, uint32_t part,
                      const IndexList& index) -> std::optional<Scalarizer::GivenOrVerdict> {
    if (!memory(id)) return std::nullopt;
    const Shape& shape = leaf_shape(module.shape(id), leaf);
    if (!scalar::is_scalar_type(part_type(shape.type)))
      return std::unexpected(Verdict{Reason::NoKernelForType, id, InstrId(), {}, ""});
    return Scalarizer::Given(scalarizer->load(id, leaf, part, index));
  };
  Scalarizer s(module, graph, boundary);
  s.lane_extents = out->lane_extents;
  scalarizer = &s;
  for (size_t k = 0; k < roots.size(); ++k) {
    const Shape& shape = module.shape(roots[k]);
    LoopLeaf leaf;
    leaf.kind = CarryKind::Stream;
    leaf.shape = shape;
    leaf.used = leaf.covered = true;
    out->leaves.push_back(leaf);
    if (!scalar::is_scalar_type(part_type(shape.type)))
      return std::unexpected(Verdict{Reason::NoKernelForType, roots[k], InstrId(), {}, ""});
    IndexList index;
    AffineId linear = graph.affine.constant(0);
    std::vector<int64_t> strides = row_major_strides(shape.dims);
    uint32_t axis = 0;
    for (size_t d = 0; d < shape.dims.size(); ++d) {
      AffineId at = graph.affine.constant(0);
      if (shape.dims[d] != 1) at = graph.affine.of(graph.affine.atom(AtomKind::Lane, axis++, {0, shape.dims[d] - 1}));
      index.push_back(at);
      linear = graph.affine.add(linear, at, strides[d]);
    }
    for (uint32_t part = 0; part < (is_complex(shape.type) ? 2u : 1u); ++part) {
      auto node = s.element(roots[k], 0, part, index);
      if (!node) return std::unexpected(node.error());
      AffineId at = is_complex(shape.type) ? graph.affine.add(graph.affine.scale(linear, 2), part) : linear;
      out->stores.push_back({static_cast<uint32_t>(k), at, *node});
    }
  }
  // A reduction of what waits for a reduction, or a lane value that does, would need a second pass.
  for (size_t i = 0; i < graph.size(); ++i) {
    const Node& n = graph[NodeId(i)];
    bool waits = false;
    for (NodeId o : graph.operands(NodeId(i))) waits |= (graph[o].depends & DependsOnReduce) != 0;
    if (waits && (n.kind == NodeKind::Reduce || (n.depends & DependsOnLane)))
      return std::unexpected(Verdict{Reason::ReadsOtherLanes, roots[0], InstrId(), {}, ""});
  }
  out->sources = s.sources();
  return out;
}

}  // namespace eutectic::analysis
