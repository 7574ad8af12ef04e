// See planner.h.
#include <set>

#include "fusion/eutectic/planner.h"

namespace eutectic::fusion {

using explain::Reason;
using explain::Verdict;

// What became of each value that the loop carries or reads.
std::vector<Verdict> verdicts_of(const Module& module, const analysis::LoopAnalysis& a) {
  using analysis::CarryKind;
  using analysis::Node;
  using analysis::NodeId;
  using analysis::NodeKind;
  std::vector<Verdict> out;
  int64_t lanes = 1, ops = 0;
  for (int64_t n : a.lane_extents) lanes *= n;
  std::set<uint32_t> streamed;
  std::vector<Verdict> reductions;
  bool counts = false;
  for (size_t i = 0; i < a.graph.size(); ++i) {
    const Node& n = a.graph[NodeId(i)];
    ops += n.kind == NodeKind::Op;
    counts |= (n.depends & analysis::DependsOnCounter) != 0;
    if (n.kind == NodeKind::Load && (n.depends & analysis::DependsOnCounter) && streamed.insert(n.number).second)
      reductions.push_back({Reason::StreamedInput, a.sources[n.number].instr, InstrId(), {}, ""});
    if (n.kind == NodeKind::Reduce && !a.in_phases && !a.condition.valid())
      reductions.push_back({Reason::PartialReduction, InstrId(n.number), InstrId(), {}, ""});
  }
  out.push_back({Reason::LoopIsOneKernel, a.loop, InstrId(), {lanes, static_cast<int64_t>(a.slots.size()), ops}, ""});
  InstrId init = module.operand(a.loop, 0);
  bool only_lanes = a.stores.empty() && reductions.empty();
  for (size_t k = 0; k < a.leaves.size(); ++k) {
    const analysis::LoopLeaf& leaf = a.leaves[k];
    InstrId subject = module[init].op == OpKind::Tuple ? module.operand(init, k) : init;
    if (leaf.kind == CarryKind::Stream) out.push_back({Reason::StreamedOutput, leaf.update, InstrId(), {}, ""});
    if (leaf.kind == CarryKind::Counter) out.push_back({Reason::IndexFunction, subject, InstrId(), {}, ""});
    if (leaf.kind != CarryKind::State) continue;
    int64_t scalars = 0;
    bool lane = false;
    for (const analysis::CarrySlot& s : a.slots)
      if (s.leaf == k) {
        ++scalars;
        lane |= s.lane;
      }
    only_lanes &= lane;
    out.push_back({lane ? Reason::LaneValue : Reason::UniformValue, subject, InstrId(), {scalars}, ""});
  }
  out.insert(out.end(), reductions.begin(), reductions.end());
  if (a.in_phases)
    out.push_back({Reason::StepsTogether, a.loop, InstrId(), {}, ""});
  else if (a.condition.valid())
    out.push_back({Reason::LaneExit, a.loop, InstrId(), {}, ""});
  else if (only_lanes && !counts)
    out.push_back({Reason::FixpointExit, a.loop, InstrId(), {}, ""});
  return out;
}

}  // namespace eutectic::fusion
