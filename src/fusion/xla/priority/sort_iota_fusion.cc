// See sort_iota_fusion.h.
#include "fusion/xla/priority/sort_iota_fusion.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;
using explain::Verdict;

// An iota among the operands; invalid if there is none.
NodeId iota_of(const Graph& g, NodeId sort) {
  for (NodeId o : g[sort].operands)
    if (g[o].op == OpKind::Iota) return o;
  return {};
}

}  // namespace

void sort_iota_fusion(Graph& g, Log& log) {
  for (BodyId body : g.control_bodies()) {
    if (!g[body].fusible) continue;
    for (NodeId sort : g.post_order(body)) {
      if (g[sort].op != OpKind::Sort || !iota_of(g, sort).valid()) continue;
      const std::string name = g[sort].name;
      const NodeId fusion = g.wrap(sort, FusionKind::Custom);
      for (NodeId iota = iota_of(g, fusion); iota.valid(); iota = iota_of(g, fusion)) {
        Step step{StepKind::Fused, g[iota].name, {name}, g[fusion].name, {}};
        step.verdict = Verdict{Reason::XlaIotaFused, g[iota].origin, g[fusion].origin, {}, ""};
        g.fuse(iota, fusion);
        if (g[iota].users.empty()) g.remove(iota);
        log.steps.push_back(std::move(step));
      }
    }
  }
}

}  // namespace eutectic::fusion::xla
